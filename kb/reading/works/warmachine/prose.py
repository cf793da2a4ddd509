"""What stands below a title: paragraphs, items, formulas, examples, and the words that a blank page number follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.errors import Diagnostic
from kb.reading.canonical import CanonicalWriter, escaped
from kb.reading.documents import Context
from kb.reading.instructions import Grid
from kb.reading.register import Entry, Form
from kb.reading.repairs import Line
from kb.reading.sections import Section
from kb.reading.works.warmachine.paragraphs import ITEM
from kb.reading.works.warmachine.tables import is_cell, write_table

_FORMULA = re.compile(r"^(?P<name>[A-ZÀ-Ý][^=.:]{3,70}) = (?P<value>[^=]{2,80}[^=.])$")
_EXAMPLE = re.compile(r"^EXEMPLE : (?P<text>.+)$")
_BLANK_PAGE = r"\(p\. X+\)"
_LABEL = re.compile(rf"^(?P<label>[A-ZÀ-Ý][^.:(]{{2,70}}?)(?P<place> (?:{_BLANK_PAGE}|\(voir plus haut\)))? : (?=\S)")
_RULES_OF = re.compile(rf"(?P<head>\brègles? de )(?P<term>[^().,;:«»]{{3,40}}?) (?={_BLANK_PAGE})")


def write_body(section: Section, writer: CanonicalWriter, context: Context) -> tuple[Diagnostic, ...]:
    """Write the lines of a section, each in the first form that fits."""
    lines = section.lines
    grid = next((grid for grid in context.told.table if grid.under == section.entry.id), None)
    examples = iter([entry for entry in context.part.below(section.entry.id, Form.BOX) if entry.title == "Exemple"])
    place = 0
    while place < len(lines):
        taken = _table(lines[place:], section, grid, writer, context) or _example(lines[place:], examples, writer)
        if not taken:
            _write(lines[place], writer)
        place += taken or 1
    return ()


def _table(
    lines: Sequence[Line], section: Section, grid: Grid | None, writer: CanonicalWriter, context: Context
) -> int:
    """The rows or cells that open `lines`, where a table is told; 0 elsewhere."""
    count = next((place for place, line in enumerate(lines) if not is_cell(line, grid)), len(lines)) if grid else 0
    if grid is None or count == 0:
        return 0
    caption = context.part.caption(section.entry.id)
    write_table(lines[:count], grid, caption, writer)
    return count


def _example(lines: Sequence[Line], known: Iterator[Entry], writer: CanonicalWriter) -> int:
    """An example, by its first word or by its role, with the paragraphs said to belong to it."""
    match = _EXAMPLE.match(lines[0].text)
    if match is None and lines[0].role != "exemple":
        return 0
    entry = next(known, None)
    marks = f" {{#{entry.id} {entry.marks}".rstrip() + "}" if entry else ""
    writer.block(f"> **Exemple**{marks} : {escaped(match['text'] if match else lines[0].text)}", lines[0].numbers)
    taken = 1
    while taken < len(lines) and lines[taken].role == "exemple":
        writer.more(">")
        writer.more(f"> {escaped(lines[taken].text)}", lines[taken].numbers)
        taken += 1
    return taken


def _write(line: Line, writer: CanonicalWriter) -> None:
    formula = _FORMULA.match(line.text)
    if line.role == "note":
        writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
    elif formula:
        writer.block(f"- **{formula['name']}** = {escaped(formula['value'])}", line.numbers)
    elif line.bullet == ITEM:
        writer.item(escaped(emphasised(_LABEL.sub(_labelled, line.text))), line.numbers)
    else:
        writer.block(escaped(emphasised(line.text)), line.numbers, items=True)


def _labelled(match: re.Match[str]) -> str:
    return f"**{match['label']}**{match['place'] or ''} : "


def emphasised(text: str) -> str:
    """In bold, the name of a rule before the page left blank: it is what the reference names."""
    return _RULES_OF.sub(r"\g<head>**\g<term>** ", text)
