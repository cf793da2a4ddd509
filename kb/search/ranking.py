"""Rank the provisions of a view for a question, and say why."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from dataclasses import dataclass

from kb.model import Lexicon
from kb.search.analysis import PREFIX, Analyzer, prefix_keys, tokens
from kb.search.postings import field_words, unpack
from kb.store import KnowledgeBase, View


@dataclass(frozen=True, slots=True)
class Hit:
    """A ranked provision: its score and the reasons, heaviest first (`titre: deplac`).

    `share` is how much of the question it holds, from 0 to 1: its words, each by its rarity; a word that the work never uses counts
    as the rarest.
    """

    id: str
    work: str
    score: float
    why: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """The hits of a query, best first, and how many provisions hold at least one of its words."""

    hits: tuple[Hit, ...]
    total: int
    keys: tuple[str, ...]


def _lexicon(data: str) -> Lexicon:
    """A lexicon as the base holds it."""
    parts = json.loads(data)
    return Lexicon(
        stopwords=frozenset(parts["stopwords"]),
        protected=tuple((form, key) for form, key in parts["protected"]),
        families=tuple(tuple(family) for family in parts["families"]),
        expansions=tuple((short, full) for short, full in parts["expansions"]),
    )


class Searcher:
    """Search over an opened base."""

    def __init__(self, base: KnowledgeBase) -> None:
        """Load the lexicons, the known forms and the list of documents."""
        self.base = base
        self._analyzers = {
            work: Analyzer(_lexicon(data), base.rows("SELECT form, key FROM forms WHERE work = ?", (work,)))
            for work, data in base.rows("SELECT work, lexicon FROM lexicons")
        }
        self._documents: dict[tuple[str, str], list[tuple[str, float]]] = defaultdict(list)
        for work, view, identifier, weight in base.rows(
            "SELECT work, view, id, weight FROM documents ORDER BY work, view, document"
        ):
            self._documents[work, view].append((identifier, weight))

    def analyzer(self, work: str) -> Analyzer:
        """The analyzer of a work."""
        return self._analyzers[work]

    def works(self, game: str | None) -> tuple[str, ...]:
        """The works to search: the one asked for, else every listed one.

        Raises:
            UnknownWorkError: there is no such work.
        """
        if game is not None:
            return (self.base.work(game).work,)
        return tuple(info.work for info in self.base.works())

    def rank(self, query: str, game: str | None = None, view: View = "both") -> Ranking:
        """Every provision that shares a word with the query, best first; ties in reading order."""
        hits: list[Hit] = []
        keys: list[str] = []
        for work in self.works(game):
            analyzer = self._analyzers[work]
            keys = analyzer.keys(query) or [analyzer.key(token) for token in tokens(query)]
            beginnings = prefix_keys(query, analyzer.lexicon.stopwords)
            hits += self._rank_work(work, list(dict.fromkeys(keys)), list(dict.fromkeys(beginnings)), view)
        hits.sort(key=lambda hit: -hit.score)
        return Ranking(tuple(hits), len(hits), tuple(dict.fromkeys(keys)))

    def _rank_work(self, work: str, keys: list[str], beginnings: list[str], view: View) -> list[Hit]:
        documents = self._documents.get((work, view), [])
        scores: dict[int, float] = defaultdict(float)
        held: dict[int, float] = defaultdict(float)
        reasons: dict[int, list[tuple[float, str, int]]] = defaultdict(list)
        found = self._postings(work, view, [*keys, *beginnings])
        rarity = {key: _rarity(len(documents), len(found.get(key, ()))) for key in keys}
        whole = sum(rarity.values()) or 1.0
        for term, entries in found.items():
            for document, impact, bits in entries:
                scores[document] += impact
                held[document] += rarity.get(term, 0.0)
                reasons[document].append((impact, term, bits))
        ranked = sorted(scores, key=lambda document: (-scores[document] * documents[document][1], document))
        return [
            Hit(documents[at][0], work, scores[at] * documents[at][1], _why(reasons[at]), held[at] / whole)
            for at in ranked
        ]

    def _postings(self, work: str, view: View, terms: list[str]) -> dict[str, list[tuple[int, float, int]]]:
        marks = ",".join("?" * len(terms))
        rows = self.base.rows(
            f"SELECT term, data FROM postings WHERE work = ? AND view = ? AND term IN ({marks})",  # noqa: S608 - only marks
            (work, view, *terms),
        )
        return {term: list(unpack(data)) for term, data in rows}


def _rarity(documents: int, holding: int) -> float:
    """How much a word tells: more when fewer of the documents hold it."""
    return math.log(1 + (documents - holding + 0.5) / (holding + 0.5))


def _why(reasons: list[tuple[float, str, int]]) -> tuple[str, ...]:
    """The five heaviest terms, each after the field that shows it best."""
    heaviest = sorted(reasons, reverse=True)[:5]
    return tuple(f"{field_words(bits)[0]}: {term.removeprefix(PREFIX)}" for _impact, term, bits in heaviest)
