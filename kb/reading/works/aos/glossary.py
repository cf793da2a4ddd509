"""The layout of the glossary: an entry a term, in the order of the register; other lines carry on the entry above."""

from __future__ import annotations

from dataclasses import dataclass

from kb.reading.canonical import CanonicalWriter, escaped, heading
from kb.reading.register import Entry
from kb.reading.repairs import Line
from kb.reading.sections import title_key
from kb.reading.works.aos import forms
from kb.reading.works.aos.context import Content, Context


@dataclass(frozen=True, slots=True)
class _Definition:
    """An entry: its term as printed, where it stands, the lines and the words that define it."""

    entry: Entry
    term: str
    heading: Line
    numbers: tuple[int, ...]
    text: str


def glossary(content: Content, writer: CanonicalWriter, context: Context) -> None:
    """Write what opens the glossary, then its entries."""
    entries = {title_key(entry.title): entry for entry in context.part.headings if entry != content.section.entry}
    definitions: list[_Definition] = []
    for line in content.prose:
        parts = forms.term(line)
        entry = entries.get(title_key(parts[0])) if parts else None
        if parts and entry:
            definitions.append(_Definition(entry, parts[0], line, line.numbers, parts[1]))
        elif definitions:
            definitions[-1] = _carried_on(definitions[-1], line)
        else:
            writer.block(escaped(line.text), line.numbers)
    for definition in definitions:
        _write(definition, writer)


def _carried_on(definition: _Definition, line: Line) -> _Definition:
    """A definition with a further line; a word cut at the end of a line is put together."""
    between = "" if definition.text.endswith("-") or not definition.text else " "
    return _Definition(
        definition.entry,
        definition.term,
        definition.heading,
        (*definition.numbers, *line.numbers),
        f"{definition.text}{between}{line.text}",
    )


def _write(definition: _Definition, writer: CanonicalWriter) -> None:
    entry = definition.entry
    writer.block(heading(entry.level, entry.title, entry.id, entry.marks), definition.heading.numbers)
    writer.block(escaped(definition.text), definition.numbers)
