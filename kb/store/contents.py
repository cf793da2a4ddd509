"""What is written to a knowledge base: the works, their findings, and the index that `kb.search` computes."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from kb.errors import Diagnostic
from kb.model import Lexicon, Rulebook
from kb.model.conclusions import Issue
from kb.store.records import View

PARTS = ("name", "question")
"""What a witness is, in the order in which a base holds them: a name of a document, a question of its own."""

Modal = Literal["", "may", "must"]
"""What a question asks of an act: whether it is permitted, or imposed; nothing where it says neither."""


class Wording(msgspec.Struct, frozen=True, array_like=True):
    """How a question is worded: its normalised words joined by spaces, as if what it asks were neither denied nor forbidden (`turned`).

    Whether a word denies what it asks; joined by spaces, its figures in order, the stems of what its case is said to be without, and the
    stems of what it denies that the case before it has not; whether « ne … pas » denies it, whatever is forbidden; whether an act is
    permitted, or imposed.
    """

    words: str
    turned: bool
    denied: bool
    figures: str
    without: str
    turning: str = ""
    negated: bool = False
    modal: Modal = ""

    def turns(self, stems: Collection[str]) -> bool:
        """True when it denies what has some of these stems.

        « Il recule, il ne reste pas là ? » asks twice the same: of who falls back, nothing is denied.
        """
        return self.turned and not (self.turning and {*self.turning.split()}.isdisjoint(stems))


class WorkedExample(msgspec.Struct, frozen=True, array_like=True):
    """A written question of a value: its quantity, its words, its keys, what its request gives; the slot and the context of each figure."""

    quantity: str
    words: str
    keys: tuple[str, ...]
    given: tuple[str, ...]
    figures: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class IndexedWitness:
    """What a question may resemble of a document: its part (see `PARTS`), its place among the questions, and its distinct keys.

    `verdict` and `wording` are those of a question that has a verdict.
    """

    part: str
    place: int
    keys: tuple[str, ...]
    verdict: str = ""
    wording: Wording | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A searchable provision, or a matter that the work does not settle and why (`absent`).

    The modes in which it applies, how many questions it has.
    """

    id: str
    absent: str
    scope: tuple[str, ...]
    questions: int


@dataclass(frozen=True, slots=True)
class IndexedWork:
    """What search needs of one work, computed by `kb.search.indexing`.

    The number of a document is its place; `rarities` are those of the keys, `unknown` that of a key that is in none; `in_rules` are
    those that a name or the text of a provision holds, not what players call the rows of a table alone; `impacts` are the weights of
    each key in each view, by document; `witnesses` are those of each document, in the order of `PARTS`; `forms` are (form, key, uses);
    the phrases of `issues` are in keys; `classifiers` are, by provision, what pieces of words weigh for yes or no; `examples` are the
    written questions of values.
    """

    work: str
    lexicon: Lexicon
    documents: tuple[Document, ...]
    rarities: Mapping[str, float]
    in_rules: frozenset[str]
    impacts: Mapping[str, Mapping[View, Mapping[int, int]]]
    witnesses: tuple[tuple[IndexedWitness, ...], ...]
    unknown: float
    forms: tuple[tuple[str, str, int], ...]
    issues: tuple[Issue, ...] = ()
    classifiers: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    examples: tuple[WorkedExample, ...] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything that a base holds of one work, whatever its layers; one that is not `listed` stands in no list of games.

    `alignments` are (clause of the précis, clause of the text) pairs that say the same.
    """

    rulebooks: tuple[Rulebook, ...]
    diagnostics: tuple[tuple[Rulebook, Diagnostic], ...]
    index: IndexedWork
    listed: bool = True
    alignments: tuple[tuple[str, str], ...] = ()
