"""The page of a provision: its text, what stands below it, what it replaces, where it comes from."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from kb.model import EdgeType, How, Kind, Notion, Status
from kb.site import urls
from kb.site.book import Book
from kb.site.margin import changes, notes
from kb.site.markdown import Linker
from kb.site.relations import CITING, Item, Panel, panels, picture, ties
from kb.store import Passage
from kb.timing import Timeline

# Longer lists of moments are closed at first.
_MANY = 5
# How many provisions of the same section are shown on either side, and how many sections of a page make a list of them.
_AROUND, _FEW = 6, 3
_ENTRIES = frozenset(
    {Kind.SECTION, Kind.DEFINITION, Kind.ABILITY, Kind.KEYWORD, Kind.PROFILE, Kind.ERRATUM, Kind.SEQUENCE}
)
_ORDER = re.compile(r"^(?:Remplacer|Ajouter|Supprimer)\b")


class RulePages:
    """Makes the page of each provision of a work; `compared` are the notions that other games have too."""

    def __init__(self, book: Book, timeline: Timeline, compared: Sequence[Notion]) -> None:
        """Lay out the reading order: that of the rules, and for the entries that hold them, theirs."""
        self.book, self._compared = book, compared
        rules = [passage for passage in book.pages() if passage.status is not Status.SUPERSEDED]
        entries = [passage for passage in rules if passage.kind in _ENTRIES or book.children[passage.id]]
        self._around: dict[str, tuple[str | None, str | None]] = {}
        for order in (rules, entries):
            ids = [passage.id for passage in order]
            self._around |= dict(zip(ids, zip([None, *ids[:-1]], [*ids[1:], None], strict=True), strict=True))
        # The moments that cite each rule: what they are called, and their id.
        self._moments: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for node in timeline.walk():
            path = [moment.title for moment in timeline.path(node.moment.id)]
            for cite in node.moment.cites:
                self._moments[f"{book.info.work}/{cite}"].append((" › ".join(path[-2:]), node.moment.id))

    def page(self, passage: Passage) -> dict[str, object]:
        """What the template of a provision shows besides the passage itself."""
        book, page = self.book, urls.page_path(passage.id)
        links = Linker(book, page, self._shown_below(passage))
        above, (outgoing, incoming) = book.above(passage), ties(book, passage)
        titles = {item.title.casefold() for item in (*above, passage)}
        document = passage.path[0] if passage.path else ""
        document_cited = document if document != passage.title else ""
        previous, following = self._around.get(passage.id, (None, None))
        return {
            "rules": self,
            "links": links,
            "passage": passage,
            "part": document if document.casefold() not in titles else "",
            "above": above,
            "redirect": [link.id for link in book.links(passage.id) if link.type == EdgeType.CITES],
            "changes": changes(book, passage) if passage.kind is Kind.ERRATUM else [],
            "panels": [*panels(book, passage, links, outgoing, incoming), *self._elsewhere(passage, page)],
            "previous": previous,
            "next": following,
            "citation": ", ".join(filter(None, (book.info.title, document_cited, book.label(passage.id)))),
            "picture": picture(outgoing, incoming),
            "siblings": self._siblings(passage),
            "contents": self._contents(passage),
        }

    def _siblings(self, passage: Passage) -> list[Passage | None]:
        """The provisions of the same section, this one among them, those far from it left out (None); nothing where it stands alone."""
        parent = self.book.passages.get(passage.parent or "")
        held = self.book.roots() if parent is None else self.book.children[parent.id]
        ids = [one.id for one in held]
        if passage.id not in ids or len(held) == 1:
            return []
        here = ids.index(passage.id)
        first = max(0, min(here - _AROUND, len(held) - 2 * _AROUND - 1))
        shown: list[Passage | None] = [*held[first : first + 2 * _AROUND + 1]]
        return [*([None] if first else []), *shown, *([None] if first + len(shown) < len(held) else [])]

    def _contents(self, passage: Passage) -> list[Passage]:
        """What a page shows in full below its own text, where there is enough of it to be lost in."""
        shown = [child for child in self.book.children[passage.id] if self.book.in_full(child) and self.title(child)]
        return shown if len(shown) >= _FEW else []

    def text(self, passage: Passage, links: Linker, prefix: str) -> Markup:
        """The text of a provision with the anchors of all its units; an erratum's orders are shown as what they change."""
        units = self.book.units[passage.id]
        if passage.kind is not Kind.ERRATUM or not any(_ORDER.match(unit.text) for unit in units):
            return links.html(passage, prefix, notes=notes(self.book, passage))
        kept = [unit.markdown for unit in units if unit.kind in {Kind.NOTE, Kind.EXAMPLE}]
        return links.html(passage, prefix, "\n\n".join(kept))

    def title(self, child: Passage) -> str:
        """The title of a provision on the page of what holds it, unless its text opens with it, as a numbered step's does."""
        opens = child.kind is Kind.STEP and bool(child.title) and child.own.startswith(child.title)
        return "" if opens and self.book.in_full(child) else self.book.own_title(child)

    def mark(self, child: Passage) -> str:
        """What stands in the margin of a provision on the page of what holds it."""
        if child.kind is Kind.FAQ and not child.number and not self.book.own_title(child):
            return child.id.rpartition("/")[2]
        return child.number or ""

    def cited(self, child: Passage) -> int:
        """How many provisions cite one, or its units, in so many words."""
        links = self.book.gathered(child, incoming=True)
        return len({link.id for link in links if link.type in CITING and link.how != How.INFERRED})

    def _elsewhere(self, passage: Passage, page: str) -> Iterator[Panel]:
        """Where a rule stands in the sequence of play, and the notions that it is compared by."""
        ids = [passage.id, *(unit.id for unit in self.book.units[passage.id])]
        sequence = urls.part_page(self.book.info.work, "deroulement")
        moments = dict.fromkeys(moment for identifier in ids for moment in self._moments.get(identifier, ()))
        notions = [notion for notion in self._compared if passage.id in notion.cites]
        played = tuple(Item(label, urls.relative(page, sequence, moment)) for label, moment in moments)
        elsewhere = tuple(Item(one.title, urls.relative(page, urls.notion_page(one.id))) for one in notions)
        for title, items in (("Dans le déroulement", played), ("Dans les autres jeux", elsewhere)):
            if items:
                yield Panel(title, items, len(items) > _MANY)

    def _shown_below(self, passage: Passage) -> Iterator[str]:
        for child in self.book.children[passage.id]:
            if self.book.in_full(child):
                yield child.id
                yield from self._shown_below(child)
