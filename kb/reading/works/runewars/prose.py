"""The layout of ordinary pages: paragraphs, bullets, steps, definitions, questions and answers, small tables."""

from __future__ import annotations

import re
from itertools import takewhile

from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter, Place, contents, example, note, paragraph, set_lines
from kb.reading.repairs import Line, joined
from kb.reading.sections import Section
from kb.reading.works.runewars.tables import tabbed

RELATED = re.compile(r"^(?P<head>Sujets? connexes?)[ ]?:[ ]*(?P<names>.+)$")
_STEP = re.compile(r"^(?P<number>\d+)\.[ ]+(?P<text>.+)$")
_STEP_TITLE = re.compile(r"^\d+\.[ ][^.:!?]{1,30}$")
_SPOKEN = re.compile(r"^(?P<who>[QR])[ ]?:[ ](?P<text>.+)$")
_EXAMPLE = re.compile(r"^Exemple[ ]?:[ ]")
_CONTENTS = re.compile(r"^[^.]+ page \d+$")
_DEFINITION = re.compile(r"^(?P<term>[A-ZÀ-Ý][\w'’-]*(?:[ ][\w'’-]+){0,3})[ ]:[ ](?P<text>[a-zà-ÿ].*)$")


def prose(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section, each in the first form that fits."""
    lines = tuple(line for line in joined(section.lines) if line.role != "legende")
    set_lines(Place(section, writer, lines), _FORMS)


def related(line: Line, writer: DocumentWriter) -> bool:
    """Write a line of related subjects, its names without the full stop that one of them carries."""
    match = RELATED.match(line.text)
    if match:
        names = ", ".join(escaped(name.strip(" .")) for name in match["names"].split(","))
        writer.block(f"{match['head']} : {names}", line.numbers)
    return match is not None


def _titled(place: Place) -> int:
    """What the data make the title of the paragraph below."""
    if place.line.role != "titre" or len(place.lines) == 1:
        return 0
    title, below = place.lines[:2]
    place.writer.block(f"**{title.text}** {escaped(below.text)}", (*title.numbers, *below.numbers), items=True)
    return 2


def _names(place: Place) -> int:
    return int(related(place.line, place.writer))


def _step(place: Place) -> int:
    """A step, with its paragraph when it is but a title; a number already used below this title is no step."""
    line, below = place.line, place.lines[1:2]
    match = _STEP.match(line.text)
    used = [known["number"] for known in (_STEP.match(line.text) for line in place.before) if known]
    if match is None or match["number"] in used:
        return 0
    if _STEP_TITLE.match(line.text) and below and not _STEP.match(below[0].text):
        text = f"{match['number']}. **{match['text']}** : {escaped(below[0].text)}"
        place.writer.block(text, (*line.numbers, *below[0].numbers))
        return 2
    place.writer.block(f"{match['number']}. {escaped(match['text'])}", line.numbers)
    return 1


def _continued_step(place: Place) -> int:
    """A paragraph between two steps belongs to the first."""
    between = all(any(_STEP.match(line.text) for line in side) for side in (place.before, place.lines))
    if place.line.bullet or not between:
        return 0
    place.writer.block(f"   {escaped(place.line.text)}", place.line.numbers)
    return 1


def _spoken(place: Place) -> int:
    """A question, or an answer with the paragraphs that carry it on; one without the other is but a note."""
    match = _SPOKEN.match(place.line.text)
    if match is None:
        return 0
    asks = match["who"] == "Q"
    other = [_SPOKEN.match(line.text) for line in (place.lines[1:2] if asks else place.before[-1:])]
    if not any(said and said["who"] == ("R" if asks else "Q") for said in other):
        return place.quote("Note", place.line.text)
    place.writer.block(f"**{match['who']} :** {escaped(match['text'])}", place.line.numbers)
    carried = [] if asks else list(takewhile(_carries_on, place.lines[1:]))
    for line in carried:
        place.writer.more(escaped(line.text), line.numbers)
    return 1 + len(carried)


def _carries_on(line: Line) -> bool:
    """True for a paragraph that is nothing else than the rest of an answer."""
    others = (_SPOKEN, _EXAMPLE, _STEP, RELATED)
    return not (line.role or line.bullet or "\t" in line.text or any(form.match(line.text) for form in others))


def _contents(place: Place) -> int:
    return contents(place, _CONTENTS)


def _bullet(place: Place) -> int:
    """A bullet; one with a sign of its own below a plain one is deeper."""
    line = place.line
    if not line.bullet:
        return 0
    depth = int(line.bullet != "-" and any(above.bullet == "-" for above in place.before))
    place.writer.item(escaped(line.text), line.numbers, depth)
    return 1


def _definition(place: Place) -> int:
    match = _DEFINITION.match(place.line.text)
    if match is None or place.line.text.startswith(dict(place.writer.found.data.head).get("titre", "")):
        return 0
    place.writer.item(f"**{match['term']}** : {escaped(match['text'])}", place.line.numbers)
    return 1


_FORMS = (
    tabbed,
    note,
    _titled,
    _names,
    _step,
    _continued_step,
    _spoken,
    example,
    _contents,
    _bullet,
    _definition,
    paragraph,
)
