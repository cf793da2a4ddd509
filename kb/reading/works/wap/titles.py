"""Title lines: the page of the complete book printed beside them, and capitals that the register does not know."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.errors import Diagnostic, Severity
from kb.model import Repair
from kb.reading.register import Part
from kb.reading.repairs import Line, State
from kb.reading.sections import title_key

PAGE_REASON = "page du livre complet, qui n'est pas cette publication"
_PAGE = re.compile(r"[ ]*(?P<label>\([Pp]\.[ ]?\d+(?:-\d+)?\))$")
_LETTERS = 3


def without_page(text: str) -> str:
    """A title without the page printed after it."""
    return _PAGE.sub("", text)


def without_pages(state: State) -> State:
    """Take the page off each line that has no dash; a step and a bullet keep theirs, which is a reference."""
    lines: list[Line] = []
    repairs: list[Repair] = []
    for line in state.lines:
        match = None if "-" in line.bullet else _PAGE.search(line.text)
        if match:
            repairs.append(Repair(line.number, match["label"], "", PAGE_REASON))
        lines.append(replace(line, text=without_page(line.text)) if match else line)
    return replace(state, lines=tuple(lines), repairs=(*state.repairs, *repairs))


def without_unknown_titles(state: State, part: Part) -> State:
    """A line in capitals that the register lacks becomes a note, with a diagnostic."""
    known = {title_key(entry.title) for entry in part.headings}
    lines: list[Line] = []
    faults: list[Diagnostic] = []
    for line in state.lines:
        unknown = _in_capitals(line) and title_key(line.text) not in known
        lines.append(replace(line, role="note") if unknown else line)
        faults += [_unknown(line, state.file)] * unknown
    return replace(state, lines=tuple(lines), diagnostics=(*state.diagnostics, *faults))


def _in_capitals(line: Line) -> bool:
    letters = [char for char in line.text if char.isalpha()]
    return not line.role and line.text[:1].isalpha() and len(letters) >= _LETTERS and line.text == line.text.upper()


def _unknown(line: Line, file: str) -> Diagnostic:
    message = f"le titre « {line.text} » n'est pas au registre"
    hint = "il est gardé comme note, et ce qui suit reste sous le titre précédent"
    return Diagnostic("TITRE-INCONNU", Severity.WARNING, message, hint, file, line.number)
