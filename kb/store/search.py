"""The queries of search: weights added up, witnesses of the best documents, what the language of a work is."""

import zlib
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest, nsmallest
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import NamedTuple

import msgspec

from kb.model import Lexicon
from kb.model.conclusions import Issue
from kb.store.contents import PARTS, Document, Wording, WorkedExample
from kb.store.opening import OpenedBase, remembered
from kb.store.records import View

# The verdict and the wording of a question, after its place; what is declared of a provision.
_WORDED = msgspec.json.Decoder(list[tuple[int, str, Wording]])
_ISSUES = msgspec.json.Decoder(tuple[Issue, ...])
_EXAMPLES = msgspec.json.Decoder(tuple[WorkedExample, ...])
# What a key weighs, by document; the witnesses of a document.
_WEIGHTS = msgspec.json.Decoder(dict[int, int])
_WITNESSES = msgspec.msgpack.Decoder(tuple[list[int], list[int], list[int], dict[int, tuple[int, ...]]])


class WitnessParts(NamedTuple):
    """The witnesses of a document, by their numbers: which are of each part (see `PARTS`), where each stands, the rarities of all its keys.

    `places` are those of questions among those of the provision; `holders` are the witnesses that hold each key.
    """

    spans: Mapping[str, slice]
    places: Sequence[int]
    wholes: Sequence[float]
    holders: Mapping[int, Sequence[int]]


@dataclass(frozen=True)
class Witnesses:
    """The witnesses of a document compared with a question; there are hundreds.

    `parts` are all those of the document, `holders` those that hold each key of the question; by number, `held` tells the rarities of the
    keys that each holds, added up, `similar` how alike it is.
    """

    parts: WitnessParts
    holders: Mapping[int, Sequence[int]]
    held: Sequence[float]
    similar: Sequence[float]

    @cached_property
    def nearest(self) -> float:
        """The similarity of the question that is most alike."""
        return max(self.similar[self.parts.spans["question"]], default=0.0)

    @cached_property
    def fullest(self) -> Mapping[str, float]:
        """The rarities that the witness of each part that holds most of the question holds."""
        return {part: max(self.held[span], default=0.0) for part, span in self.parts.spans.items()}


def documents(base: OpenedBase, work: str) -> tuple[Document, ...]:
    """The documents of a work, by number."""
    query = "SELECT id, absent, scope, questions FROM documents WHERE work = :work ORDER BY document"
    return tuple(base.values(Document, query, work=work))


def rarities(base: OpenedBase, work: str) -> dict[str, tuple[int, float]]:
    """The place of each key among those of a work, in order, and its rarity."""
    rows = base.rows("SELECT key, rarity FROM keys WHERE work = :work ORDER BY number", work=work)
    return {key: (place, rarity) for place, (key, rarity) in enumerate(rows)}


@remembered
def weights(base: OpenedBase, work: str, key: str, view: View) -> dict[int, int]:
    """What a key of a work weighs in a view, by document."""
    query = f"SELECT {view} FROM keys WHERE work = :work AND key = :key"  # noqa: S608 - a column of three
    return _WEIGHTS.decode(base.first(query, work=work, key=key))


