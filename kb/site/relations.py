"""What surrounds a provision: related subjects, citations, exceptions, errata, doubtful references, as links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from kb.model import EdgeType, How, Kind
from kb.site.book import Book, Item
from kb.site.linking import Linker
from kb.site.wording import DOUBTS, INCOMING, OUTGOING
from kb.store import LinkedNode, Passage

# Longer lists are closed at first, their count shown.
_LONGEST_OPEN = 8
# Found by reading the text, not printed as references: shown after the rest, closed at first.
_CLOSED = frozenset({EdgeType.USES})
_UNSHOWN = frozenset({EdgeType.CONTAINS, EdgeType.DEFINES})
_SYMMETRIC = frozenset({EdgeType.CONTRADICTS})


Ties = dict[EdgeType, list[LinkedNode]]


@dataclass(frozen=True, slots=True)
class Panel:
    """A titled list of links, closed at first when it is long or merely deduced."""

    title: str
    items: tuple[Item, ...]
    closed: bool = False


def ties(book: Book, passage: Passage) -> tuple[Ties, Ties]:
    """The edges from a provision and its units, and those to it, by type, one an other end."""
    outgoing = _by_type(book.gathered(passage))
    incoming = _by_type(book.gathered(passage, incoming=True))
    for kind in _SYMMETRIC:
        known = {link.id for link in outgoing[kind]}
        outgoing[kind] += [link for link in incoming.pop(kind, []) if link.id not in known]
    return outgoing, incoming


def panels(book: Book, passage: Passage, linker: Linker, out: Ties, into: Ties) -> tuple[Panel, ...]:
    """The panels of a provision's page, the weightiest first; `out` and `into` are its ties."""
    outgoing, incoming = dict(out), dict(into)
    related, inherited = _related(book, passage, outgoing.pop(EdgeType.RELATED, []))
    weighty = [
        _panel(book, linker, title, table.get(kind, []), kind)
        for titles, table in ((INCOMING, incoming), (OUTGOING, outgoing))
        for kind, title in titles.items()
        if kind not in {EdgeType.CITES, EdgeType.RELATED, EdgeType.USES}
    ]
    title = f"Sujets connexes de {inherited}" if inherited else OUTGOING[EdgeType.RELATED]
    lost = tuple(_lost(book, passage, linker, related=True))
    near = Panel(title, (*_items(book, linker, related), *lost))
    cited = [
        _panel(book, linker, OUTGOING[EdgeType.CITES], outgoing.get(EdgeType.CITES, []), EdgeType.CITES),
        Panel("Renvois incertains", tuple(_lost(book, passage, linker, related=False))),
        *(
            _panel(book, linker, INCOMING[kind], incoming.get(kind, []), kind)
            for kind in (EdgeType.CITES, EdgeType.RELATED)
        ),
    ]
    cited_already = {link.id for kind in (EdgeType.CITES, EdgeType.RELATED) for link in incoming.get(kind, [])}
    mentions = [link for link in incoming.get(EdgeType.USES, []) if link.id not in cited_already]
    words = [
        _panel(book, linker, INCOMING[EdgeType.USES], mentions, EdgeType.USES),
        _panel(book, linker, OUTGOING[EdgeType.USES], outgoing.get(EdgeType.USES, []), EdgeType.USES),
    ]
    return tuple(panel for panel in (*weighty, near, *cited, *words) if panel.items)


def cited_count(book: Book, passage: Passage) -> int:
    """How many provisions cite one, or its units, in so many words."""
    kinds = {EdgeType.CITES, EdgeType.RELATED}
    return len(
        {link.id for link in book.gathered(passage, incoming=True) if link.type in kinds and link.how != How.INFERRED}
    )


def _by_type(links: Iterable[LinkedNode]) -> Ties:
    """The links of each type, one an other end, those printed or declared before those deduced."""
    found: Ties = defaultdict(list)
    met: set[tuple[EdgeType, str]] = set()
    for link in sorted(links, key=lambda link: link.how == How.INFERRED):
        kind = EdgeType(link.type)
        if kind not in _UNSHOWN and (kind, link.id) not in met:
            met.add((kind, link.id))
            found[kind].append(link)
    return found


def _related(book: Book, passage: Passage, own: list[LinkedNode]) -> tuple[list[LinkedNode], str]:
    """The subjects printed below a provision; a rule without any has those of its entry, whose name is given."""
    if own or passage.kind not in {Kind.RULE, Kind.STEP}:
        return own, ""
    for above in reversed(book.above(passage)):
        links = [link for link in book.links(above.id) if link.type == EdgeType.RELATED]
        if links:
            return links, book.label(above.id)
    return [], ""


def _panel(book: Book, linker: Linker, title: str, links: list[LinkedNode], kind: EdgeType) -> Panel:
    items = tuple(_items(book, linker, links))
    return Panel(title, items, kind in _CLOSED or len(items) > _LONGEST_OPEN)


def _items(book: Book, linker: Linker, links: Iterable[LinkedNode]) -> Iterable[Item]:
    for link in links:
        note = link.reason or ("déduit" if link.how == How.INFERRED and link.type != EdgeType.USES else "")
        yield Item(book.label(link.id), linker.href(link.id), note)


def _lost(book: Book, passage: Passage, linker: Linker, *, related: bool) -> Iterable[Item]:
    """The references printed in a provision that lead nowhere, or to several places, or to the wrong one."""
    if "@" in passage.id:
        return
    seen: set[tuple[str, str]] = set()
    for row in book.references(passage.id, passage.layer):
        if row.resolution == "resolved" or (row.form == "related") != related or (row.printed, row.target) in seen:
            continue
        seen.add((row.printed, row.target))
        known = [candidate for candidate in row.candidates if candidate in book.passages]
        note = f"renvoi incertain : {DOUBTS[row.resolution]}"
        if not known:
            yield Item(f"« {row.printed} »", "", note)
        for candidate in known:
            yield Item(f"« {row.printed} » : {book.label(candidate)}", linker.href(candidate), note)
