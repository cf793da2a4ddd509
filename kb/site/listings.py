"""The pages about a whole work: its parts as a tree, its glossary, errata, questions and quality."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from kb.model import EdgeType, Kind, Resolution, Status
from kb.model.words import fold
from kb.site import urls
from kb.site.book import Book, Excerpt, Item
from kb.site.errata import Change, changes_of
from kb.site.linking import Linker
from kb.site.markdown import render
from kb.site.wording import STATES, grouped
from kb.store import Passage

_LEFT_OUT = frozenset({Kind.RULE, Kind.STEP, Kind.EXAMPLE, Kind.NOTE, Kind.TABLE, Kind.ROW})


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of the tree of a work and the lines below it; `count` is how many they are, it and all below."""

    number: str
    title: str
    href: str
    redirects: bool
    count: int
    children: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the glossary: where it is defined, its other names, and for a term defined inside a rule, that rule."""

    term: str
    href: str
    names: tuple[str, ...]
    inside: str
    redirects: bool


@dataclass(frozen=True, slots=True)
class Erratum:
    """An erratum with what it changes, and its own words where it changes nothing that the work holds."""

    item: Item
    trail: str
    changes: tuple[Change, ...]
    html: Markup


def link_figures(book: Book) -> tuple[tuple[str, str], ...]:
    """How well a work is linked: the share of its printed references that lead somewhere, and how its rules hold together."""
    states = dict(book.info.references)
    printed = sum(states.values())
    in_force = [passage for passage in book.pages() if passage.status is not Status.SUPERSEDED]
    kinds = {EdgeType.CITES, EdgeType.RELATED, EdgeType.USES}
    linked = [sum(link.type in kinds for link in book.gathered(passage)) for passage in in_force]
    reached = [sum(link.type in kinds for link in book.gathered(passage, incoming=True)) for passage in in_force]
    share = (
        f"{states.get(Resolution.RESOLVED, 0) / printed:.1%}".replace(".", ",").replace("%", " %") if printed else "–"
    )
    return (
        ("Renvois qui mènent quelque part", share),
        ("Liens par règle", f"{sum(linked) / max(1, len(linked)):.1f}".replace(".", ",")),
        ("Règles sans lien vers une autre", grouped(linked.count(0))),
        ("Règles qu'aucune autre n'amène", grouped(reached.count(0))),
    )


def tree(book: Book, page: str) -> tuple[Branch, ...]:
    """The parts of a work, in reading order, down to its entries."""
    return tuple(_branch(book, page, root.id) for root in book.roots())


def _branch(book: Book, page: str, identifier: str) -> Branch:
    passage = book.passages[identifier]
    below = [child for child in book.children(identifier) if _in_tree(book, passage, child)]
    children = tuple(
        _branch(book, page, child.id) for child in below if child.kind is not Kind.FAQ or book.children(child.id)
    )
    return Branch(
        number=passage.number or "",
        title=passage.title,
        href=urls.relative(page, urls.page_path(identifier)),
        redirects=passage.redirect is not None,
        count=1 + sum(child.count for child in children),
        children=children,
    )


def _in_tree(book: Book, above: Passage, child: Passage) -> bool:
    """True for what a reader looks up: headings, and the titled rules of a chapter; not the rules of a glossary entry."""
    if child.kind is Kind.RULE and above.kind is not Kind.DEFINITION:
        return bool(book.own_title(child) or book.children(child.id))
    return child.kind not in _LEFT_OUT or not book.in_full(child)


def glossary(book: Book, page: str) -> tuple[tuple[str, tuple[Term, ...]], ...]:
    """The terms under their initials."""
    terms = [
        _term(book, page, term, identifier)
        for term, identifier, _names in book.base.glossary(book.info.work)
        if identifier in book.passages
    ]
    return tuple((initial, tuple(group)) for initial, group in groupby(terms, key=lambda term: _initial(term.term)))


def _term(book: Book, page: str, term: str, identifier: str) -> Term:
    passage = book.passages[identifier]
    return Term(
        term=term,
        href=urls.relative(page, urls.page_path(identifier), urls.fragment(identifier)),
        names=book.names.get(identifier, ()),
        inside=book.label(passage.parent)
        if passage.is_unit and passage.parent in book.passages and passage.parent
        else "",
        redirects=passage.redirect is not None,
    )


def _initial(term: str) -> str:
    first = fold(term)[:1].upper()
    return first if first.isalpha() else "0–9"


def errata(book: Book, page: str) -> tuple[Erratum, ...]:
    """Every erratum, in the order printed."""
    found = []
    for passage in book.pages():
        if passage.kind is not Kind.ERRATUM or book.children(passage.id):
            continue
        linker = Linker(book, page)
        changes = tuple(changes_of(book, passage, linker))
        html = Markup("") if changes else render(passage, linker, None)
        found.append(Erratum(_item(book, linker, passage.id), " › ".join(passage.path[1:]), changes, html))
    return tuple(found)


def questions(book: Book, page: str) -> tuple[tuple[Item, tuple[Excerpt, ...]], ...]:
    """The questions and answers of the work, under what they are about."""
    linker = Linker(book, page)
    groups: dict[str, list[Excerpt]] = {}
    for passage in book.pages():
        if passage.kind is Kind.FAQ and not book.children(passage.id) and passage.text:
            parent = passage.parent if passage.parent in book.passages and passage.parent else passage.id
            shown = Excerpt(_item(book, linker, passage.id), render(passage, linker, None))
            groups.setdefault(parent, []).append(shown)
    return tuple((_item(book, linker, parent), tuple(group)) for parent, group in groups.items())


def _item(book: Book, linker: Linker, identifier: str) -> Item:
    return Item(book.label(identifier), linker.href(identifier))


def dropped(lines: tuple[tuple[int, int, str], ...]) -> tuple[tuple[str, str, int], ...]:
    """The lines that no provision holds, by reason: (reason, « 3, 5–7 », how many), in the order first met."""
    runs: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for first, last, reason in lines:
        runs.setdefault(reason, []).append(str(first) if first == last else f"{first}–{last}")
        counts[reason] = counts.get(reason, 0) + last - first + 1
    return tuple((reason, ", ".join(runs[reason]), counts[reason]) for reason in runs)


def references(states: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The printed references by what became of them, in French."""
    return tuple((STATES[state], count) for state, count in states)


def in_force(book: Book) -> int:
    """How many provisions of the work are in force, units apart."""
    return sum(passage.status is not Status.SUPERSEDED for passage in book.pages())
