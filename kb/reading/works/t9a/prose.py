"""The layout of ordinary pages: paragraphs, bullets, numbered steps and their loops, figures, examples, notes, tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from kb.errors import Diagnostic
from kb.model import Repair
from kb.reading.canonical import CanonicalWriter, escaped
from kb.reading.register import Form
from kb.reading.repairs import Line, joined
from kb.reading.sections import Section
from kb.reading.works.t9a.cleaning import is_nested
from kb.reading.works.t9a.context import Context
from kb.reading.works.t9a.tables import tabbed

LOOP_REASON = "boucle d'une suite d'étapes, dite dans la forme canonique"
_STEP = re.compile(r"^(?P<number>\d+)\.? (?P<text>[^–].*)$")
_NUMBERED = re.compile(r"^(?P<number>\d+)\. (?P<text>.+)$")
_SUB_STEP = re.compile(r"^(?:– |\([\dA-Z](?:-\d)?\) )")
_LOOP = re.compile(
    r"^(?P<loop>Répétez (?:les étapes|l'étape) (?P<first>\d+)(?: (?:et|à) (?P<last>\d+))?) (?P<rest>.+)$"
)
_FIGURE = re.compile(r"^(?:\*\*)?Figure (?P<number>\d+)(?P<bold>\*\*)?(?: [–-] (?P<part>\w\))\*\*| –)? ?(?P<text>.*)$")
_FIGURE_PART = re.compile(r"^(?:\*\*(?P<bold>\w\))\*\* ?|(?=\w\) ))(?P<text>.+)$")
_EXAMPLE = re.compile(r"^Exemple ?: (?P<text>.+)$")
_WHOLE_ITALIC = re.compile(r"^\*(?P<text>[^*]+)\*$")
_ITEM, _STEPS, _TEXT = "item", "steps", "text"
_ROLES = frozenset({"exemple", "note"})


@dataclass(slots=True)
class _Place:
    """Where the writing of a section stands: the lines left, the steps written, what kind of block is open (`""` for none)."""

    lines: tuple[Line, ...]
    section: Section
    context: Context
    writer: CanonicalWriter
    steps: list[int] = field(default_factory=list)
    last: int = 0
    open: str = ""
    deeper: bool = False

    def adjacent(self, line: Line) -> bool:
        """True for a line printed right below the last one written, without a blank line."""
        return bool(line.numbers and self.last) and line.number == self.last + 1

    def written(self, count: int) -> None:
        """Move on after the first lines."""
        done = self.lines[:count]
        self.last = done[-1].numbers[-1] if done and done[-1].numbers else 0
        self.lines = self.lines[count:]


def prose(section: Section, writer: CanonicalWriter, context: Context) -> tuple[Diagnostic, ...]:
    """Write the lines of a section, each in the first form that fits."""
    place = _Place(joined(section.lines), section, context, writer)
    while place.lines:
        place.written(next(filter(None, (form(place) for form in _FORMS))))
    return ()


# Each form writes the line or lines that open `place.lines` and says how many; 0 when they are not of that form.


def _table(place: _Place) -> int:
    if "\t" not in place.lines[0].text:
        return 0
    place.open = ""
    return tabbed(place.lines, place.section, place.writer, place.context)


def _figure(place: _Place) -> int:
    """A caption with its parts: those of its own block, those marked by a letter, those that the data name."""
    match = _FIGURE.match(place.lines[0].text)
    if match is None:
        return 0
    count, last = 1, place.lines[0].numbers[-1]
    while count < len(place.lines):
        line = place.lines[count]
        if (
            not (line.number == last + 1 and not line.bullet)
            and not _FIGURE_PART.match(line.text)
            and line.role != "exemple"
        ):
            break
        count, last = count + 1, line.numbers[-1]
    title = f"Figure {match['number']}"
    box = next(
        (box for box in place.context.part.below(place.section.entry.id, Form.BOX) if box.title.endswith(title)), None
    )
    head = f"> **{box.title}** {{#{box.id}}}" if box else f"> **Exemple : {title}**"
    place.writer.block(head, place.lines[0].numbers)
    text = f"{match['part'] or ''} {match['text']}".strip()
    place.writer.more(f"> {escaped(text)}", place.lines[0].numbers)
    _quoted(place, place.lines[1:count])
    place.open = ""
    return count


def _quoted(place: _Place, lines: tuple[Line, ...]) -> None:
    """Further paragraphs and bullets of a quoted block."""
    for line in lines:
        part = _FIGURE_PART.match(line.text)
        if line.bullet:
            place.writer.more(f"> {'  ' * is_nested(line)}- {escaped(line.text)}", line.numbers)
        else:
            place.writer.more(">")
            text = f"{part['bold'] or ''} {part['text']}".strip() if part else line.text
            place.writer.more(f"> {escaped(text)}", line.numbers)


def _role(place: _Place) -> int:
    """What the data call an example or a note: a run of lines is one block."""
    role = place.lines[0].role
    if role not in _ROLES:
        return 0
    count = next((at for at, line in enumerate(place.lines) if line.role != role), len(place.lines))
    first = place.lines[0]
    place.writer.block(f"> **{role.capitalize()}** : {escaped(first.text)}", first.numbers)
    _quoted(place, place.lines[1:count])
    place.open = ""
    return count


def _example(place: _Place) -> int:
    match = _EXAMPLE.match(place.lines[0].text)
    if match:
        place.writer.block(f"> **Exemple** : {escaped(match['text'])}", place.lines[0].numbers)
        place.open = ""
    return int(match is not None)


def _aside(place: _Place) -> int:
    """A whole line in italics: it says what stands behind a rule, not a rule."""
    line = place.lines[0]
    match = _WHOLE_ITALIC.match(line.text)
    if match is None or line.bullet or line.role:
        return 0
    place.writer.block(f"> **Note** : {escaped(match['text'])}", line.numbers)
    place.open = ""
    return 1


def _step(place: _Place) -> int:
    """A numbered step, when its number is the next one; the same number again is but a bullet."""
    line = place.lines[0]
    match = (_STEP if line.bullet else _NUMBERED).match(line.text)
    if match is None or is_nested(line):
        return 0
    number = int(match["number"])
    if number != len(place.steps) + 1:
        if line.bullet:
            return 0
        place.writer.item(escaped(line.text), line.numbers)
        place.open = _ITEM
        return 1
    text = f"{number}. {escaped(match['text'])}"
    if place.open == _STEPS:
        place.writer.more(text, line.numbers)
    else:
        place.writer.block(text, line.numbers)
    place.steps.append(number)
    place.deeper = False
    place.open = _STEPS
    return 1


def _below_step(place: _Place) -> int:
    """What belongs to the step above: a deeper bullet, a line of its own block; below a bullet, another one."""
    line = place.lines[0]
    if place.open != _STEPS or not (is_nested(line) or (place.adjacent(line) and not line.bullet)):
        return 0
    deeper = place.deeper = bool(place.deeper or is_nested(line) or _SUB_STEP.match(line.text))
    place.writer.more(f"   {'- ' if deeper else ''}{escaped(line.text.removeprefix('– '))}", line.numbers)
    return 1


def _loop(place: _Place) -> int:
    """Which steps start again."""
    line = place.lines[0]
    match = _LOOP.match(line.text)
    if match is None or int(match["last"] or match["first"]) > len(place.steps):
        return 0
    steps = "-".join(filter(None, (match["first"], match["last"])))
    place.writer.repair([Repair(line.number, match["loop"], f"Répéter {steps} :", LOOP_REASON)])
    place.writer.block(f"Répéter {steps} : {match['rest']}", line.numbers)
    place.open = ""
    return 1


def _bullet(place: _Place) -> int:
    line = place.lines[0]
    if not line.bullet:
        return 0
    place.writer.item(escaped(line.text), line.numbers, int(is_nested(line)))
    place.open = _ITEM
    return 1


def _continued(place: _Place) -> int:
    """A line of the same paragraph or bullet, after a break that the print forces."""
    line = place.lines[0]
    if place.open not in {_ITEM, _TEXT} or line.bullet or not place.adjacent(line):
        return 0
    place.writer.more(f"{'  ' * (place.open == _ITEM)}{escaped(line.text)}", line.numbers)
    return 1


def _paragraph(place: _Place) -> int:
    place.writer.block(escaped(place.lines[0].text), place.lines[0].numbers, items=True)
    place.open = _TEXT
    return 1


_Form = Callable[[_Place], int]
_FORMS: tuple[_Form, ...] = (
    _table,
    _figure,
    _role,
    _example,
    _aside,
    _step,
    _below_step,
    _loop,
    _bullet,
    _continued,
    _paragraph,
)
