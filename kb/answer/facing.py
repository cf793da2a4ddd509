"""Two sides with a figure each: « Agilité 6 contre Agilité 2, qui frappe d'abord ? » becomes the items of a request of order.

Each word of the question is taken in: by a side's name, by its figure, by a value that it has, or by what asks who comes first. One that
is not, and nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from kb.answer.recognising import Recogniser
from kb.model.words import fold
from kb.policy import Attribute, Situation
from kb.search import Analyzer
from kb.system.data import lexicon

_FIGURE = re.compile(r"(?<![\w.,+−-])\d+(?![\w.,]*\d)(?!\w|\+|\")")
_ASKS = re.compile(r"[:;?!.]| - |, (?=qui\b|lequel|laquelle|on |c')")
_SIDES = 2
# How many words a side's name has at most.
_LONGEST = 4


@dataclass(frozen=True, slots=True)
class Faced:
    """Two items as a request has them, and which player is the first one (`A` is who asks); none when the question does not tell."""

    situation: Situation
    items: tuple[dict[str, Any], dict[str, Any]]
    first: str | None


def faced(question: str, situations: Iterable[Situation], names: Recogniser, analyzer: Analyzer) -> Faced | None:
    """The two sides that a question sets against one another by a figure each; None when a word of it is left over."""
    known = dict(analyzer.lexicon.figures)
    text = re.sub(r"[^\W\d_]+", lambda word: known.get(fold(word[0]), word[0]), question)
    figures = list(_FIGURE.finditer(text))
    if len(figures) != _SIDES or len(re.findall(r"\d+", text)) != _SIDES:
        return None
    first = "B" if _motifs("second").search(fold(text)) else "A" if _motifs("premier").search(fold(text)) else None
    bare = re.sub(rf"(?i){_motifs('second').pattern}|{_motifs('premier').pattern}", " ", text) if first else text
    parts = _parted(bare)
    found = (
        [read for part in situations if (read := _read(parts, part, names, analyzer, first)) is not None]
        if parts
        else []
    )
    return found[0] if len(found) == 1 else None


def _parted(text: str) -> tuple[str, str, str] | None:
    """What is said of each side, then what is asked; None when nothing parts the sides."""
    one, other = _FIGURE.finditer(text)
    between = text[one.end() : other.start()]
    parting = list(_motifs("contre").finditer(fold(between)))
    if not parting:
        return None
    start, end = one.end() + parting[0].start(), one.end() + parting[-1].end()
    asked = _ASKS.search(text, other.end())
    stop = asked.start() if asked else len(text)
    before = max((match.end() for match in _ASKS.finditer(text, 0, one.start())), default=0)
    return text[before:start], text[end:stop], f"{text[:before]} {text[stop:]}"


def _read(
    parts: tuple[str, str, str], situation: Situation, names: Recogniser, analyzer: Analyzer, first: str | None
) -> Faced | None:
    """Both sides by the figure that a situation sorts by."""
    figure = next(
        (one for one in situation.attributes if one.type == "nombre" and one.name in {c.by for c in situation.clauses}),
        None,
    )
    if figure is None:
        return None
    key = next(iter(analyzer.keys(figure.meaning)), "")
    if key not in {*analyzer.keys(" ".join(parts))} or not _empty(parts[2], analyzer, ()):
        return None
    sides = [_side(part, situation, figure, key, names, analyzer) for part in parts[:2]]
    if sides[0] is None or sides[1] is None:
        return None
    one, other = ({**side, "owner": owner} for side, owner in zip(sides, "AB", strict=True) if side is not None)
    return Faced(situation, (one, other), first)


def _side(
    said: str, situation: Situation, figure: Attribute, key: str, names: Recogniser, analyzer: Analyzer
) -> dict[str, Any] | None:
    """The item of one side: its name, its figure, the values of words that it has; None when something is left over."""
    number = _FIGURE.search(said)
    if number is None:
        return None
    values = names.values(situation, names.keys(said))
    told = [name for read in values for _value, told in read.attribute.names for name in told]
    taken = {key, *(one for name in told for one in analyzer.keys(name))}
    # A name ends where what it has begins.
    name = _motifs("a").split(said[: number.start()], maxsplit=1)[0]
    label = [word for word in name.split() if key not in analyzer.keys(word)]
    if not 0 < len(label) <= _LONGEST or not _empty(
        f"{said[len(name) : number.start()]} {said[number.end() :]}", analyzer, taken
    ):
        return None
    given = {read.attribute.name: read.value for read in values}
    neutral = {part.name: part.default for part in situation.attributes if not part.whole and not part.required}
    called = " ".join(label).strip(" ,")
    return {"label": f"{called[:1].lower()}{called[1:]}", **neutral, **given, figure.name: int(number[0])}


def _empty(said: str, analyzer: Analyzer, taken: Collection[str]) -> bool:
    """True when a text has no word but those taken, and those that ask who comes first."""
    return {*analyzer.keys(said)} <= {*taken, *analyzer.keys(" ".join(lexicon("intentions")["face-a-face"]["vides"]))}


@cache
def _motifs(name: str) -> re.Pattern[str]:
    return re.compile("|".join(lexicon("intentions")["face-a-face"][name]), re.IGNORECASE)
