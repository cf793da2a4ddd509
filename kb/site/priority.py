"""« Qui passe avant »: the precedence policy of a game as a player reads it, every clause with the rules that it rests on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.policy import Attribute, Policy, Quantity, Scalar, Situation, read_policy
from kb.policy.clauses import Bands, Clause
from kb.policy.conditions import Condition
from kb.site import urls
from kb.site.book import Book, Item
from kb.site.wording import CLAUSES, NO_VALUE, YES_NO


@dataclass(frozen=True, slots=True)
class Line:
    """A clause: the kind of it in a word, what it says, its rules, and the bands that follow one another in it."""

    genre: str
    text: str
    rules: tuple[Item, ...]
    bands: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """A situation, a value or the conflict of two rules: its clauses in order; `note` says what it works on."""

    anchor: str
    title: str
    note: str
    rules: tuple[Item, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Priorities:
    """The whole page."""

    situations: tuple[Ranking, ...]
    quantities: tuple[Ranking, ...]
    conflict: Ranking | None


def priorities(book: Book) -> Priorities | None:
    """What decides in a game; None when the base holds no policy of it."""
    printed = book.policy
    return _Reader(book).read(read_policy(json.loads(printed))) if printed is not None else None


class _Reader:
    """Words a policy for the page of one work."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._page = urls.part_page(book.info.work, "priorites")

    def read(self, policy: Policy) -> Priorities:
        clauses = policy.conflict.clauses
        layers = ", ".join(policy.conflict.layers)
        conflict = Ranking(
            "conflit",
            "Quand deux règles se contredisent",
            f"Textes de ce jeu : {layers}." if layers else "",
            (),
            tuple(self._line(clause, ()) for clause in clauses),
        )
        return Priorities(
            tuple(self._ranking(part, part.attributes) for part in policy.situations),
            tuple(self._ranking(part, part.context) for part in policy.quantities),
            conflict if clauses else None,
        )

    def _ranking(self, part: Situation | Quantity, attributes: Sequence[Attribute]) -> Ranking:
        note = "Aussi : " + ", ".join(part.aliases) if part.aliases else ""
        lines = tuple(self._line(clause, attributes) for clause in part.clauses)
        prefix = "ordre" if isinstance(part, Situation) else "valeur"
        return Ranking(f"{prefix}-{part.id}", part.title, note, self._rules(part.cites), lines)

    def _line(self, clause: Clause, attributes: Sequence[Attribute]) -> Line:
        bands = clause.bands if isinstance(clause, Bands) else ()
        return Line(
            CLAUSES[clause.genre],
            clause.reason[:1].upper() + clause.reason[1:],
            self._rules(clause.cites),
            tuple(Line("", _told(band.when, attributes), self._rules(band.cites)) for band in bands),
        )

    def _rules(self, cites: Iterable[str]) -> tuple[Item, ...]:
        ids = [f"{self._book.info.work}/{cite}" for cite in dict.fromkeys(cites)]
        return tuple(self._book.item(identifier, self._page) for identifier in ids if identifier in self._book.passages)


def _told(condition: Condition, attributes: Sequence[Attribute]) -> str:
    """A condition in French: « charge, ou contre-charge » ; the other cases when it says nothing."""
    known = {attribute.name: attribute for attribute in attributes}
    told = [
        ", ".join(_value(known.get(name), name, accepted) for name, accepted in alternative)
        for alternative in condition.alternatives
    ]
    text = " ; ou ".join(told)
    return text[:1].upper() + text[1:] if text else "Les autres cas"


def _value(attribute: Attribute | None, name: str, accepted: tuple[Scalar, ...]) -> str:
    """The values accepted, in the words that players have for them where the policy gives some."""
    names = {value: words[0] for value, words in attribute.names} if attribute is not None else {}
    told = [_scalar(names, value) for value in accepted]
    joined = " ou ".join(told)
    if attribute is None or attribute.type == "mot" or attribute.names:
        return joined
    meaning = attribute.meaning.partition(";")[0].partition(":")[0].strip() or name
    return f"{meaning} : {joined}"


def _scalar(names: dict[str, str], value: Scalar) -> str:
    if value is None:
        return NO_VALUE
    if isinstance(value, bool):
        return YES_NO[value]
    return names.get(str(value), str(value).replace("-", " "))
