"""The queries of search: weights added up, witnesses of the best documents, what the language of a work is."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, TypeVar

from kb.model import Lexicon, MomentWords, Opposition
from kb.model.conclusions import Case, Condition, Issue
from kb.store.contents import PARTS, Document, unpacked_numbers
from kb.store.opening import OpenedBase, remembered, tuples
from kb.store.reading import KnowledgeBase
from kb.store.values import View

_Words = TypeVar("_Words", Lexicon, MomentWords)


class Witness(NamedTuple):
    """A small part of a document that holds keys of a question, by their numbers.

    `number` is its place among the witnesses of its document.
    `part` is `name`, `question`, `precis` or `texte` (a clause of that layer); `place` is that of a question beside its provision, the unit
    of a clause; `held` adds up the rarities of the keys held, `whole` those of all its keys; `likeness` is the cosine, squared and times
    the question's own rarities.
    """

    document: int
    number: int
    part: str
    place: int
    held: float
    whole: float
    likeness: float
    keys: Sequence[int]


class Closest(NamedTuple):
    """Of the witnesses of one part of a document: the most of likeness, of rarities held, of these among all its own; which holds most."""

    likeness: float = 0.0
    held: float = 0.0
    fullest: int = -1
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Witnesses:
    """The witnesses of a document that hold keys of a question; there are hundreds, each is made when it is asked for.

    `parts` are `witness_parts`; `held` tells which keys each holds, a bit a key, by its number; `sums` the keys of such bits, and their
    rarities added up. `closest` is what is closest to the question, by part; `questions` are (likeness below zero, number) of those of
    that part: sorted, the most alike come first.
    """

    document: int
    parts: Sequence[tuple[str, int, float]]
    held: Mapping[int, int]
    sums: Mapping[int, tuple[tuple[int, ...], float]]
    closest: Mapping[str, Closest]
    questions: Sequence[tuple[float, int]]

    def __getitem__(self, number: int) -> Witness:
        """One of them, by its number."""
        keys, held = self.sums[self.held[number]]
        part, place, whole = self.parts[number]
        return Witness(self.document, number, part, place, held, whole, held * held / whole, keys)

    def __iter__(self) -> Iterator[Witness]:
        """All of them."""
        return map(self.__getitem__, self.held)


def documents(base: KnowledgeBase, work: str) -> tuple[Document, ...]:
    """The documents of a work, by number."""
    query = "SELECT id, absent, scope, questions, texte FROM documents WHERE work = ? ORDER BY document"
    return tuple(base.values(Document, query, (work,)))


def rarities(base: KnowledgeBase, work: str, keys: Sequence[str]) -> dict[str, tuple[int, float]]:
    """The number and the rarity of those of some keys that a work has."""
    query = f"SELECT key, number, rarity FROM keys WHERE work = ? AND key IN ({_marks(keys)})"  # noqa: S608 - only marks
    return {key: (number, rarity) for key, number, rarity in base.rows(query, (work, *keys))}


def weights(base: KnowledgeBase, numbers: Sequence[int], view: View) -> list[tuple[int, int, float]]:
    """(document, its weights added up, the rarities of the keys that it holds) of a view, the heaviest first."""
    query = (
        f"SELECT i.document, sum(i.{view}) AS weight, sum(k.rarity) FROM impacts i JOIN keys k ON k.number = i.key"  # noqa: S608 - a column of three, and only marks
        f" WHERE i.key IN ({_marks(numbers)}) AND i.{view} > 0 GROUP BY i.document ORDER BY weight DESC, i.document"
    )
    return base.rows(query, numbers)


def impacts(base: KnowledgeBase, work: str, view: View) -> list[tuple[str, int, int]]:
    """(key, document, weight) of a whole work in a view, in order of key, then of document."""
    query = (
        f"SELECT k.key, i.document, i.{view} FROM keys k JOIN impacts i ON i.key = k.number"  # noqa: S608 - a column of three
        f" WHERE k.work = ? AND i.{view} > 0 ORDER BY k.key, i.document"
    )
    return base.rows(query, (work,))


def witnesses(
    base: KnowledgeBase, work: str, rarities: Mapping[int, float], among: Sequence[int]
) -> dict[int, Witnesses]:
    """By document of some of a work, its witnesses that hold some of some keys, whose rarities are given by their numbers."""
    if not among:
        return {}
    query = (
        "SELECT key, document, holding FROM witness_keys"  # noqa: S608 - only marks
        f" WHERE key IN ({_marks(rarities)}) AND document IN ({_marks(among)})"
    )
    bits = {key: 1 << place for place, key in enumerate(rarities)}
    # By document, then by its witness: the keys held, a bit each.
    held: dict[int, dict[int, int]] = {document: {} for document in among}
    for key, document, holding in base.rows(query, (*rarities, *among)):
        bit, of = bits[key], held[document]
        for number in unpacked_numbers(holding):
            of[number] = of.get(number, 0) | bit
    sums: dict[int, tuple[tuple[int, ...], float]] = {}
    for mask in {mask for of in held.values() for mask in of.values()}:
        keys = tuple(key for key, bit in bits.items() if mask & bit)
        sums[mask] = keys, math.fsum(map(rarities.__getitem__, keys))
    return {document: _held(document, witness_parts(base, work, document), of, sums) for document, of in held.items()}


def _held(
    document: int,
    parts: Sequence[tuple[str, int, float]],
    held: Mapping[int, int],
    sums: Mapping[int, tuple[tuple[int, ...], float]],
) -> Witnesses:
    """The witnesses of a document, gone through once."""
    closest, questions = dict.fromkeys(PARTS, Closest()), []
    for number, mask in held.items():
        part, _place, whole = parts[number]
        rarities, best = sums[mask][1], closest[part]
        likeness, share = rarities * rarities / whole, rarities / whole
        if part == "question":
            questions.append((-likeness, number))
        if likeness > best.likeness or rarities > best.held or share > best.share:
            fullest = number if rarities > best.held else best.fullest
            closest[part] = Closest(
                max(likeness, best.likeness), max(rarities, best.held), fullest, max(share, best.share)
            )
    return Witnesses(document, parts, held, sums, closest, questions)


@remembered
def witness_parts(base: OpenedBase, work: str, document: int) -> tuple[tuple[str, int, float], ...]:
    """(part, place, whole) of each witness of a document."""
    rows = base.rows("SELECT parts FROM witnesses WHERE work = ? AND document = ?", (work, document))
    numbers = unpacked_numbers(rows[0][0]) if rows else ()
    return tuple(
        (PARTS[at % len(PARTS)], at // len(PARTS), whole / 100)
        for at, whole in zip(numbers[::2], numbers[1::2], strict=True)
    )


def in_rules(base: KnowledgeBase, numbers: Sequence[int], provisions: int) -> frozenset[int]:
    """Those of some keys that a name or a clause of the first documents holds, which are provisions."""
    query = "SELECT 1 FROM witness_keys WHERE key = ? AND document < ? AND in_rule LIMIT 1"
    return frozenset(number for number in numbers if base.rows(query, (number, provisions)))


@remembered
def worded(base: OpenedBase, identifier: str) -> dict[int, list[Any]]:
    """The place, the verdict and the fields of the wording of those questions beside a provision that have a verdict, by their place."""
    rows = base.rows("SELECT worded FROM questions WHERE id = ?", (identifier,))
    return {row[0]: row for row in json.loads(zlib.decompress(rows[0][0]))} if rows else {}


def lexicon(base: KnowledgeBase, work: str) -> Lexicon:
    """The lexicon of a work; an empty one for a work that the base does not hold."""
    rows = base.rows("SELECT lexicon FROM lexicons WHERE work = ?", (work,))
    if not rows:
        return Lexicon()
    parts = json.loads(rows[0][0])
    sides = tuple(Opposition(name, tuple(one), tuple(other)) for name, one, other in parts.pop("oppositions"))
    return replace(_words(Lexicon(), parts), oppositions=sides, moments=_words(MomentWords(), parts))


def _words(empty: _Words, parts: Mapping[str, Any]) -> _Words:
    """Some of the words of a lexicon, from their lists."""
    named = [field.name for field in fields(empty) if field.name in parts]
    kinds = {name: frozenset if isinstance(getattr(empty, name), frozenset) else tuples for name in named}
    held: dict[str, Any] = {name: kinds[name](parts[name]) for name in named}
    return replace(empty, **held)


@remembered
def issues(base: OpenedBase, identifier: str) -> tuple[Issue, ...]:
    """What is declared that can be asked of a provision by yes or no, in order, its phrases in keys."""
    rows = base.rows("SELECT issues FROM issues WHERE id = ?", (identifier,))
    listed = json.loads(zlib.decompress(rows[0][0])) if rows else ()
    return tuple(_issue(identifier.partition("/")[2], *row) for row in listed)


def _issue(provision: str, *values: Any) -> Issue:  # noqa: ANN401 - any field of an issue
    """An issue from its fields: the lists of values that its cases are make them anew."""
    acts, contrary, answer, clause, must, cases = map(_listed, values)
    found = [
        Case(tuple(Condition(*map(_listed, condition)) for condition in conditions), *rest)
        for conditions, *rest in cases
    ]
    return Issue(provision, acts, contrary, answer, clause, must, tuple(found))


def _listed(value: object) -> Any:  # noqa: ANN401 - any field of a condition
    return tuple(value) if isinstance(value, list) else value


def forms(base: KnowledgeBase, work: str) -> list[tuple[str, str, int]]:
    """(form, key, uses) of every word of a work."""
    return base.rows("SELECT form, key, uses FROM forms WHERE work = ?", (work,))


def unknown_rarity(base: KnowledgeBase, work: str) -> float:
    """What a key tells that no document of a work holds."""
    rows = base.rows("SELECT unknown FROM lexicons WHERE work = ?", (work,))
    return float(rows[0][0]) if rows else 0.0


def _marks(values: Collection[object]) -> str:
    return ",".join("?" * len(values))
