"""What surrounds a provision: its panels of links, its neighbourhood as a picture."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from kb.model import EdgeType, How, Kind
from kb.model.clauses import provision_of
from kb.model.french import DOUBTS, WORDS
from kb.site.book import Book
from kb.site.margin import notes
from kb.site.markdown import Linker
from kb.store import CrossReferenceRow, LinkedNode, Passage

# Longer lists are closed at first, their count shown.
_LONGEST_OPEN = 8
_UNSHOWN = frozenset({EdgeType.CONTAINS, EdgeType.DEFINES})
CITING = (EdgeType.CITES, EdgeType.RELATED)
_INCOMING, _OUTGOING = WORDS["incoming"], WORDS["outgoing"]
# Terms are found by reading the text, not printed as references: shown after the rest, closed at first.
_WEIGHTY = tuple(kind for kind in _OUTGOING if kind not in {*CITING, EdgeType.USES})
# The picture shows so many neighbours in all at least.
_FEW = 2

Ties = Mapping[str, list[LinkedNode]]
"""Edges by type."""


class Item(NamedTuple):
    """A link; `href` is empty where a reference leads nowhere; `note` says why it stands here."""

    label: str
    href: str
    note: str = ""


class Panel(NamedTuple):
    """A titled list of links, closed at first when it is long or merely deduced."""

    title: str
    items: tuple[Item, ...]
    closed: bool = False


def ties(book: Book, passage: Passage) -> tuple[Ties, Ties]:
    """The edges from a provision and its units, and those to it, by type, one an other end."""
    outgoing, incoming = (_by_type(book.gathered(passage, incoming=incoming)) for incoming in (False, True))
    known = {link.id for link in outgoing[EdgeType.CONTRADICTS]}
    outgoing[EdgeType.CONTRADICTS] += [link for link in incoming.pop(EdgeType.CONTRADICTS, []) if link.id not in known]
    return outgoing, incoming


def _by_type(links: Iterable[LinkedNode]) -> dict[str, list[LinkedNode]]:
    """The links of each type, one an other end, those printed or declared before those deduced."""
    found: dict[str, dict[str, LinkedNode]] = defaultdict(dict)
    for link in sorted(links, key=lambda link: link.how == How.INFERRED):
        if link.type not in _UNSHOWN:
            found[link.type].setdefault(link.id, link)
    return defaultdict(list, {kind: list(linked.values()) for kind, linked in found.items()})


def panels(book: Book, passage: Passage, links: Linker, outgoing: Ties, incoming: Ties) -> list[Panel]:
    """The panels of a provision's page, the weightiest first, without what its notes lead to."""
    noted = {provision_of(note.other) for note in notes(book, passage)}
    outgoing, incoming = (
        {kind: [link for link in held if provision_of(link.id) not in noted] for kind, held in ties.items()}
        for ties in (outgoing, incoming)
    )

    def panel(titles: Mapping[str, str], ties: Ties, kind: str) -> Panel:
        items = _items(book, links, ties.get(kind, ()))
        return Panel(titles[kind], items, kind == EdgeType.USES or len(items) > _LONGEST_OPEN)

    related, inherited = _related(book, passage, outgoing.get(EdgeType.RELATED, []))
    title = f"Sujets connexes de {inherited}" if inherited else _OUTGOING[EdgeType.RELATED]
    citing = {link.id for kind in CITING for link in incoming.get(kind, ())}
    mentioned = [link for link in incoming.get(EdgeType.USES, ()) if link.id not in citing]
    found = [
        *(panel(_INCOMING, incoming, kind) for kind in _WEIGHTY if kind in incoming),
        *(panel(_OUTGOING, outgoing, kind) for kind in _WEIGHTY if kind in outgoing),
        Panel(title, (*_items(book, links, related), *_lost(book, passage, links, related=True))),
        panel(_OUTGOING, outgoing, EdgeType.CITES),
        Panel("Renvois incertains", tuple(_lost(book, passage, links, related=False))),
        *(panel(_INCOMING, incoming, kind) for kind in CITING),
        panel(_INCOMING, {EdgeType.USES: mentioned}, EdgeType.USES),
        panel(_OUTGOING, outgoing, EdgeType.USES),
    ]
    return [panel for panel in found if panel.items]


def _related(book: Book, passage: Passage, own: list[LinkedNode]) -> tuple[list[LinkedNode], str]:
    """The subjects printed below a provision; a rule without any has those of its entry, whose name is given."""
    if own or passage.kind not in {Kind.RULE, Kind.STEP}:
        return own, ""
    for above in reversed(book.above(passage)):
        links = [link for link in book.links(above.id) if link.type == EdgeType.RELATED]
        if links:
            return links, book.label(above.id)
    return [], ""


def _items(book: Book, links: Linker, linked: Iterable[LinkedNode]) -> tuple[Item, ...]:
    listed = tuple(linked)
    labels = book.labels(link.id for link in listed)
    return tuple(
        Item(
            labels[link.id],
            links.href(link.id),
            link.reason or ("déduit" if link.how == How.INFERRED and link.type != EdgeType.USES else ""),
        )
        for link in listed
    )


def _lost(book: Book, passage: Passage, links: Linker, *, related: bool) -> Iterator[Item]:
    """The references printed in a provision that lead nowhere, or to several places, or to the wrong one."""
    if "@" in passage.id:
        return
    rows: dict[tuple[str, str], CrossReferenceRow] = {}
    for row in book.references(passage.id, passage.layer):
        if row.resolution != "resolved" and (row.form == "related") == related:
            rows.setdefault((row.printed, row.target), row)
    for row in rows.values():
        known = [candidate for candidate in row.candidates if candidate in book.passages]
        note = f"renvoi incertain : {DOUBTS[row.resolution]}"
        if not known:
            yield Item(f"« {row.printed} »", "", note)
        for candidate in known:
            yield Item(f"« {row.printed} » : {book.label(candidate)}", links.href(candidate), note)


def picture(outgoing: Ties, incoming: Ties) -> tuple[dict[str, str], ...]:
    """The neighbours above and below a rule, by id, with what ties them; nothing for a rule with hardly any."""
    sides = tuple(_near(ties) for ties in (incoming, outgoing))
    return sides if sum(map(len, sides)) >= _FEW else ()


def _near(ties: Ties) -> dict[str, str]:
    """The neighbours on one side; terms only where little else is."""
    found: dict[str, str] = {}
    for kind in _OUTGOING:
        if kind != EdgeType.USES or len(found) < _FEW:
            for link in ties.get(kind, ()):
                found.setdefault(link.id, kind)
    return found
