"""The index of one view of a work as numbers: its keys in order, and for each the documents and the segments that hold it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.search.analysis import prefix_keys
from kb.search.documents import Document
from kb.search.portable.words import Words
from kb.search.postings import BITS, Part

COUNTED = ("title", "names", "body", "summary", "questions")
"""The fields whose counts the segments foretell, in the order of a difference."""

# A field is one of these parts, in this order within a document; the first name is the title.
NAME, QUESTION, CLAUSE, SUMMARY = range(4)
PARTS = 4
_PARTS = {Part.NAME: NAME, Part.QUESTION: QUESTION, Part.CLAUSE: CLAUSE}


@dataclass(frozen=True, slots=True)
class Laid:
    """A document laid out.

    How many segments each part has, the keys of each segment in that order, how often each key stands in each field, the keys of its
    path, the beginnings of its words; `titled` when its first name is its title, and a field.
    """

    sizes: tuple[int, ...]
    segments: tuple[tuple[str, ...], ...]
    counts: dict[str, Counter[str]]
    path: tuple[str, ...]
    beginnings: Counter[str]
    titled: bool


class GameKeys:
    """The keys of one view of a work, numbered: those that the forms of the work give, the most used first, then the others."""

    def __init__(self, held: Collection[str], words: Words, work: str) -> None:
        """Number the keys; `held` are those that its documents are found by."""
        self.words = words.games[work]
        stopwords = self.words.stopwords
        self._given = {form: words.key(form, self.words) for form in self.words.uses if form not in stopwords}
        """The key of each form that is no stop word."""
        self.others = sorted(set(held) - set(self._given.values()))
        """The keys that no form of the work gives: numbers, dice, quoted phrases, words of an abbreviation."""

    @cached_property
    def keys(self) -> list[str]:
        """Every key, in the order of its number."""
        uses: Counter[str] = Counter()
        for form, key in self._given.items():
            uses[key] += self.words.uses[form]
        return [*sorted(uses, key=lambda key: (-uses[key], key)), *self.others]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each key."""
        return {key: number for number, key in enumerate(self.keys)}

    @cached_property
    def actions(self) -> list[int]:
        """The numbers of the keys that name an action."""
        return sorted(self.numbers[key] for key in self.words.actions if key in self.numbers)

    @cached_property
    def beginnings(self) -> dict[str, list[tuple[str, int, int]]]:
        """The beginnings that each key may have, the most used first: each with its uses, and those of the key."""
        uses: dict[str, Counter[str]] = defaultdict(Counter)
        whole: Counter[str] = Counter()
        for form, key in self._given.items():
            count = self.words.uses[form]
            whole[key] += count
            for beginning in prefix_keys(form, self.words.stopwords):
                uses[key][beginning] += count
        return {
            key: [(one, found[one], whole[key]) for one in sorted(found, key=lambda one: (-found[one], one))]
            for key, found in uses.items()
        }


class GameIndex:
    """What the index of one view of a work holds, ready to be written down."""

    def __init__(self, documents: Sequence[Document], keys: GameKeys) -> None:
        """Lay the documents out."""
        self.documents = documents
        self.keys, self.numbers, self.beginnings = keys.keys, keys.numbers, keys.beginnings
        self.laid = [_laid(document) for document in documents]

    @cached_property
    def paths(self) -> tuple[list[tuple[str, ...]], list[int]]:
        """The paths, each once, and the number of each document's."""
        found: dict[tuple[str, ...], int] = {(): 0}
        of = [found.setdefault(laid.path, len(found)) for laid in self.laid]
        return list(found), of

    @cached_property
    def averages(self) -> dict[str, float]:
        """The average length of each field."""
        count = max(len(self.documents), 1)
        return {name: sum(len(document.fields[name]) for document in self.documents) / count or 1.0 for name in BITS}

    @cached_property
    def held(self) -> dict[str, dict[int, list[int]]]:
        """For each key, the documents that hold it, with the places of its segments among theirs."""
        found: dict[str, dict[int, list[int]]] = {key: {} for key in self.keys}
        for place, (document, laid) in enumerate(zip(self.documents, self.laid, strict=True)):
            for key in document.words():
                found[key][place] = []
            for at, keys in enumerate(laid.segments):
                for key in keys:
                    found[key][place].append(at)
        return found

    def told(self, place: int, segments: Iterable[int]) -> list[int]:
        """The counts of a key in each of `COUNTED`, as its segments tell them."""
        laid = self.laid[place]
        names, asked, clauses, _summary = laid.sizes
        questions = names + asked
        found = [0] * len(COUNTED)
        for at in segments:
            if at < names:
                found[int(at > 0)] += bool(at > 0 or laid.titled)
            else:
                found[4 if at < questions else 2 if at < questions + clauses else 3] += 1
        return found

    def counted(self, key: str, place: int) -> tuple[int, ...]:
        """The true counts of a key in each of `COUNTED`."""
        return tuple(found[key] for found in self.laid[place].counts.values())

    def leading(self, place: int, segments: Sequence[int]) -> int:
        """1 when a key stands in a title that is no field: words begin there too."""
        laid = self.laid[place]
        return int(bool(segments) and segments[0] == 0 and laid.sizes[NAME] > 0 and not laid.titled)

    @cached_property
    def events(self) -> list[tuple[int, tuple[str, ...]]]:
        """The document and the keys of each event, in order of document."""
        return [
            (place, segment.keys)
            for place, document in enumerate(self.documents)
            for segment in document.segments
            if segment.part is Part.EVENT
        ]


def _laid(document: Document) -> Laid:
    """A document, its segments part after part, events apart."""
    parts: list[list[tuple[str, ...]]] = [[] for _part in range(PARTS)]
    for segment in document.segments:
        # The pages give no verdict, so that they do without cases.
        if segment.part not in {Part.EVENT, Part.CASE}:
            # What a work does not settle has no unit to show, and no summary.
            behind = segment.part is Part.CLAUSE and segment.unit < 0 and not document.absent
            parts[SUMMARY if behind else _PARTS[segment.part]].append(segment.keys)
    return Laid(
        sizes=tuple(map(len, parts)),
        segments=tuple(keys for part in parts for keys in part),
        counts={name: Counter(document.fields[name]) for name in COUNTED},
        path=tuple(sorted(document.fields["path"])),
        beginnings=Counter(document.fields["prefix"]),
        titled=bool(document.fields["title"]),
    )
