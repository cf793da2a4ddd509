"""The layout of ordinary sections: paragraphs, bullets, steps, tables; then examples, the summary, notes, what is lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from kb.reading.canonical import CanonicalWriter, escaped
from kb.reading.repairs import Line, joined, numbers_of
from kb.reading.works.aos import forms
from kb.reading.works.aos.context import Content, Context
from kb.reading.works.aos.tables import tabbed

_STEP = re.compile(r"^(?P<number>\d{1,2})\.[ ](?P<text>.+)$")
_CONTENTS = re.compile(r"^[^.:]*[A-ZÀ-Ý][^.]*[ ]\(p\.[ ]\d+(?:-\d+)?\)$")


def prose(content: Content, writer: CanonicalWriter, context: Context) -> None:
    """Write the lines of a section that are no block."""
    lines = run_on(content.prose)
    aside = [line for line in lines if forms.is_summary(line) or line.role in {"note", "legende"}]
    text, examples = _examples_apart(tuple(line for line in lines if line not in aside))
    # After a step, a box would be the step's: it goes before the first.
    place = next((place for place, line in enumerate(text) if _STEP.match(line.text)), len(text))
    if ".exemple" in content.section.entry.marks.split():
        numbered_example(text, writer)
        place = len(text)
    else:
        _set(text[:place], (), content, writer, context)
    _beside(aside, examples, content, writer, context)
    _set(text[place:], text[:place], content, writer, context)


def _beside(
    aside: list[Line],
    examples: tuple[tuple[Line, ...], ...],
    content: Content,
    writer: CanonicalWriter,
    context: Context,
) -> None:
    """Write what stands beside a section: examples, its summary, notes, what is lost."""
    for example in examples:
        _callout("Exemple", example, writer)
    for line in aside:
        if line.role == "legende":
            _callout("Exemple", (line,), writer)
    _callout("Résumé", tuple(line for line in aside if forms.is_summary(line)), writer)
    for line in aside:
        if line.role == "note":
            _callout("Note", (line,), writer)
    for absent in context.told.absent:
        if absent.under == content.section.entry.id:
            writer.block(f"> **Absent de la source** : {absent.text}")


def run_on(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Lines put together: a sentence that a page cuts, a parenthesis printed right below what it explains."""
    result: list[Line] = []
    for line in joined(tuple(lines)):
        above = result[-1] if result else None
        if above is not None and above.numbers[-1] + 1 == line.number and line.text.startswith("(") and not line.role:
            result[-1] = replace(above, numbers=(*above.numbers, *line.numbers), text=f"{above.text} {line.text}")
        else:
            result.append(line)
    return tuple(result)


def _examples_apart(lines: tuple[Line, ...]) -> tuple[tuple[Line, ...], tuple[tuple[Line, ...], ...]]:
    """The lines without those of the examples, and each example: its opening line and the bullets right below it."""
    kept: list[Line] = []
    examples: list[tuple[Line, ...]] = []
    within = False
    for line in lines:
        within = line.role == "exemple" or (within and bool(line.bullet))
        if line.role == "exemple":
            examples.append((line,))
        elif within:
            examples[-1] = (*examples[-1], line)
        else:
            kept.append(line)
    return tuple(kept), tuple(examples)


def _callout(kind: str, lines: tuple[Line, ...], writer: CanonicalWriter) -> None:
    """Write a quoted block: paragraphs and bullets, as many as its lines."""
    for place, line in enumerate(lines):
        text = escaped(line.text)
        if not place and not line.bullet:
            writer.block(f"> **{kind}** : {text}", line.numbers)
            continue
        if not place:
            writer.block(f"> **{kind}**")
        writer.more(f"> - {text}" if line.bullet else f"> {text}", line.numbers)


# Each form writes the first line or lines of `lines` and says how many; 0 when they are not of that form.


def _set(
    lines: tuple[Line, ...], before: tuple[Line, ...], content: Content, writer: CanonicalWriter, context: Context
) -> None:
    place = 0
    while place < len(lines):
        if "\t" in lines[place].text:
            place += tabbed(lines[place:], writer, context.part.caption(content.section.entry.id))
        else:
            place += next(filter(None, (form(lines[place:], (*before, *lines[:place]), writer) for form in _FORMS)))


