"""Rank the provisions of a view for a question, and say why."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from kb.model import Lexicon, MomentWords, Opposition
from kb.search.analysis import PREFIX, Analyzer, prefix_keys
from kb.search.correction import Speller
from kb.search.frames import question_frames
from kb.search.indexing import rarity
from kb.search.likeness import Likeness, Wordings
from kb.search.model import Model, bundled
from kb.search.postings import field_words
from kb.search.remembering import Remembered
from kb.search.signals import (
    SIGNALS,
    Asked,
    Floats,
    Index,
    Integers,
    Scores,
    Term,
    fetch,
    hold,
    load,
    meanings,
    measure,
    score,
)
from kb.search.wording import wording_of
from kb.store import KnowledgeBase, View
from kb.words import tokens

# How many words of a view are kept once read, with where they stand.
_POSTINGS = 1 << 13
# How many of the best by BM25F are measured closely.
CANDIDATES = 50
# A summary gives way to the rule that it restates when that rule is among the first hits, this near in score.
_NEAR, _GIVES_WAY = 5, 1.0
# How many of the hits say why they are there.
_EXPLAINED = 50


@dataclass(frozen=True, slots=True)
class Hit:
    """A ranked provision: its score and the reasons, heaviest first (`titre: deplac`)."""

    id: str
    work: str
    score: float
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """A question against one work: the candidates by BM25F, best first, the signals of each, and what the model makes of them.

    `held` is how much of the question each segment of the index holds.
    """

    work: str
    keys: tuple[str, ...]
    index: Index
    terms: Mapping[str, Term]
    scores: Scores
    candidates: Integers
    signals: Floats
    judged: Floats
    held: Floats

    def order(self, *, absent: bool = False) -> Integers:
        """The rows of the candidates among the provisions, or among what the work does not settle, best first."""
        rows = np.flatnonzero(self.index.unsettled[self.candidates] == absent)
        return rows[np.argsort(-self.judged[rows], kind="stable")]

    def best(self, *, absent: bool) -> int | None:
        """The first row of `order`."""
        rows = np.flatnonzero(self.index.unsettled[self.candidates] == absent)
        return int(rows[self.judged[rows].argmax()]) if len(rows) else None


def _lexicon(data: str) -> tuple[Lexicon, frozenset[str]]:
    """A lexicon as the base holds it, and the keys that name an action."""
    parts = json.loads(data)
    lexicon = Lexicon(
        stopwords=frozenset(parts["stopwords"]),
        protected=tuple((form, key) for form, key in parts["protected"]),
        families=tuple(tuple(family) for family in parts["families"]),
        expansions=tuple((short, full) for short, full in parts["expansions"]),
        names=tuple(parts["names"]),
        modes=tuple((mode, name) for mode, name in parts["modes"]),
        oppositions=tuple(Opposition(name, tuple(one), tuple(other)) for name, one, other in parts["oppositions"]),
        negations=tuple(parts["negations"]),
        figures=tuple(map(tuple, parts["figures"])),
        distinctions=tuple(map(tuple, parts["distinctions"])),
        moments=MomentWords(
            light=frozenset(parts["light"]),
            acts=frozenset(parts["acts"]),
            kindred=tuple(tuple(words) for words in parts["kindred"]),
            others=frozenset(parts["others"]),
            ordinals=tuple(tuple(words) for words in parts["ordinals"]),
        ),
    )
    return lexicon, frozenset(parts["actions"])


def read_lexicon(base: KnowledgeBase, work: str) -> Lexicon:
    """The lexicon of one work, as the base holds it; an empty one for a work that it does not."""
    rows = base.rows("SELECT lexicon FROM lexicons WHERE work = ?", (work,))
    return _lexicon(rows[0][0])[0] if rows else Lexicon()


def read_analyzer(base: KnowledgeBase, work: str) -> Analyzer:
    """The analyzer of one work, with the lexicon and the forms that the base holds; a bare one for a work that it does not."""
    return Analyzer(read_lexicon(base, work), base.rows("SELECT form, key FROM forms WHERE work = ?", (work,)))


class Searcher:
    """Search over an opened base."""

    def __init__(self, base: KnowledgeBase, model: Model | None = None) -> None:
        """Load the lexicons and the known forms; the arrays of a view are loaded when it is first asked."""
        self.base = base
        self.model = model or bundled()
        self._analyzers: dict[str, Analyzer] = {}
        self._actions: dict[str, frozenset[str]] = {}
        self._uses: dict[str, dict[str, int]] = {}
        self._speller = cache(lambda work: Speller(self._uses[work], self._analyzers[work]))
        for work, data in base.rows("SELECT work, lexicon FROM lexicons"):
            lexicon, self._actions[work] = _lexicon(data)
            rows = base.rows("SELECT form, key, uses FROM forms WHERE work = ?", (work,))
            self._analyzers[work] = Analyzer(lexicon, [(form, key) for form, key, _uses in rows])
            self._uses[work] = {form: uses for form, _key, uses in rows if uses}
        self._meanings = meanings(base)
        self._wordings = Wordings(base)
        self._postings = cache(lambda work, view: Remembered(lambda terms: fetch(base, work, view, terms), _POSTINGS))
        self.index = cache(lambda work, view: load(base, work, view))

    def prepare(self, work: str, view: View) -> None:
        """Read the arrays of a work now rather than at the first question that needs them."""
        view = "both" if len(self.base.work(work).layers) == 1 else view
        self.index(work, view)
        self._wordings.prepare(work, view)

    def analyzer(self, work: str) -> Analyzer:
        """The analyzer of a work."""
        return self._analyzers[work]

    def mended(self, query: str, work: str, among: Iterable[str] = ()) -> str | None:
        """A question with its misspelt words mended, by the words of a work; none when there is nothing to mend.

        `among` are all the works that are asked: a word that one of them uses is no slip.
        """
        return self._speller(work).mend(query, [self._speller(other) for other in among if other != work])

    def works(self, game: str | None) -> tuple[str, ...]:
        """The works to search: the one asked for, else every listed one.

        Raises:
            UnknownWorkError: there is no such work.
        """
        if game is not None:
            return (self.base.work(game).work,)
        return self.base.work_ids()

    def measured(self, query: str, work: str, view: View, intent: str = "", mode: str | None = None) -> Measured | None:
        """The signals of a question in one work; none when no word of it is found.

        `intent` is what it asks for (see `kb.answer`); with `mode`, what does not apply in it is no candidate.
        """
        analyzer = self._analyzers[work]
        keys = tuple(dict.fromkeys(analyzer.keys(query) or [analyzer.key(token) for token in tokens(query)]))
        beginnings = set(prefix_keys(query, analyzer.lexicon.stopwords))
        frames = question_frames(query, analyzer, self._actions[work])
        told = {key for frame in frames for key in frame.as_keys()}
        view = "both" if len(self.base.work(work).layers) == 1 else view
        index = self.index(work, view)
        found = self._postings(work, view).of([*keys, *beginnings, *told])
        unknown = rarity(index.size, 0)
        scores = score(index, _only(found, (*keys, *beginnings)), keys, unknown)
        if mode is not None:
            scores.bm25[~index.within(mode)] = 0
        candidates = _highest(scores.bm25, CANDIDATES)
        if not len(candidates):
            return None
        events = _only(found, told)
        weight = sum(events[key].rarity if key in events else unknown for key in told)
        asked = Asked(
            tuple(_only(found, keys).values()), tuple(events.values()), weight, self._meanings.of(keys), intent
        )
        held = hold(index, asked)
        signals = measure(index, scores, candidates, asked, held)
        return Measured(
            work=work,
            keys=keys,
            index=index,
            terms=found,
            scores=scores,
            candidates=candidates,
            signals=signals,
            judged=self.model.scores(signals),
            held=held,
        )

    def likeness(self, question: str, work: str, view: View, segments: Integers | None = None) -> Likeness:
        """How like clauses and questions with a verdict are worded, in a view of a work: all, or those among some segments."""
        view = "both" if len(self.base.work(work).layers) == 1 else view
        return self._wordings.like(wording_of(question, self._analyzers[work].lexicon), work, view, segments)

    def hits(self, measured: Measured, limit: int | None = None) -> tuple[Hit, ...]:
        """The provisions, best first: the candidates by the model, then every other one by BM25F; the `limit` first of them."""
        index, scores, judged = measured.index, measured.scores, measured.judged
        order = measured.order()[: None if limit is None else max(limit, _NEAR)]
        chosen = list(zip(measured.candidates[order].tolist(), judged[order].tolist(), strict=True))
        chosen = _originals_first(chosen, index)
        if limit is None or limit > len(chosen):
            rest = np.argsort(-scores.bm25, kind="stable")[len(measured.candidates) :]
            # What was not measured closely stands below all that was.
            floor, top = float(judged.min()), float(scores.bm25.max())
            chosen += [
                (int(at), floor + float(scores.bm25[at]) / top - 1.0)
                for at in rest
                if scores.bm25[at] > 0 and not index.absent[at]
            ]
        chosen = chosen[:limit]
        reasons = _reasons(measured, [at for at, _value in chosen[:_EXPLAINED]])
        return tuple(Hit(index.ids[at], measured.work, value, reasons.get(at, ())) for at, value in chosen)


def _originals_first(chosen: list[tuple[int, float]], index: Index) -> list[tuple[int, float]]:
    """The hits, the first of them giving way to a rule that it says again, when that one comes near: authority ranks sources."""
    if not chosen or chosen[0][0] not in index.restated:
        return chosen
    said = index.restated[chosen[0][0]]
    near = (
        place for place, (at, value) in enumerate(chosen[:_NEAR]) if at in said and chosen[0][1] - value < _GIVES_WAY
    )
    place = next(near, 0)
    # It takes the score of the one that it precedes: scores go down a list of results.
    return [(chosen[place][0], chosen[0][1]), *chosen[:place], *chosen[place + 1 :]] if place else chosen


def _highest(scores: Floats, count: int) -> Integers:
    """The places of the highest scores above 0, best first, the first of those that are alike first."""
    held = np.flatnonzero(scores > 0)
    if len(held) > count:
        held = held[scores[held] >= np.partition(scores[held], -count)[-count]]
    return held[np.argsort(-scores[held], kind="stable")[:count]]


def _only(found: Mapping[str, Term], keys: Iterable[str]) -> dict[str, Term]:
    return {key: found[key] for key in keys if key in found}


def _reasons(measured: Measured, chosen: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """For each of some documents, its five heaviest terms, each after the field that shows it best."""
    places = np.array(sorted(chosen), dtype=np.uint32)
    terms = [(name, term.documents) for name, term in measured.terms.items() if len(term.documents)]
    impacts = np.zeros((len(terms), len(places)), dtype=np.float32)
    fields = np.zeros((len(terms), len(places)), dtype=np.uint16)
    for row, (_name, held) in enumerate(terms):
        at = np.minimum(np.searchsorted(held["document"], places), len(held) - 1)
        found = held["document"][at] == places
        impacts[row] = np.where(found, held["impact"][at], 0)
        fields[row] = held["fields"][at]
    heaviest = np.argsort(-impacts, axis=0, kind="stable")[:5]
    columns = np.arange(len(places))
    told = np.where(impacts[heaviest, columns] > 0, fields[heaviest, columns], 0).T.tolist()
    names = [name.removeprefix(PREFIX) for name, _held in terms]
    return {
        place: tuple(f"{field_words(bits)[0]}: {names[row]}" for row, bits in zip(rows, shown, strict=True) if bits)
        for place, rows, shown in zip(places.tolist(), heaviest.T.tolist(), told, strict=True)
    }


__all__ = ["CANDIDATES", "SIGNALS", "Hit", "Measured", "Searcher"]
