"""What is answered, as HTML: a card as a page to print, and an answer, or what the engine decides, as a part of a page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup, escape

from api.games import without_tables
from api.render import json_of
from kb.answer import Answer, Answers, Card, Engine
from kb.answer.values import Clause, headed
from kb.model import french
from kb.model.clauses import CALL, clause_id, note_call, provision_of
from kb.precedence import Modified, Ordered, Prevailing
from kb.store import WorkInfo
from kb.timing import Comparison, Opening

if TYPE_CHECKING:
    from api.session import Session
    from kb.site.templates import Templates

# What a page asks for that shows a part of another: no browser takes it for a page.
MEDIA_TYPE = "text/vnd.arbitre+html"
# Of what such a part is made.
SHOWN = Answer | Answers | Ordered | Modified | Prevailing | Comparison | Opening
# The address of the card, from which its page finds the style of the site.
_PAGE = "v1/judge"
# A table of one line of cells is at least so wide; what stands between the title of a column and a cell of it.
_CELLS, _TITLED = 2, " : "
# Letters of a table that is shown behind a line.
_SMALL = 420
# What calls a note in a cell.
_CALLED = re.compile(" " + re.escape(CALL).replace(r"\{\}", r"(\w+)"))
# A cell that holds nothing but its call, as it is printed.
_CALL_ALONE = re.compile(r"^\*+(?= <sup)")


def as_page(session: Session, card: Card) -> str:
    """The card as a page that prints on one sheet, and reads without script; without a game, what each that answers decides."""
    base = session.base
    templates = _templates(base.works(), base.meta["version"])
    names = {work.work: work.title.partition(" : ")[0] for work in base.works(unlisted=True)}
    cards = [(json_of(one), _grounds(one)) for one in session.cards(card)]
    return templates.render("jugement", _PAGE, card=cards[0][0], grounds=cards[0][1], cards=cards, names=names)


def _grounds(card: Card) -> list[tuple[_Shown, str]]:
    """What a card rests on, as it is shown, each with its citation."""
    # A table quoted whole holds its notes too: they stand by themselves, with what calls them.
    notes = {one.quote for one in card.rests_on if one.call}
    return [
        (replace(_shown(one.id, one.marked or one.quote, () if one.call else notes), head=heading), one.citation)
        for heading, one in headed(card.rests_on)
    ]


def as_part(session: Session, found: SHOWN) -> str:
    """An answer, or what the engine decides, as a part of any page of the site: its links are from the root of it."""
    base = session.base

    answers = (
        tuple(found.games.values()) if isinstance(found, Answers) else (found,) if isinstance(found, Answer) else ()
    )
    excepting = [provision_of(one.id) for answer in answers for one in answer.exceptions]
    twins = french.disambiguated((one.id, one.title, one.path) for one in base.passages(excepting, session.view))

    @cache
    def label(identifier: str) -> str:
        """What a rule is called, and which part of it."""
        rule, _mark, part = identifier.partition("#")
        for passage in base.passages([rule], session.view):
            title = twins.get(rule, passage.title)
            name = french.named(passage.kind, passage.number, title) or rule
            return f"{name}, § {part}" if part.isdecimal() else name
        return identifier

    if isinstance(found, Modified):
        found = replace(found, decided_by=without_tables(base, found.decided_by, session.view))
    return _templates(base.works(), base.meta["version"]).bare(
        "reponse",
        _PAGE,
        found=found,
        kind=type(found).__name__,
        answers=[(answer, _Proof(answer)) for answer in answers],
        listed=_listed(answers),
        titles={work.work: work.title for work in base.works(unlisted=True)},
        label=label,
    )


def _listed(answers: Sequence[Answer]) -> dict[str, Any]:
    """What a page lists below answers: their passages, the best first."""
    hits = sorted((one for answer in answers for one in answer.passages), key=lambda one: -(one.score or 0.0))
    first = answers[0] if answers else None
    return {
        "hits": [json_of(one) for one in hits],
        "answerable": first is not None and first.answerable,
        "corrected": first and first.corrected,
    }


@lru_cache(maxsize=1)
def _templates(works: tuple[WorkInfo, ...], version: str) -> Templates:
    """Those of a base: reading the stylesheet takes longer than making a card."""
    # With all that draws pages: the commands do without.
    from kb.site.templates import Templates  # noqa: PLC0415

    return Templates(works, version)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A clause as it is shown: what leads it, its words or the lines of its cells; `part` of the book where its place is said."""

    id: str
    text: str
    rows: list[list[_Cell]] | None = None
    head: str | None = None
    part: str | None = None


class _Cell(NamedTuple):
    """A cell of a row: the title of its column, what stands in it, and the same with what calls its notes."""

    column: str
    value: str
    shown: Markup


