"""The warscrolls: characteristics, weapons, keywords."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.reading.body import Body, tabbed
from kb.reading.canonical import cell, escaped
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import Line, numbers_of
from kb.reading.sections import Section
from kb.reading.works.aos import forms

_LABELLED = re.compile(r"^(?P<label>[A-ZÀ-Ý]{3,}\.?)[ ](?P<value>\S*\d\S*)$")


def profile(section: Section, lines: Sequence[Line], writer: DocumentWriter) -> tuple[Line, ...]:
    """Write a warscroll: its characteristics as a table, its weapons, its keywords; return the lines left."""
    found = [(line, match) for line in lines if (match := _LABELLED.match(line.text))]
    if found:
        numbers = numbers_of(line for line, _match in found)
        labels, values = ([cell(match[name]) for _line, match in found] for name in ("label", "value"))
        writer.table(labels, [(values, numbers)], numbers)
    rest: list[Line] = []

    def other(body: Body) -> int:
        rest.append(body.line)
        return 1

    left = tuple(line for line in lines if not _LABELLED.match(line.text))
    Body(section, writer, left).write((tabbed, _keywords, other))
    return tuple(rest)


def _keywords(body: Body) -> int:
    """A line of keywords."""
    label, text = forms.field(body.line) or ("", "")
    return body.block(f"Mots-clés : {escaped(text)}") if label == "Mots-clés" else 0
