"""The layouts of sections: paragraphs, bullets, steps, tables, then examples, the summary, notes; worked examples; warscrolls."""

import re
from collections.abc import Sequence

from kb.reading.body import Body, below_step, bullet, callout, contents, form, is_step, paragraph, step, tabbed
from kb.reading.canonical import cell, escaped
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import Line, joined, numbers_of
from kb.reading.sections import Section
from kb.reading.works.aos.forms import field, is_summary

_LABELLED = re.compile(r"^(?P<label>[A-ZÀ-Ý]{3,}\.?)[ ](?P<value>\S*\d\S*)$")
_PART = re.compile(r"^(\d{1,2})[ ][^\t]+$")


def profile(lines: Sequence[Line], writer: DocumentWriter) -> tuple[Line, ...]:
    """Write the characteristics of a warscroll as a table; return the lines left."""
    found = [(line, match) for line in lines if (match := _LABELLED.match(line.text))]
    if found:
        numbers = numbers_of(line for line, _match in found)
        labels, values = ([cell(match[name]) for _line, match in found] for name in ("label", "value"))
        writer.table([(labels, numbers), (values, numbers)])
    return tuple(line for line in lines if not _LABELLED.match(line.text))


def _keywords(body: Body) -> int:
    label, text = field(body.line)
    return body.block(f"Mots-clés : {escaped(text)}") if label == "Mots-clés" else 0


def prose(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section that are no block."""
    lines = joined(section.lines)
    boxes = [line for line in lines if is_summary(line) or line.role in {"note", "legende"}]
    text = tuple(line for line in lines if line not in boxes)
    # After a step, a box would be the step's: it goes before the first.
    at = next((place for place, line in enumerate(text) if is_step(line)), len(text))
    body = Body(section, writer, text[:at])
    known = _EXAMPLE_FORMS if ".exemple" in section.entry.marks.split() else _FORMS
    body.write(known)
    _boxes(boxes, writer)
    writer.absent(section.entry.id)
    body.lines = text[at:]
    body.write(known)


def _boxes(boxes: list[Line], writer: DocumentWriter) -> None:
    """Write the boxes of a section: captions, its summary, notes."""
    for line in boxes:
        if line.role == "legende":
            writer.quote("Exemple", (line,))
    if summary := [line for line in boxes if is_summary(line)]:
        writer.quote("Résumé", summary)
    for line in boxes:
        if line.role == "note":
            writer.quote("Note", (line,))


@form(r"^(?P<number>\d{1,2})[ ](?P<text>[^\t]+)$")
def _part(body: Body, match: re.Match[str]) -> int:
    """A part of a worked example; a number already used makes none."""
    if match["number"] in {number[1] for line in body.before if (number := _PART.match(line.text))}:
        return 0
    return body.block(f"{match['number']}. {escaped(match['text'])}")


def _of_part(body: Body) -> int:
    """What stands below a part of a worked example belongs to it."""
    return body.block(f"   {escaped(body.line.text)}") if any(_PART.match(line.text) for line in body.before) else 0


_FORMS = (tabbed, _keywords, callout, step, below_step, contents, bullet, paragraph)
_EXAMPLE_FORMS = (tabbed, _part, _of_part, paragraph)
