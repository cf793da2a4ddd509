"""The queries of search: weights added up, witnesses of the best documents, what the language of a work is."""

from __future__ import annotations

import math
import zlib
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, TypeVar

import msgspec

from kb.model import Lexicon, MomentWords, Opposition
from kb.model.conclusions import Case, Condition, Issue
from kb.store.contents import PARTS, Document, Wording, unpacked_numbers
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


class Posting(NamedTuple):
    """A key of a work: its rarity, the documents that it weighs for, in order, and what it weighs for each in a view."""

    rarity: float
    documents: Sequence[int]
    weights: Sequence[int]

    def weighs(self, document: int) -> bool:
        """True when it weighs something for a document."""
        place = bisect_left(self.documents, document)
        return place < len(self.documents) and self.documents[place] == document and self.weights[place] > 0


class WitnessParts(NamedTuple):
    """The witnesses of a document, by their numbers: what each is, as the base holds it, and the rarities of all its keys."""

    packed: Sequence[int]
    wholes: Sequence[float]

    def part(self, number: int) -> str:
        """What one of them is (see `PARTS`)."""
        return PARTS[self.packed[number] % len(PARTS)]

    def place(self, number: int) -> int:
        """The place of a question beside its provision, the unit of a clause."""
        return self.packed[number] // len(PARTS)


class Closest(NamedTuple):
    """Of the witnesses of one part of a document: the most of likeness, of rarities held, of these among all its own; which holds most.

    Of questions, which part of their own they hold is not told.
    """

    likeness: float = 0.0
    held: float = 0.0
    fullest: int = -1
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Witnesses:
    """The witnesses of a document that hold keys of a question; there are hundreds, each is made when it is asked for.

    `parts` are all those of the document; `rules` and `asked` tell which keys each name or clause, and each question, holds: a bit a key,
    by its number; `sums` the keys of such bits, and their rarities added up. `closest` is what is closest to the question, by part; `far`
    is the likeness below zero of each one `asked`.
    """

    document: int
    parts: WitnessParts
    rules: Mapping[int, int]
    asked: Mapping[int, int]
    sums: Mapping[int, tuple[tuple[int, ...], float]]
    closest: Mapping[str, Closest]
    far: Sequence[float]

    def __getitem__(self, number: int) -> Witness:
        """One of them, by its number."""
        keys, held = self.sums[self.asked[number] if number in self.asked else self.rules[number]]
        part, place, whole = self.parts.part(number), self.parts.place(number), self.parts.wholes[number]
        return Witness(self.document, number, part, place, held, whole, held * held / whole, keys)

    def questions(self) -> list[tuple[float, int]]:
        """The likeness below zero and the number of each question, the most alike first."""
        return sorted(zip(self.far, self.asked, strict=True))

    @property
    def keys(self) -> frozenset[int]:
        """The keys that any of them holds."""
        return frozenset(key for mask in {*self.rules.values(), *self.asked.values()} for key in self.sums[mask][0])

    @property
    def names(self) -> Iterator[Witness]:
        """The names among them."""
        return (self[number] for number in self.rules if self.parts.part(number) == "name")


def documents(base: KnowledgeBase, work: str) -> tuple[Document, ...]:
    """The documents of a work, by number."""
    query = "SELECT id, absent, scope, questions, texte FROM documents WHERE work = ? ORDER BY document"
    return tuple(base.values(Document, query, (work,)))


def rarities(base: KnowledgeBase, work: str) -> dict[str, tuple[int, float]]:
    """The number and the rarity of each key of a work, in the order of the numbers."""
    query = "SELECT key, number, rarity FROM keys WHERE work = ? ORDER BY number"
    return {key: (number, rarity) for key, number, rarity in base.rows(query, (work,))}


def postings(base: KnowledgeBase, numbers: Sequence[int], view: View) -> list[Posting]:
    """What some keys weigh in a view, in the order of their numbers."""
    query = f"SELECT rarity, documents, {view} FROM keys WHERE number IN ({_marks(numbers)}) ORDER BY number"  # noqa: S608 - a column of three, and only marks
    rows = base.rows(query, numbers)
    return [Posting(rarity, unpacked_numbers(documents), weights) for rarity, documents, weights in rows]


def weights(postings: Iterable[Posting]) -> list[tuple[int, int]]:
    """(document, its weights added up), the heaviest first."""
    added: dict[int, int] = {}
    for one in postings:
        for document, weight in zip(one.documents, one.weights, strict=True):
            added[document] = added.get(document, 0) + weight
    # Of two of one weight, the first.
    ranked = sorted(sorted(added), key=added.__getitem__, reverse=True)
    return [(document, added[document]) for document in ranked if added[document]]


