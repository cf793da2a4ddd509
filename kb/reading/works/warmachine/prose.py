"""What stands below a title: paragraphs, items, formulas, examples, and the words that a blank page number follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter, Place, set_lines
from kb.reading.register import Entry, Form
from kb.reading.sections import Section
from kb.reading.works.warmachine.paragraphs import ITEM
from kb.reading.works.warmachine.tables import table

_FORMULA = re.compile(r"^(?P<name>[A-ZÀ-Ý][^=.:]{3,70}) = (?P<value>[^=]{2,80}[^=.])$")
_EXAMPLE = re.compile(r"^EXEMPLE : (?P<text>.+)$")
_BLANK_PAGE = r"\(p\. X+\)"
_LABEL = re.compile(rf"^(?P<label>[A-ZÀ-Ý][^.:(]{{2,70}}?)(?P<place> (?:{_BLANK_PAGE}|\(voir plus haut\)))? : (?=\S)")
# The name of a rule before the page left blank: it is what the reference names.
_RULES_OF = re.compile(rf"(?P<head>\brègles? de )(?P<term>[^().,;:«»]{{3,40}}?) (?={_BLANK_PAGE})")


@dataclass(slots=True)
class _Body(Place):
    """With the examples that the register knows in the section."""

    examples: Iterator[Entry] = field(default_factory=lambda: iter(()))


def write_body(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section, each in the first form that fits."""
    boxes = writer.found.part.below(section.entry.id, Form.BOX)
    examples = iter([entry for entry in boxes if entry.title == "Exemple"])
    set_lines(_Body(section, writer, section.lines, examples=examples), _FORMS)


def _example(body: _Body) -> int:
    """An example, by its first word or by its role, with the paragraphs said to belong to it."""
    match = _EXAMPLE.match(body.line.text)
    if match is None and body.line.role != "exemple":
        return 0
    entry = next(body.examples, None)
    marks = f" {{#{entry.id} {entry.marks}".rstrip() + "}" if entry else ""
    text = escaped(match["text"] if match else body.line.text)
    body.writer.block(f"> **Exemple**{marks} : {text}", body.line.numbers)
    more = list(takewhile(lambda line: line.role == "exemple", body.lines[1:]))
    for line in more:
        body.writer.more(">")
        body.writer.more(f"> {escaped(line.text)}", line.numbers)
    return 1 + len(more)


def _prose(body: _Body) -> int:
    """A note, a formula, an item or a paragraph."""
    line, writer = body.line, body.writer
    formula = _FORMULA.match(line.text)
    if line.role == "note":
        body.quote("Note", line.text)
    elif formula:
        writer.block(f"- **{formula['name']}** = {escaped(formula['value'])}", line.numbers)
    elif line.bullet == ITEM:
        labelled = _LABEL.sub(lambda match: f"**{match['label']}**{match['place'] or ''} : ", line.text)
        writer.item(escaped(_emphasised(labelled)), line.numbers)
    else:
        writer.block(escaped(_emphasised(line.text)), line.numbers, items=True)
    return 1


def _emphasised(text: str) -> str:
    return _RULES_OF.sub(r"\g<head>**\g<term>** ", text)


_FORMS = (table, _example, _prose)
