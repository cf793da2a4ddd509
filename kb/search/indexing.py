"""Build the index: BM25F over title, names, number, path, body, summary, questions and word beginnings, one view a layer choice.

Impacts are computed here, once, so that a query only adds them up; so are the segments that a question may resemble as a whole.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kb.folding import Folded
from kb.model import Layer, Lexicon, Rulebook
from kb.search.analysis import PREFIX, Analyzer
from kb.search.documents import Document, Documents, Segment, written
from kb.search.frames import actions
from kb.search.leaning import Lessons, Rarities, Settled
from kb.search.portable import Searched, portable
from kb.search.portable.words import Vocabulary
from kb.search.postings import BITS, Part, pack_entries, pack_numbers, pack_segments
from kb.search.space import Counts, Space, counted, learn, packed
from kb.search.wording import pack, rarities
from kb.store import VIEWS, IndexData, IndexedDocument, IndexedView, Posting, View, Worded
from kb.words import fold, tokens
from kb.workers import Workers, uncollected

# Field weights, then BM25's saturation and length normalisation: chosen on our own questions, a fifth of them held out of the index each
# time; the optimum is flat.
WEIGHTS = {
    "title": 2.0,
    "names": 2.0,
    "number": 4.0,
    "path": 1.25,
    "body": 1.3,
    "summary": 0.7,
    "questions": 1.0,
    "prefix": 0.15,
}
SATURATION = 2.0
NORMALISATION = 0.4


@dataclass(frozen=True, slots=True)
class _Asked:
    """A work to index: its layers, its lexicon."""

    work: str
    layers: dict[Layer, Rulebook]
    lexicon: Lexicon


@dataclass(frozen=True, slots=True)
class _ViewIndex:
    """One view of a work: its documents, as listed, as searched and as counted; terms as packed for search, then those of wordings.

    Then its segments, its wordings and their terms, as packed. All of it waits folded until every work is indexed.
    """

    documents: Folded[list[IndexedDocument]]
    searched: Searched
    counts: Folded[list[Counts]]
    postings: Folded[list[tuple[str, float, bytes, bytes]]]
    wordings: Folded[list[tuple[str, int, float]]]
    packed: Folded[tuple[bytes, bytes, bytes]]


@dataclass(frozen=True, slots=True)
class _WorkIndex:
    """All that the index of a work owes to that work alone."""

    vocabulary: Vocabulary
    forms: Folded[list[tuple[str, str]]]
    views: dict[View, _ViewIndex]


_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True)
class _Rows(Generic[_Row]):
    """Rows made one work at a time, each time that they are gone through."""

    made: Callable[[], Iterator[_Row]]

    def __iter__(self) -> Iterator[_Row]:
        return self.made()


def build_index(
    rulebooks: Iterable[Rulebook],
    lexicons: dict[str, Lexicon],
    unlisted: frozenset[str] = frozenset(),
    workers: Workers | None = None,
) -> IndexData:
    """The index of every work in every view that it has, then what the pages of a site search by.

    Args:
        rulebooks: linked, one a (work, layer).
        lexicons: the lexicon of each work; the common one under `""`.
        unlisted: the works that no site shows.
        workers: who does it, a work each; the index is the same whoever does.
    """
    books: dict[str, dict[Layer, Rulebook]] = defaultdict(dict)
    for book in rulebooks:
        books[book.work.id][book.work.layer] = book
    asked = [
        _Asked(work, layers, lexicons.get(work) or lexicons.get("") or Lexicon())
        for work, layers in sorted(books.items())
    ]
    workers = workers or Workers()
    made = workers.made(_work_index, asked, _weight)
    works = {one.work: index for one, index in zip(asked, made, strict=True)}
    vocabularies = {work: index.vocabulary for work, index in works.items()}
    found = {(work, view): held for work, index in works.items() for view, held in index.views.items()}
    space = learn(
        _Rows(
            lambda: (row for (_work, view), held in found.items() if view == "both" for row in held.counts.unfolded())
        )
    )
    searched = {place: held.searched for place, held in found.items()}
    return IndexData(
        documents=_Rows(lambda: (row for held in found.values() for row in held.documents.unfolded())),
        postings=_Rows(
            lambda: (
                Posting(work, view, *row) for (work, view), held in found.items() for row in held.postings.unfolded()
            )
        ),
        wordings=_Rows(
            lambda: (
                Worded(work, view, *row) for (work, view), held in found.items() for row in held.wordings.unfolded()
            )
        ),
        views=_Rows(lambda: (_indexed(work, view, held, space) for (work, view), held in found.items())),
        meanings=tuple((key, packed([space.words[place]])) for key, place in space.places.items()),
        forms=_Rows(
            lambda: (
                (work, form, key, index.vocabulary.uses[form])
                for work, index in works.items()
                for form, key in index.forms.unfolded()
            )
        ),
        lexicons=tuple((work, words.lexicon, words.actions) for work, words in vocabularies.items()),
        pages=tuple(portable(searched, vocabularies, space, _shown(books, unlisted), workers)),
    )


def _indexed(work: str, view: View, held: _ViewIndex, space: Space) -> IndexedView:
    """A view with the vectors of its documents, which need those of every work."""
    segments, worded, terms = held.packed.unfolded()
    vectors = packed(map(space.of_document, held.counts.unfolded()))
    return IndexedView(work, view, segments, vectors, worded, terms)


def _weight(asked: _Asked) -> int:
    """How much there is to index in a work, about."""
    return sum(
        sum(len(provision.text) for provision in book.provisions)
        + sum(len(question.text) for question in book.questions)
        for book in asked.layers.values()
    )


def _work_index(asked: _Asked) -> _WorkIndex:
    """Index one work."""
    with uncollected():
        analyzer = Analyzer(asked.lexicon)
        seen = Counter(token for text in written(asked.layers.values()) for token in tokens(text) if token.isalpha())
        acts = actions(sorted(seen), analyzer)
        held = Documents(asked.layers, analyzer, asked.lexicon, acts)
        lessons = Lessons()
        views = {view: _view_index(asked.work, view, held.of(view), lessons) for view in _views(asked.layers)}
        return _WorkIndex(Vocabulary(asked.lexicon, acts, seen), Folded.of(_forms(seen.keys(), analyzer)), views)


def _view_index(work: str, view: View, documents: list[Document], lessons: Lessons) -> _ViewIndex:
    postings, segments = _postings(documents)
    parts = list(enumerate(_parts(documents)))
    worded = {number: segment.wording for number, (_place, segment) in parts if segment.wording}
    rare = rarities(worded.values())
    beside: dict[int, dict[int, Settled]] = defaultdict(dict)
    for number, (place, segment) in parts:
        if segment.verdict and segment.wording:
            beside[place][number] = Settled(segment.verdict, segment.keys, segment.wording)
    known = Rarities({term: of_key for term, of_key, *_held in postings}, rare, rarity(len(documents), 0))
    leanings = {
        number: leaning
        for settled in beside.values()
        for number, leaning in zip(settled, lessons.of(list(settled.values()), known), strict=True)
    }
    numbered = [(term, number, told) for number, (term, told) in enumerate(rare.items())]
    keys = frozenset(key for document in documents for key in document.words())
    return _ViewIndex(
        documents=Folded.of(
            [
                IndexedDocument(work, view, place, document.id, document.weight, document.absent)
                for place, document in enumerate(documents)
            ]
        ),
        searched=Searched(Folded.of(documents), Folded.of(keys)),
        counts=Folded.of([counted(document) for document in documents]),
        postings=Folded.of(postings),
        wordings=Folded.of(numbered),
        packed=Folded.of((segments, *pack(worded, rare, leanings))),
    )


def _shown(books: Mapping[str, Mapping[Layer, Rulebook]], unlisted: frozenset[str]) -> dict[View, dict[str, View]]:
    """The choices of layers that a site has, each with the works that stand in it, and the view of each of these.

    Where no work has a text besides its précis, the two choices are one, `both`.
    """
    listed = {work: layers for work, layers in books.items() if work not in unlisted}
    precis: dict[str, View] = {
        work: "precis" if len(layers) > 1 else "both" for work, layers in listed.items() if Layer.PRECIS in layers
    }
    both: dict[str, View] = dict.fromkeys(listed, "both")
    return {"both": both} if precis == both else {"precis": precis, "both": both}


def _views(layers: dict[Layer, Rulebook]) -> list[View]:
    """With one layer, `both` alone, for it is that layer; with two, all three."""
    return list(VIEWS) if len(layers) > 1 else ["both"]


def _postings(documents: Sequence[Document]) -> tuple[list[tuple[str, float, bytes, bytes]], bytes]:
    """The packed postings of one view, terms in order, and its packed segments."""
    weighted = _weighted(documents)
    members: dict[str, list[int]] = defaultdict(list)
    holding: dict[str, set[int]] = {term: set(entries) for term, entries in weighted.items()}
    parts = _parts(documents)
    for number, (place, segment) in enumerate(parts):
        for key in segment.keys:
            members[key].append(number)
            if segment.part is not Part.CASE:
                holding.setdefault(key, set()).add(place)
    rarities = {term: rarity(len(documents), len(places)) for term, places in holding.items()}
    # A word that only cases have is no word of the work: search does not know it.
    unknown = rarity(len(documents), 0)
    postings = []
    for term in sorted(holding):
        entries = sorted(weighted.get(term, {}).items())
        data = pack_entries(
            (place, rarities[term] * frequency * (SATURATION + 1) / (SATURATION + frequency), int(bits))
            for place, (frequency, bits) in entries
        )
        postings.append((term, rarities[term], data, pack_numbers(members.get(term, ()))))
    rows = (
        (
            place,
            int(segment.part),
            segment.unit,
            segment.verdict,
            sum(rarities.get(key, unknown) for key in segment.keys),
        )
        for place, segment in parts
    )
    return postings, pack_segments(rows)


def _parts(documents: Sequence[Document]) -> list[tuple[int, Segment]]:
    """The segments of a view, each after the place of its document."""
    return [(place, segment) for place, document in enumerate(documents) for segment in document.segments]


def _weighted(documents: Sequence[Document]) -> dict[str, dict[int, list[float]]]:
    """For each term, its weighted frequency in each document and the bits of the fields that hold it."""
    count = len(documents)
    averages = {
        name: sum(len(document.fields[name]) for document in documents) / max(count, 1) or 1.0 for name in WEIGHTS
    }
    weighted: dict[str, dict[int, list[float]]] = defaultdict(dict)
    for place, document in enumerate(documents):
        for name, keys in document.fields.items():
            length = 1 - NORMALISATION + NORMALISATION * len(keys) / averages[name]
            for term, times in Counter(keys).items():
                entry = weighted[term].setdefault(place, [0.0, 0])
                entry[0] += WEIGHTS[name] * times / length
                entry[1] = int(entry[1]) | BITS[name]
    return weighted


def rarity(documents: int, holding: int) -> float:
    """How much a word tells: more when fewer of the documents hold it."""
    return math.log(1 + (documents - holding + 0.5) / (holding + 0.5))


def _forms(seen: Collection[str], analyzer: Analyzer) -> list[tuple[str, str]]:
    """Every word of the corpus with its key; an accentless spelling, marked, where no word is written so."""
    forms = {form: analyzer.analysed(form) for form in sorted(seen)}
    for form in sorted(seen):
        bare = fold(form)
        if bare != form and bare not in seen:
            forms.setdefault(f"{PREFIX}{bare}", forms[form])
    return sorted(forms.items())
