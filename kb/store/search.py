"""The queries of search: weights added up, witnesses of the best documents, what the language of a work is."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, count
from typing import NamedTuple

import msgspec

from kb.model import Lexicon
from kb.model.conclusions import Issue
from kb.store.contents import PARTS, Document, Wording, unpacked_numbers
from kb.store.opening import OpenedBase, remembered
from kb.store.reading import KnowledgeBase
from kb.store.values import View

# The verdict and the wording of a question, after its place; what is declared of a provision.
_WORDED = msgspec.json.Decoder(list[tuple[int, str, Wording]])
_ISSUES = msgspec.json.Decoder(tuple[Issue, ...])

Holders = tuple[Sequence[int], Sequence[int]]
"""The witnesses of a document that hold a key, by their numbers: names and clauses, then questions."""


class WitnessParts(NamedTuple):
    """The witnesses of a document, by their numbers: what each is, as the base holds it, and the rarities of all its keys.

    `keys` are those that any of them holds, `holders` the witnesses that hold each: read when they are first asked for.
    """

    packed: Sequence[int]
    wholes: Sequence[float]
    keys: Collection[int]
    holders: Callable[[int], Holders]

    def part(self, number: int) -> str:
        """What one of them is (see `PARTS`)."""
        return PARTS[self.packed[number] % len(PARTS)]

    def place(self, number: int) -> int:
        """The place of a question beside its provision, the unit of a clause."""
        return self.packed[number] // len(PARTS)


class Closest(NamedTuple):
    """Of the witnesses of one part of a document: the most of likeness, of rarities held, of these among all its own; which holds most."""

    likeness: float = 0.0
    held: float = 0.0
    fullest: int = -1
    share: float = 0.0


@dataclass(frozen=True)
class Witnesses:
    """The witnesses of a document that hold keys of a question; there are hundreds.

    `parts` are all those of the document, `holders` those that hold each key; `rules` and `asked` tell of each name or clause, and of each
    question, the rarities of the keys that it holds, added up. `closest` is what is closest to the question, by part; `far` is the
    likeness below zero of each one `asked`.
    """

    document: int
    parts: WitnessParts
    holders: Mapping[int, Holders]
    rules: Mapping[int, float]
    asked: Mapping[int, float]
    closest: Mapping[str, Closest]
    far: Sequence[float]

    @cached_property
    def questions(self) -> list[tuple[float, int]]:
        """The likeness below zero and the number of each question, the most alike first."""
        return sorted(zip(self.far, self.asked, strict=True))


_NOTHING = dict.fromkeys(PARTS, Closest())


def documents(base: KnowledgeBase, work: str) -> tuple[Document, ...]:
    """The documents of a work, by number."""
    query = "SELECT id, absent, scope, questions, texte FROM documents WHERE work = ? ORDER BY document"
    return tuple(base.values(Document, query, (work,)))


def rarities(base: KnowledgeBase, work: str) -> dict[str, tuple[int, float]]:
    """The place of each key among those of a work, in order, and its rarity."""
    rows = base.rows("SELECT key, rarity FROM keys WHERE work = ? ORDER BY number", (work,))
    return {key: (place, rarity) for place, (key, rarity) in enumerate(rows)}


@remembered
def weights(base: OpenedBase, work: str, key: str, view: View) -> bytes:
    """What a key of a work weighs in a view, for each document up to the last: a number of four bytes each."""
    query = f"SELECT documents, {view} FROM keys WHERE work = ? AND key = ?"  # noqa: S608 - a column of three
    ((documents, weights),) = base.rows(query, (work, key))
    numbers = unpacked_numbers(documents)
    held = bytearray(4 * (numbers[-1] + 1 if numbers else 0))
    for document, weight in zip(numbers, weights, strict=True):
        held[4 * document] = weight
    return bytes(held)


def weighs(weights: bytes, document: int) -> bool:
    """True when such weights hold one for a document: no more than a byte, the lowest of four."""
    return 4 * document < len(weights) and weights[4 * document] > 0


def added(weights: Iterable[bytes]) -> dict[int, int]:
    """By document, the heaviest first, its weights added up."""
    # As one integer each: adding two such adds all that stands in them side by side.
    whole = sum(int.from_bytes(one, "little") for one in weights)
    by_document = unpacked_numbers(whole.to_bytes(-(-whole.bit_length() // 32) * 4, "little"))
    # Of two of one weight, the first.
    ranked = sorted(range(len(by_document)), key=by_document.__getitem__, reverse=True)
    return {document: by_document[document] for document in ranked if by_document[document]}


def impacts(base: KnowledgeBase, work: str, view: View) -> dict[str, dict[int, int]]:
    """The weight of each key of a whole work in each document of a view that it weighs in, both in order."""
    query = f"SELECT key, documents, {view} FROM keys WHERE work = ? ORDER BY key"  # noqa: S608 - a column of three
    held = {
        key: {one: weight for one, weight in zip(unpacked_numbers(documents), weights, strict=True) if weight}
        for key, documents, weights in base.rows(query, (work,))
    }
    return {key: weighed for key, weighed in held.items() if weighed}


def witnesses(
    base: KnowledgeBase, work: str, rarities: Mapping[int, float], among: Iterable[int]
) -> dict[int, Witnesses]:
    """By document of some of a work, its witnesses that hold some of some keys, whose rarities are given by their places."""
    return {document: _held(document, witness_parts(base, work, document), rarities) for document in among}


def _held(document: int, parts: WitnessParts, rarities: Mapping[int, float]) -> Witnesses:
    """The witnesses of a document, gone through once."""
    holders = {key: parts.holders(key) for key in rarities if key in parts.keys}
    rules: dict[int, float] = {}
    asked: dict[int, float] = {}
    for key, (ruling, asking) in holders.items():
        rarity = rarities[key]
        for number in ruling:
            rules[number] = rules.get(number, 0.0) + rarity
        for number in asking:
            asked[number] = asked.get(number, 0.0) + rarity
    of_part: dict[str, dict[int, float]] = {}
    for number, held in rules.items():
        of_part.setdefault(parts.part(number), {})[number] = held
    wholes = parts.wholes
    far = [-held * held / whole for held, whole in zip(asked.values(), map(wholes.__getitem__, asked), strict=True)]
    closest = _NOTHING | {part: _closest(held, wholes) for part, held in of_part.items()}
    if far:
        # Which part of their own the questions hold is not told.
        closest["question"] = Closest(-min(far), *_fullest(asked))
    return Witnesses(document, parts, holders, rules, asked, closest, far)


def _closest(held: Mapping[int, float], wholes: Sequence[float]) -> Closest:
    likeness = max([one * one / wholes[number] for number, one in held.items()])
    return Closest(likeness, *_fullest(held), max([one / wholes[number] for number, one in held.items()]))


def _fullest(held: Mapping[int, float]) -> tuple[float, int]:
    """The most that any of some witnesses holds, and the first of those that do."""
    rarities = list(held.values())
    most = max(rarities)
    return most, list(held)[rarities.index(most)]


@remembered
def witness_parts(base: OpenedBase, work: str, document: int) -> WitnessParts:
    """The witnesses of a document."""
    query = "SELECT parts, keys, counts, holding FROM witnesses WHERE work = ? AND document = ?"
    parts, keys, counts, holding = next(iter(base.rows(query, (work, document))), (b"",) * 4)
    numbers = unpacked_numbers(parts)
    wholes = tuple([whole / 100 for whole in numbers[1::2]])
    places = dict(zip(unpacked_numbers(keys, "H"), count(0, 2), strict=False))
    ends = tuple(accumulate(unpacked_numbers(counts, "H"), initial=0))

    @cache
    def holders(key: int) -> Holders:
        start, between, end = ends[places[key] : places[key] + 3]
        return unpacked_numbers(holding, "H", start, between), unpacked_numbers(holding, "H", between, end)

    return WitnessParts(numbers[::2], wholes, places, holders)


def in_rules(base: KnowledgeBase, work: str, keys: Collection[str]) -> frozenset[str]:
    """Those of some keys that a name or a clause of a provision holds."""
    query = f"SELECT key FROM keys WHERE work = ? AND in_rules AND key IN ({_marks(keys)})"  # noqa: S608 - only marks
    return frozenset(key for (key,) in base.rows(query, (work, *keys)))


@remembered
def settled(base: OpenedBase, work: str, document: int, identifier: str) -> dict[int, tuple[str, Wording]]:
    """The verdict and the wording of those questions beside a provision that have a verdict, by their numbers as witnesses."""
    rows = base.rows("SELECT worded FROM questions WHERE id = ?", (identifier,))
    listed = _WORDED.decode(zlib.decompress(rows[0][0])) if rows else ()
    parts = witness_parts(base, work, document)
    numbers = {parts.place(one): one for one in range(len(parts.packed)) if parts.part(one) == "question"}
    # Where no word of a question is left, it bears no witness.
    return {numbers[place]: (verdict, wording) for place, verdict, wording in listed if place in numbers}


@remembered
def classifier(base: OpenedBase, identifier: str) -> dict[str, int]:
    """What each piece of a question asked of a provision weighs for yes; empty where the questions beside it teach nothing."""
    rows = base.rows("SELECT classifier FROM questions WHERE id = ?", (identifier,))
    return msgspec.json.decode(zlib.decompress(rows[0][0])) if rows and rows[0][0] else {}


def lexicon(base: KnowledgeBase, work: str) -> Lexicon:
    """The lexicon of a work; an empty one for a work that the base does not hold."""
    rows = base.rows("SELECT lexicon FROM lexicons WHERE work = ?", (work,))
    return msgspec.json.decode(rows[0][0], type=Lexicon) if rows else Lexicon()


@remembered
def issues(base: OpenedBase, identifier: str) -> tuple[Issue, ...]:
    """What is declared that can be asked of a provision by yes or no, in order, its phrases in keys."""
    rows = base.rows("SELECT issues FROM issues WHERE id = ?", (identifier,))
    return _ISSUES.decode(zlib.decompress(rows[0][0])) if rows else ()


def forms(base: KnowledgeBase, work: str) -> list[tuple[str, str, int]]:
    """(form, key, uses) of every word of a work."""
    return base.rows("SELECT form, key, uses FROM forms WHERE work = ?", (work,))


def unknown_rarity(base: KnowledgeBase, work: str) -> float:
    """What a key tells that no document of a work holds."""
    rows = base.rows("SELECT unknown FROM lexicons WHERE work = ?", (work,))
    return float(rows[0][0]) if rows else 0.0


def _marks(values: Collection[object]) -> str:
    return ",".join("?" * len(values))
