"""The body of a section, what stands below its title: each line is written in the first of its work's forms that fits.

A form is a function of the body: it writes the first line or lines that are left and says how many, 0 when they are not of that form.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Self, TypeVar

from kb.reading.canonical import Row, cell, escaped
from kb.reading.documents import DocumentWriter, Layout
from kb.reading.register import Entry
from kb.reading.repairs import Line
from kb.reading.sections import Section

_CALLOUT = re.compile(r"^(?P<kind>Exemple|EXEMPLE|Note) ?: (?P<text>.+)$")
_STEP = re.compile(r"^(?P<number>\d{1,2})\.[ ]+(?P<text>.+)$")
# A row of a table, and what parts its cells.
_ROW, _PARTED = re.compile(r"^\||\t"), re.compile(r"[|\t]")
# What calls a footnote in a cell.
_CALL = re.compile(r"[ ]*(?P<stars>\*{1,3})(?=$|[ ,])")


@dataclass(slots=True)
class Body:
    """The writing of a section: the lines left, those written before them, what the register says of its next tables and examples."""

    section: Section
    writer: DocumentWriter
    lines: tuple[Line, ...]
    before: tuple[Line, ...] = ()
    tables: Iterator[Entry | None] = field(init=False)
    examples: Iterator[Entry] = field(init=False)

    def __post_init__(self) -> None:
        """Find what the register says of the tables and of the examples; of the first table that the title names, nothing."""
        below = self.writer.found.part.below(self.section.entry.id)
        named = [None] * (".tableau" in self.section.entry.marks)
        self.tables = iter([*named, *(entry for entry in below if entry.caption)])
        self.examples = iter([entry for entry in below if entry.box == "Exemple"])

    @property
    def line(self) -> Line:
        """The next line."""
        return self.lines[0]

    def write(self, forms: Sequence[Callable[[Self], int]]) -> None:
        """Write the lines that are left."""
        while self.lines:
            count = next(filter(None, (form(self) for form in forms)))
            self.before, self.lines = (*self.before, *self.lines[:count]), self.lines[count:]

    def run(self, fits: Callable[[Line], object], start: int = 0) -> tuple[Line, ...]:
        """The lines left that fit, one after the other, from that place on."""
        return tuple(takewhile(fits, self.lines[start:]))

    def block(self, text: str, *, items: bool = False) -> int:
        """Write the next line as a block."""
        self.writer.block(text, self.line.numbers, items=items)
        return 1

    def item(self, text: str, depth: int = 0) -> int:
        """Write the next line as a bullet."""
        self.writer.item(text, self.line.numbers, depth)
        return 1

    def table(self, rows: Iterable[Row]) -> None:
        """Write a table under the caption that the register gives it."""
        entry = next(self.tables, None)
        self.writer.table(rows, f"Tableau : {entry.caption}{entry.braces}" if entry else None)

    def example(self, lines: Sequence[Line]) -> None:
        """Write an example, under the id that the register gives it."""
        entry = next(self.examples, None)
        self.writer.quote("Exemple", lines, entry.braces if entry else "")


Where = TypeVar("Where", bound=Body)
_Written = Callable[[Where, re.Match[str]], int | None]


def form(pattern: str) -> Callable[[_Written[Where]], Callable[[Where], int]]:
    """Make a form of a function that writes the lines whose first has this pattern: it takes one, unless it says how many."""
    compiled = re.compile(pattern)

    def made(write: _Written[Where]) -> Callable[[Where], int]:
        def tried(body: Where) -> int:
            match = compiled.match(body.line.text)
            taken = write(body, match) if match else 0
            return 1 if taken is None else taken

        return tried

    return made


def layout(*forms: Callable[[Body], int]) -> Layout:
    """The layout of a section whose lines are each of one of these forms."""
    return lambda section, writer: Body(section, writer, section.lines).write(forms)


def called(text: str) -> str:
    """A cell whose asterisks call footnotes; those that fill it alone are shown too."""
    text = text.strip()
    shown = "\\" + "\\".join(text) if text and not text.strip("*") else ""
    return shown + _CALL.sub(lambda mark: f"[^{len(mark['stars'])}]", cell(text))


@form(r"^(?P<stars>\*{1,3})[ ]+(?P<text>.+)$")
def footnote(body: Body, match: re.Match[str]) -> None:
    """A footnote; it belongs to the table above."""
    body.block(f"[^{len(match['stars'])}] : {escaped(match['text'])}")


def listed(body: Body) -> int:
    """The table that the data tell of; what is printed right below a row carries on its last cell."""
    grid = body.writer.found.grid(body.section)
    if grid is None or not grid.pattern:
        return 0
    pattern, taken = re.compile(grid.pattern), 0
    rows: list[tuple[list[str], tuple[int, ...]]] = [([*map(cell, grid.columns)], ())] if grid.columns else []
    head = len(rows)
    for line in body.lines:
        found = [[*map(called, match.groups(""))] for match in pattern.finditer(line.text)]
        rows += ((cells, line.numbers) for cells in found)
        if not found:
            if not taken or line.number != body.lines[taken - 1].numbers[-1] + 1:
                break
            cells, numbers = rows.pop()
            rows.append(([*cells[:-1], f"{cells[-1]} {called(line.text)}"], (*numbers, *line.numbers)))
        taken += 1
    if taken:
        rows[head:] = sorted(rows[head:]) if grid.sorted else rows[head:]
        body.table(rows)
    return taken


def tabbed(body: Body) -> int:
    """A table parted by tabs or bars, under the head that the data give where the print lacks one; the head of another (`tete`) ends it."""
    lines = body.run(lambda line: _ROW.search(line.text) and (line is body.line or line.role != "tete"))
    rows = [([*map(called, _PARTED.split(line.text.strip("|")))], line.numbers) for line in lines]
    grid = body.writer.found.grid(body.section)
    if rows and grid is not None and not grid.pattern:
        rows.insert(0, ([*map(cell, grid.columns)], ()))
    if rows:
        body.table(rows)
    return len(lines)


def callout(body: Body) -> int:
    """An example or a note, which says so or which the data say; those of the same role below it go on with it."""
    line, match = body.line, _CALLOUT.match(body.line.text)
    kind = match["kind"].capitalize() if match else line.role.capitalize()
    if kind not in {"Note", "Exemple"}:
        return 0
    more = body.run(lambda other: other.role == kind.lower(), 1)
    lines = (replace(line, text=match["text"] if match else line.text, bullet=""), *more)
    if kind == "Exemple":
        body.example(lines)
    else:
        body.writer.quote(kind, lines)
    return len(lines)


def is_step(line: Line) -> bool:
    """True for a line that opens with the number of a step."""
    return _STEP.match(line.text) is not None


def below_step(body: Body) -> int:
    """What stands between two steps belongs to the first; below a step that is a bare title, all does."""
    steps = [line.text for line in body.before if is_step(line)]
    if not steps or not (steps[-1] == steps[-1].upper() or any(map(is_step, body.lines))):
        return 0
    return body.block(f"   {'- ' if body.line.bullet else ''}{escaped(body.line.text)}")


@form(r"^[^.]+(?:[ ]\(p\.[ ]\d+(?:-\d+)?\)|[ ]page \d+)$")
def contents(body: Body, _match: re.Match[str]) -> int:
    """A line of a table of contents, with the paragraph that explains it."""
    if body.line.bullet or len(body.lines) == 1:
        return 0
    title, below = body.lines[:2]
    body.writer.item(f"{escaped(title.text)} : {escaped(below.text)}", (*title.numbers, *below.numbers))
    return 2


def step(body: Body) -> int:
    """A numbered step, the name of one in capitals in bold; a number already used below the title makes none."""
    match = _STEP.match(body.line.text)
    used = {known["number"] for line in body.before if (known := _STEP.match(line.text))}
    if match is None or match["number"] in used:
        return 0
    text = match["text"]
    return body.block(f"{match['number']}. {f'**{text.capitalize()}**' if text == text.upper() else escaped(text)}")


def bullet(body: Body) -> int:
    """A bullet; below another where its sign or the data say so."""
    below = body.line.nested or body.line.role == "sous"
    return body.item(escaped(body.line.text), int(below)) if body.line.bullet else 0


def paragraph(body: Body) -> int:
    """Any line."""
    return body.block(escaped(body.line.text), items=True)
