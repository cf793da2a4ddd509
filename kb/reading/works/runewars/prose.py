"""The layout of ordinary pages: paragraphs, bullets, steps, definitions, questions and answers, small tables."""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.errors import Diagnostic
from kb.reading.canonical import CanonicalWriter, escaped
from kb.reading.register import Form
from kb.reading.repairs import Line, joined
from kb.reading.sections import Section
from kb.reading.works.runewars.context import Context
from kb.reading.works.runewars.tables import tabbed

RELATED = re.compile(r"^(?P<head>Sujets? connexes?)[ ]?:[ ]*(?P<names>.+)$")
_STEP = re.compile(r"^(?P<number>\d+)\.[ ]+(?P<text>.+)$")
_STEP_TITLE = re.compile(r"^\d+\.[ ][^.:!?]{1,30}$")
_SPOKEN = re.compile(r"^(?P<who>[QR])[ ]?:[ ](?P<text>.+)$")
_EXAMPLE = re.compile(r"^Exemple[ ]?:[ ](?P<text>.+)$")
_CONTENTS = re.compile(r"^(?P<title>[^.]+ page \d+)$")
_DEFINITION = re.compile(r"^(?P<term>[A-ZÀ-Ý][\w'’-]*(?:[ ][\w'’-]+){0,3})[ ]:[ ](?P<text>[a-zà-ÿ].*)$")


def prose(section: Section, writer: CanonicalWriter, context: Context) -> tuple[Diagnostic, ...]:
    """Write the lines of a section, each in the first form that fits."""
    lines = tuple(line for line in joined(section.lines) if line.role != "legende")
    place = 0
    while place < len(lines):
        if "\t" in lines[place].text:
            place += tabbed(lines[place:], writer, _caption(section, context))
        else:
            place += next(filter(None, (form(lines[place:], lines[:place], writer, context) for form in _FORMS)))
    return ()


def related(line: Line, writer: CanonicalWriter) -> bool:
    """Write a line of related subjects, its names without the full stop that one of them carries."""
    match = RELATED.match(line.text)
    if match:
        names = ", ".join(escaped(name.strip(" .")) for name in match["names"].split(","))
        writer.block(f"{match['head']} : {names}", line.numbers)
    return match is not None


def _caption(section: Section, context: Context) -> str | None:
    """The caption that the register gives to a table of this section."""
    for part in context.register.parts:
        for entry in part.entries:
            if entry.form is Form.CAPTION and entry.id.startswith(f"{section.entry.id}/"):
                return entry.caption
    return None


# Each form writes the first line or lines of `lines` and says how many; 0 when they are not of that form.


def _role(lines: tuple[Line, ...], _before: tuple[Line, ...], writer: CanonicalWriter, _context: Context) -> int:
    line = lines[0]
    if line.role in {"note", "exemple"}:
        writer.block(f"> **{line.role.capitalize()}** : {escaped(line.text)}", line.numbers)
        return 1
    if line.role == "titre" and len(lines) > 1:
        writer.block(f"**{line.text}** {escaped(lines[1].text)}", (*line.numbers, *lines[1].numbers), items=True)
        return 2
    return 0


def _names(lines: tuple[Line, ...], _before: tuple[Line, ...], writer: CanonicalWriter, _context: Context) -> int:
    return int(related(lines[0], writer))


def _step(lines: tuple[Line, ...], before: tuple[Line, ...], writer: CanonicalWriter, _context: Context) -> int:
    """A step, with its paragraph when it is but a title; a number already used below this title is no step."""
    match = _STEP.match(lines[0].text)
    used = [known["number"] for known in (_STEP.match(line.text) for line in before) if known]
    if match is None or match["number"] in used:
        return 0
    if _STEP_TITLE.match(lines[0].text) and len(lines) > 1 and not _STEP.match(lines[1].text):
        numbers = (*lines[0].numbers, *lines[1].numbers)
        writer.block(f"{match['number']}. **{match['text']}** : {escaped(lines[1].text)}", numbers)
        return 2
    writer.block(f"{match['number']}. {escaped(match['text'])}", lines[0].numbers)
    return 1


