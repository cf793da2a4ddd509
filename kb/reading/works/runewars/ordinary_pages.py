"""The layout of ordinary pages: paragraphs, bullets, steps, definitions, questions and answers, small tables."""

from __future__ import annotations

import re

from kb.model import Repair
from kb.reading.body import (
    Body,
    below_step,
    callout,
    contents,
    footnote,
    form,
    is_step,
    listed,
    new_step,
    paragraph,
)
from kb.reading.canonical import cell, escaped
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import Line, has_icon, joined
from kb.reading.sections import Section

_RELATED = r"^(?P<head>Sujets? connexes?)[ ]?:[ ]*(?P<names>.+)$"
_STEP_TITLE = re.compile(r"^\d+\.[ ][^.:!?]{1,30}$")
_SPOKEN = re.compile(r"^(?P<who>[QR])[ ]?:[ ](?P<text>.+)$")
_UNREADABLE = "icônes illisibles"
_OTHER = re.compile(rf"Exemple[ ]?:[ ]|{_SPOKEN.pattern}|{_RELATED}")


def prose(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section."""
    lines = tuple(line for line in joined(section.lines) if line.role != "legende")
    Body(section, writer, lines).write(_FORMS)


def _tabbed(body: Body) -> int:
    """A table, an unreadable cell as `?`."""
    rows = [(_read_cells(line, body.writer), line.numbers) for line in body.run(lambda line: "\t" in line.text)]
    if rows:
        body.table(rows[0][0], rows[1:], rows[0][1])
    return len(rows)


def _read_cells(line: Line, writer: DocumentWriter) -> list[str]:
    """The cells of a line, those of icons declared unreadable."""
    cells = [text.strip() for text in line.text.split("\t")]
    writer.repairs += (Repair(line.number, text, "?", _UNREADABLE) for text in cells if has_icon(text))
    return ["?" if has_icon(text) else cell(text) for text in cells]


@form(_RELATED)
def related(body: Body, match: re.Match[str]) -> None:
    """A line of related subjects, its names without the full stop that one of them carries."""
    names = ", ".join(escaped(name.strip(" .")) for name in match["names"].split(","))
    body.block(f"{match['head']} : {names}")


def _titled(body: Body) -> int:
    """What the data make the title of the paragraph below."""
    if body.line.role != "titre" or len(body.lines) == 1:
        return 0
    title, below = body.lines[:2]
    body.writer.block(f"**{title.text}** {escaped(below.text)}", (*title.numbers, *below.numbers), items=True)
    return 2


def _step(body: Body) -> int:
    """A step, with its paragraph when it is but a title; a number already used below this title is no step."""
    match, below = new_step(body), body.lines[1:2]
    if match is None:
        return 0
    if _STEP_TITLE.match(match[0]) and below and not is_step(below[0]):
        text = f"{match['number']}. **{match['text']}** : {escaped(below[0].text)}"
        body.writer.block(text, (*body.line.numbers, *below[0].numbers))
        return 2
    return body.block(f"{match['number']}. {escaped(match['text'])}")


def _spoken(body: Body) -> int:
    """A question, or an answer with the paragraphs that carry it on; one without the other is but a note."""
    match = _SPOKEN.match(body.line.text)
    if match is None:
        return 0
    asks = match["who"] == "Q"
    other = [_SPOKEN.match(line.text) for line in (body.lines[1:2] if asks else body.before[-1:])]
    if not any(said and said["who"] == ("R" if asks else "Q") for said in other):
        body.writer.quote("Note", body.lines[:1])
        return 1
    body.block(f"**{match['who']} :** {escaped(match['text'])}")
    carried = () if asks else body.run(_carries_on, 1)
    for line in carried:
        body.writer.more(escaped(line.text), line.numbers)
    return 1 + len(carried)


def _carries_on(line: Line) -> bool:
    """True for a paragraph that is nothing else than the rest of an answer."""
    return not (line.role or line.bullet or "\t" in line.text or is_step(line) or _OTHER.match(line.text))


def _bullet(body: Body) -> int:
    """A bullet; one with a sign of its own below a plain one is deeper."""
    if not body.line.bullet:
        return 0
    below = body.line.bullet != "-" and any(above.bullet == "-" for above in body.before)
    return body.item(escaped(body.line.text), int(below))


@form(r"^(?P<term>[A-ZÀ-Ý][\w'’-]*(?:[ ][\w'’-]+){0,3})[ ]:[ ](?P<text>[a-zà-ÿ].*)$")
def _definition(body: Body, match: re.Match[str]) -> int:
    """A term and what it is, unless it is the name of the work."""
    if body.line.text.startswith(dict(body.writer.found.data.head).get("titre", "")):
        return 0
    return body.item(f"**{match['term']}** : {escaped(match['text'])}")


_FORMS = (
    listed,
    footnote,
    _tabbed,
    callout,
    _titled,
    related,
    _step,
    below_step,
    _spoken,
    contents(r"^[^.]+ page \d+$"),
    _bullet,
    _definition,
    paragraph,
)
