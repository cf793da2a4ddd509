"""What the errata changed: the text before and the text in force, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from kb.model import EdgeType, Kind, Status
from kb.site.book import Book, Item
from kb.site.linking import Linker
from kb.site.markdown import render
from kb.store import Passage


@dataclass(frozen=True, slots=True)
class Change:
    """What an erratum does to one provision: its text before (None for an addition) and after (None for a deletion)."""

    verb: str
    target: Item
    erratum: Item
    before: Markup | None
    after: Markup | None


def changes_at(book: Book, passage: Passage, linker: Linker) -> Iterator[Change]:
    """What errata changed in a provision; for an erratum, what it changes."""
    if passage.status is Status.SUPERSEDED:
        return
    if passage.kind is Kind.ERRATUM:
        yield from changes_of(book, passage, linker)
        return
    ends = {passage.id, *(unit.id for unit in book.units(passage.id))}
    amending = [link.id for link in book.gathered(passage, incoming=True) if link.type == EdgeType.AMENDS]
    for identifier in dict.fromkeys(amending):
        erratum = book.passages[identifier]
        yield from (_change(book, erratum, target, linker) for target in _amended(book, erratum) if target in ends)


def changes_of(book: Book, erratum: Passage, linker: Linker) -> Iterator[Change]:
    """Every change that an erratum makes."""
    return (_change(book, erratum, target, linker) for target in _amended(book, erratum))


def _amended(book: Book, erratum: Passage) -> list[str]:
    return [link.id for link in book.links(erratum.id) if link.type == EdgeType.AMENDS]


def _change(book: Book, erratum: Passage, target: str, linker: Linker) -> Change:
    passage, former = book.passages[target], book.versions(target)
    before = _excerpt(former[0], linker) if former else None
    after: Markup | None = _excerpt(passage, linker)
    verb = "Remplace" if former else "Confirme"
    if passage.status is Status.DELETED:
        verb, before, after = "Supprime", after, None
    elif not former and _adds(book, erratum, target):
        verb = "Ajoute"
    ends = [Item(book.label(identifier), linker.href(identifier)) for identifier in (target, erratum.id)]
    return Change(verb, ends[0], ends[1], before, after)


def _excerpt(passage: Passage, linker: Linker) -> Markup:
    """A text without anchors."""
    if passage.is_unit and not passage.markdown:
        return Markup("<p>{}</p>").format(passage.text)
    return render(passage, linker, None)


def _adds(book: Book, erratum: Passage, target: str) -> bool:
    """True when the erratum's order is to add; else it says what the text in force says already."""
    path = target.partition("/")[2]
    return any(unit.text.startswith(f"Ajouter {path}") for unit in book.units(erratum.id))
