"""Other engines on the very passages of a base: SQLite's FTS5, tantivy, bm25s. What `make bench` sets beside ours.

Each is given the title, the path and the text of each passage, and the words of the question joined by OR. Its setting is the best of those
tried on the questions of `tests/questions/dev` (weight of titles, stop words, stems, constants of BM25); `SETTINGS` says which.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from kb.errors import UnusableFileError
from kb.evaluation.measures import DEPTH, Outcome, ranks_of
from kb.evaluation.questions import Question
from kb.store import KnowledgeBase, View

# Gives the ids that a question finds, best first.
Search = Callable[[str], list[str]]

_WORD = re.compile(r"\w+")
# How much the length of a passage counts for bm25s; its own default is 0.75.
_BM25S_LENGTH = 0.5


@dataclass(frozen=True, slots=True)
class Document:
    """A passage as any engine takes it."""

    id: str
    title: str
    text: str


# Makes an engine of some passages.
Rival = Callable[[Sequence[Document]], Search]


def documents(base: KnowledgeBase, work: str, view: View) -> list[Document]:
    """The passages of a work that search looks at, in order."""
    kept = "both" if len(base.work(work).layers) == 1 else view
    query = "SELECT id FROM documents WHERE work = ? AND view = ? AND absent = '' ORDER BY document"
    ids = [row[0] for row in base.rows(query, (work, kept))]
    return [
        Document(found.id, f"{found.title} {' '.join(found.path[1:])}", found.text)
        for found in base.passages(ids, view)
    ]


def fts5(found: Sequence[Document]) -> Search:
    """SQLite's full text, `unicode61`: accents folded, no stemming."""
    return _fts5(found, str.lower)


def fts5_stems(found: Sequence[Document]) -> Search:
    """SQLite's full text over Snowball's French stems, which it does not have itself.

    Raises:
        UnusableFileError: the stemmer is not installed.
    """
    stemmer = _module("Stemmer").Stemmer("french")
    return _fts5(found, lambda text: " ".join(stemmer.stemWords(_WORD.findall(text.lower()))))


def _fts5(found: Sequence[Document], prepare: Callable[[str], str]) -> Search:
    """A table of the passages; what is written and what is asked are prepared alike."""
    rows = [(document.id, prepare(document.title), prepare(document.text)) for document in found]
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("CREATE VIRTUAL TABLE passages USING fts5(id UNINDEXED, title, text, tokenize = 'unicode61')")
    connection.executemany("INSERT INTO passages VALUES (?, ?, ?)", rows)

    def search(question: str) -> list[str]:
        asked = " OR ".join(f'"{word}"' for word in _WORD.findall(prepare(question)))
        query = "SELECT id FROM passages WHERE passages MATCH ? ORDER BY bm25(passages, 0, 2, 1) LIMIT ?"
        return [row[0] for row in connection.execute(query, (asked, DEPTH))] if asked else []

    return search


def tantivy(found: Sequence[Document]) -> Search:
    """Tantivy with its French stop words and stemmer.

    Raises:
        UnusableFileError: it is not installed.
    """
    engine = _module("tantivy")
    builder = engine.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("title", tokenizer_name="french")
    builder.add_text_field("text", tokenizer_name="french")
    index = engine.Index(builder.build())
    stem = engine.TextAnalyzerBuilder(engine.Tokenizer.simple())
    stem = stem.filter(engine.Filter.lowercase()).filter(engine.Filter.stopword("french"))
    stem = stem.filter(engine.Filter.stemmer("french"))
    index.register_tokenizer("french", stem.filter(engine.Filter.ascii_fold()).build())
    writer = index.writer()
    for document in found:
        writer.add_document(engine.Document(id=document.id, title=document.title, text=document.text))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def search(question: str) -> list[str]:
        asked = " ".join(_WORD.findall(question.lower()))
        if not asked:
            return []
        query = index.parse_query(asked, ["title", "text"])
        return [searcher.doc(address)["id"][0] for _score, address in searcher.search(query, DEPTH).hits]

    return search


def bm25s(found: Sequence[Document]) -> Search:
    """bm25s with its French stop words, over Snowball's French stems.

    Raises:
        UnusableFileError: it is not installed.
    """
    engine, stemmer = _module("bm25s"), _module("Stemmer").Stemmer("french")

    def cut(texts: Iterable[str]) -> Any:  # noqa: ANN401 - the engine's own tokens
        return engine.tokenize(list(texts), stopwords="french", stemmer=stemmer, return_ids=False, show_progress=False)

    retriever = engine.BM25(b=_BM25S_LENGTH)
    retriever.index(
        cut(f"{document.title} {document.title} {document.text}" for document in found), show_progress=False
    )
    most = min(DEPTH, len(found))

    def search(question: str) -> list[str]:
        places, scores = retriever.retrieve(cut([question]), k=most, show_progress=False)
        return [found[int(at)].id for at, score in zip(places[0], scores[0], strict=True) if score > 0]

    return search


RIVALS: dict[str, Rival] = {"FTS5": fts5, "FTS5, racines": fts5_stems, "tantivy": tantivy, "bm25s": bm25s}
SETTINGS = {
    "FTS5": "unicode61 (accents repliés), titre compté double, bm25()",
    "FTS5, racines": "le même, sur les racines françaises de Snowball, tirées hors de lui",
    "tantivy": "mots vides et racines du français, accents repliés",
    "bm25s": f"mots vides du français, racines de Snowball, titre compté double, b = {_BM25S_LENGTH}".replace(".", ","),
}


def compare(base: KnowledgeBase, questions: Sequence[Question], view: View) -> dict[str, list[Outcome]]:
    """What each engine finds for every question, its game given.

    Raises:
        UnusableFileError: an engine is not installed.
    """
    games = sorted({question.game for question in questions})
    passages = {game: documents(base, game, view) for game in games}
    found: dict[str, list[Outcome]] = {}
    for name, make in RIVALS.items():
        search = {game: make(passages[game]) for game in games}
        found[name] = [found_by(base, question, search[question.game](question.text)) for question in questions]
    return found


def found_by(base: KnowledgeBase, question: Question, ids: Sequence[str]) -> Outcome:
    """The outcome of a question from the ids that an engine gives, best first; an engine never says yes or no."""
    return Outcome(question, ranks_of(base, question, ids), not ids, None, ids[0] if ids else None)


def _module(name: str) -> Any:  # noqa: ANN401 - a module that ships no types
    try:
        return import_module(name)
    except ImportError as fault:
        raise UnusableFileError(f"{name} n'est pas installé ; « make bench » l'installe") from fault
