"""The neighbourhood of a rule as a picture: what leads to it above, what it leads to below; every box is a link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from kb.model import EdgeType
from kb.site.book import Book
from kb.site.linking import Linker
from kb.site.wording import INCOMING, OUTGOING
from kb.store import LinkedNode, Passage

_WIDTH = 300
_TRUNK = 14
_INDENT = 32
_BOX = 26
_STEP = 34
_MOST = 6
_LETTERS = 38
_FEW = 2
# Weightiest first: what is shown when there is too much.
_ORDER = (
    EdgeType.EXCEPTS,
    EdgeType.OVERRIDES,
    EdgeType.CONTRADICTS,
    EdgeType.AMENDS,
    EdgeType.PRECEDES,
    EdgeType.RELATED,
    EdgeType.CITES,
    EdgeType.RESTATES,
    EdgeType.USES,
)
_STRONG = frozenset({EdgeType.EXCEPTS, EdgeType.OVERRIDES, EdgeType.CONTRADICTS, EdgeType.AMENDS})

Ties = Mapping[EdgeType, list[LinkedNode]]


@dataclass(frozen=True, slots=True)
class _Near:
    """A neighbour: what it is called, what ties it, where it leads."""

    label: str
    tie: str
    href: str
    strong: bool


def picture(book: Book, passage: Passage, linker: Linker, outgoing: Ties, incoming: Ties) -> Markup | None:
    """The picture as SVG; None for a rule with hardly a neighbour."""
    above, more_above = _near(book, linker, incoming, INCOMING, {passage.id})
    below, more_below = _near(book, linker, outgoing, OUTGOING, {passage.id})
    if len(above) + len(below) < _FEW:
        return None
    parts: list[str] = []
    top = (_STEP if more_above else 0) + len(above) * _STEP
    if above:
        parts.append(_line(_TRUNK, _first(more_above), _TRUNK, top))
        parts.append(_arrow(_TRUNK, top, down=True))
    for place, near in enumerate(above):
        y = (_STEP if more_above else 0) + place * _STEP
        parts += _row(near, y, arrow=False)
    if more_above:
        parts.append(_more(more_above, _BOX - 8))
    parts.append(_centre(book.label(passage.id), top))
    for place, near in enumerate(below, 1):
        parts += _row(near, top + place * _STEP, arrow=True)
    if below:
        parts.append(_line(_TRUNK, top + _BOX, _TRUNK, top + len(below) * _STEP + _BOX // 2))
    height = top + len(below) * _STEP + _BOX + 1
    if more_below:
        height += 24
        parts.append(_more(more_below, height - 8))
    name = escape(f"Voisinage de {book.label(passage.id)}")
    body = "".join(parts)
    return Markup(  # noqa: S704 - every text in it is escaped
        f'<svg class="net" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" role="group" aria-label="{name}">{body}</svg>'
    )


def _first(more: int) -> int:
    return _STEP + _BOX // 2 if more else _BOX // 2


def _near(
    book: Book, linker: Linker, ties: Ties, titles: Mapping[EdgeType, str], known: set[str]
) -> tuple[list[_Near], int]:
    """The neighbours shown on one side, and how many are left out; terms only where little else is."""
    found: dict[str, _Near] = {}
    for kind in _ORDER:
        if kind is EdgeType.USES and len(found) >= _FEW:
            continue
        for link in _new(ties.get(kind, ()), found, known):
            found[link.id] = _Near(book.label(link.id), titles[kind], linker.href(link.id), kind in _STRONG)
    known |= found.keys()
    every = list(found.values())
    return every[:_MOST], max(0, len(every) - _MOST)


def _new(links: Iterable[LinkedNode], found: Mapping[str, _Near], known: set[str]) -> Iterator[LinkedNode]:
    return (link for link in links if link.id not in found and link.id not in known)


def _row(near: _Near, y: int, *, arrow: bool) -> Iterator[str]:
    middle = y + _BOX // 2
    yield _line(_TRUNK, middle, _INDENT, middle)
    if arrow:
        yield _arrow(_INDENT, middle, down=False)
    look = ' class="strong"' if near.strong else ""
    yield (
        f'<a href="{escape(near.href)}"{look} aria-label="{escape(near.tie)} : {escape(near.label)}">'
        f'<rect x="{_INDENT}" y="{y + 0.5}" width="{_WIDTH - _INDENT - 1}" height="{_BOX}" rx="4"/>'
        f'<text x="{_INDENT + 9}" y="{y + 17}">{escape(_cut(near.label))}</text></a>'
    )


def _centre(label: str, y: int) -> str:
    return (
        f'<g class="here"><rect x="0.5" y="{y + 0.5}" width="{_WIDTH - 1}" height="{_BOX}" rx="4"/>'
        f'<text x="9" y="{y + 17}">{escape(_cut(label))}</text></g>'
    )


def _line(x: int, y: int, to_x: int, to_y: int) -> str:
    return f'<path d="M{x} {y}L{to_x} {to_y}"/>'


def _arrow(x: int, y: int, *, down: bool) -> str:
    """A head that points down, or to the right."""
    points = f"M{x - 4} {y - 6}L{x} {y}L{x + 4} {y - 6}z" if down else f"M{x - 6} {y - 4}L{x} {y}L{x - 6} {y + 4}z"
    return f'<path class="head" d="{points}"/>'


def _more(count: int, y: int) -> str:
    return f'<text class="more" x="{_INDENT}" y="{y}">et {count} autre{"s" if count > 1 else ""}</text>'


def _cut(label: str) -> str:
    return label if len(label) <= _LETTERS else label[: _LETTERS - 1].rstrip(" ,;:.") + "…"
