"""The index of one work as a value that a script holds: who the documents are, then what each of them says."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kb.search import Analyzer
from kb.search.analysis import prefix_keys
from kb.search.indexing import SATURATION
from kb.search.postings import ENTRY, NUMBERS, Array
from kb.search.signals import Index, load
from kb.site.search_index.counts import COUNTED, NAME, Written, field_of, written
from kb.site.search_index.words import Words
from kb.store import KnowledgeBase, View

_OF_EVENTS = frozenset("!<>@|")
_BEGINNING = "~"


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the index: the documents that hold it, with their weighted frequency and fields, and its segments."""

    documents: dict[int, tuple[float, int]]
    segments: tuple[int, ...]


class GameIndex:
    """What the index of one work holds, ready to be written down."""

    def __init__(self, base: KnowledgeBase, words: Words, work: str, view: View) -> None:
        """Read the index of a view, and count again what its fields say."""
        self.work, self._all, self.words = work, words, words.games[work]
        self._base, self.view = base, view
        self.index: Index = load(base, work, view)
        self.known = written(base, work, view, Analyzer(self.words.lexicon, self.words.analysed))
        self.terms = {term: _term(rarity, documents, segments) for term, rarity, documents, segments in self._rows()}

    def _rows(self) -> Iterable[tuple[str, float, Array, Sequence[int]]]:
        query = "SELECT term, rarity, documents, segments FROM postings WHERE work = ? AND view = ? ORDER BY term"
        for term, rarity, documents, segments in self._base.rows(query, (self.work, self.view)):
            yield term, rarity, np.frombuffer(documents, dtype=ENTRY), np.frombuffer(segments, dtype=NUMBERS).tolist()

    # The keys, numbered: those that the forms of the work give, the most used first, then the others, told in full.

    @cached_property
    def keys(self) -> list[str]:
        """Every key, in the order of its number."""
        uses: Counter[str] = Counter()
        for form, count in self.words.uses.items():
            if form not in self.words.lexicon.stopwords:
                uses[self._all.key(form, self.words)] += count
        given = sorted(uses, key=lambda key: (-uses[key], key))
        return [*given, *self.others]

    @cached_property
    def others(self) -> list[str]:
        """The keys that no form of the work gives: numbers, dice, quoted phrases, words of an abbreviation."""
        given = {
            self._all.key(form, self.words) for form in self.words.uses if form not in self.words.lexicon.stopwords
        }
        held = {term for term in self.terms if not _OF_EVENTS.intersection(term) and not term.startswith(_BEGINNING)}
        return sorted(held - given)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each key."""
        return {key: number for number, key in enumerate(self.keys)}

    @cached_property
    def actions(self) -> list[int]:
        """The numbers of the keys that name an action."""
        rows = self._base.rows("SELECT lexicon FROM lexicons WHERE work = ?", (self.work,))
        return sorted(self.numbers[key] for key in json.loads(rows[0][0])["actions"] if key in self.numbers)

    # The segments, numbered anew: within a document the names, the questions, the clauses, those of the summary; events apart.

    @cached_property
    def _parts(self) -> list[int]:
        return [field_of(self.index, place) for place in range(len(self.index.parts))]

    @cached_property
    def segments(self) -> list[Counter[int]]:
        """How many segments of each part each document has."""
        found: list[Counter[int]] = [Counter() for _id in self.index.ids]
        for place, part in enumerate(self._parts):
            found[int(self.index.segments["document"][place])][part] += 1
        return found

    @cached_property
    def _places(self) -> list[int]:
        """For each segment of the base, its place among those of its document; -1 for an event."""
        owners = self.index.segments["document"].tolist()
        order = sorted(
            (place for place, part in enumerate(self._parts) if part >= 0),
            key=lambda place: (owners[place], self._parts[place], place),
        )
        found = [-1] * len(owners)
        before, count = -1, 0
        for place in order:
            before, count = owners[place], count + 1 if owners[place] == before else 0
            found[place] = count
        return found

    @cached_property
    def paths(self) -> tuple[list[tuple[str, ...]], list[int]]:
        """The paths, each once, and the number of each document's."""
        found: dict[tuple[str, ...], int] = {(): 0}
        of = [found.setdefault(self.of(place).path, len(found)) for place in range(self.index.size)]
        return list(found), of

    def of(self, place: int) -> Written:
        """What a document was written from; nothing for a matter that the work does not settle."""
        return self.known.get(self.index.ids[place], _NOTHING)

    @cached_property
    def held(self) -> dict[str, dict[int, list[int]]]:
        """For each key, the documents that hold it, with the places of its segments among theirs."""
        owners = self.index.segments["document"].tolist()
        places = self._places
        found: dict[str, dict[int, list[int]]] = {}
        for key in self.keys:
            term = self.terms.get(key, ABSENT)
            documents: dict[int, list[int]] = {place: [] for place in term.documents}
            for number in term.segments:
                documents.setdefault(owners[number], []).append(places[number])
            found[key] = {place: sorted(documents[place]) for place in sorted(documents)}
        return found

    def told(self, place: int, segments: Iterable[int]) -> list[int]:
        """The counts of a key in each of `COUNTED`, as its segments tell them."""
        counts = self.segments[place]
        names, questions = counts[NAME], counts[NAME] + counts[1]
        clauses = questions + counts[2]
        found = [0] * len(COUNTED)
        for at in segments:
            if at < names:
                field = int(at > 0)
                found[field] += bool(field or self.of(place).titled)
            else:
                found[4 if at < questions else 2 if at < clauses else 3] += 1
        return found

    def differences(self, key: str, place: int, told: Sequence[int], named: Counter[str] | None) -> tuple[int, ...]:
        """By how much the true counts differ from those that the segments tell; `named` are those in the names, when they differ."""
        fields = self.of(place).fields
        if not fields:
            return _SAME
        title, names, body, summary, questions = told
        return (
            fields["title"][key] - title,
            named[key] - names if named is not None else 0,
            fields["body"][key] - body,
            fields["summary"][key] - summary,
            fields["questions"][key] - questions,
        )

    def leading(self, place: int, segments: Sequence[int]) -> int:
        """1 when a key stands in a title that is no field: words begin there too."""
        return int(bool(segments) and segments[0] == 0 and self.segments[place][NAME] > 0 and not self.of(place).titled)

    @cached_property
    def beginnings(self) -> dict[str, list[tuple[str, int, int]]]:
        """The beginnings that each key may have, the most used first: each with its uses, and those of the key."""
        uses: dict[str, Counter[str]] = defaultdict(Counter)
        whole: Counter[str] = Counter()
        stopwords = self.words.lexicon.stopwords
        for form, count in self.words.uses.items():
            if form not in stopwords:
                key = self._all.key(form, self.words)
                whole[key] += count
                for beginning in prefix_keys(form, stopwords):
                    uses[key][beginning] += count
        return {
            key: [(one, found[one], whole[key]) for one in sorted(found, key=lambda one: (-found[one], one))]
            for key, found in uses.items()
        }

    @cached_property
    def _shortest(self) -> dict[int, dict[str, float]]:
        """The weighted frequency of each beginning in what the work does not settle, whose words the base does not hold."""
        found: dict[int, dict[str, float]] = {}
        for name, term in self.terms.items():
            if name.startswith(_BEGINNING):
                for place, (frequency, _fields) in term.documents.items():
                    if self.index.unsettled[place]:
                        found.setdefault(place, {})[name] = frequency
        return found

    def guessed(self, place: int) -> dict[str, int]:
        """How often each beginning stands in such a document: the rarest stands once."""
        frequencies = self._shortest.get(place, {})
        least = min(frequencies.values(), default=1.0)
        return {name: round(frequency / least) for name, frequency in frequencies.items()}

    @cached_property
    def events(self) -> list[tuple[int, list[str]]]:
        """The document and the keys of each event, in order of document."""
        owners = self.index.segments["document"].tolist()
        keys: dict[int, list[str]] = {place: [] for place, part in enumerate(self._parts) if part < 0}
        for name, term in self.terms.items():
            if _OF_EVENTS.intersection(name):
                for place in term.segments:
                    keys[place].append(name)
        return [(owners[place], found) for place, found in keys.items()]


_NOTHING = Written()
_SAME = (0,) * len(COUNTED)
ABSENT = Term({}, ())


def _term(rarity: float, documents: Array, segments: Sequence[int]) -> Term:
    """A term of the base; its weighted frequency is worked out of its impact."""
    shares = documents["impact"].astype(np.float64) / rarity
    frequencies = SATURATION * shares / (SATURATION + 1 - shares)
    entries = zip(documents["document"].tolist(), frequencies.tolist(), documents["fields"].tolist(), strict=True)
    return Term({place: (frequency, fields) for place, frequency, fields in entries}, tuple(segments))
