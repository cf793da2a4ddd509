"""Build the index: BM25F over title, names, number, path, body, summary, questions and word beginnings, one view a layer choice.

Impacts are computed here, once, so that a query only adds them up.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from kb.model import Kind, Layer, Lexicon, Provision, Rulebook, Status
from kb.search.analysis import PREFIX, Analyzer, prefix_keys, tokens
from kb.search.postings import BITS, pack
from kb.store import VIEWS, IndexData, IndexedDocument, Posting, View
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

# What a kind makes of a score: comments and pictures after the rules that they illustrate.
_KIND_WEIGHT = {Kind.NOTE: 0.6, Kind.EXAMPLE: 0.75, Kind.TABLE: 0.9}


# Gives the keys of a text.
Keys = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class _Document:
    """One searchable id with the keys of each of its fields."""

    id: str
    weight: float
    fields: dict[str, list[str]]


def build_index(rulebooks: Iterable[Rulebook], lexicons: dict[str, Lexicon]) -> IndexData:
    """The index of every work in every view that it has.

    Args:
        rulebooks: linked, one a (work, layer).
        lexicons: the lexicon of each work; the common one under `""`.
    """
    books: dict[str, dict[Layer, Rulebook]] = defaultdict(dict)
    for book in rulebooks:
        books[book.work.id][book.work.layer] = book
    documents: list[IndexedDocument] = []
    postings: list[Posting] = []
    forms: list[tuple[str, str, str]] = []
    used: list[tuple[str, Lexicon]] = []
    for work, layers in sorted(books.items()):
        lexicon = lexicons.get(work) or lexicons.get("") or Lexicon()
        analyzer = Analyzer(lexicon)
        used.append((work, lexicon))
        # A text stands in several views, and its analysis is the same in each.
        keys = cache(analyzer.keys)
        for view in _views(layers):
            found = _documents(layers, view, keys, lexicon)
            documents += [
                IndexedDocument(work, view, place, document.id, document.weight) for place, document in enumerate(found)
            ]
            postings += _postings(work, view, found)
        forms += [(work, form, key) for form, key in _forms(layers.values(), analyzer)]
    return IndexData(tuple(documents), tuple(postings), tuple(forms), tuple(used))


def _views(layers: dict[Layer, Rulebook]) -> list[View]:
    """With one layer, `both` and that layer; with two, all three."""
    return [view for view in VIEWS if view == "both" or Layer(view) in layers]


def _searchable(provision: Provision) -> bool:
    hidden = (
        provision.is_unit or provision.status is Status.SUPERSEDED or provision.subkind == "index" or provision.redirect
    )
    return not hidden and bool(provision.text.strip())


def _documents(layers: dict[Layer, Rulebook], view: View, keys: Keys, lexicon: Lexicon) -> list[_Document]:
    """The documents of a view: in `both`, one an id, its text with its précis as summary."""
    texts = {p.id: p for p in layers[Layer.TEXTE].provisions if _searchable(p)} if Layer.TEXTE in layers else {}
    precis = {p.id: p for p in layers[Layer.PRECIS].provisions if _searchable(p)} if Layer.PRECIS in layers else {}
    shown = {"precis": precis, "texte": texts, "both": {**precis, **texts}}[view]
    documents: list[_Document] = []
    for identifier, provision in shown.items():
        twin = precis.get(identifier) if provision.layer is Layer.TEXTE else texts.get(identifier)
        documents.append(_document(provision, twin, keys, lexicon, show_twin=view == "both"))
    return documents


def _document(
    provision: Provision, twin: Provision | None, keys: Keys, lexicon: Lexicon, *, show_twin: bool
) -> _Document:
    """The fields of one document. Questions and names serve an id in whichever layer they were written."""
    versions = [provision, twin] if twin is not None else [provision]
    questions = " \n ".join(question for version in versions for question in version.questions)
    names = " , ".join(dict.fromkeys(name for version in versions for name in (*version.aliases, *version.labels)))
    own_title = provision.title if not provision.path or not provision.path[-1].endswith(provision.title) else ""
    body = provision.text
    fields = {
        "title": keys(own_title),
        "names": keys(names),
        "number": [provision.number] if provision.number else [],
        "path": keys(" ".join(provision.path[1:])),
        "body": keys(body),
        "summary": keys(twin.text) if twin is not None and show_twin else [],
        "questions": keys(questions),
        "prefix": prefix_keys(f"{provision.title} {body} {questions}", lexicon.stopwords),
    }
    weight = _KIND_WEIGHT.get(provision.kind, 1.0) * (0.7 if provision.status is Status.DELETED else 1.0)
    return _Document(provision.id, weight, fields)


def _postings(work: str, view: View, documents: list[_Document]) -> list[Posting]:
    """The packed postings of one view, terms in order."""
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
    postings = []
    for term in sorted(weighted):
        entries = weighted[term]
        rarity = math.log(1 + (count - len(entries) + 0.5) / (len(entries) + 0.5))
        packed = pack(
            (place, rarity * frequency * (SATURATION + 1) / (SATURATION + frequency), int(bits))
            for place, (frequency, bits) in sorted(entries.items())
        )
        postings.append(Posting(work, view, term, packed))
    return postings


def _forms(books: Iterable[Rulebook], analyzer: Analyzer) -> list[tuple[str, str]]:
    """Every word of the corpus with its key; an accentless spelling, marked, where no word is written so."""
    seen: set[str] = set()
    for book in books:
        for provision in book.provisions:
            if not provision.is_unit:
                for text in (
                    provision.text,
                    provision.title,
                    *provision.questions,
                    *provision.aliases,
                    *provision.labels,
                ):
                    seen.update(token for token in tokens(text) if token.isalpha())
    forms = {form: analyzer.analysed(form) for form in sorted(seen)}
    for form in sorted(seen):
        bare = fold(form)
        if bare != form and bare not in seen:
            forms.setdefault(f"{PREFIX}{bare}", forms[form])
    return sorted(forms.items())
