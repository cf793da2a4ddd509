"""The notes in the margin of a rule: exceptions, corrections, questions; of a profile, the abilities that it names."""

from collections.abc import Iterator
from typing import NamedTuple

from kb.model import EdgeType, Kind, Status
from kb.model.clauses import clause_id, provision_of
from kb.model.french import WORDS
from kb.model.words import title_key
from kb.site import urls
from kb.site.book import Book
from kb.store import Passage

CLASHING = (EdgeType.EXCEPTS, EdgeType.OVERRIDES, EdgeType.CONTRADICTS)
# What makes a question bear on a rule, the nearest first.
_ASKING = (EdgeType.RESTATES, EdgeType.CITES)
_PREVAILS = {True: "L'emporte :", False: "Cède :", None: "Le livre ne dit pas laquelle l'emporte :"}
# So many signs of an ability are given in the margin of a profile.
_ABILITY_WORDS = 400


class Change(NamedTuple):
    """What an erratum (its id) does to one provision: its text before (None for an addition) and after (None for a deletion)."""

    verb: str
    target: str
    erratum: str
    before: Passage | None
    after: Passage | None


class Note(NamedTuple):
    """A note in the margin of a passage.

    `anchor` is the clause, the unit or the provision that it bears on, `other` what it leads to; `words` are texts, each below its tag.
    """

    anchor: str
    title: str
    says: str
    other: str
    words: tuple[tuple[str, str | Passage], ...]

    @property
    def place(self) -> str:
        """What identifies the block that it goes with: the unit (`2`), the clause of what stands before any (`0.1`), or nothing."""
        unit, number = clause_id(self.anchor) or (self.anchor, 0)
        name = urls.fragment(unit)
        return f"0.{number}" if name == "0" else name


def notes(book: Book, passage: Passage) -> tuple[Note, ...]:
    """The notes of a provision, what changed it first; none of an erratum whose page shows what it changes."""
    if passage.kind is Kind.ERRATUM and changes(book, passage):
        return ()
    if passage.id not in book.notes:
        found: dict[tuple[str, str, str], Note] = {}
        for note in (*_corrected(book, passage), *_clashing(book, passage), *_abilities(book, passage)):
            found.setdefault((note.place, note.title, note.other), note)
        shown = {provision_of(note.other) for note in found.values()}
        asked = (note for note in _asked(book, passage) if note.other not in shown)
        book.notes[passage.id] = (*found.values(), *asked)
    return book.notes[passage.id]


def _corrected(book: Book, passage: Passage) -> Iterator[Note]:
    for change in changes(book, passage):
        yield Note(change.target, WORDS["notes"][EdgeType.AMENDS], "", change.erratum, tuple(_versions(change)))


def _versions(change: Change) -> Iterator[tuple[str, Passage]]:
    if change.before is not None:
        yield "Avant", change.before
    if change.after is not None:
        yield "Maintenant" if change.before is not None else "Ajouté", change.after


def _clashing(book: Book, passage: Passage) -> Iterator[Note]:
    """The rules whose words clash with its own, what is said of it before what it says of them."""
    for titles, incoming in (("notes", True), ("noting", False)):
        for end, link in book.ends(passage, incoming=incoming):
            if link.type in CLASHING:
                here, there = book.base.sides(link, book.view)
                words = ((_PREVAILS[link.prevails], f"« {there.text} »"),) if there is not None else ()
                other = there.id if there is not None else link.id
                yield Note(here.id if here is not None else end, WORDS[titles][link.type], link.reason, other, words)


def _asked(book: Book, passage: Passage) -> Iterator[Note]:
    """The questions that bear on it, once each, with the passage that they name where they name one."""
    found: dict[str, tuple[bool, int, Note]] = {}
    for end, link in book.ends(passage, incoming=True):
        if link.kind == Kind.FAQ and link.type in _ASKING and "#" not in link.id:
            note = Note(end, WORDS["notes"]["faq"], link.reason, link.id, (("", book.passages[link.id]),))
            rank = (end == passage.id, _ASKING.index(link.type), note)
            found[link.id] = min(found.get(link.id, rank), rank, key=lambda one: one[:2])
    return (note for _whole, _kind, note in found.values())


def _abilities(book: Book, passage: Passage) -> Iterator[Note]:
    """The abilities that a profile names, in so many words or by a term in a cell, each with its words."""
    if passage.kind is not Kind.PROFILE:
        return
    units = book.units[passage.id]
    cells = [(one.id, title_key(" ".join(value for _head, value in one.fields))) for one in units if one.form == "row"]
    lines = [(unit.id, unit.markdown) for unit in units if unit.form != "row"]
    for _end, link in book.ends(passage, incoming=False):
        cites = link.type == EdgeType.CITES
        held = lines if cites else cells if link.type == EdgeType.USES else ()
        said = f"(#{link.id.partition('/')[2]})" if cites else title_key(link.printed)
        anchor = next((unit for unit, text in held if said in text), "")
        if anchor:
            words = book.teaser(book.precis.get(link.id) or book.passages[link.id], _ABILITY_WORDS)
            yield Note(anchor, book.label(link.id), "", link.id, (("", words),) if words else ())


def changes(book: Book, passage: Passage) -> list[Change]:
    """What errata changed in a provision; for an erratum, what it changes."""
    if passage.status is Status.SUPERSEDED:
        return []
    if passage.kind is Kind.ERRATUM:
        return [_change(book, passage, target) for target in _amended(book, passage.id)]
    ends = {passage.id, *(unit.id for unit in book.units[passage.id])}
    amending = [link.id for link in book.gathered(passage, incoming=True) if link.type == EdgeType.AMENDS]
    return [
        _change(book, book.passages[erratum], target)
        for erratum in dict.fromkeys(amending)
        for target in _amended(book, erratum)
        if target in ends
    ]


def _amended(book: Book, erratum: str) -> list[str]:
    return [link.id for link in book.links(erratum) if link.type == EdgeType.AMENDS]


def _change(book: Book, erratum: Passage, target: str) -> Change:
    passage, former = book.passages[target], book.versions[target]
    if passage.status is Status.DELETED:
        return Change("Supprime", target, erratum.id, passage, None)
    if former:
        return Change("Remplace", target, erratum.id, former[0], passage)
    # An erratum that does not order to add says what the text in force says already.
    order = f"Ajouter {target.partition('/')[2]}"
    adds = any(unit.text.startswith(order) for unit in book.units[erratum.id])
    return Change("Ajoute" if adds else "Confirme", target, erratum.id, None, passage)
