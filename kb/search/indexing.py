"""Build the index: BM25F over title, names, number, path, body, summary, questions and word beginnings, one view a layer choice.

Impacts are computed here, once, so that a query only adds them up; so are the segments that a question may resemble as a whole.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from kb.model import Layer, Lexicon, Rulebook
from kb.search.analysis import PREFIX, Analyzer, tokens
from kb.search.documents import Document, Documents, Segment, written
from kb.search.frames import actions
from kb.search.portable import portable
from kb.search.portable.words import Vocabulary
from kb.search.postings import BITS, Part, pack_entries, pack_numbers, pack_segments
from kb.search.space import learn, packed
from kb.search.wording import pack
from kb.store import VIEWS, IndexData, IndexedDocument, IndexedView, Posting, View, Worded
from kb.words import fold

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


def build_index(
    rulebooks: Iterable[Rulebook], lexicons: dict[str, Lexicon], unlisted: frozenset[str] = frozenset()
) -> IndexData:
    """The index of every work in every view that it has, then what the pages of a site search by.

    Args:
        rulebooks: linked, one a (work, layer).
        lexicons: the lexicon of each work; the common one under `""`.
        unlisted: the works that no site shows.
    """
    books: dict[str, dict[Layer, Rulebook]] = defaultdict(dict)
    for book in rulebooks:
        books[book.work.id][book.work.layer] = book
    forms: list[tuple[str, str, str, int]] = []
    vocabularies: dict[str, Vocabulary] = {}
    views: dict[tuple[str, View], list[Document]] = {}
    for work, layers in sorted(books.items()):
        lexicon = lexicons.get(work) or lexicons.get("") or Lexicon()
        analyzer = Analyzer(lexicon)
        seen = Counter(token for text in written(layers.values()) for token in tokens(text) if token.isalpha())
        acts = actions(sorted(seen), analyzer)
        vocabularies[work] = Vocabulary(lexicon, acts, seen)
        held = Documents(layers, analyzer, lexicon, acts)
        views |= {(work, view): held.of(view) for view in _views(layers)}
        forms += [(work, form, key, seen[form]) for form, key in _forms(seen.keys(), analyzer)]
    space = learn([document for (_work, view), found in views.items() if view == "both" for document in found])
    postings: list[Posting] = []
    wordings: list[Worded] = []
    indexed: list[IndexedView] = []
    for (work, view), found in views.items():
        terms, segments = _postings(work, view, found)
        postings += terms
        worded, said = _wordings(work, view, found)
        wordings += said
        vectors = packed(space.of_document(document) for document in found)
        indexed.append(IndexedView(work, view, segments, vectors, worded))
    return IndexData(
        documents=tuple(
            IndexedDocument(work, view, place, document.id, document.weight, document.absent)
            for (work, view), found in views.items()
            for place, document in enumerate(found)
        ),
        postings=tuple(postings),
        wordings=tuple(wordings),
        views=tuple(indexed),
        meanings=tuple((key, packed([space.words[place]])) for key, place in space.places.items()),
        forms=tuple(forms),
        lexicons=tuple((work, words.lexicon, words.actions) for work, words in vocabularies.items()),
        pages=tuple(portable(views, vocabularies, space, _shown(books, unlisted))),
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


def _postings(work: str, view: View, documents: Sequence[Document]) -> tuple[list[Posting], bytes]:
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
        postings.append(Posting(work, view, term, rarities[term], data, pack_numbers(members.get(term, ()))))
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


def _wordings(work: str, view: View, documents: Sequence[Document]) -> tuple[bytes, list[Worded]]:
    """How the clauses and the questions with a verdict are worded, packed, and which of them have each word or pair of words."""
    worded = {number: segment.wording for number, (_place, segment) in enumerate(_parts(documents)) if segment.wording}
    data, terms = pack(worded)
    return data, [Worded(work, view, *term) for term in terms]


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
