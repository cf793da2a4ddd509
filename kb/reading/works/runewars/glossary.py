"""The layout of the glossary: an automaton that expects the next entry number, then the next rule number."""

from __future__ import annotations

import re

from kb.model import Repair
from kb.reading.canonical import escaped, heading
from kb.reading.documents import TITLE_REASON, DocumentWriter
from kb.reading.repairs import Line, joined
from kb.reading.sections import Section
from kb.reading.works.runewars.prose import related

_ENTRY = re.compile(r"^(?P<number>[I\d]{1,2})[ ](?P<title>[A-ZÀ-Ý].*)$")
_RULE = re.compile(r"^(?P<entry>\d{1,2})\.(?P<rule>\d{1,2})[ ]+(?P<text>.+)$")
_TITLES = (
    re.compile(r"^\*\*(?P<title>[^*]+)\*\*[ ]?:[ ](?P<text>.+)$"),
    re.compile(r"^(?P<title>Étape \d+ – [^:*]+?)[ ]?:[ ](?P<text>.+)$"),
    re.compile(r"^(?P<title>[A-ZÀ-Ý][\w'’-]+ (?:X|\[X\]))[ ]:[ ](?P<text>.+)$"),
)


# The last entry and rule numbers read.
_Numbers = tuple[int, int]


def glossary(section: Section, writer: DocumentWriter) -> None:
    """Write the entries and rules of the glossary; a number that is not the one expected is a finding."""
    last = (0, 0)
    for line in joined(section.lines):
        entry, rule = _ENTRY.match(line.text), _RULE.match(line.text)
        # `I` is read 1.
        if entry and not line.bullet and entry["number"].replace("I", "1") == str(last[0] + 1):
            last = (last[0] + 1, 0)
            _write_entry(line, last[0], entry, writer)
        elif rule:
            last = _write_rule(line, rule, last, writer)
        elif related(line, writer):
            continue
        elif line.bullet:
            writer.item(escaped(line.text), line.numbers)
        else:
            writer.block(escaped(line.text), line.numbers, items=True)


def _write_entry(line: Line, number: int, entry: re.Match[str], writer: DocumentWriter) -> None:
    known = writer.found.register.entry(str(number))
    title = known.title if known else entry["title"]
    if entry["number"] != str(number):
        writer.repair([Repair(line.number, entry["number"], str(number), "chiffre 1 lu comme la lettre I")])
    if title != entry["title"]:
        writer.repair([Repair(line.number, entry["title"], title, TITLE_REASON)])
    writer.block(heading(known.level if known else 3, title, number=str(number)), line.numbers)


def _write_rule(line: Line, rule: re.Match[str], last: _Numbers, writer: DocumentWriter) -> _Numbers:
    """Write a rule and say where we are; one of another entry stays a note, for its own entry will not know it."""
    number, expected = f"{rule['entry']}.{rule['rule']}", f"{last[0]}.{last[1] + 1}"
    if number != expected:
        hint = "un bloc manque ou n'est pas à sa place"
        writer.fault("NUMEROTATION", f"règle {number} là où {expected} est attendue", hint, line.number)
    if int(rule["entry"]) != last[0]:
        writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
        return last
    titled = next(filter(None, (pattern.match(rule["text"]) for pattern in _TITLES)), None)
    lead = f"**{number} {titled['title'].strip()}.**" if titled else f"**{number}**"
    writer.block(f"{lead} {escaped((titled or rule)['text'])}", line.numbers, items=True)
    return last[0], int(rule["rule"])
