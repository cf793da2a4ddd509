"""What is searched: each provision of a view with its fields, and the segments that a question may resemble as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from kb.model import Absent, Kind, Layer, Lexicon, Provision, Question, Rulebook, Status
from kb.search.analysis import Analyzer, prefix_keys
from kb.search.frames import rule_frames
from kb.search.postings import Part
from kb.search.wording import Wording, wording_of
from kb.store import View

# What a kind makes of a score: comments and pictures after the rules that they illustrate.
_KIND_WEIGHT = {Kind.NOTE: 0.6, Kind.EXAMPLE: 0.75, Kind.TABLE: 0.9}
_DELETED_WEIGHT = 0.7
_CLAUSE = re.compile(r"(?<=[.!?;:])\s+|\n+")
# Shorter than this, a piece of text is a label, not a clause.
_LEAST_CLAUSE = 15
_VERDICTS = {"oui": 1, "non": -1}


@dataclass(frozen=True, slots=True)
class Segment:
    """A small part of a document: its kind, its keys, the unit that it is from, a question's verdict, how it is worded if that tells."""

    part: Part
    keys: tuple[str, ...]
    unit: int = -1
    verdict: int = 0
    wording: Wording | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """One searchable id with the keys of each of its fields, and its segments.

    What a work does not settle is a document too, so that a question may be nearer to it than to any rule: `absent` says why.
    """

    id: str
    weight: float
    fields: dict[str, list[str]]
    segments: tuple[Segment, ...]
    absent: str = ""

    def words(self) -> frozenset[str]:
        """Every key that it is found by, of words and numbers: the beginnings of words, the events and the cases apart."""
        fields = (keys for name, keys in self.fields.items() if name != "prefix")
        segments = (segment.keys for segment in self.segments if segment.part not in {Part.EVENT, Part.CASE})
        return frozenset(key for keys in (*fields, *segments) for key in keys)


