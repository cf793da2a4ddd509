"""The layout of the glossary: an entry a term, in the order of the register; other lines carry on the entry above."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.reading.canonical import escaped, heading
from kb.reading.documents import DocumentWriter
from kb.reading.register import Entry
from kb.reading.repairs import Line
from kb.reading.sections import title_key
from kb.reading.works.aos import forms
from kb.reading.works.aos.copies import Content


@dataclass(frozen=True, slots=True)
class _Definition:
    """An entry: where its term stands, the lines and the words that define it."""

    entry: Entry
    heading: Line
    numbers: tuple[int, ...]
    text: str


def glossary(content: Content, writer: DocumentWriter) -> None:
    """Write what opens the glossary, then its entries."""
    entries = {title_key(entry.title): entry for entry in writer.found.part.headings if entry != content.section.entry}
    definitions: list[_Definition] = []
    for line in content.prose:
        parts = forms.term(line)
        entry = entries.get(title_key(parts[0])) if parts else None
        if parts and entry:
            definitions.append(_Definition(entry, line, line.numbers, parts[1]))
        elif definitions:
            definitions[-1] = _carried_on(definitions[-1], line)
        else:
            writer.block(escaped(line.text), line.numbers)
    for one in definitions:
        writer.block(heading(one.entry.level, one.entry.title, one.entry.id, one.entry.marks), one.heading.numbers)
        writer.block(escaped(one.text), one.numbers)


def _carried_on(one: _Definition, line: Line) -> _Definition:
    """A definition with a further line; a word cut at the end of a line is put together."""
    between = "" if one.text.endswith("-") or not one.text else " "
    return replace(one, numbers=(*one.numbers, *line.numbers), text=f"{one.text}{between}{line.text}")
