"""Spells and items: their fields; and the spells of the grimoire that the patrols print again, which are the same ones."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

from kb.errors import Diagnostic, Severity
from kb.model import Repair
from kb.reading.canonical import CanonicalWriter, escaped
from kb.reading.repairs import Line, State, numbers_of
from kb.reading.sections import Section
from kb.reading.works.t9a.context import Context, Printing, Reprints
from kb.reading.works.t9a.titles import TITLE, Text, key

VARIANT_REASON = "réimpression d'un sort du grimoire, à un mot près"
_COST_LINE = re.compile(r"^Valeur de lancement : ?(?P<cost>\S+)$")
_COST = re.compile(r"^(?:\d+\+?(?:/\d+\+?)?|\d+ pts)$")
_BARE_TITLE = re.compile(r"^\*\*(?P<title>[^*]+)\*\*$")


def reprints(state: State, known: frozenset[Text]) -> tuple[State, Reprints]:
    """Take out of a part the spells that `known` titles name; each line that follows the cost up to a title is their text."""
    found: Reprints = defaultdict(list)
    taken: set[int] = set()
    for place, line in enumerate(state.lines):
        cost = _COST_LINE.match(line.text)
        if cost is None or not place:
            continue
        title = _bare(state.lines[place - 1])
        end = place + 1
        while end < len(state.lines) and _is_text(state.lines, end):
            end += 1
        if key(title.text) in known:
            printing = Printing(title, replace(line, text=cost["cost"]), state.lines[place + 1 : end])
            found[key(title.text)].append(printing)
            taken |= set(range(place - 1, end))
    kept = tuple(line for place, line in enumerate(state.lines) if place not in taken)
    return replace(state, lines=kept), found


def _bare(line: Line) -> Line:
    match = _BARE_TITLE.match(line.text)
    return replace(line, text=match["title"]) if match else line


def _is_text(lines: tuple[Line, ...], place: int) -> bool:
    line = lines[place]
    follows = place + 1 < len(lines) and _COST_LINE.match(lines[place + 1].text)
    return line.role != TITLE and not follows and "\t" not in line.text and not line.text.startswith("**")


def fields(section: Section, writer: CanonicalWriter, context: Context) -> tuple[Diagnostic, ...]:
    """Write a spell or an item: cost, then effect, then what else it says; every printing among its lines."""
    again = context.reprints.get(key(section.entry.title), []) if ".sort" in section.entry.marks else []
    lines = list(section.lines)
    if lines and _COST.match(lines[0].text):
        cost = lines.pop(0)
        writer.item(f"**Coût** : {cost.text}", (*cost.numbers, *numbers_of([each.cost for each in again])))
    for place, line in enumerate(lines):
        label = "" if place else "**Effet** : "
        numbers = (*line.numbers, *_printed_again(again, place, len(lines)))
        writer.item(f"{label}{escaped(line.text)}", numbers, 0 if place == 0 else 1)
    return tuple(fault for each in again for fault in _variant(lines, each, writer, context))


def _printed_again(again: list[Printing], place: int, count: int) -> tuple[int, ...]:
    """The lines of a paragraph in every printing: the whole text stands beside the first where it is parted otherwise."""
    alike = [each.text[place] for each in again if len(each.text) == count]
    parted = [line for each in again if len(each.text) != count and place == 0 for line in each.text]
    return numbers_of([*alike, *parted])


def _variant(lines: list[Line], printing: Printing, writer: CanonicalWriter, context: Context) -> list[Diagnostic]:
    """What a printing says otherwise: declared as a repair where the paragraphs are the same, and told."""
    faults = []
    whole = " ".join(line.text for line in lines)
    if key(whole) == key(" ".join(line.text for line in printing.text)):
        return []
    for here, there in zip(lines, printing.text, strict=False):
        if key(here.text) != key(there.text):
            writer.repair([Repair(there.number, there.text, here.text, VARIANT_REASON)])
            message = f"« {printing.title.text} » n'a pas les mêmes mots ici que dans le grimoire"
            hint = "le texte du grimoire est servi"
            faults.append(Diagnostic("SORT-VARIANTE", Severity.INFO, message, hint, context.file, there.number))
    return faults
