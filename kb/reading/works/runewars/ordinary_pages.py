"""The layout of ordinary pages: paragraphs, bullets, steps, definitions, questions and answers, small tables."""

from __future__ import annotations

import re

from kb.reading.body import (
    Body,
    below_step,
    callout,
    contents,
    footnote,
    form,
    listed,
    new_step,
    paragraph,
    tabbed,
)
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import joined
from kb.reading.sections import Section

_RELATED = r"^(?P<head>Sujets? connexes?)[ ]?:[ ]*(?P<names>.+)$"
_SPOKEN = re.compile(r"^(?P<who>[QR])[ ]?:[ ](?P<text>.+)$")


def prose(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section."""
    lines = tuple(line for line in joined(section.lines) if line.role != "legende")
    Body(section, writer, lines).write(_FORMS)


@form(_RELATED)
def related(body: Body, match: re.Match[str]) -> None:
    """A line of related subjects, its names without the full stop that one of them carries."""
    names = ", ".join(escaped(name.strip(" .")) for name in match["names"].split(","))
    body.block(f"{match['head']} : {names}")


def _step(body: Body) -> int:
    """A step; a number already used below this title is no step."""
    match = new_step(body)
    return body.block(f"{match['number']}. {escaped(match['text'])}") if match else 0


def _spoken(body: Body) -> int:
    """A question, or an answer; one without the other is but a note."""
    match = _SPOKEN.match(body.line.text)
    if match is None:
        return 0
    asks = match["who"] == "Q"
    other = [_SPOKEN.match(line.text) for line in (body.lines[1:2] if asks else body.before[-1:])]
    if not any(said and said["who"] == ("R" if asks else "Q") for said in other):
        body.writer.quote("Note", body.lines[:1])
        return 1
    return body.block(f"**{match['who']} :** {escaped(match['text'])}")


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
    tabbed,
    callout,
    related,
    _step,
    below_step,
    _spoken,
    contents(r"^[^.]+ page \d+$"),
    _bullet,
    _definition,
    paragraph,
)