def added(weights: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """By document, its weights added up."""
    # The longest first: it is taken as it is.
    ordered = sorted(weights, key=len, reverse=True)
    whole: dict[int, int] = defaultdict(int, *ordered[:1])
    for one in ordered[1:]:
        for document, weight in one.items():
            whole[document] += weight
    return whole


def heaviest(weighed: Mapping[int, int], count: int | None = None) -> dict[int, int]:
    """The documents of most weight, so many or all, the heaviest first; of two of one weight, the first."""
    least = min(nlargest(count, weighed.values()), default=0) if count is not None else 0
    found = sorted([one for one in weighed.items() if one[1] >= least])
    return dict(sorted(found, key=itemgetter(1), reverse=True)[:count])


def impacts(base: OpenedBase, work: str, view: View) -> dict[str, dict[int, int]]:
    """The weight of each key of a whole work in each document of a view that it weighs in, both in order."""
    query = f"SELECT key, {view} FROM keys WHERE work = :work ORDER BY key"  # noqa: S608 - a column of three
    held = {key: _WEIGHTS.decode(weighed) for key, weighed in base.rows(query, work=work)}
    return {key: weighed for key, weighed in held.items() if weighed}


def nearest_questions(
    witnesses: Mapping[int, Witnesses], count: int, among: Mapping[int, Container[int]] | None = None
) -> list[tuple[float, int, int]]:
    """The questions of documents that are most alike: (similarity below zero, document, number); `among` some numbers of each.

    Those that hold no key are left out.
    """
    found = (
        (-one, document, number)
        for document, held in witnesses.items()
        for number, one in enumerate(held.similar[held.parts.spans["question"]], held.parts.spans["question"].start)
        if one and (among is None or number in among[document])
    )
    return nsmallest(count, found)


def witnesses(base: OpenedBase, work: str, rarities: Mapping[int, float], among: Iterable[int]) -> dict[int, Witnesses]:
    """By document of some of a work, its witnesses that hold some of some keys, whose rarities are given by their places."""
    return {document: _held(witness_parts(base, work, document), rarities) for document in among}


def _held(parts: WitnessParts, rarities: Mapping[int, float]) -> Witnesses:
    """The witnesses of a document, gone through once."""
    holders = {key: parts.holders[key] for key in rarities if key in parts.holders}
    held = [0.0] * len(parts.wholes)
    for key, holding in holders.items():
        rarity = rarities[key]
        for number in holding:
            held[number] += rarity
    similar = [one * one / whole if one else 0.0 for one, whole in zip(held, parts.wholes, strict=True)]
    return Witnesses(parts, holders, held, similar)


@remembered
def witness_parts(base: OpenedBase, work: str, document: int) -> WitnessParts:
    """The witnesses of a document."""
    packed = base.first("SELECT held FROM witnesses WHERE work = :work AND document = :at", work=work, at=document)
    counts, places, wholes, holders = _WITNESSES.decode(packed) if packed else ([0] * len(PARTS), [], [], {})
    spans = {part: slice(*span) for part, span in zip(PARTS, pairwise(accumulate(counts, initial=0)), strict=True)}
    return WitnessParts(spans, places, [whole / 100 for whole in wholes], holders)


@remembered
def in_rules(base: OpenedBase, work: str) -> frozenset[str]:
    """The keys that a name or the text of a provision holds."""
    return frozenset(base.column("SELECT key FROM keys WHERE work = :work AND said = 2", work=work))


@remembered
def in_names(base: OpenedBase, work: str) -> frozenset[str]:
    """Those, and the keys of what players call the rows of tables."""
    return frozenset(base.column("SELECT key FROM keys WHERE work = :work AND said", work=work))


@remembered
def settled_wordings(base: OpenedBase, work: str, document: int, identifier: str) -> dict[int, tuple[str, Wording]]:
    """The verdict and the wording of those questions of a provision that have a verdict, by their numbers as witnesses."""
    packed = base.first("SELECT worded FROM questions WHERE id = :id", id=identifier)
    listed = _WORDED.decode(zlib.decompress(packed)) if packed else ()
    parts = witness_parts(base, work, document)
    asked = parts.spans["question"]
    numbers = {place: number for number, place in enumerate(parts.places[asked], asked.start)}
    # Where no word of a question is left, it bears no witness.
    return {numbers[place]: (verdict, wording) for place, verdict, wording in listed if place in numbers}


@remembered
def classifier(base: OpenedBase, identifier: str) -> dict[str, int]:
    """What each piece of a question asked of a provision weighs for yes; empty where its questions teach nothing."""
    packed = base.first("SELECT classifier FROM questions WHERE id = :id", id=identifier)
    return msgspec.json.decode(zlib.decompress(packed)) if packed else {}


def lexicon(base: OpenedBase, work: str) -> Lexicon:
    """The lexicon of a work; an empty one for a work that the base does not hold."""
    held = base.first("SELECT lexicon FROM lexicons WHERE work = :work", work=work)
    return msgspec.json.decode(held, type=Lexicon) if held else Lexicon()


@remembered
def issues(base: OpenedBase, identifier: str) -> tuple[Issue, ...]:
    """What is declared that can be asked of a provision by yes or no, in order, its phrases in keys."""
    packed = base.first("SELECT issues FROM issues WHERE id = :id", id=identifier)
    return _ISSUES.decode(zlib.decompress(packed)) if packed else ()


def examples(base: OpenedBase, work: str) -> tuple[WorkedExample, ...]:
    """The written questions of the values of a work."""
    packed = base.first("SELECT asked FROM examples WHERE work = :work", work=work)
    return _EXAMPLES.decode(zlib.decompress(packed)) if packed else ()


def forms(base: OpenedBase, work: str) -> list[tuple[str, str, int]]:
    """(form, key, uses) of every word of a work."""
    return base.rows("SELECT form, key, uses FROM forms WHERE work = :work", work=work)


def unknown_rarity(base: OpenedBase, work: str) -> float:
    """What a key tells that no document of a work holds."""
    return base.first("SELECT unknown FROM lexicons WHERE work = :work", work=work) or 0.0
