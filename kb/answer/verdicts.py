"""Yes or no: what the questions written beside the rules say together of one that is asked.

A verdict stands beside a rule, written by who read it. The nearest questions speak first, and one that asks the contrary of what is asked
speaks for the contrary; the clauses of the rule only add to what they say. All the questions of a rule together teach what tells its yes
from its no (`kb.search.leaning`). A verdict is given when all of them lean clearly.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from kb.search import Likeness, Measured, Model, Part, spread
from kb.search.leaning import bearing
from kb.search.signals import Floats, Integers
from kb.search.wording import BRING, Booleans

# The best rules whose questions are heard, and the first of them, which are heard apart too.
_RULES, _FIRST = 5, 3
# How many of the best rules teach by all of their questions together.
_TAUGHT = (1, 3, 5)
# How many of the nearest questions on either side are weighed together.
_NEAREST = 3
# The less alike, the less a question weighs in a share: by these powers, and as if one of this likeness said neither.
_POWER_FIRST, _POWER, _SILENT = 8, 6, 0.3
# How much less alike is a question for each thing apart, of those that tell two cases apart.
_APART = 0.3
_ASKED = (
    *("keys", "words", "pairs", "alike", "first", "same-side", "nothing-denied", "other-side", "denied-before"),
    *("same-sense", "other-sense", "same-case", "same-figures", "same-marks", "marks"),
)
_STATED = ("stated", "first-stated")
_TOGETHER = ("first-share", "share", "marks-share", "sense-share", "taught-by-one", "taught-by-three", "taught-by-five")
PLEAS = (*(f"{name}-{how}" for name in (*_ASKED, *_STATED) for how in ("nearest", "near")), *_TOGETHER)
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
    near = _near(measured, likeness, without)
    asked = near.only((near.parts == Part.QUESTION) | (near.parts == Part.CASE))
    if not len(asked.segments):
        return None
    verdicts = measured.index.segments["verdict"][asked.segments].astype(np.float32)
    first = np.where(asked.rank < _FIRST, asked.alike, 0)
    same = ~asked.contrary & ~asked.denied
    spoken = (
        *(asked.keys, asked.words, asked.pairs, asked.alike, first),
        *(np.where(same, asked.alike, 0), np.where(same & ~asked.denied_before, asked.alike, 0)),
        *(
            -np.where(asked.contrary ^ asked.denied, asked.alike, 0),
            -np.where(same & asked.denied_before, asked.alike, 0),
        ),
        *_cases(asked),
    )
    pleas = _leads(np.stack(spoken), verdicts)
    pleas += _stated(near.only(near.parts == Part.CLAUSE))
    pleas += [_share(first, verdicts, _POWER_FIRST), _share(asked.alike, verdicts, _POWER)]
    parted = asked.alike / (1 + _APART * asked.apart)
    pleas += [_share(parted, verdicts, _POWER), _share(parted, np.where(asked.reversed, -verdicts, verdicts), _POWER)]
    taught = asked.alike * bearing(asked.reversed, asked.apart) * asked.leaning
    pleas += [float(taught[asked.rank < rules].sum()) for rules in _TAUGHT]
    return Heard(asked.segments, verdicts, asked.alike, np.array(pleas, dtype=np.float32))


def _cases(asked: _Near) -> tuple[Floats, ...]:
    """How alike are the questions of the same sense, of the other, of the same case, with its figures, with all that tells it apart."""
    sense = ~asked.contrary & ~asked.denied & ~asked.refused
    before = asked.denied_before | asked.refused_before
    return (
        np.where(sense, asked.alike, 0),
        -np.where(asked.reversed, asked.alike, 0),
        np.where(sense & ~before & (asked.apart == 0), asked.alike, 0),
        np.where(asked.figures & ~before & ~asked.reversed, asked.alike, 0),
        np.where(asked.apart == 0, asked.alike, 0),
        asked.alike / (1 + asked.apart),
    )


@dataclass(frozen=True, slots=True)
class _Near:
    """Questions and clauses of the best rules: their part, the rank of their rule (0 is the best), their likenesses and differences."""

    segments: Integers
    parts: npt.NDArray[np.uint8]
    rank: Integers
    keys: Floats
    words: Floats
    pairs: Floats
    alike: Floats
    contrary: Booleans
    denied: Booleans
    denied_before: Booleans
    refused: Booleans
    refused_before: Booleans
    figures: Booleans
    apart: Floats
    leaning: Floats

    @property
    def reversed(self) -> Booleans:
        """True for those that deny what is asked, by « ne … pas » or by a word, where it does not, or the other way round."""
        return self.denied ^ self.refused

    def only(self, kept: Booleans) -> _Near:
        """Those that are kept."""
        return _Near(*(getattr(self, field.name)[kept] for field in fields(self)))


def beside(measured: Measured) -> Integers:
    """The segments of the best rules: a verdict needs the likeness of these and of no other."""
    return spread(measured.index.starts, _best_rules(measured))[0]


def _best_rules(measured: Measured) -> Integers:
    return measured.candidates[measured.order()[:_RULES]]


def _near(measured: Measured, likeness: Likeness, without: Collection[int]) -> _Near:
    index = measured.index
    rules = _best_rules(measured)
    ranks = np.full(index.size, -1)
    ranks[rules] = np.arange(len(rules))
    rank = ranks[index.segments["document"][likeness.segments]]
    heard = rank >= 0
    if without:
        heard &= ~np.isin(likeness.segments, list(without))
    at, rank = likeness.segments[heard].astype(np.intp), rank[heard]
    keys = measured.held[at] / np.sqrt(index.rarities[at] * np.float32(measured.scores.whole))
    words, pairs = likeness.words[heard], likeness.pairs[heard]
    return _Near(
        segments=at,
        parts=index.parts[at],
        rank=rank,
        keys=keys,
        words=words,
        pairs=pairs,
        alike=BRING[0] * keys + BRING[1] * words + BRING[2] * pairs,
        contrary=likeness.contrary[heard],
        denied=likeness.denied[heard],
        denied_before=likeness.denied_before[heard],
        refused=likeness.refused[heard],
        refused_before=likeness.refused_before[heard],
        figures=likeness.figures[heard],
        apart=likeness.apart[heard],
        leaning=likeness.leaning[heard],
    )


def _stated(clauses: _Near) -> list[float]:
    """What the clauses of the rules plead: each states what it says, so that what is asked is so, or is not where it asks the contrary."""
    if not len(clauses.segments):
        return [0.0] * 4
    stated = np.where(clauses.contrary ^ clauses.denied, np.float32(-1), np.float32(1))
    return _leads(np.stack([clauses.alike, np.where(clauses.rank == 0, clauses.alike, 0)]), stated)


def _leads(values: Floats, verdicts: Floats) -> list[float]:
    """By how much yes leads, in each row of values: with the nearest question of either side, then with the nearest few of them.

    Values under 0 are those of questions that speak for the contrary.
    """
    sign, said = np.where((values < 0).any(axis=1), -1, 1), np.abs(values)
    yes, no = (_best(said[:, verdicts * side > 0]) for side in (1, -1))
    nearest = sign * (yes.max(axis=1) - no.max(axis=1))
    near = sign * (yes.sum(axis=1) - no.sum(axis=1)) / _NEAREST
    return [float(plea) for pleas in zip(nearest, near, strict=True) for plea in pleas]


def _best(said: Floats) -> Floats:
    """The few greatest of each row; 0 for what it lacks."""
    if said.shape[1] <= _NEAREST:
        return np.pad(said, ((0, 0), (0, _NEAREST - said.shape[1])))
    return np.partition(said, -_NEAREST, axis=1)[:, -_NEAREST:]


def _share(values: Floats, verdicts: Floats, power: int) -> float:
    """How the questions lean, the nearest weighing most."""
    weights = values**power
    return float(weights @ verdicts) / (float(weights.sum()) + _SILENT**power)
