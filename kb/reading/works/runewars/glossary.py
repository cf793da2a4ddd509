"""The layouts of the glossary, that expects the next entry number, then the next rule number; and of the index.

The index is a table a letter, its lost indents rebuilt: a head begins with the letter of its section. Where that is wrong, `reading.toml`
says that the row stands below another (`sous`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.model import Repair
from kb.model.words import fold
from kb.reading.body import Body, bullet, form, paragraph
from kb.reading.canonical import cell, escaped, heading
from kb.reading.documents import TITLE_REASON, DocumentWriter
from kb.reading.repairs import Line, joined
from kb.reading.sections import Section
from kb.reading.works.runewars.ordinary_pages import prose, related

_TITLES = (
    re.compile(r"^\*\*(?P<title>[^*]+)\*\*[ ]?:[ ](?P<text>.+)$"),
    re.compile(r"^(?P<title>Étape \d+ – [^:*]+?)[ ]?:[ ](?P<text>.+)$"),
    re.compile(r"^(?P<title>[A-ZÀ-Ý][\w'’-]+ (?:X|\[X\]))[ ]:[ ](?P<text>.+)$"),
)
_NUMBERS = r"\d+\.\d+(?:[ ]?[–-][ ]?\d+\.\d+)?"
_ROW = re.compile(rf"^(?P<label>.+?),?[ ](?P<targets>{_NUMBERS}(?:,[ ]{_NUMBERS})*|cf\. page \d+)$")


@dataclass(slots=True)
class _Glossary(Body):
    """With the last entry and rule numbers read."""

    last: tuple[int, int] = (0, 0)


def glossary(section: Section, writer: DocumentWriter) -> None:
    """Write the entries and rules of the glossary; a number that is not the one expected is a finding."""
    _Glossary(section, writer, joined(section.lines)).write((_entry, _rule, related, bullet, paragraph))


@form(r"^(?P<number>[I\d]{1,2})[ ](?P<title>[A-ZÀ-Ý].*)$")
def _entry(body: _Glossary, match: re.Match[str]) -> int:
    """The title of an entry, when its number is the next one."""
    number, writer, line = body.last[0] + 1, body.writer, body.line
    # `I` is read 1.
    if line.bullet or match["number"].replace("I", "1") != str(number):
        return 0
    body.last = (number, 0)
    known = writer.found.register.entry(str(number))
    title = known.title if known else match["title"]
    if match["number"] != str(number):
        writer.repairs.append(Repair(line.number, match["number"], str(number), "chiffre 1 lu comme la lettre I"))
    if title != match["title"]:
        writer.repairs.append(Repair(line.number, match["title"], title, TITLE_REASON))
    return body.block(heading(known.level if known else 3, title, number=str(number)))


@form(r"^(?P<entry>\d{1,2})\.(?P<rule>\d{1,2})[ ]+(?P<text>.+)$")
def _rule(body: _Glossary, match: re.Match[str]) -> int:
    """A rule; one of another entry stays a note, for its own entry will not know it."""
    entry, last = body.last
    number, expected = f"{match['entry']}.{match['rule']}", f"{entry}.{last + 1}"
    if number != expected:
        body.writer.fault("NUMEROTATION", body.line.number, number=number, expected=expected)
    if int(match["entry"]) != entry:
        return body.block(f"> **Note** : {escaped(body.line.text)}")
    body.last = (entry, int(match["rule"]))
    titled = next(filter(None, (pattern.match(match["text"]) for pattern in _TITLES)), None)
    lead = f"**{number} {titled['title'].strip()}.**" if titled else f"**{number}**"
    return body.block(f"{lead} {escaped((titled or match)['text'])}", items=True)


def index(section: Section, writer: DocumentWriter) -> None:
    """Write what opens the index, or the table of one letter."""
    letter = section.entry.title
    if len(letter) > 1:
        prose(section, writer)
        return
    writer.table(["Entrée", "Renvois"], [(_cells(line, fold(letter)), line.numbers) for line in section.lines])


def _cells(line: Line, letter: str) -> list[str]:
    """The cells of a row; one that does not begin with the letter, or of which the data say so, stands below the head before it."""
    match = _ROW.match(line.text)
    label, targets = (match["label"], match["targets"]) if match else (line.text, "")
    head = match is None or (not line.role and fold(label).startswith(letter))
    return [cell(label) if head else f"– {cell(label)}", targets]
