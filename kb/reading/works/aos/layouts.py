"""The layouts of sections: paragraphs, bullets, steps, tables, then examples, the summary, notes; the glossary; the warscrolls."""

import re
from collections.abc import Sequence

from kb.reading.body import Body, below_step, bullet, callout, contents, is_step, paragraph, step, tabbed
from kb.reading.canonical import cell, escaped
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import Line, joined, numbers_of
from kb.reading.sections import Section
from kb.reading.works.aos import forms

_LABELLED = re.compile(r"^(?P<label>[A-ZÀ-Ý]{3,}\.?)[ ](?P<value>\S*\d\S*)$")
_PART = re.compile(r"^(?P<number>\d{1,2})(?:[ ](?P<text>.+))?$")


def profile(lines: Sequence[Line], writer: DocumentWriter) -> tuple[Line, ...]:
    """Write the characteristics of a warscroll as a table; return the lines left."""
    found = [(line, match) for line in lines if (match := _LABELLED.match(line.text))]
    if found:
        numbers = numbers_of(line for line, _match in found)
        labels, values = ([cell(match[name]) for _line, match in found] for name in ("label", "value"))
        writer.table([(labels, numbers), (values, numbers)])
    return tuple(line for line in lines if not _LABELLED.match(line.text))


def _keywords(body: Body) -> int:
    label, text = forms.field(body.line)
    return body.block(f"Mots-clés : {escaped(text)}") if label == "Mots-clés" else 0


def prose(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section that are no block."""
    lines = joined(section.lines)
    boxes = [line for line in lines if forms.is_summary(line) or line.role in {"note", "legende"}]
    text = tuple(line for line in lines if line not in boxes)
    # After a step, a box would be the step's: it goes before the first.
    at = next((place for place, line in enumerate(text) if is_step(line)), len(text))
    body = Body(section, writer, text[:at])
    if ".exemple" in section.entry.marks.split():
        _numbered_example(section, text, writer)
        text = text[:0]
    else:
        body.write(_FORMS)
    _boxes(boxes, writer)
    writer.absent(section.entry.id)
    body.lines = text[at:]
    body.write(_FORMS)


def _boxes(boxes: list[Line], writer: DocumentWriter) -> None:
    """Write the boxes of a section: captions, its summary, notes."""
    for line in boxes:
        if line.role == "legende":
            writer.quote("Exemple", (line,))
    if summary := [line for line in boxes if forms.is_summary(line)]:
        writer.quote("Résumé", summary)
    for line in boxes:
        if line.role == "note":
            writer.quote("Note", (line,))


_FORMS = (tabbed, _keywords, callout, step, below_step, contents, bullet, paragraph)


def _numbered_example(section: Section, lines: tuple[Line, ...], writer: DocumentWriter) -> None:
    """Write a worked example: what opens it, then its parts in the order of their numbers, which may stand alone."""
    groups: list[tuple[int, tuple[Line, ...]]] = [(0, ())]
    # Where numbers stand alone, one that opens a sentence is no part's.
    alone = sum(bool(forms.lone_number(line)) for line in lines) > 1
    for line in lines:
        match = _PART.match(line.text)
        if match and "\t" not in line.text and not (alone and match["text"]):
            groups.append((int(match["number"]), (line,)))
        else:
            groups[-1] = (groups[-1][0], (*groups[-1][1], line))
    (_none, opening), *parts = sorted(groups, key=lambda group: group[0])
    Body(section, writer, opening).write((tabbed, paragraph))
    for number, part in parts:
        match = _PART.match(part[0].text)
        text = (match["text"] or "") if match else ""
        taken = 1 if text or len(part) == 1 else 2
        writer.block(f"{number}. {escaped(text or part[taken - 1].text)}", numbers_of(part[:taken]))
        Body(section, writer, part[taken:]).write((tabbed, _of_part))


def _of_part(body: Body) -> int:
    return body.block(f"   {escaped(body.line.text)}")
