"""Links in running text: printed references first, then the terms that it mentions, each term once a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from kb.model import EdgeType, Status
from kb.site import urls
from kb.site.book import Book
from kb.site.wording import DOUBTS
from kb.store import CrossReferenceRow, Passage
from kb.words import title_key

_WORD = re.compile(r"[^\W_]+")
_NOTE_CALL = re.compile(r"\[\^([^\]\s]+)\]")
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


class Linker:
    """The links of one page: where each id leads from here, and which terms have been linked already."""

    def __init__(self, book: Book, page: str, shown: Iterable[str] = ()) -> None:
        """`shown` are the ids that this page shows in full below its own."""
        self.book, self.page = book, page
        self._shown = frozenset(shown)
        self._met: set[str] = set()

    def href(self, identifier: str) -> str:
        """The link to a provision: on this page when it is shown here, else to its own."""
        if identifier.partition("#")[0] in self._shown:
            return urls.relative(self.page, self.page, urls.shown_fragment(identifier))
        return urls.relative(self.page, urls.page_path(identifier), urls.fragment(identifier))

    def of(self, passage: Passage) -> ProseLinks:
        """The links of one provision's text."""
        return ProseLinks(self, passage)

    def first_mention(self, target: str) -> bool:
        """True once for each target."""
        if target in self._met:
            return False
        self._met.add(target)
        return True


class ProseLinks:
    """The references and terms of one provision, given out as its text is rendered block by block."""

    def __init__(self, linker: Linker, passage: Passage) -> None:
        """Read what the provision cites and mentions; a replaced text cites what the text in force does."""
        self._linker, self._book = linker, linker.book
        current = passage.id.partition("@")[0] if passage.status is Status.SUPERSEDED else passage.id
        known = current if current in self._book.passages else passage.id
        view = "precis" if passage.layer == "precis" and self._book.view == "both" else self._book.view
        self._waiting = [row for row in self._book.base.cross_references(known, view) if row.form not in _ELSEWHERE]
        links = self._book.links(known)
        self._terms = {link.id for link in links if link.type == EdgeType.USES}
        # An erratum's order prints the id that it amends.
        self._amended = {link.printed: link.id for link in links if link.type == EdgeType.AMENDS and link.printed}
        self._notes = {unit.id.partition("#")[2] for unit in self._book.units(known)}
        self._prefix = ""

    def runs(self, flat: str, pieces: list[tuple[int, int]], prefix: str) -> list[Run]:
        """The links of a block, in order and apart from one another.

        Args:
            flat: the block's text, a mark in place of each character that a link already holds.
            pieces: the parts of it that emphasis keeps whole; a term is not sought across two.
            prefix: what the fragments of this provision's units begin with on this page.
        """
        self._prefix = prefix
        found = [*self._note_calls(flat)]
        for run in [*self._amendments(flat), *self._references(flat)]:
            _add(found, run)
        for start, end in pieces:
            for run in self._mentions(flat[start:end], start):
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
        """The link to a provision from this page."""
        return self._linker.href(identifier)

    def _note_calls(self, flat: str) -> Iterator[Run]:
        for call in _NOTE_CALL.finditer(flat):
            mark = call[1]
            key = next((key for key in sorted(self._notes) if key.startswith(f"note-{mark.lower()}-")), None)
            sign = Markup('<sup class="call">{}</sup>').format(mark)
            if key:
                link = urls.relative(self._linker.page, self._linker.page, f"{self._prefix}{key}")
                sign = Markup('<sup class="call"><a href="{}">{}</a></sup>').format(link, mark)
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
        title = f"{self._book.label(target)} – renvoi incertain : {doubt}" if doubt else self._book.label(target)
        opening = Markup('<a class="{}" href="{}" title="{}">').format(
            f"{look} doubt" if doubt else look, self.href(target), title
        )
        return Run(start, end, str(opening), f"{_HIDDEN_DOUBT}</a>" if doubt else "</a>")

    def _mentions(self, text: str, offset: int) -> Iterator[Run]:
        """The terms of a piece of text, the longest at each place."""
        tokens = [(title_key(word[0]), word.start(), word.end()) for word in _WORD.finditer(text)]
        place = 0
        while place < len(tokens):
            size, target = self._longest([key for key, _start, _end in tokens[place : place + _LONGEST]])
            if target in self._terms and self._linker.first_mention(target):
                yield self._link(offset + tokens[place][1], offset + tokens[place + size - 1][2], target, "term")
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
    if words:
        for match in re.finditer(rf"(?<![\w]){re.escape(words)}(?![\w]|\.\d)", text):
            yield match.start()


def _add(runs: list[Run], run: Run) -> None:
    """Keep a run unless it meets one that is kept already."""
    if all(run.end <= other.start or other.end <= run.start for other in runs):
        runs.append(run)
