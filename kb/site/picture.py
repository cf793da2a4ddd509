"""The neighbourhood of a rule as a picture: what leads to it above, what it leads to below; every box is a link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kb.model import EdgeType
from kb.site.book import Book
from kb.site.linking import Linker
from kb.site.wording import INCOMING, OUTGOING
from kb.store import LinkedNode, Passage

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
class Near:
    """A neighbour: what it is called in full and in short, what ties it, where it leads."""

    label: str
    short: str
    tie: str
    href: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A rule between what leads to it and what it leads to, and how many more there are of each."""

    label: str
    short: str
    above: tuple[Near, ...]
    more_above: int
    below: tuple[Near, ...]
    more_below: int


def picture(book: Book, passage: Passage, linker: Linker, outgoing: Ties, incoming: Ties) -> Picture | None:
    """What the picture shows; None for a rule with hardly a neighbour."""
    above = _near(book, linker, incoming, INCOMING, passage.id)
    below = _near(book, linker, outgoing, OUTGOING, passage.id)
    if min(len(above), _MOST) + min(len(below), _MOST) < _FEW:
        return None
    label = book.label(passage.id)
    shown = [tuple(found.values())[:_MOST] for found in (above, below)]
    more = [max(0, len(found) - _MOST) for found in (above, below)]
    return Picture(label, _cut(label), shown[0], more[0], shown[1], more[1])


def _near(book: Book, linker: Linker, ties: Ties, titles: Mapping[EdgeType, str], centre: str) -> dict[str, Near]:
    """The neighbours on one side, by id; terms only where little else is."""
    found: dict[str, Near] = {}
    for kind in _ORDER:
        if kind is EdgeType.USES and len(found) >= _FEW:
            continue
        for link in ties.get(kind, ()):
            if link.id not in found and link.id != centre:
                label = book.label(link.id)
                found[link.id] = Near(label, _cut(label), titles[kind], linker.href(link.id), kind in _STRONG)
    return found


def _cut(label: str) -> str:
    return label if len(label) <= _LETTERS else label[: _LETTERS - 1].rstrip(" ,;:.") + "…"
