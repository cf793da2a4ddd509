"""Yes or no: what the questions written beside the rules say together of one that is asked.

Nothing is inferred from the words of a rule: a verdict stands beside the rule, written by who read it. The nearest questions speak first,
and one that asks the contrary of what is asked speaks for the contrary; a verdict is given only when they lean clearly.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from kb.search import Likeness, Measured, Model, Part, spread
from kb.search.signals import Floats, Integers

# The best rules whose questions are heard, and the first of them, which are heard apart too.
_RULES, _FIRST = 10, 3
# How many of the nearest questions on either side are weighed together.
_NEAREST = 3
# What the likeness of keys, of words and of pairs of words bring to the likeness of two questions.
_BRING = (0.545, 0.273, 0.182)
# The less alike, the less a question weighs in a share: by these powers, and as if one of this likeness said neither.
_POWER_FIRST, _POWER, _SILENT = 8, 6, 0.3
_CHANNELS = ("keys", "words", "pairs", "alike", "first", "same-side", "nothing-denied", "other-side", "denied-before")
PLEAS = (*(f"{name}-{how}" for name in _CHANNELS for how in ("nearest", "near")), "first-share", "share")
"""What a verdict rests on. Each is above 0 where it speaks for yes, under 0 where it speaks for no."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`oui` or `non`, by what odds (their logarithm, above 0), the rule beside which the nearest such question stands, and its place."""

    told: str
    margin: float
    rule: str
    question: int


@dataclass(frozen=True, slots=True)
class Heard:
    """The questions that are heard: their segments, 1 for yes and -1 for no, how alike each is; and what they plead together."""

    segments: Integers
    verdicts: Floats
    alike: Floats
    pleas: Floats


def verdict_of(measured: Measured, likeness: Likeness, model: Model) -> Verdict | None:
    """The verdict of the best rules; none when the questions beside them do not lean clearly."""
    found = nearest(measured, likeness, model)
    return found if found is not None and found.margin >= model.margin else None


def nearest(measured: Measured, likeness: Likeness, model: Model) -> Verdict | None:
    """What the questions beside the best rules say, however clearly; none when they say nothing."""
    heard = hear(measured, likeness)
    if heard is None:
        return None
    odds = float(heard.pleas @ np.array(model.pleas, dtype=np.float32))
    agreeing = np.where(heard.verdicts * np.float32(1 if odds > 0 else -1) > 0, heard.alike, -1)
    best = int(agreeing.argmax())
    if not odds or agreeing[best] < 0:
        return None
    segment = measured.index.segments[heard.segments[best]]
    rule = measured.index.ids[int(segment["document"])]
    return Verdict("oui" if odds > 0 else "non", abs(odds), rule, int(segment["unit"]))


def hear(measured: Measured, likeness: Likeness, without: Collection[int] = ()) -> Heard | None:
    """The questions with a verdict beside the best rules, but for the segments `without`; none when there is none."""
    index, rows = measured.index, measured.order()[:_RULES]
    if not len(rows) or not len(likeness.segments):
        return None
    at, rank = spread(index.starts, measured.candidates[rows])
    place = np.minimum(np.searchsorted(likeness.segments, at), len(likeness.segments) - 1)
    kept = (likeness.segments[place] == at) & (index.parts[at] == Part.QUESTION)
    if without:
        kept &= ~np.isin(at, list(without))
    at, rank, place = at[kept], rank[kept], place[kept]
    if not len(at):
        return None
    keys = measured.held[at] / np.sqrt(index.rarities[at] * np.float32(measured.scores.whole))
    words, pairs = likeness.words[place], likeness.pairs[place]
    alike = _BRING[0] * keys + _BRING[1] * words + _BRING[2] * pairs
    verdicts = index.segments["verdict"][at].astype(np.float32)
    first = np.where(rank < _FIRST, alike, 0)
    denied, before = likeness.denied[place], likeness.denied_before[place]
    same = ~likeness.contrary[place] & ~denied
    spoken = (
        *(keys, words, pairs, alike, first, np.where(same, alike, 0), np.where(same & ~before, alike, 0)),
        *(-np.where(likeness.contrary[place] ^ denied, alike, 0), -np.where(same & before, alike, 0)),
    )
    pleas = [plea for values in spoken for plea in _leads(values, verdicts)]
    pleas += [_share(first, verdicts, _POWER_FIRST), _share(alike, verdicts, _POWER)]
    return Heard(at, verdicts, alike, np.array(pleas, dtype=np.float32))


def _leads(values: Floats, verdicts: Floats) -> tuple[float, float]:
    """By how much yes leads: with the nearest question of either side, then with the nearest few of them.

    Values under 0 are those of questions that speak for the contrary.
    """
    sign = -1.0 if values.min() < 0 else 1.0
    said = np.abs(values)
    yes, no = (np.sort(np.where(verdicts * side > 0, said, 0))[-_NEAREST:] for side in (1, -1))
    return sign * float(yes[-1] - no[-1]), sign * float(yes.sum() - no.sum()) / _NEAREST


def _share(values: Floats, verdicts: Floats, power: int) -> float:
    """How the questions lean, the nearest weighing most."""
    weights = values**power
    return float(weights @ verdicts) / (float(weights.sum()) + _SILENT**power)
