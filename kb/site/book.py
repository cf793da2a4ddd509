"""One work held in memory: its provisions in reading order, what stands below each, and what they are called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from kb.model import EdgeType, Kind, Status
from kb.model.clauses import clauses_of, provision_of
from kb.model.french import disambiguated, kind_name, named, shortened
from kb.model.words import title_key
from kb.store import CrossReferenceRow, KnowledgeBase, LinkedNode, Passage, View, WorkInfo, search
from kb.system.grouping import by_key

if TYPE_CHECKING:
    from kb.site.margin import Note

# What a page shows in full below the provision that holds it, unless something stands below it that is not.
_IN_FULL = frozenset({Kind.RULE, Kind.STEP, Kind.EXAMPLE, Kind.NOTE, Kind.TABLE, Kind.SEQUENCE, Kind.FAQ})
_IF_LEAF = frozenset({Kind.ABILITY, Kind.KEYWORD, Kind.PROFILE})
# So many of the things that a text announces are told with its first words.
_FIRST = 4
# What no reader looks up in the tree of a work.
_UNLISTED = frozenset({Kind.RULE, Kind.STEP, Kind.EXAMPLE, Kind.NOTE, Kind.TABLE, Kind.ROW})


class Book:
    """A work as one view shows it."""

    def __init__(self, base: KnowledgeBase, info: WorkInfo, view: View) -> None:
        """Read every provision of the work."""
        self.base, self.info, self.view = base, info, view
        ids = base.all_ids(info.work, view, units=True)
        self.passages = {passage.id: passage for passage in base.passages(ids, view)}
        restated = [passage.id for passage in self.pages() if passage.summary is not None]
        self.precis = {passage.id: passage for passage in base.passages(restated, "precis")}
        self.names = self._names()
        self.modes = self._modes()
        self.former = tuple(
            (f"{info.work}/{name}", identifier)
            for name, identifier in base.names(info.work, ("former",))
            if identifier in self.passages and f"{info.work}/{name}" not in self.passages
        )
        # What stands directly below each provision; its units: paragraphs, bullets and rows; the texts that it replaces.
        self.children: dict[str, list[Passage]] = defaultdict(list)
        self.units: dict[str, list[Passage]] = defaultdict(list)
        self.versions: dict[str, list[Passage]] = defaultdict(list)
        for passage in self.passages.values():
            self._place(passage)
        self._linked = tuple(self._edges(incoming=incoming) for incoming in (False, True))
        self._references = base.cross_references(info.work)
        self.vocabulary = self._vocabulary()
        # How many words the terms have that begin with a word, the most first.
        sizes = {(len(term.split()), term.partition(" ")[0]) for term in self.vocabulary}
        self.heads = by_key((head, size) for size, head in sorted(sizes, reverse=True))
        self.label = cache(self._label)
        # Texts rendered already, for `kb.site.markdown`: what it kept of them, by id, layer, Markdown, and whether with notes.
        self.drafts: dict[tuple[str, str, str, bool], str] = {}
        # The heads of columns as links, empty for what names nothing, for `kb.site.linking`.
        self.column_heads: dict[str, str] = {}
        # The notes of each provision, for `kb.site.margin`.
        self.notes: dict[str, tuple[Note, ...]] = {}
        self.policy = base.policy(info.work)
        # When an ability is used: in our words where an editor says it, else in the words printed, the text's where there is one.
        said = {identifier: usage.timing for identifier, usage in base.usages(info.work) if usage.timing}
        self.windows = base.times_printed(info.work, view) | said

    def _modes(self) -> dict[str, str]:
        """The modes as a person reads them: each by the first of the names that players give it, where they give it one."""
        named = {"base": "règles de base"} | dict(reversed(search.lexicon(self.base, self.info.work).modes))
        shown = {mode: named.get(mode, mode.replace("-", " ")) for mode in self.info.modes}
        return {mode: name[:1].upper() + name[1:] for mode, name in shown.items()}

    def _names(self) -> dict[str, tuple[str, ...]]:
        """The other names of each provision: not its title again, nor an index entry (« Choc, recul »)."""
        names: dict[str, dict[str, str]] = defaultdict(dict)
        for name, identifier in self.base.names(self.info.work, ("alias",)):
            passage = self.passages.get(identifier)
            if passage is not None and "," not in name and title_key(name) != title_key(passage.title):
                names[identifier].setdefault(title_key(name), name)
        return {identifier: tuple(found.values()) for identifier, found in names.items()}

    def _place(self, passage: Passage) -> None:
        if passage.status is Status.SUPERSEDED and passage.superseded_by:
            self.versions[passage.superseded_by].append(passage)
        parent = self.passages.get(passage.parent or "")
        if parent is None:
            return
        if passage.is_unit:
            # The précis may cut a rule otherwise than its text does: a page shows one of the two.
            if passage.layer == parent.layer:
                self.units[parent.id].append(passage)
        elif passage.status is not Status.SUPERSEDED:
            self.children[parent.id].append(passage)

    def _vocabulary(self) -> frozenset[str]:
        """The keys of the terms that running text mentions."""
        uses = (link for passage in self.pages() for link in self.links(passage.id) if link.type == EdgeType.USES)
        return frozenset(link.printed.casefold() for link in uses)

    # What stands where

    def labels(self, identifiers: Iterable[str]) -> dict[str, str]:
        """What each of some provisions is called where they are listed together."""
        return disambiguated((one, self.label(one), self.passages[provision_of(one)].path) for one in identifiers)

    def pages(self) -> Iterator[Passage]:
        """Every provision that has a page of its own, in reading order."""
        return (passage for passage in self.passages.values() if not passage.is_unit)

    def roots(self) -> list[Passage]:
        """The parts of the work: what stands below nothing."""
        return [
            passage
            for passage in self.pages()
            if passage.status is not Status.SUPERSEDED and passage.parent not in self.passages
        ]

    def listed_below(self, passage: Passage) -> list[Passage]:
        """What the tree of the work shows below a provision: headings, and the titled rules of a chapter, not of a glossary entry."""
        return [child for child in self.children[passage.id] if self._listed(passage, child)]

    def _listed(self, above: Passage, child: Passage) -> bool:
        if child.kind is Kind.FAQ and not self.children[child.id]:
            return False
        if child.kind is Kind.RULE and above.kind is not Kind.DEFINITION:
            return bool(self.own_title(child) or self.children[child.id])
        return child.kind not in _UNLISTED or not self.in_full(child)

    def size(self, passage: Passage) -> int:
        """How many lines of the tree of the work a provision takes, with all below it."""
        return 1 + sum(self.size(child) for child in self.listed_below(passage))

    def holder(self, passage: Passage) -> str:
        """The id of what holds a provision; its own where this view shows nothing above it."""
        return passage.parent if passage.parent in self.passages and passage.parent else passage.id

    def cited(self, cites: Iterable[str]) -> list[str]:
        """The ids of the rules that some references within the work name, those alone that this view shows.

        A unit that only the other layer has, which no page shows, gives its rule.
        """
        ids = (f"{self.info.work}/{cite}" for cite in cites)
        held = [self.passages[identifier] for identifier in ids if identifier in self.passages]
        shown = (one.parent if one.is_unit and one not in self.units[one.parent or ""] else one.id for one in held)
        return list(dict.fromkeys(filter(None, shown)))

    def above(self, passage: Passage) -> list[Passage]:
        """The provisions that hold this one, the outermost first."""
        found: list[Passage] = []
        parent = self.passages.get(passage.parent or "")
        while parent is not None and parent not in found:
            found.insert(0, parent)
            parent = self.passages.get(parent.parent or "")
        return found

    def in_full(self, passage: Passage) -> bool:
        """True for what a page shows in full below its parent."""
        below = self.children[passage.id]
        if passage.kind in _IF_LEAF:
            return not below
        if passage.subkind == "index":
            return False
        return passage.kind in _IN_FULL and all(self.in_full(child) for child in below)

    # Links

    def links(self, identifier: str, *, incoming: bool = False) -> list[LinkedNode]:
        """The edges from a provision (or to it) whose other end this view shows."""
        return self._linked[incoming].get(identifier, [])

    def _edges(self, *, incoming: bool) -> dict[str, list[LinkedNode]]:
        found = self.base.edges_within(self.info.work, incoming=incoming, view=self.view)
        return {end: [link for link in links if link.id in self.passages] for end, links in found.items()}

    def references(self, identifier: str, layer: str) -> list[CrossReferenceRow]:
        """The references printed in a provision, in order, as one of its layers prints them."""
        return self._references.get((identifier, layer), [])

    def gathered(self, passage: Passage, *, incoming: bool = False) -> list[LinkedNode]:
        """The edges of a provision and of its units, those among themselves left out."""
        return [link for _end, link in self.ends(passage, incoming=incoming)]

    def ends(self, passage: Passage, *, incoming: bool) -> Iterator[tuple[str, LinkedNode]]:
        """The same, each after the provision or the unit that it ends at."""
        own = [passage.id, *(unit.id for unit in self.units[passage.id])]
        return ((end, link) for end in own for link in self.links(end, incoming=incoming) if link.id not in own)

    # Names

    def meaning(self, name: str) -> str:
        """The provision that a name means, where it means one alone that this view shows, or opens the title of one."""
        found = self.base.lookup(name, self.info.work, self.view) if name[:1].isalpha() else ()
        shown = [one for one in found if one in self.passages]
        titled = [one for one in shown if self.passages[one].title.partition(" ")[0] == name]
        return shown[0] if len(shown) == 1 else titled[0] if len(titled) == 1 else ""

    def teaser(self, passage: Passage, length: int) -> str:
        """The first words of a provision, or of what stands below it, at most `length` signs."""
        text = next(filter(None, (passage.own, self.base.printed(passage), passage.text)), "")
        if not text or text.endswith(":"):
            text = f"{text} {' · '.join(self._announced(passage, length))}".strip()
        return shortened(text, length)

    def _announced(self, passage: Passage, length: int) -> Iterator[str]:
        """What a provision lists, or the units that follow one, the first of them: titles, else words."""
        # What is announced last by a text stands below its rule.
        held = (self.units[passage.id] if passage.own else ()) or self.children[passage.id]
        if passage.is_unit:
            siblings = self.units[passage.parent or ""]
            place = next((at for at, unit in enumerate(siblings, 1) if unit.id == passage.id), len(siblings))
            following = [unit for unit in siblings[place:] if unit.form == siblings[place].form]
            held = following or self.children[passage.parent or ""]
        for child in held[:_FIRST]:
            yield shortened((not child.is_unit and self.own_title(child)) or child.own or child.text, length).rstrip(
                " ;"
            )

    def means(self, term: Passage) -> str:
        """What a term means: the first sentence of its definition, in our words where there are some."""
        said = self.precis.get(term.id) or term
        first = next(iter(clauses_of(said.own or said.text)), "")
        meaning = shortened(first.removeprefix(f"{term.title} : "), 180)
        return meaning[:1].upper() + meaning[1:]

    def own_title(self, passage: Passage) -> str:
        """The title of a provision, empty where it only repeats that of its parent."""
        parent = self.passages.get(passage.parent or "")
        repeats = parent is not None and parent.title == passage.title
        return "" if repeats and passage.kind in {Kind.RULE, Kind.STEP, Kind.FAQ} else passage.title

    def _label(self, identifier: str) -> str:
        """What a provision is called in a link: `35.3 Déplacement`, `Étape 2 – Frapper`, `26 Collision, § 1`."""
        passage = self.passages[identifier]
        title, own = passage.title or kind_name(passage.kind, passage.subkind), self.own_title(passage)
        if passage.is_unit:
            head = self.label(passage.parent) if passage.parent and passage.parent in self.passages else passage.title
            key = passage.id.partition("#")[2]
            if passage.kind is Kind.DEFINITION and passage.title:
                return f"{passage.title} ({head})"
            return f"{head}, § {key}" if key.isdigit() else f"{head}, note"
        name = named(passage.kind, passage.number, title)
        if passage.kind is Kind.STEP and passage.number and not own:
            name = f"{title}, étape {passage.number}"
        elif passage.kind is Kind.FAQ and not own:
            name = f"{title}, question {passage.id.rpartition('/')[2]}"
        return f"{name} (texte remplacé)" if passage.status is Status.SUPERSEDED and "@" in passage.id else name
