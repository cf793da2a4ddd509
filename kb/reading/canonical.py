"""Write canonical text line by line, with the source lines that each comes from."""

import re
from collections.abc import Iterable
from itertools import chain

from kb.model import CanonicalText, Dropped, Layer, PageMark, Repair, Source, Span
from kb.model.provisions import lines_of

_EMPHASIS = re.compile(r"(\*\*[^*\n]+\*\*|(?<!\*)\*(?=[^\s*])[^*\n]*(?<=[^\s*])\*(?!\*))")
_SIGNS = re.compile(r"([\\*\[{])")
# What makes a line of prose ordinary goes before its first sign, or after its first number.
_OPENING = re.compile(r"^((?=[#>|-])|\d+(?=\.[ ]))")
_CELL_SIGNS = re.compile(r"([\\|{])")

# The cells of a row, and the source lines that it comes from.
Row = tuple[Iterable[str], tuple[int, ...]]


def escaped(text: str) -> str:
    """Source prose as canonical prose: balanced emphasis is kept, a backslash precedes other signs with a meaning."""
    pieces = _EMPHASIS.split(text)
    kept = "".join(piece if _EMPHASIS.fullmatch(piece) else _SIGNS.sub(r"\\\1", piece) for piece in pieces)
    return _OPENING.sub(r"\1\\", kept)


def cell(text: str) -> str:
    """A text inside a table."""
    return _CELL_SIGNS.sub(r"\\\1", text.strip())


class CanonicalWriter:
    """Collects the canonical lines of one document, and what is said of its lines: `dropped`, `repairs`, `pages`."""

    def __init__(self, source: Source, front: tuple[tuple[str, str], ...]) -> None:
        """`front` is the head of the file, key and value in order."""
        self._source = source
        self._texts = ["---", *(f"{key} : {value}" for key, value in front if value), "---"]
        self._lines: list[tuple[int, ...]] = [() for _ in self._texts]
        self._open_to_items = False
        self.dropped: list[Dropped] = []
        self.repairs: list[Repair] = []
        self.pages: list[PageMark] = []

    @property
    def placed(self) -> frozenset[int]:
        """The source lines written or left out so far."""
        return frozenset(chain(*self._lines, lines_of(drop.span for drop in self.dropped)))

    def block(self, text: str, lines: tuple[int, ...] = (), *, items: bool = False) -> None:
        """Open a block with a first line; `items` lets bullets follow in it."""
        self._texts.append("")
        self._lines.append(())
        self.more(text, lines)
        self._open_to_items = items

    def item(self, text: str, lines: tuple[int, ...], depth: int = 0) -> None:
        """Add a bullet, in the open block when it takes bullets."""
        bullet = f"{'  ' * depth}- {text}"
        if self._open_to_items:
            self.more(bullet, lines)
        else:
            self.block(bullet, lines, items=True)

    def more(self, text: str, lines: tuple[int, ...] = ()) -> None:
        """Add a line to the open block."""
        self._texts.append(text)
        self._lines.append(lines)

    def table(self, rows: Iterable[Row], caption: str | None = None) -> None:
        """Open a table: its caption, its rows, of which the first holds the titles of its columns; its cells are canonical."""
        every = [([*cells], numbers) for cells, numbers in rows]
        width = max(len(cells) for cells, _numbers in every)
        full = [([*cells, *[""] * (width - len(cells))], of) for cells, of in every]
        (titles, numbers), *below = [(f"| {' | '.join(cells)} |", of) for cells, of in full]
        if caption:
            self.block(caption)
        (self.more if caption else self.block)(titles, numbers)
        self.more(f"|{' --- |' * width}")
        for cells, numbers in below:
            self.more(cells, numbers)

    def canonical(self) -> CanonicalText:
        """The text so far."""
        dropped = tuple(sorted(_merged(self.dropped), key=lambda drop: drop.span))
        repairs = tuple(sorted(self.repairs, key=lambda repair: repair.line))
        text, pages = "\n".join(self._texts), tuple(sorted(self.pages))
        return CanonicalText(text, self._source, Layer.TEXTE, tuple(self._lines), dropped, repairs, pages)


def _merged(dropped: list[Dropped]) -> list[Dropped]:
    """Adjacent lines dropped for the same reason, as one range."""
    merged: list[Dropped] = []
    for drop in sorted(dropped, key=lambda drop: drop.span):
        last = merged[-1] if merged else None
        if last is not None and last.reason == drop.reason and drop.span.start <= last.span.end + 1:
            merged[-1] = Dropped(Span(last.span.start, drop.span.end), drop.reason)
        else:
            merged.append(drop)
    return merged
