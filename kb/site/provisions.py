"""The page of a provision: its text, what stands below it, what it replaces, where it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from kb.model import EdgeType, Kind, Status
from kb.site import urls
from kb.site.book import Book, Item
from kb.site.errata import changes_at
from kb.site.linking import Linker
from kb.site.markdown import render
from kb.site.notions import Comparisons
from kb.site.picture import picture
from kb.site.relations import Panel, cited_count, panels, ties
from kb.site.sequence import Sequence
from kb.site.wording import kind_name
from kb.store import Passage

_TEASER = 170
# A summary of at most this many characters is shown open.
_SHORT = 320
# Longer lists of moments are closed at first.
_MANY = 5
_ENTRIES = frozenset(
    {Kind.SECTION, Kind.DEFINITION, Kind.ABILITY, Kind.KEYWORD, Kind.PROFILE, Kind.ERRATUM, Kind.SEQUENCE}
)
# What a page says above the title of a provision shown in full, for it is no rule.
_TOLD = frozenset({Kind.EXAMPLE, Kind.NOTE, Kind.TABLE})
_ORDER = re.compile(r"^(?:Remplacer|Ajouter|Supprimer)\b")


@dataclass(frozen=True, slots=True)
class Shown:
    """A provision shown in full, or by a link and its first words (`teaser`), on the page of another."""

    passage: Passage
    mark: str
    title: str
    genre: str
    href: str
    anchor: str
    html: Markup
    teaser: str
    cited: int
    children: tuple[Shown, ...]


class Provisions:
    """Makes the page of each provision of a work."""

    def __init__(self, book: Book, sequence: Sequence, comparisons: Comparisons) -> None:
        """Lay out the reading order: that of the rules, and that of the entries that hold them."""
        self.book, self._sequence, self._comparisons = book, sequence, comparisons
        in_force = [passage for passage in book.pages() if passage.status is not Status.SUPERSEDED]
        self._entries = [passage.id for passage in in_force if passage.kind in _ENTRIES or book.children(passage.id)]
        self._all = [passage.id for passage in in_force]
        self._entry_place = {identifier: place for place, identifier in enumerate(self._entries)}
        self._place = {identifier: place for place, identifier in enumerate(self._all)}

    def page(self, passage: Passage) -> dict[str, object]:
        """What the template of a provision shows beside the passage itself."""
        book, path = self.book, urls.page_path(passage.id)
        linker = Linker(book, path, self._shown_below(passage))
        previous, following = self._neighbours(passage, linker)
        precis = book.precis.get(passage.id)
        outgoing, incoming = ties(book, passage)
        return {
            "passage": passage,
            "heading": book.label(passage.id),
            "title": self._title(passage),
            "kind": kind_name(passage.kind, passage.subkind),
            "modes": [book.modes[mode] for mode in passage.scope] if len(book.info.modes) > 1 else [],
            "names": book.names.get(passage.id, ()),
            "trail": list(self._trail(passage, linker)),
            "html": self._text(passage, linker, ""),
            "summary": self._summary(passage, linker),
            "short": precis is not None and len(precis.text) <= _SHORT,
            "redirect": list(self._redirect(passage, linker)),
            "replaced_by": self._replaced_by(passage, linker),
            "changes": list(changes_at(book, passage, linker)),
            "children": [self._below(child, linker) for child in book.children(passage.id)],
            "panels": [*panels(book, passage, linker, outgoing, incoming), *self._elsewhere(passage, path)],
            "previous": previous,
            "next": following,
            "lines": _lines(passage),
            "citation": self._citation(passage),
            "picture": picture(book, passage, linker, outgoing, incoming),
        }

    def _elsewhere(self, passage: Passage, path: str) -> Iterator[Panel]:
        """Where a rule stands in the sequence of play, and the notions that it is compared by."""
        ids = [passage.id, *(unit.id for unit in self.book.units(passage.id))]
        for title, items in (
            ("Dans le déroulement", self._sequence.places(ids, path)),
            ("Dans les autres jeux", self._comparisons.near(passage.id, path)),
        ):
            if items:
                yield Panel(title, items, len(items) > _MANY)

    def _citation(self, passage: Passage) -> str:
        """How a player cites a provision: game, document, number and title."""
        document = passage.path[0] if passage.path and passage.path[0] != passage.title else ""
        parts = (self.book.info.title, document, self.book.label(passage.id))
        return ", ".join(part for part in parts if part)

    def _title(self, passage: Passage) -> str:
        """The heading without its number, which stands apart."""
        label = self.book.label(passage.id)
        return label.removeprefix(f"{passage.number} ") if passage.number else label

    # Text

    def _kept(self, passage: Passage) -> tuple[str, list[Passage]]:
        """The Markdown and the units to show: an erratum's orders are shown as what they change."""
        units = self.book.units(passage.id)
        if passage.kind is Kind.ERRATUM and any(_ORDER.match(unit.text) for unit in units):
            notes = [unit for unit in units if unit.kind in {Kind.NOTE, Kind.EXAMPLE}]
            return "\n\n".join(unit.markdown for unit in notes), notes
        return passage.markdown, units

    def _text(self, passage: Passage, linker: Linker, prefix: str) -> Markup:
        kept = self._kept(passage)
        html = render(passage, linker, prefix, kept)
        left = [unit for unit in self.book.units(passage.id) if unit not in kept[1]]
        anchors = Markup("").join(
            Markup('<span class="anchor" id="{}"></span>').format(f"{prefix}{urls.fragment(unit.id)}") for unit in left
        )
        return Markup("{}{}").format(anchors, html)

    def _summary(self, passage: Passage, linker: Linker) -> Markup | None:
        """The précis beside a text; an erratum's is its order, which the page shows as a change."""
        precis = self.book.precis.get(passage.id)
        if precis is None or passage.kind is Kind.ERRATUM:
            return None
        return render(precis, linker, None, (precis.markdown, ()))

    # Below

    def _shown_below(self, passage: Passage) -> Iterator[str]:
        for child in self.book.children(passage.id):
            if self.book.in_full(child):
                yield child.id
                yield from self._shown_below(child)

    def _below(self, child: Passage, linker: Linker) -> Shown:
        book, full = self.book, self.book.in_full(child)
        anchor = urls.shown_fragment(child.id)
        title = "" if full and _opens_with_title(child) else book.own_title(child)
        return Shown(
            passage=child,
            mark=self._mark(child),
            title=title,
            genre=kind_name(child.kind, child.subkind) if child.kind in _TOLD else "",
            href=urls.relative(linker.page, urls.page_path(child.id)),
            anchor=anchor if full else "",
            html=self._text(child, linker, f"{anchor}:") if full else Markup(""),
            teaser="" if full else book.teaser(child, _TEASER),
            cited=cited_count(book, child) if full else 0,
            children=tuple(self._below(below, linker) for below in book.children(child.id)) if full else (),
        )

    def _mark(self, child: Passage) -> str:
        """What stands in the margin of a provision shown in full."""
        if child.number:
            return child.number
        if child.kind is Kind.FAQ and not self.book.own_title(child):
            return child.id.rpartition("/")[2]
        return ""

    # Around

    def _item(self, identifier: str, linker: Linker) -> Item:
        return Item(self.book.label(identifier), linker.href(identifier))

    def _trail(self, passage: Passage, linker: Linker) -> Iterator[Item]:
        book = self.book
        yield Item(book.info.title, urls.relative(linker.page, urls.page_path(book.info.work)))
        above = book.above(passage)
        if passage.path and all(item.title.casefold() != passage.path[0].casefold() for item in (*above, passage)):
            yield Item(passage.path[0], "")
        for item in above:
            yield self._item(item.id, linker)

    def _neighbours(self, passage: Passage, linker: Linker) -> tuple[Item | None, Item | None]:
        """Before and after: among entries for an entry, among rules for a rule."""
        order, places = (
            (self._entries, self._entry_place) if passage.id in self._entry_place else (self._all, self._place)
        )
        place = places.get(passage.id)
        if place is None:
            return None, None
        near = [self._own_item(order[at], linker) if 0 <= at < len(order) else None for at in (place - 1, place + 1)]
        return near[0], near[1]

    def _own_item(self, identifier: str, linker: Linker) -> Item:
        """A link to the page of a provision, even one that this page shows in full."""
        return Item(self.book.label(identifier), urls.relative(linker.page, urls.page_path(identifier)))

    def _redirect(self, passage: Passage, linker: Linker) -> Iterator[Item]:
        if passage.redirect is not None:
            for link in self.book.links(passage.id):
                if link.type == EdgeType.CITES:
                    yield self._item(link.id, linker)

    def _replaced_by(self, passage: Passage, linker: Linker) -> Item | None:
        if passage.superseded_by in self.book.passages and passage.superseded_by is not None:
            return self._item(passage.superseded_by, linker)
        return None


def _opens_with_title(child: Passage) -> bool:
    """True for a numbered step that prints its title at its head."""
    return child.kind is Kind.STEP and bool(child.title) and child.own.startswith(child.title)


def _lines(passage: Passage) -> str:
    """`lignes 12-14, 20` of the source."""
    spans = passage.source.spans
    joined = ", ".join(str(span.start) if span.start == span.end else f"{span.start}–{span.end}" for span in spans)
    one = len(spans) == 1 and spans[0].start == spans[0].end
    return f"{'ligne' if one else 'lignes'} {joined}" if joined else ""
