"""The layout of ordinary pages: paragraphs, bullets, numbered steps and their loops, figures, examples, notes, tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

from kb.model import Repair
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter, Place, example, note, paragraph
from kb.reading.register import Form
from kb.reading.repairs import Line, joined
from kb.reading.sections import Section
from kb.reading.works.t9a.cleaning import is_nested
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
_WHOLE_ITALIC = re.compile(r"^\*(?P<text>[^*]+)\*$")
_ITEM, _STEPS, _TEXT = "item", "steps", "text"


@dataclass(slots=True)
class _Place(Place):
    """With the number of the last step written, what kind of block is open (`""` for none), whether its lines are bullets."""

    steps: int = 0
    open: str = ""
    deeper: bool = False

    @property
    def adjacent(self) -> bool:
        """True when the next line is printed right below the last one written, without a blank line."""
        last = self.before[-1].numbers[-1:] if self.before else ()
        return bool(last and self.line.numbers) and self.line.number == last[0] + 1


def prose(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section, each in the first form that fits."""
    place = _Place(section, writer, joined(section.lines))
    while place.lines:
        taken, opens = next((taken, opens) for form, opens in _FORMS if (taken := form(place)))
        place.advance(taken)
        place.open = place.open if opens is None else opens


def _figure(place: _Place) -> int:
    """A caption with its parts: those of its own block, those marked by a letter, those that the data name."""
    match = _FIGURE.match(place.line.text)
    if match is None:
        return 0
    count, last = 1, place.line.numbers[-1]
    for line in place.lines[1:]:
        own = line.number == last + 1 and not line.bullet
        if not own and not _FIGURE_PART.match(line.text) and line.role != "exemple":
            break
        count, last = count + 1, line.numbers[-1]
    title = f"Figure {match['number']}"
    boxes = place.writer.found.part.below(place.section.entry.id, Form.BOX)
    box = next((box for box in boxes if box.title.endswith(title)), None)
    head = f"> **{box.title}** {{#{box.id}}}" if box else f"> **Exemple : {title}**"
    place.writer.block(head, place.line.numbers)
    text = f"{match['part'] or ''} {match['text']}".strip()
    place.writer.more(f"> {escaped(text)}", place.line.numbers)
    _quoted(place, place.lines[1:count])
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
    run = tuple(takewhile(lambda line: line.role == place.line.role, place.lines))
    if not note(place):
        return 0
    _quoted(place, run[1:])
    return len(run)


def _aside(place: _Place) -> int:
    """A whole line in italics: it says what stands behind a rule, not a rule."""
    match = _WHOLE_ITALIC.match(place.line.text)
    plain = not place.line.bullet and not place.line.role
    return place.quote("Note", match["text"]) if match and plain else 0


def _step(place: _Place) -> int:
    """A numbered step, when its number is the next one; the same number again is but a bullet."""
    line = place.line
    match = (_STEP if line.bullet else _NUMBERED).match(line.text)
    if match is None or is_nested(line) or int(match["number"]) != place.steps + 1:
        return 0
    write = place.writer.more if place.open == _STEPS else place.writer.block
    write(f"{match['number']}. {escaped(match['text'])}", line.numbers)
    place.steps, place.deeper = place.steps + 1, False
    return 1


def _numbered(place: _Place) -> int:
    """A number that no step above precedes."""
    if place.line.bullet or not _NUMBERED.match(place.line.text):
        return 0
    place.writer.item(escaped(place.line.text), place.line.numbers)
    return 1


def _below_step(place: _Place) -> int:
    """What belongs to the step above: a deeper bullet, a line of its own block; below a bullet, another one."""
    line = place.line
    if place.open != _STEPS or not (is_nested(line) or (place.adjacent and not line.bullet)):
        return 0
    deeper = place.deeper = bool(place.deeper or is_nested(line) or _SUB_STEP.match(line.text))
    place.writer.more(f"   {'- ' if deeper else ''}{escaped(line.text.removeprefix('– '))}", line.numbers)
    return 1


def _loop(place: _Place) -> int:
    """Which steps start again."""
    line = place.line
    match = _LOOP.match(line.text)
    if match is None or int(match["last"] or match["first"]) > place.steps:
        return 0
    again = f"Répéter {'-'.join(filter(None, (match['first'], match['last'])))} :"
    place.writer.repair([Repair(line.number, match["loop"], again, LOOP_REASON)])
    place.writer.block(f"{again} {match['rest']}", line.numbers)
    return 1


def _bullet(place: _Place) -> int:
    if place.line.bullet:
        place.writer.item(escaped(place.line.text), place.line.numbers, int(is_nested(place.line)))
    return int(bool(place.line.bullet))


def _continued(place: _Place) -> int:
    """A line of the same paragraph or bullet, after a break that the print forces."""
    line = place.line
    if place.open not in {_ITEM, _TEXT} or line.bullet or not place.adjacent:
        return 0
    place.writer.more(f"{'  ' * (place.open == _ITEM)}{escaped(line.text)}", line.numbers)
    return 1


# Each form with the kind of block that it leaves open; none leaves what was open.
_FORMS: tuple[tuple[Callable[[_Place], int], str | None], ...] = (
    (tabbed, ""),
    (_figure, ""),
    (_role, ""),
    (example, ""),
    (_aside, ""),
    (_step, _STEPS),
    (_numbered, _ITEM),
    (_below_step, None),
    (_loop, ""),
    (_bullet, _ITEM),
    (_continued, None),
    (paragraph, _TEXT),
)
