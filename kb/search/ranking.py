"""Rank the provisions of a work for a question, and say why: weights added up, then the witnesses of the best."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import Indel

from kb.model.words import tokens, words
from kb.search.analysis import Analyzer
from kb.search.correction import Speller
from kb.search.model import THIN, bundled
from kb.store import PARTS, Document, KnowledgeBase, View
from kb.store.search import Witnesses, added, heaviest, nearest_questions

# How many of the heaviest provisions, and of the matters that a work does not settle, are compared with the question by their witnesses.
CANDIDATES, ABSENT_CANDIDATES = 10, 2
# From what share of its rarities on a name is said whole, and from what share of the question it is hardly more than that name.
_WHOLE, _HARDLY_MORE = 0.99, 0.75
# How many of the nearest questions are read word after word.
_IN_ORDER = 30
# How many of them point at the clause that answers, and by what power the nearer point more.
_POINTING, _SHARPLY = 12, 3
# Of how many written questions the words are kept.
_KEPT = 1 << 14

FEATURES = (
    "impact",  # its weight, against that of the heaviest provision
    "cover",  # how much of the question it holds, each word by its rarity
    "question",  # similarity to the nearest of its questions (cosine)
    "title",  # how much of one of its names the question says
    "order",  # similarity to the nearest of its questions, word after word (Indel)
)
_FRENCH = {"name": "titre", "question": "questions", "precis": "précis", "texte": "texte"}


class Hit(NamedTuple):
    """A ranked provision: its score, and what finds the reasons of its rank."""

    id: str
    score: float
    explained: Callable[[], tuple[str, ...]]

    @property
    def why(self) -> tuple[str, ...]:
        """The reasons of its rank, heaviest first (`titre: deplac`): found when asked for, most hits are never shown."""
        return self.explained()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A document compared with a question: its features, in the order of `FEATURES`, and what the model makes of them.

    `question_share` is how much of the question the nearest written question holds; `named` tells that the question says one of its names
    whole, and hardly more.
    """

    document: int
    row: Document
    features: tuple[float, ...]
    score: float
    question_share: float
    named: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A question in one work: its keys, their places and rarities (`whole`: added up), its candidates, the absent matters, best first.

    `witnesses` are those of its candidates and absent matters, by document; `weighed` are the weights of all the provisions that
    hold a word of it; `unknown` is the share of its words that the work never uses; `density` how many questions
    a provision of the work has.
    """

    work: str
    view: View
    keys: tuple[str, ...]
    known: dict[str, tuple[int, float]]
    whole: float
    candidates: tuple[Candidate, ...]
    absents: tuple[Candidate, ...]
    witnesses: Mapping[int, Witnesses]
    weighed: Mapping[int, int]
    unknown: float
    density: float

    @property
    def rarities(self) -> dict[str, float]:
        """How much each of its keys tells that the work has."""
        return {key: rarity for key, (_place, rarity) in self.known.items()}

    @property
    def is_thin(self) -> bool:
        """True for a work that has few questions a provision: its players use words that it does not know yet."""
        return self.density < THIN

    @property
    def first(self) -> Candidate | None:
        """The candidate that answers best."""
        return next(iter(self.candidates), None)

    @property
    def rules(self) -> list[str]:
        """The ids of its candidates, the one that answers best first."""
        return [one.row.id for one in self.candidates]

    def rival(self, likely: float) -> Candidate | None:
        """The second candidate, when by the odds of the model it is at least so likely as the first to answer."""
        scores = [one.score for one in self.candidates[:2]]
        return self.candidates[1] if len(scores) > 1 and scores[0] - scores[1] < -math.log(likely) else None

    def asked_of(self, identifier: str, count: int) -> list[tuple[int, float]]:
        """The places of the questions of a candidate that are most alike, of those that hold words of this one, and how alike."""
        held = next((self.witnesses[one.document] for one in self.candidates if one.row.id == identifier), None)
        near = nearest_questions({0: held}, count) if held else []
        return [(held.parts.places[number], -far) for far, _document, number in near] if held else []


@dataclass(frozen=True, slots=True)
class _Language:
    """What is read once of a work: its documents, its keys, its language; what an unknown key tells; the questions of a provision.

    `provisions` is how many there are, `default` the mode that is meant where none is named.
    """

    documents: tuple[Document, ...]
    keys: Mapping[str, tuple[int, float]]
    analyzer: Analyzer
    speller: Speller
    unknown: float
    density: float
    provisions: int
    default: str


def read_analyzer(base: KnowledgeBase, work: str) -> Analyzer:
    """The analyzer of one work, with the lexicon and the forms that the base holds; a bare one for a work that it does not."""
    forms = ((form, key) for form, key, _uses in base.forms(work))
    return Analyzer(base.lexicon(work), forms)


class Searcher:
    """Search over an opened base; what it needs of a work is read when the work is first asked."""

    def __init__(self, base: KnowledgeBase) -> None:
        """Open nothing yet."""
        self.base = base
        self.model = bundled()
        self._language = cache(self._read)

    def _read(self, work: str) -> _Language:
        documents = self.base.documents(work)
        rules = [row.questions for row in documents if not row.absent]
        forms = self.base.forms(work)
        analyzer = read_analyzer(self.base, work)
        return _Language(
            documents,
            self.base.rarities(work),
            analyzer,
            Speller({form: uses for form, _key, uses in forms if uses}, analyzer),
            self.base.unknown_rarity(work),
            sum(rules) / max(1, len(rules)),
            len(rules),
            next(iter(self.base.work(work).modes), ""),
        )

    def analyzer(self, work: str) -> Analyzer:
        """The analyzer of a work, which is read at the first call."""
        return self._language(work).analyzer

    def mended(self, query: str, work: str, among: Iterable[str] = ()) -> str | None:
        """A question with its misspelt words mended, by the words of a work; none when there is nothing to mend.

        `among` are all the works that are asked: a word that one of them uses is no slip.
        """
        return self.speller(work).mend(query, [self.speller(other) for other in among if other != work])

    def speller(self, work: str) -> Speller:
        """What mends the words of a work, which is read at the first call."""
        return self._language(work).speller

    def works(self, game: str | None) -> tuple[str, ...]:
        """The works to search: the one asked for, else every listed one.

        Raises:
            UnknownWorkError: there is no such work.
        """
        return (self.base.work(game).work,) if game is not None else self.base.work_ids()

    def find(self, query: str, work: str, view: View, mode: str | None = None) -> Found:
        """A question compared with the documents of one work; with `mode`, what does not apply in it is no candidate."""
        language = self._language(work)
        analyzer = language.analyzer
        keys = tuple(dict.fromkeys(analyzer.keys(query) or [analyzer.key(token) for token in tokens(query)]))
        known = {key: language.keys[key] for key in sorted(keys) if key in language.keys}
        weights = [self.base.weights(work, key, view) for key in known]
        whole = sum(known[key][1] if key in known else language.unknown for key in keys) or 1.0
        weighed = added(weights)
        # The matters that a work does not settle are numbered after all its provisions.
        absents = {one: weighed.pop(one) for one in [*weighed] if one >= language.provisions}
        if mode is not None:
            documents = language.documents
            weighed = {one: weighed[one] for one in weighed if not (scope := documents[one].scope) or mode in scope}
        best = heaviest(weighed, CANDIDATES)
        among = best | heaviest(absents, ABSENT_CANDIDATES)
        witnesses = self.base.witnesses(work, dict(known.values()), among)
        rarities = [*zip((rarity for _place, rarity in known.values()), weights, strict=True)]
        rows = [
            (one, weight, sum([rarity for rarity, held in rarities if one in held])) for one, weight in among.items()
        ]
        compared = self._compared(rows, work, _in_words(query), witnesses, whole)
        ranked = _ranked(compared[: len(best)])
        return Found(
            work=work,
            view=view,
            keys=keys,
            known=known,
            whole=whole,
            candidates=ranked if mode is not None else _default_first(ranked, language.default),
            absents=_ranked(compared[len(best) :]),
            witnesses=witnesses,
            weighed=weighed,
            unknown=sum(key not in known for key in keys) / max(1, len(keys)),
            density=language.density,
        )

    def _compared(
        self,
        rows: Sequence[tuple[int, int, float]],
        work: str,
        asked: Sequence[str],
        witnesses: Mapping[int, Witnesses],
        whole: float,
    ) -> list[Candidate]:
        """Documents with their features; the heaviest rule comes first."""
        if not rows:
            return []
        language = self._language(work)
        in_order = self._in_order(asked, witnesses, language.documents)
        heaviest = max((weight for number, weight, _cover in rows if number < language.provisions), default=1)
        found = []
        for document, weight, cover in rows:
            held = witnesses[document]
            share, named = _named(held)
            features = (
                weight / heaviest,
                cover / whole,
                math.sqrt(held.nearest / whole),
                share,
                in_order[document],
            )
            row = language.documents[document]
            found.append(
                Candidate(
                    document,
                    row,
                    features,
                    self.model.score(features),
                    held.fullest["question"] / whole,
                    named > _HARDLY_MORE * whole,
                )
            )
        return found

    def _in_order(
        self, asked: Sequence[str], witnesses: Mapping[int, Witnesses], documents: Sequence[Document]
    ) -> dict[int, float]:
        """For each document, the similarity word after word to those of its questions that are among the nearest of all."""
        found: dict[int, float] = defaultdict(float)
        near = {
            (document, number): _in_words(
                self.base.asked_of(documents[document].id)[witnesses[document].parts.places[number]]
            )
            for _far, document, number in nearest_questions(witnesses, _IN_ORDER)
        }
        for _words, alike, (document, _number) in process.extract_iter(asked, near, scorer=Indel.normalized_similarity):
            found[document] = max(found[document], alike)
        return found

    def hits(self, found: Found, limit: int | None = None) -> tuple[Hit, ...]:
        """The provisions, best first: the candidates by the model, then every other one by its weight; the `limit` first of them."""
        documents = self._language(found.work).documents
        ranked = [(one.document, one.score) for one in found.candidates]
        if limit is None or limit > len(ranked):
            # What was not compared closely stands below all that was.
            others = [*heaviest(found.weighed).items()][len(ranked) : limit]
            ranked += [(document, ranked[-1][1] + weight / others[0][1] - 1.0) for document, weight in others]
        ranked = ranked[:limit]
        return tuple(
            Hit(documents[document].id, score, partial(self._why, found, document)) for document, score in ranked
        )

    def _why(self, found: Found, document: int) -> tuple[str, ...]:
        """For a document, the name or the question that holds most of what was asked, with its words, then what the rest of it adds."""
        held = found.witnesses.get(document)
        if held is None:
            held = self.base.witnesses(found.work, dict(found.known.values()), [document])[document]
        left, reasons = {key: number for key, (number, _rarity) in found.known.items()}, []
        for part in sorted(PARTS, key=held.fullest.__getitem__, reverse=True):
            if held.fullest[part]:
                nearest = held.held.index(held.fullest[part], held.parts.spans[part].start)
                said = [key for key, number in left.items() if nearest in held.holders.get(number, ())]
                reasons.append((part, said))
                left = {key: number for key, number in left.items() if key not in said}
        for layer in _layers(found.view):
            said = [key for key in left if document in self.base.weights(found.work, key, layer)]
            reasons.append((layer, said))
            left = {key: number for key, number in left.items() if key not in said}
        return tuple(f"{_FRENCH[part]}: {', '.join(said)}" for part, said in reasons if said)

    def absent_tells(self, found: Found, name: str) -> bool:
        """True when what is written of the nearest absent matter holds every word of a name."""
        keys = self.analyzer(found.work).keys(name)
        if not found.absents or not found.known.keys() >= {*keys}:
            return False
        document = found.absents[0].document
        return all(document in self.base.weights(found.work, key, found.view) for key in keys)

    def rules_holding(self, found: Found, key: str) -> set[int]:
        """The provisions of a work in which a key weighs, by document."""
        weights = self.base.weights(found.work, key, found.view) if key in found.known else {}
        return {one for one in weights if one < self._language(found.work).provisions}

    def tied(self, found: Found, text: str, identifier: str, layer: str) -> dict[str, float]:
        """How much the nearest of the questions of a rule point at each clause of it that answers one of them, 0 to 1."""
        clauses = self.base.answered_by(identifier, layer)
        if not any(clauses):
            return {}
        asked, said = self.base.asked_of(identifier), _in_words(text)
        pointing: dict[str, float] = defaultdict(float)
        whole = nearest = 0.0
        for place, similarity in found.asked_of(identifier, _POINTING):
            in_order = Indel.normalized_similarity(said, _in_words(asked[place]))
            alike = (math.sqrt(similarity / found.whole) + in_order) / 2
            nearest = max(nearest, alike)
            whole += alike**_SHARPLY
            for rank, clause in enumerate(clauses[place]):
                pointing[clause] += alike**_SHARPLY / (1 + rank)
        return {clause: weight / whole * nearest for clause, weight in pointing.items()} if whole else {}


# The written questions come back from one question to the next.
_in_words = lru_cache(_KEPT)(words)


def _layers(view: View) -> tuple[View, ...]:
    """The layers whose texts a view has."""
    return ("texte", "precis") if view == "both" else (view,)


def _default_first(candidates: Sequence[Candidate], default: str) -> tuple[Candidate, ...]:
    """The candidates, what a rule is in the default mode of its work before what the rule of the same name is in another."""
    found = list(candidates)
    for other in candidates:
        if not other.row.scope or default in other.row.scope:
            continue
        place, name = found.index(other), other.row.id.rpartition("/")[2]
        twins = (
            one for one in found[place + 1 :] if default in one.row.scope and one.row.id.rpartition("/")[2] == name
        )
        twin = next(twins, None)
        if twin is not None:
            found.remove(twin)
            found.insert(place, replace(twin, score=other.score))
    return tuple(found)


def _ranked(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    return tuple(sorted(candidates, key=lambda one: -one.score))


def _named(witnesses: Witnesses) -> tuple[float, float]:
    """How much of one of its names a question says of a document, 0 to 1, and the most that a name said whole holds of the question."""
    names = witnesses.parts.spans["name"]
    held = witnesses.held[names]
    shares = [one / whole for one, whole in zip(held, witnesses.parts.wholes[names], strict=True)]
    return max(shares, default=0.0), max(
        (one for one, share in zip(held, shares, strict=True) if share > _WHOLE), default=0.0
    )