class Documents:
    """The documents of a work, in any view of its layers."""

    def __init__(
        self, layers: dict[Layer, Rulebook], analyzer: Analyzer, lexicon: Lexicon, acts: frozenset[str]
    ) -> None:
        """Gather the provisions and their units; `acts` are the keys that name an action."""
        # A text stands in several views, and its analysis is the same in each. None of these holds `self`: where nobody looks for
        # cycles, as in a build, all that they keep would outlive the work.
        self._keys = keys = cache(analyzer.keys)
        self._distinct = distinct = cache(lambda text: tuple(dict.fromkeys(keys(text))))
        self._wordings = wordings = cache(lambda question: wording_of(question, lexicon))
        self._said = cache(lambda text: tuple(_clauses_of(text, distinct, wordings)))
        self._events = cache(lambda text: tuple(tuple(frame.as_keys()) for frame in rule_frames(text, analyzer, acts)))
        self._prefixes = cache(lambda text: prefix_keys(text, lexicon.stopwords))
        self._provisions = {
            layer: {provision.id: provision for provision in book.provisions if _searchable(provision)}
            for layer, book in layers.items()
        }
        book = next(iter(layers.values()))
        self._work, self._absents = book.work.id, book.absents
        self._questions: dict[str, list[Question]] = {}
        for question in book.questions:
            self._questions.setdefault(question.provision, []).append(question)
        self._units: dict[tuple[Layer, str], list[Provision]] = {}
        for layer, book in layers.items():
            for provision in book.provisions:
                if provision.is_unit and provision.parent and provision.status is not Status.SUPERSEDED:
                    self._units.setdefault((layer, provision.parent), []).append(provision)

    def of(self, view: View) -> list[Document]:
        """The documents of a view: in `both`, one an id, its text with its précis as summary."""
        texts = self._provisions.get(Layer.TEXTE, {})
        precis = self._provisions.get(Layer.PRECIS, {})
        shown = {"precis": precis, "texte": texts, "both": {**precis, **texts}}[view]
        found = [
            self._document(
                provision, (precis if provision.layer is Layer.TEXTE else texts).get(identifier), both=view == "both"
            )
            for identifier, provision in shown.items()
        ]
        return [*found, *map(self._absent, self._absents)]

    def _absent(self, absent: Absent) -> Document:
        """The document of a matter that the work does not settle."""
        identifier = f"{self._work}/?{absent.id}"
        questions = [question.text for question in self._questions.get(identifier, ())]
        fields = {
            "title": self._keys(absent.topic),
            "names": [],
            "number": [],
            "path": [],
            "summary": [],
            "body": self._keys(absent.reason),
            "questions": [key for question in questions for key in self._keys(question)],
            "prefix": self._beginnings(absent.topic, absent.reason, *questions),
        }
        segments = [
            Segment(Part.NAME, self._distinct(absent.topic)),
            *(Segment(Part.QUESTION, keys) for question in questions if (keys := self._distinct(question))),
            Segment(Part.CLAUSE, self._distinct(absent.reason)),
        ]
        return Document(identifier, 1.0, fields, tuple(segments), absent.reason)

    def _document(self, provision: Provision, twin: Provision | None, *, both: bool) -> Document:
        """The fields of one document. Questions and names serve an id in whichever layer they were written."""
        versions = [provision, twin] if twin is not None else [provision]
        asked = self._questions.get(provision.id, ())
        questions = list(dict.fromkeys(question.text for question in asked))
        names = list(dict.fromkeys(name for version in versions for name in (*version.aliases, *version.labels)))
        own_title = "" if provision.path and provision.path[-1].endswith(provision.title) else provision.title
        summary = twin if twin is not None and both else None
        fields = {
            "title": self._keys(own_title),
            "names": self._keys(" , ".join(names)),
            "number": [provision.number] if provision.number else [],
            "path": self._keys(" ".join(provision.path[1:])),
            "body": self._keys(provision.text),
            "summary": self._keys(summary.text) if summary is not None else [],
            "questions": [key for question in questions for key in self._keys(question)],
            "prefix": self._beginnings(provision.title, provision.text, *questions),
        }
        weight = _KIND_WEIGHT.get(provision.kind, 1.0)
        weight *= _DELETED_WEIGHT if provision.status is Status.DELETED else 1.0
        segments = [
            *(Segment(Part.NAME, keys) for name in (provision.title, *names) if (keys := self._distinct(name))),
            *(
                Segment(
                    Part.QUESTION,
                    keys,
                    place,
                    _VERDICTS.get(question.verdict, 0),
                    self._wordings(question.text) if question.verdict in _VERDICTS else None,
                )
                for place, question in enumerate(asked)
                if (keys := self._distinct(question.text))
            ),
            *self._clauses(provision, shown=True),
            *(self._clauses(summary, shown=False) if summary is not None else ()),
        ]
        return Document(provision.id, weight, fields, tuple(segments))

    def _clauses(self, provision: Provision, *, shown: bool) -> Iterator[Segment]:
        """The clauses and the events of a provision, each with the unit that it stands in."""
        units = self._units.get((provision.layer, provision.id), ())
        parts = [(0, provision.own or ("" if units else provision.text))]
        numbered = ((unit.id.partition("#")[2], unit.text) for unit in units)
        parts += [(int(number), text) for number, text in numbered if number.isdigit()]
        for unit, text in parts:
            where = unit if shown else -1
            for length, keys, wording in self._said(text):
                if length >= _LEAST_CLAUSE or unit:
                    yield Segment(Part.CLAUSE, keys, where, wording=wording)
            for told in self._events(text):
                yield Segment(Part.EVENT, told, where)

    def _beginnings(self, *texts: str) -> list[str]:
        return [key for text in texts for key in self._prefixes(text)]


def _clauses_of(
    text: str, distinct: Callable[[str], tuple[str, ...]], wordings: Callable[[str], Wording]
) -> Iterator[tuple[int, tuple[str, ...], Wording]]:
    """The clauses of a text that hold a key: the length of each, its keys, how it is worded."""
    for clause in _CLAUSE.split(text):
        if keys := distinct(clause):
            yield len(clause), keys, wordings(clause)


def _searchable(provision: Provision) -> bool:
    hidden = (
        provision.is_unit or provision.status is Status.SUPERSEDED or provision.subkind == "index" or provision.redirect
    )
    return not hidden and bool(provision.text.strip())


def written(books: Iterable[Rulebook]) -> Iterator[str]:
    """Every text of some rulebooks in which a word may stand as it is asked for."""
    for book in books:
        for provision in book.provisions:
            if not provision.is_unit:
                yield from (provision.text, provision.title)
                yield from (*provision.aliases, *provision.labels)
        for absent in book.absents:
            yield from (absent.topic, absent.reason)
        yield from (question.text for question in book.questions)
