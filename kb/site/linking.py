"""Links in running text: printed references first, then the terms that it mentions, each term once a paragraph."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup, escape

from kb.model import EdgeType, Kind, Status
from kb.model.clauses import provision_of
from kb.model.french import DOUBTS
from kb.model.words import title_key
from kb.site.book import Book
from kb.store import CrossReferenceRow, Passage

_WORD = re.compile(r"[^\W_]+")
# Asterisks that stand alone before a call are the call as it is printed.
_NOTE_CALL = re.compile(r"(?:^\*+)?\[\^([^\]\s]+)\]")
# What makes one word, or one number, with what stands before it.
_GOES_ON = re.compile(r"\w|\.\d")
_MARKS = re.compile(r"\\([^\w\s])|\*+")
# Forms that are not printed as a run of prose: lists of their own, and links that Markdown itself reads.
_ELSEWHERE = frozenset({"related", "link"})


class Run(NamedTuple):
    """A stretch of a text and what stands around it; `instead` replaces the text itself."""

    start: int
    end: int
    opening: str
    closing: str
    instead: str = ""


# What stands in a draft for what each page has of its own: between two marks the id that a link leads to; alone, the beginning of an
# anchor. No text holds these signs.
TARGET, PREFIX = "\ue001", "\ue002"
_HIDDEN_DOUBT = '<span class="vh"> (renvoi incertain)</span>'


def unmarked(text: str) -> str:
    """A text without these signs."""
    return text.replace(TARGET, "").replace(PREFIX, "")


def doubtful(resolution: str) -> tuple[str, str]:
    """What stands around a reference that leads nowhere, or to several places."""
    opening = Markup('<span class="doubt" title="Renvoi incertain : {}">').format(
        DOUBTS.get(resolution, DOUBTS["dangling"])
    )
    return str(opening), f"{_HIDDEN_DOUBT}</span>"


class ProseLinks:
    """The references and terms of one provision, given out as a draft of its text is rendered block by block."""

    def __init__(self, book: Book, passage: Passage) -> None:
        """Read what the provision cites and mentions; a replaced text cites what the text in force does."""
        self._book = book
        # That of the text in force for a replaced text, of what holds it for a unit.
        current = passage.id.partition("@")[0] if passage.status is Status.SUPERSEDED else passage.id
        current = provision_of(current)
        self.id = known = current if current in book.passages else passage.id
        layer = passage.layer if passage.layer == "precis" else book.passages[known].layer
        self._waiting = [row for row in book.references(known, layer) if row.form not in _ELSEWHERE]
        links = book.links(known)
        self._terms = {link.printed.casefold(): link for link in links if link.type == EdgeType.USES}
        self.profile = passage.kind is Kind.PROFILE
        self.title = book.label(known)
        self._notes = {unit.id.partition("#")[2] for unit in book.units[known]}

    def runs(self, flat: str, pieces: list[tuple[int, int]]) -> list[Run]:
        """The links of a block, in order and apart from one another.

        Args:
            flat: the block's text, a mark in place of each character that a link already holds.
            pieces: the parts of it that emphasis keeps whole; a term is not sought across two.
        """
        found = list(self._note_calls(flat))
        met: set[str] = set()
        mentions = (run for start, end in pieces for run in self._mentions(flat[start:end], start, met))
        for run in (*self._references(flat), *mentions):
            if all(run.end <= other.start or other.end <= run.start for other in found):
                found.append(run)
        return sorted(found)

    def target_of_link(self, written: str) -> str | None:
        """The id that `[text](#written)` means, when this view shows it."""
        identifier = f"{self._book.info.work}/{written}"
        if identifier in self._book.passages:
            return identifier
        found = [name for name in self._book.base.lookup(written, self._book.info.work) if name in self._book.passages]
        return found[0] if len(found) == 1 else None

    def heads(self, titles: Iterable[str]) -> dict[str, str]:
        """The heads of columns that are the name of one provision, each as a link to it that tells its full name."""
        known = self._book.column_heads
        for title in titles:
            if title not in known:
                meant = self._book.meaning(title)
                link = Markup('<a class="term" href="{}">{}</a>')
                known[title] = str(link.format(self.href(meant), self._named(title, meant))) if meant else ""
        return {title: link for title, link in known.items() if link}

    def _named(self, title: str, identifier: str) -> str:
        """A head with the full name that it shortens, where it is the beginning of a word of it."""
        full, short = self._book.label(identifier), title_key(title.rstrip("."))
        shortened = "#" not in identifier and any(word.startswith(short) for word in title_key(full).split())
        return (
            Markup('<abbr title="{}">{}</abbr>').format(full, title) if shortened and full != title else escape(title)
        )

    def href(self, identifier: str) -> str:
        """What stands for the link to a provision until the page is known."""
        return f"{TARGET}{identifier}{TARGET}"

    def _note_calls(self, flat: str) -> Iterator[Run]:
        for call in _NOTE_CALL.finditer(flat):
            sign = escape(call[1])
            key = next((key for key in sorted(self._notes) if key.startswith(f"note-{call[1].lower()}-")), None)
            inside = f'<a href="{self.href(f"{self.id}#{key}")}">{sign}</a>' if key else sign
            yield Run(call.start(), call.end(), "", "", f'<sup class="call">{inside}</sup>')

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
            whole = [(rows[0], 0, words)]
            # With several targets, each number or title printed in it is a link.
            parts = [(row, next(_places(words, row.target), -1), row.target) for row in dict.fromkeys(rows)]
            found = [part for part in parts if part[1] >= 0] if len(rows) > 1 else whole
            for row, place, said in found or whole:
                yield self._one(row, start + place, start + place + len(said))
        self._waiting = remaining

    def _one(self, row: CrossReferenceRow, start: int, end: int) -> Run:
        targets = [target for target in row.candidates if target in self._book.passages]
        if len(targets) == 1 and row.resolution in {"resolved", "suspect"}:
            return self._link(start, end, targets[0], "ref", DOUBTS.get(row.resolution, ""))
        return Run(start, end, *doubtful(row.resolution))

    def _link(self, start: int, end: int, target: str, look: str, doubt: str = "") -> Run:
        label = self._book.label(target)
        title = f"{label} – renvoi incertain : {doubt}" if doubt else label
        looks = f"{look} doubt" if doubt else look
        opening = f'<a class="{looks}" href="{self.href(target)}" title="{escape(title)}">'
        return Run(start, end, opening, f"{_HIDDEN_DOUBT}</a>" if doubt else "</a>")

    def _mentions(self, text: str, offset: int, met: set[str]) -> Iterator[Run]:
        """The terms of a piece of text, the longest at each place, those `met` in the paragraph left out."""
        if not self._terms:
            return
        words, last = list(_WORD.finditer(text)), -1
        keys = [title_key(word[0]) for word in words]
        for place, head in enumerate(keys):
            if place <= last or head not in self._book.heads:
                continue
            terms = (" ".join(keys[place : place + size]) for size in self._book.heads[head])
            key = next((key for key in terms if key in self._book.vocabulary), head)
            last, term = place + key.count(" "), self._terms.get(key)
            if term is not None and term.id not in met and _is_printed(term.printed, words[place][0]):
                met.add(term.id)
                yield self._link(offset + words[place].start(), offset + words[last].end(), term.id, "term")


def _is_printed(term: str, word: str) -> bool:
    """Whether a word begins a term: some are names by their capital alone."""
    return word[0].isupper() or not term[0].isupper()


@lru_cache(maxsize=1 << 12)
def _as_shown(printed: str) -> str:
    """A printed reference as its text is shown: without marks of emphasis."""
    return _MARKS.sub(lambda mark: mark[1] or "", printed).replace("\u00a0", " ").replace("\n", " ").strip()


def _places(text: str, words: str) -> Iterator[int]:
    """Where some words stand, whole: `4.1` is not part of `4.12`."""
    start = text.find(words) if words else -1
    while start >= 0:
        end = start + len(words)
        if not _GOES_ON.match(text[start - 1 : start]) and not _GOES_ON.match(text, end):
            yield start
        start = text.find(words, max(end, start + 1))
