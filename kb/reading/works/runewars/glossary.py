"""The layout of the glossary: an automaton that expects the next entry number, then the next rule number."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.errors import Diagnostic
from kb.model import Repair
from kb.reading.canonical import CanonicalWriter, escaped, heading
from kb.reading.repairs import Line, joined
from kb.reading.sections import Section
from kb.reading.works.runewars.context import Context
from kb.reading.works.runewars.prose import related

_ENTRY = re.compile(r"^(?P<number>[I\d]{1,2})[ ](?P<title>[A-ZÀ-Ý].*)$")
_RULE = re.compile(r"^(?P<entry>\d{1,2})\.(?P<rule>\d{1,2})[ ]+(?P<text>.+)$")
_TITLES = (
    re.compile(r"^\*\*(?P<title>[^*]+)\*\*[ ]?:[ ](?P<text>.+)$"),
    re.compile(r"^(?P<title>Étape \d+ – [^:*]+?)[ ]?:[ ](?P<text>.+)$"),
    re.compile(r"^(?P<title>[A-ZÀ-Ý][\w'’-]+ (?:X|\[X\]))[ ]:[ ](?P<text>.+)$"),
)


@dataclass(frozen=True, slots=True)
class _Place:
    """The last entry and rule numbers read."""

    entry: int = 0
    rule: int = 0


def glossary(section: Section, writer: CanonicalWriter, context: Context) -> tuple[Diagnostic, ...]:
    """Write the entries and rules of the glossary; a number that is not the one expected is a diagnostic."""
    place = _Place()
    faults: list[Diagnostic] = []
    for line in joined(section.lines):
        entry, rule = _entry(line, place), _RULE.match(line.text)
        if entry:
            place = _write_entry(line, entry, writer, context)
        elif rule:
            faults += _jump(line, rule, place, context)
            place = _write_rule(line, rule, place, writer)
        elif related(line, writer):
            continue
        elif line.bullet:
            writer.item(escaped(line.text), line.numbers)
        else:
            writer.block(escaped(line.text), line.numbers, items=True)
    return tuple(faults)


def _entry(line: Line, place: _Place) -> tuple[int, str, str] | None:
    """The number, the number as printed and the title of an entry, when its number is the next one (`I` is read 1)."""
    match = _ENTRY.match(line.text)
    if match is None or line.bullet or match["number"].replace("I", "1") != str(place.entry + 1):
        return None
    return place.entry + 1, match["number"], match["title"]


def _write_entry(line: Line, entry: tuple[int, str, str], writer: CanonicalWriter, context: Context) -> _Place:
    number, printed, title = entry
    known = context.register.entry(str(number))
    if printed != str(number):
        writer.repair([Repair(line.number, printed, str(number), "chiffre 1 lu comme la lettre I")])
    if known is not None and known.title != title:
        writer.repair([Repair(line.number, title, known.title, "titre tel que le registre le porte")])
        title = known.title
    writer.block(heading(known.level if known else 3, title, number=str(number)), line.numbers)
    return _Place(number)


def _jump(line: Line, rule: re.Match[str], place: _Place, context: Context) -> list[Diagnostic]:
    expected = f"{place.entry}.{place.rule + 1}"
    printed = f"{rule['entry']}.{rule['rule']}"
    if printed == expected:
        return []
    hint = "un bloc manque ou n'est pas à sa place"
    return [context.fault("NUMEROTATION", f"règle {printed} là où {expected} est attendue", hint, line.number)]


def _write_rule(line: Line, rule: re.Match[str], place: _Place, writer: CanonicalWriter) -> _Place:
    """Write a rule and say where we are; one of another entry stays a note, for its own entry will not know it."""
    number = f"{rule['entry']}.{rule['rule']}"
    if int(rule["entry"]) != place.entry:
        writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
        return place
    titled = next(filter(None, (pattern.match(rule["text"]) for pattern in _TITLES)), None)
    if titled:
        writer.block(f"**{number} {titled['title'].strip()}.** {escaped(titled['text'])}", line.numbers, items=True)
    else:
        writer.block(f"**{number}** {escaped(rule['text'])}", line.numbers, items=True)
    return _Place(place.entry, int(rule["rule"]))
