"""Spells and items: their fields; and the spells of the grimoire that the patrols print again, which are the same ones."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace

from kb.model import Repair
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import Line, State, numbers_of
from kb.reading.sections import TITLE, Section, title_words

VARIANT_REASON = "réimpression d'un sort du grimoire, à un mot près"
_COST_LINE = re.compile(r"^Valeur de lancement : ?(?P<cost>\S+)$")
_COST = re.compile(r"^(?:\d+\+?(?:/\d+\+?)?|\d+ pts)$")
_BARE_TITLE = re.compile(r"^\*\*(?P<title>[^*]+)\*\*$")


@dataclass(frozen=True, slots=True)
class Printing:
    """A spell as a patrol prints it: its title, its cost, its text, each with its lines."""

    title: Line
    cost: Line
    text: tuple[Line, ...]


Reprints = dict[tuple[str, ...], list[Printing]]


def reprints(state: State, known: frozenset[tuple[str, ...]]) -> tuple[State, Reprints]:
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
        if title_words(title.text) in known:
            printing = Printing(title, replace(line, text=cost["cost"]), state.lines[place + 1 : end])
            found[title_words(title.text)].append(printing)
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


def fields(section: Section, writer: DocumentWriter, again: list[Printing]) -> None:
    """Write a spell or an item: cost, then effect, then what else it says; every printing among its lines."""
    lines = list(section.lines)
    if lines and _COST.match(lines[0].text):
        cost = lines.pop(0)
        writer.item(f"**Coût** : {cost.text}", (*cost.numbers, *numbers_of([each.cost for each in again])))
    for place, line in enumerate(lines):
        numbers = (*line.numbers, *_printed_again(again, place, len(lines)))
        writer.item(f"{'' if place else '**Effet** : '}{escaped(line.text)}", numbers, int(place > 0))
    for each in again:
        _variant(lines, each, writer)


def _printed_again(again: list[Printing], place: int, count: int) -> tuple[int, ...]:
    """The lines of a paragraph in every printing: the whole text stands beside the first where it is parted otherwise."""
    alike = [each.text[place] for each in again if len(each.text) == count]
    parted = [line for each in again if len(each.text) != count and place == 0 for line in each.text]
    return numbers_of([*alike, *parted])


def _variant(lines: list[Line], printing: Printing, writer: DocumentWriter) -> None:
    """What a printing says otherwise: declared as a repair where the paragraphs are the same, and told."""
    here, there = (title_words(" ".join(line.text for line in text)) for text in (lines, printing.text))
    if here == there:
        return
    for line, other in zip(lines, printing.text, strict=False):
        if title_words(line.text) != title_words(other.text):
            writer.repairs.append(Repair(other.number, other.text, line.text, VARIANT_REASON))
            writer.fault("SORT-VARIANTE", other.number, title=printing.title.text)