class _Proof:
    """The proof of an answer: what is read at once, and what stands behind a line."""

    def __init__(self, found: Answer) -> None:
        """Part what decides from the rest."""
        self.engine: Engine | None = found.precedence or found.timing
        self._found = found
        self._notes = {one.text for one in found.answer.because if note_call(one.id)}
        # Steps are all read at once where nothing is concluded from them.
        steps = {one.text for one in found.answer.steps if found.answer.conclusion is None}
        # Where the engine decided, its proof stands with the order already.
        decided = self.engine is not None and self.engine.decided_by
        self._clauses = [one for one in found.answer.because if one.text not in steps and not decided]
        # The clause that decides and the notes that it calls; both of two things compared, and the whole of a list.
        first = next((at for at, one in enumerate(self._clauses) if at and not note_call(one.id)), len(self._clauses))
        self._whole = [one for at, one in enumerate(self._clauses) if at < first or one.role == "defines"]

    @property
    def concluded(self) -> str | None:
        """What is concluded, whatever its kind; a cell is shown with its column, a conflict that no rule decides by the engine."""
        conclusion, cell = self._found.answer.conclusion, self._found.cell
        if conclusion is None or conclusion.kind == "row" or self.unsettled:
            return None
        return None if cell is not None and conclusion.text.removesuffix(".") == cell.value else conclusion.text

    @property
    def unsettled(self) -> bool:
        """True when the engine says that no rule decides between two."""
        return isinstance(self.engine, Prevailing) and self.engine.prevails is None

    def whole(self) -> Iterator[_Shown]:
        """What is read at once: what leads a list is said once, above its first item, its place below the last."""
        for (heading, one), after in zip(headed(self._whole), [*self._whole[1:], None], strict=False):
            listed = (
                after is not None
                and one.role == after.role == "defines"
                and provision_of(after.id) == provision_of(one.id)
            )
            call = note_call(one.id)
            part = None if call or listed else self._part(one.id)
            shown = _shown(one.id, one.marked or one.text, () if call else self._notes)
            yield replace(shown, head=heading, part=part)

    def others(self) -> Iterator[tuple[str, str, list[_Shown]]]:
        """What stands behind a line, by rule: its name, its first words, its clauses."""
        rules: dict[str, list[Clause]] = defaultdict(list)
        for one in self._clauses:
            if one not in self._whole:
                rules[provision_of(one.id)].append(one)
        titles = {provision_of(one.id): one.title for one in reversed(self._found.passages)}
        for rule, clauses in rules.items():
            own = rule == provision_of(self._clauses[0].id)
            yield "Aussi" if own else titles.get(rule, "Aussi"), _flat(clauses[0]), list(map(self._brief, clauses))

    def _brief(self, clause: Clause) -> _Shown:
        """A clause behind a line: in one line, or as a small table."""
        shown = _shown(clause.id, clause.marked or clause.text)
        small = shown.rows and len(clause.text) < _SMALL
        return shown if small else replace(shown, text=_flat(clause), rows=None)

    def _part(self, identifier: str) -> str:
        """The part of the book that a clause stands in, as far as the answer says it; else nothing."""
        held = (one.path[0] for one in self._found.passages if one.id in {identifier, provision_of(identifier)})
        return next(held, "")


def _shown(identifier: str, quoted: str, notes: Collection[str] = ()) -> _Shown:
    """What is quoted, with the cells of a row of a table, or of rows, each behind the title of its column; what is no row stays its text.

    The lines of a table that are `notes` stand by themselves.
    """
    lines = [line for line in quoted.split("\n") if line not in notes] or [""]
    cells = [[_cell(cell) for cell in line.split(" ; ")] for line in lines]
    columns = [cell.column for cell in cells[0]]
    count = next((at for at, line in enumerate(cells) if [cell.column for cell in line] != columns), len(cells))
    plain = all(_TITLED not in cell.value for line in cells[:count] for cell in line)
    # A sentence is no row whatever its marks; nor is one line that others follow.
    is_row = clause_id(identifier) is None and not note_call(identifier) and (count > 1 or len(lines) == 1)
    if is_row and plain and len(columns) >= _CELLS and any(columns):
        return _Shown(identifier, "\n".join(lines[count:]), cells[:count])
    return _Shown(identifier, "\n".join(lines))


def _flat(clause: Clause) -> str:
    """A clause in one line, behind what leads it."""
    return " ".join(filter(None, (clause.heading, clause.marked or clause.text))).replace("\n", " ")


def _cell(text: str) -> _Cell:
    """The title of a column and what stands in it; that of the first cell of a row may have none."""
    column, mark, value = text.partition(_TITLED)
    column, value = (column, value) if mark else ("", text)
    marked = _CALLED.sub(r' <sup class="call">\1</sup>', str(escape(value)))
    shown = Markup(_CALL_ALONE.sub("", marked).replace(" <sup", "<sup"))  # noqa: S704 - escaped
    return _Cell(column, _CALLED.sub("", value), shown)