def _continued_step(
    lines: tuple[Line, ...], before: tuple[Line, ...], writer: CanonicalWriter, _context: Context
) -> int:
    """A paragraph between two steps belongs to the first."""
    if (
        lines[0].bullet
        or not any(_STEP.match(line.text) for line in before)
        or not any(_STEP.match(line.text) for line in lines)
    ):
        return 0
    writer.block(f"   {escaped(lines[0].text)}", lines[0].numbers)
    return 1


def _spoken(lines: tuple[Line, ...], before: tuple[Line, ...], writer: CanonicalWriter, _context: Context) -> int:
    """A question, or an answer with the paragraphs that carry it on; one without the other is but a note."""
    match = _SPOKEN.match(lines[0].text)
    if match is None:
        return 0
    other = lines[1:2] if match["who"] == "Q" else before[-1:]
    if not any(
        line.text.startswith("R" if match["who"] == "Q" else "Q") and _SPOKEN.match(line.text) for line in other
    ):
        writer.block(f"> **Note** : {escaped(lines[0].text)}", lines[0].numbers)
        return 1
    writer.block(f"**{match['who']} :** {escaped(match['text'])}", lines[0].numbers)
    taken = 1
    while match["who"] == "R" and taken < len(lines) and _carries_on(lines[taken]):
        writer.more(escaped(lines[taken].text), lines[taken].numbers)
        taken += 1
    return taken


def _carries_on(line: Line) -> bool:
    """True for a paragraph that is nothing else than the rest of an answer."""
    others = (_SPOKEN, _EXAMPLE, _STEP, RELATED)
    return not (line.role or line.bullet or "\t" in line.text or any(form.match(line.text) for form in others))


def _example(lines: tuple[Line, ...], _before: tuple[Line, ...], writer: CanonicalWriter, _context: Context) -> int:
    match = _EXAMPLE.match(lines[0].text)
    if match:
        writer.block(f"> **Exemple** : {escaped(match['text'])}", lines[0].numbers)
    return int(match is not None)


def _contents(lines: tuple[Line, ...], _before: tuple[Line, ...], writer: CanonicalWriter, _context: Context) -> int:
    """A line of a table of contents, and the paragraph that explains it."""
    match = _CONTENTS.match(lines[0].text)
    if match is None or lines[0].bullet or len(lines) == 1:
        return 0
    writer.item(f"{escaped(match['title'])} : {escaped(lines[1].text)}", (*lines[0].numbers, *lines[1].numbers))
    return 2


def _bullet(lines: tuple[Line, ...], before: tuple[Line, ...], writer: CanonicalWriter, _context: Context) -> int:
    """A bullet; one with a sign of its own below a plain one is deeper."""
    line = lines[0]
    if not line.bullet:
        return 0
    depth = int(line.bullet != "-" and any(above.bullet == "-" for above in before))
    writer.item(escaped(line.text), line.numbers, depth)
    return 1


def _definition(lines: tuple[Line, ...], _before: tuple[Line, ...], writer: CanonicalWriter, context: Context) -> int:
    match = _DEFINITION.match(lines[0].text)
    if match is None or lines[0].text.startswith(context.title):
        return 0
    writer.item(f"**{match['term']}** : {escaped(match['text'])}", lines[0].numbers)
    return 1


def _paragraph(lines: tuple[Line, ...], _before: tuple[Line, ...], writer: CanonicalWriter, _context: Context) -> int:
    writer.block(escaped(lines[0].text), lines[0].numbers, items=True)
    return 1


_Form = Callable[[tuple[Line, ...], tuple[Line, ...], CanonicalWriter, Context], int]
_FORMS: tuple[_Form, ...] = (
    _role,
    _names,
    _step,
    _continued_step,
    _spoken,
    _example,
    _contents,
    _bullet,
    _definition,
    _paragraph,
)
