"""Other engines on the passages of a base: SQLite's FTS5, tantivy, bm25s.

Each is given the words of the question joined by OR, and of each passage two fields, a title and a text. Its setting is the best of those
tried on `tests/questions/dev` (weight of titles, stop words, stems, constants of BM25).
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import bm25s
import Stemmer
import tantivy

from kb.evaluation import DEPTH

_WORD = re.compile(r"\w+")
# How much the length of a passage counts for bm25s; its own default is 0.75.
_BM25S_LENGTH = 0.5


@dataclass(frozen=True, slots=True)
class Document:
    """A passage as any engine takes it."""

    id: str
    title: str
    text: str


# Gives the ids that a question finds, best first.
Search = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Engine:
    """Its name, its setting, and what makes a search of some passages."""

    name: str
    setting: str
    make: Callable[[Sequence[Document]], Search]


def fts5(found: Sequence[Document]) -> Search:
    """SQLite's full text, `unicode61`: accents folded, no stemming."""
    return _fts5(found, str.lower)


def fts5_stems(found: Sequence[Document]) -> Search:
    """SQLite's full text over Snowball's French stems, which it does not have itself."""
    stemmer = Stemmer.Stemmer("french")
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


def tantivy_french(found: Sequence[Document]) -> Search:
    """Tantivy with its French stop words and stemmer."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("title", tokenizer_name="french")
    builder.add_text_field("text", tokenizer_name="french")
    index = tantivy.Index(builder.build())
    stem = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    stem = stem.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.stopword("french"))
    stem = stem.filter(tantivy.Filter.stemmer("french"))
    index.register_tokenizer("french", stem.filter(tantivy.Filter.ascii_fold()).build())
    writer = index.writer()
    for document in found:
        writer.add_document(tantivy.Document(id=document.id, title=document.title, text=document.text))
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


def bm25s_stems(found: Sequence[Document]) -> Search:
    """bm25s with its French stop words, over Snowball's French stems."""
    stemmer = Stemmer.Stemmer("french")

    def cut(texts: Iterable[str]) -> Any:  # noqa: ANN401 - the engine's own tokens
        return bm25s.tokenize(list(texts), stopwords="french", stemmer=stemmer, return_ids=False, show_progress=False)

    retriever = bm25s.BM25(b=_BM25S_LENGTH)
    twice = (f"{document.title} {document.title} {document.text}" for document in found)
    retriever.index(cut(twice), show_progress=False)
    most = min(DEPTH, len(found))

    def search(question: str) -> list[str]:
        places, scores = retriever.retrieve(cut([question]), k=most, show_progress=False)
        return [found[int(at)].id for at, score in zip(places[0], scores[0], strict=True) if score > 0]

    return search


ENGINES = (
    Engine("FTS5", "unicode61 (accents repliés), titre compté double, bm25()", fts5),
    Engine("FTS5, racines", "le même, sur les racines françaises de Snowball, tirées hors de lui", fts5_stems),
    Engine("tantivy", "mots vides et racines du français, accents repliés", tantivy_french),
    Engine(
        "bm25s",
        f"mots vides du français, racines de Snowball, titre compté double, b = {_BM25S_LENGTH}".replace(".", ","),
        bm25s_stems,
    ),
)
