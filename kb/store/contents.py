"""What is written to a knowledge base: the works, their findings, and the index that `kb.search` computes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kb.errors import Diagnostic
from kb.model import Lexicon, Notion, Rulebook
from kb.store.values import View

# A base holds hundreds of thousands of the two that follow: as tuples, they are made at once, and written as they are.


class Posting(NamedTuple):
    """A term in one view of one work: how much it tells, its packed documents and segments (see `kb.search.postings`)."""

    work: str
    view: str
    term: str
    rarity: float
    documents: bytes
    segments: bytes


class Worded(NamedTuple):
    """A word or a pair of words of the clauses and questions of one view: its number, and how much it tells."""

    work: str
    view: str
    term: str
    number: int
    rarity: float


@dataclass(frozen=True, slots=True)
class IndexedView:
    """One view of one work: the packed segments and vectors of its documents, in their order; its packed wordings and their terms."""

    work: str
    view: str
    segments: bytes
    vectors: bytes
    worded: bytes = b""
    terms: bytes = b""


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A searchable provision: its number in a view of its work, and its weight; or a matter `absent` from it, with the reason."""

    work: str
    view: str
    document: int
    id: str
    weight: float
    absent: str


@dataclass(frozen=True, slots=True)
class PageIndex:
    """What the pages of a site that shows the layers `view` search one work by, as JSON; under no work, what the works share."""

    view: View
    work: str
    data: str


@dataclass(frozen=True, slots=True)
class IndexData:
    """What search needs at query time, computed by `kb.search`; what grows with the works may be made as it is gone through.

    `meanings` are (key, packed vector); `forms` are (work, form, key, uses); `lexicons` are (work, lexicon, the keys that name an action).
    """

    documents: Iterable[IndexedDocument]
    postings: Iterable[Posting]
    views: Iterable[IndexedView]
    meanings: tuple[tuple[str, bytes], ...]
    forms: Iterable[tuple[str, str, str, int]]
    lexicons: tuple[tuple[str, Lexicon, frozenset[str]], ...]
    pages: tuple[PageIndex, ...] = ()
    wordings: Iterable[Worded] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything a knowledge base holds; `unlisted` are the works that no list of games shows."""

    rulebooks: tuple[Rulebook, ...]
    diagnostics: tuple[tuple[Rulebook, Diagnostic], ...]
    index: IndexData
    version: str
    digest: str
    unlisted: frozenset[str] = frozenset()
    notions: tuple[Notion, ...] = ()
