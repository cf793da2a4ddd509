"""Links in running text: printed references first, then the terms that it mentions, each term once a paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup, escape

from kb.model import EdgeType, Status
from kb.model.words import title_key
from kb.site import urls
from kb.site.book import Book
from kb.site.wording import DOUBTS
from kb.store import CrossReferenceRow, Passage

_WORD = re.compile(r"[^\W_]+")
_NOTE_CALL = re.compile(r"\[\^([^\]\s]+)\]")
_DECIMALS = re.compile(r"\.\d")
_MARKS = re.compile(r"\\([^\w\s])|\*+")
# Forms that are not printed as a run of prose: lists of their own, and links that Markdown itself reads.
_ELSEWHERE = frozenset({"related", "link"})


@dataclass(frozen=True, slots=True, order=True)
class Run:
    """A stretch of a text and what stands around it; `instead` replaces the text itself."""

    start: int
    end: int
    opening: str
    closing: str
    instead: str = ""


# What stands in a draft for what each page has of its own: between two marks the id that a link leads to, or the note of the text itself;
# alone, the beginning of an anchor. No text holds these signs.
_TARGET, _NOTE, PREFIX = "\ue001", "\ue002", "\ue003"
_MARKED = re.compile(f"({_TARGET}|{_NOTE})([^{_TARGET}{_NOTE}]*)[{_TARGET}{_NOTE}]")
MARKS = {ord(mark): None for mark in (_TARGET, _NOTE, PREFIX)}


class Linker:
    """The links of one page: where each id leads from here."""

    def __init__(self, book: Book, page: str, shown: Iterable[str] = ()) -> None:
        """`shown` are the ids that this page shows in full below its own."""
        self.book, self.page = book, page
        self._shown = frozenset(shown)
        self._ways: dict[str, str] = {}

    def href(self, identifier: str) -> str:
        """The link to a provision: on this page when it is shown here, else to its own."""
        if identifier not in self._ways:
            self._ways[identifier] = self._way(identifier)
        return self._ways[identifier]

    def _way(self, identifier: str) -> str:
        if identifier.partition("#")[0] in self._shown:
            return urls.relative(self.page, self.page, urls.shown_fragment(identifier))
        return urls.relative(self.page, urls.page_path(identifier), urls.fragment(identifier))

    def settle(self, draft: str, identifier: str, prefix: str | None) -> Markup:
        """A draft of the provision `identifier` with the links and anchors of this page; its anchors begin with `prefix`."""

        def put(mark: re.Match[str]) -> str:
            link = self.href(mark[2]) if mark[1] == _TARGET else self._to_note(identifier, mark[2], prefix)
            return str(escape(link))

        return Markup(_MARKED.sub(put, draft).replace(PREFIX, str(escape(prefix or ""))))  # noqa: S704 - a draft is escaped

    def _to_note(self, identifier: str, key: str, prefix: str | None) -> str:
        """The link to a note: on this page, or on the provision's own when its anchors are not shown here."""
        if prefix is None:
            return urls.relative(self.page, urls.page_path(identifier), key)
        return urls.relative(self.page, self.page, f"{prefix}{key}")