def impacts(base: KnowledgeBase, work: str, view: View) -> dict[str, dict[int, int]]:
    """The weight of each key of a whole work in each document of a view that it weighs in, both in order."""
    query = f"SELECT key, documents, {view} FROM keys WHERE work = ? ORDER BY key"  # noqa: S608 - a column of three
    held = {
        key: {one: weight for one, weight in zip(unpacked_numbers(documents), weights, strict=True) if weight}
        for key, documents, weights in base.rows(query, (work,))
    }
    return {key: weighed for key, weighed in held.items() if weighed}


def witnesses(
    base: KnowledgeBase, work: str, rarities: Mapping[int, float], among: Sequence[int]
) -> dict[int, Witnesses]:
    """By document of some of a work, its witnesses that hold some of some keys, whose rarities are given by their numbers."""
    if not among:
        return {}
    query = (
        "SELECT key, document, rules, questions FROM witness_keys"  # noqa: S608 - only marks
        f" WHERE key IN ({_marks(rarities)}) AND document IN ({_marks(among)})"
    )
    bits = {key: 1 << place for place, key in enumerate(rarities)}
    # By document, then by its witness: the keys held, a bit each.
    rules: dict[int, dict[int, int]] = {document: {} for document in among}
    asked: dict[int, dict[int, int]] = {document: {} for document in among}
    for key, document, *holding in base.rows(query, (*rarities, *among)):
        bit = bits[key]
        for of, numbers in zip((rules[document], asked[document]), holding, strict=True):
            for number in unpacked_numbers(numbers):
                of[number] = of.get(number, 0) | bit
    sums: dict[int, tuple[tuple[int, ...], float]] = {}
    for mask in {mask for held in (rules, asked) for of in held.values() for mask in of.values()}:
        keys = tuple(key for key, bit in bits.items() if mask & bit)
        sums[mask] = keys, math.fsum(map(rarities.__getitem__, keys))
    return {
        document: _held(document, witness_parts(base, work, document), rules[document], asked[document], sums)
        for document in among
    }


def _held(
    document: int,
    parts: WitnessParts,
    rules: Mapping[int, int],
    asked: Mapping[int, int],
    sums: Mapping[int, tuple[tuple[int, ...], float]],
) -> Witnesses:
    """The witnesses of a document, gone through once."""
    closest = dict.fromkeys(PARTS, Closest())
    for number, mask in rules.items():
        part, whole = parts.part(number), parts.wholes[number]
        rarities, best = sums[mask][1], closest[part]
        likeness, share = rarities * rarities / whole, rarities / whole
        if likeness > best.likeness or rarities > best.held or share > best.share:
            fullest = number if rarities > best.held else best.fullest
            closest[part] = Closest(
                max(likeness, best.likeness), max(rarities, best.held), fullest, max(share, best.share)
            )
    # The likeness below zero of a question whose rarities would be 1.
    unlike = {mask: -sums[mask][1] * sums[mask][1] for mask in dict.fromkeys(asked.values())}
    wholes = parts.wholes
    far = [unlike[mask] / wholes[number] for number, mask in asked.items()]
    if far:
        most = max(unlike, key=lambda mask: sums[mask][1])
        fullest = next(number for number, mask in asked.items() if mask == most)
        closest["question"] = Closest(-min(far), sums[most][1], fullest)
    return Witnesses(document, parts, rules, asked, sums, closest, far)


@remembered
def witness_parts(base: OpenedBase, work: str, document: int) -> WitnessParts:
    """The witnesses of a document."""
    rows = base.rows("SELECT parts FROM witnesses WHERE work = ? AND document = ?", (work, document))
    numbers = unpacked_numbers(rows[0][0]) if rows else ()
    return WitnessParts(numbers[::2], tuple([whole / 100 for whole in numbers[1::2]]))


def in_rules(base: KnowledgeBase, numbers: Sequence[int], provisions: int) -> frozenset[int]:
    """Those of some keys that a name or a clause of the first documents holds, which are provisions."""
    query = "SELECT 1 FROM witness_keys WHERE key = ? AND document < ? AND length(rules) > 0 LIMIT 1"
    return frozenset(number for number in numbers if base.rows(query, (number, provisions)))


@remembered
def worded(base: OpenedBase, identifier: str) -> dict[int, tuple[str, Wording]]:
    """The verdict and the wording of those questions beside a provision that have a verdict, by their place."""
    rows = base.rows("SELECT worded FROM questions WHERE id = ?", (identifier,))
    listed = msgspec.json.decode(zlib.decompress(rows[0][0])) if rows else ()
    return {place: (verdict, Wording(*wording)) for place, verdict, *wording in listed}


def lexicon(base: KnowledgeBase, work: str) -> Lexicon:
    """The lexicon of a work; an empty one for a work that the base does not hold."""
    rows = base.rows("SELECT lexicon FROM lexicons WHERE work = ?", (work,))
    if not rows:
        return Lexicon()
    parts = msgspec.json.decode(rows[0][0])
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
    listed = msgspec.json.decode(zlib.decompress(rows[0][0])) if rows else ()
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