def _step(lines: tuple[Line, ...], before: tuple[Line, ...], writer: CanonicalWriter) -> int:
    """A numbered step; a second sequence below one title is left as prose."""
    match = _STEP.match(lines[0].text)
    if match is None or any(line.text.startswith(f"{match['number']}. ") for line in before):
        return 0
    text = match["text"]
    title = f"**{text.capitalize()}**" if text == text.upper() else escaped(text)
    writer.block(f"{match['number']}. {title}", lines[0].numbers)
    return 1


def _continued_step(lines: tuple[Line, ...], before: tuple[Line, ...], writer: CanonicalWriter) -> int:
    """What stands between two steps belongs to the first; below a step that is a bare title, all does."""
    steps = [line.text for line in before if _STEP.match(line.text)]
    if not steps or not (steps[-1] == steps[-1].upper() or any(_STEP.match(line.text) for line in lines)):
        return 0
    line = lines[0]
    if line.bullet:
        writer.block(f"   - {escaped(line.text)}", line.numbers)
    else:
        writer.block(f"   {escaped(line.text)}", line.numbers)
    return 1


def _contents(lines: tuple[Line, ...], _before: tuple[Line, ...], writer: CanonicalWriter) -> int:
    """A title with its page, as a table of contents prints it, and the paragraph that explains it."""
    if _CONTENTS.match(lines[0].text) is None or lines[0].bullet or len(lines) == 1:
        return 0
    writer.item(f"{escaped(lines[0].text)} : {escaped(lines[1].text)}", (*lines[0].numbers, *lines[1].numbers))
    return 2


def _bullet(lines: tuple[Line, ...], _before: tuple[Line, ...], writer: CanonicalWriter) -> int:
    if not lines[0].bullet:
        return 0
    writer.item(escaped(lines[0].text), lines[0].numbers)
    return 1


def _paragraph(lines: tuple[Line, ...], _before: tuple[Line, ...], writer: CanonicalWriter) -> int:
    writer.block(escaped(lines[0].text), lines[0].numbers, items=True)
    return 1


_Form = Callable[[tuple[Line, ...], tuple[Line, ...], CanonicalWriter], int]
_FORMS: tuple[_Form, ...] = (_step, _continued_step, _contents, _bullet, _paragraph)


# Worked examples: numbered parts, whose number may stand alone, and may not be printed in order.

_PART = re.compile(r"^(?P<number>\d{1,2})(?:[ ](?P<text>.+))?$")


def numbered_example(lines: tuple[Line, ...], writer: CanonicalWriter) -> None:
    """Write a worked example: what opens it, then its parts in the order of their numbers."""
    groups: list[tuple[int, list[Line]]] = [(0, [])]
    # Where numbers stand alone, one that opens a sentence is no part's.
    alone = sum(bool(forms.lone_number(line)) for line in lines) > 1
    for line in lines:
        match = _PART.match(line.text)
        if match and "\t" not in line.text and not (alone and match["text"]):
            groups.append((int(match["number"]), [line]))
        else:
            groups[-1][1].append(line)
    for number, group in sorted(groups, key=lambda group: group[0]):
        _example_part(number, group, writer)


def _example_part(number: int, lines: list[Line], writer: CanonicalWriter) -> None:
    texts = list(lines)
    if number:
        match = _PART.match(lines[0].text)
        text = (match["text"] or "") if match else ""
        taken = 1 if text or len(lines) == 1 else 2
        writer.block(f"{number}. {escaped(text or lines[taken - 1].text)}", numbers_of(lines[:taken]))
        texts = lines[taken:]
    place = 0
    while place < len(texts):
        if "\t" in texts[place].text:
            place += tabbed(tuple(texts[place:]), writer, None)
        else:
            indent = "   " if number else ""
            writer.block(f"{indent}{escaped(texts[place].text)}", texts[place].numbers, items=not number)
            place += 1