class ProseLinks:
    """The references and terms of one provision, given out as a draft of its text is rendered block by block."""

    def __init__(self, book: Book, passage: Passage) -> None:
        """Read what the provision cites and mentions; a replaced text cites what the text in force does."""
        self._book = book
        self.id = known = self.holder(book, passage)
        layer = passage.layer if passage.layer == "precis" else book.passages[known].layer
        self._waiting = [row for row in book.references(known, layer) if row.form not in _ELSEWHERE]
        links = book.links(known)
        self._terms = {link.id for link in links if link.type == EdgeType.USES}
        # An erratum's order prints the id that it amends.
        self._amended = {link.printed: link.id for link in links if link.type == EdgeType.AMENDS and link.printed}
        self._notes = {unit.id.partition("#")[2] for unit in book.units(known)}

    @staticmethod
    def holder(book: Book, passage: Passage) -> str:
        """The provision whose references and notes a text has: for a replaced one, the text in force; for a unit, what holds it."""
        current = passage.id.partition("@")[0] if passage.status is Status.SUPERSEDED else passage.id
        current = current.partition("#")[0]
        return current if current in book.passages else passage.id

    def runs(self, flat: str, pieces: list[tuple[int, int]]) -> list[Run]:
        """The links of a block, in order and apart from one another.

        Args:
            flat: the block's text, a mark in place of each character that a link already holds.
            pieces: the parts of it that emphasis keeps whole; a term is not sought across two.
        """
        found = [*self._note_calls(flat)]
        for run in [*self._amendments(flat), *self._references(flat)]:
            _add(found, run)
        met: set[str] = set()
        for start, end in pieces:
            for run in self._mentions(flat[start:end], start, met):
                _add(found, run)
        return sorted(found)

    def target_of_link(self, written: str) -> str | None:
        """The id that `[text](#written)` means, when this view shows it."""
        identifier = f"{self._book.info.work}/{written}"
        if identifier in self._book.passages:
            return identifier
        found = [name for name in self._book.base.lookup(written, self._book.info.work) if name in self._book.passages]
        return found[0] if len(found) == 1 else None

    def href(self, identifier: str) -> str:
        """What stands for the link to a provision until the page is known."""
        return f"{_TARGET}{identifier}{_TARGET}"

    def _note_calls(self, flat: str) -> Iterator[Run]:
        for call in _NOTE_CALL.finditer(flat):
            mark = call[1]
            key = next((key for key in sorted(self._notes) if key.startswith(f"note-{mark.lower()}-")), None)
            sign = Markup('<sup class="call">{}</sup>').format(mark)
            if key:
                sign = Markup('<sup class="call"><a href="{}">{}</a></sup>').format(f"{_NOTE}{key}{_NOTE}", mark)
            yield Run(call.start(), call.end(), "", "", str(sign))

    def _amendments(self, flat: str) -> Iterator[Run]:
        for printed, target in self._amended.items():
            for start in _places(flat, printed):
                yield self._link(start, start + len(printed), target, "ref")

    def _references(self, flat: str) -> Iterator[Run]:
        """Each printed reference that this block holds, taken off those that wait."""
        position = 0
        remaining: list[CrossReferenceRow] = []
        for printed, group in groupby(self._waiting, key=lambda row: row.printed):
            rows = list(group)
            words = _as_shown(printed)
            start = next((place for place in _places(flat, words) if place >= position), -1)
            if start < 0:
                remaining += rows
                continue
            position = start + len(words)
            yield from self._several(rows, words, start) if len(rows) > 1 else (self._one(rows[0], start, position),)
        self._waiting = remaining

    def _several(self, rows: list[CrossReferenceRow], words: str, start: int) -> Iterator[Run]:
        """A printed reference with several targets: each number or title printed in it is a link."""
        found = False
        for row in dict.fromkeys(rows):
            for place in list(_places(words, row.target))[:1]:
                found = True
                yield self._one(row, start + place, start + place + len(row.target))
        if not found:
            yield self._one(rows[0], start, start + len(words))

    def _one(self, row: CrossReferenceRow, start: int, end: int) -> Run:
        targets = [target for target in row.candidates if target in self._book.passages]
        if len(targets) == 1 and row.resolution in {"resolved", "suspect"}:
            return self._link(start, end, targets[0], "ref", DOUBTS.get(row.resolution, ""))
        opening = Markup('<span class="doubt" title="{}">').format(
            f"Renvoi incertain : {DOUBTS.get(row.resolution, DOUBTS['dangling'])}"
        )
        return Run(start, end, str(opening), f"{_HIDDEN_DOUBT}</span>")

    def _link(self, start: int, end: int, target: str, look: str, doubt: str = "") -> Run:
        label = self._book.label(target)
        title = f"{label} – renvoi incertain : {doubt}" if doubt else label
        looks = f"{look} doubt" if doubt else look
        opening = f'<a class="{looks}" href="{self.href(target)}" title="{escape(title)}">'
        return Run(start, end, opening, f"{_HIDDEN_DOUBT}</a>" if doubt else "</a>")

    def _mentions(self, text: str, offset: int, met: set[str]) -> Iterator[Run]:
        """The terms of a piece of text, the longest at each place, those `met` in the paragraph left out."""
        words = list(_WORD.finditer(text))
        heads, place = self._book.heads, 0
        while place < len(words):
            if title_key(words[place][0]) not in heads:
                place += 1
                continue
            size, target = self._longest([title_key(word[0]) for word in words[place : place + _LONGEST]])
            if target in self._terms and target not in met:
                met.add(target)
                yield self._link(offset + words[place].start(), offset + words[place + size - 1].end(), target, "term")
            place += size

    def _longest(self, keys: list[str]) -> tuple[int, str]:
        """How many of these words a term takes, and what it means; one word and nothing when none does."""
        for size in range(len(keys), 0, -1):
            target = self._book.vocabulary.get(" ".join(keys[:size]))
            if target is not None:
                return size, target
        return 1, ""


# No term is longer than this, in words.
_LONGEST = 8
_HIDDEN_DOUBT = '<span class="vh"> (renvoi incertain)</span>'


def _as_shown(printed: str) -> str:
    """A printed reference as its text is shown: without marks of emphasis."""
    return _MARKS.sub(lambda mark: mark[1] or "", printed).replace("\u00a0", " ").replace("\n", " ").strip()


def _places(text: str, words: str) -> Iterator[int]:
    """Where some words stand, whole: `4.1` is not part of `4.12`."""
    start = text.find(words) if words else -1
    while start >= 0:
        end = start + len(words)
        if not _joined(text[start - 1 : start]) and not _joined(text[end : end + 1]) and not _DECIMALS.match(text, end):
            yield start
        start = text.find(words, max(end, start + 1))


def _joined(sign: str) -> bool:
    """True for what makes one word with what stands beside it."""
    return sign.isalnum() or sign == "_"


def _add(runs: list[Run], run: Run) -> None:
    """Keep a run unless it meets one that is kept already."""
    if all(run.end <= other.start or other.end <= run.start for other in runs):
        runs.append(run)
