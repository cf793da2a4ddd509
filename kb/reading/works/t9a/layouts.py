"""The layouts: ordinary pages; spells and items, and the spells of the grimoire that the patrols print again, which are the same ones."""

import re
from collections import defaultdict
from dataclasses import dataclass, replace

from kb.model import Repair
from kb.reading.body import Body, bullet, callout, form, paragraph, tabbed
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import Line, State, joined, numbers_of
from kb.reading.sections import TITLE, Section, title_words

VARIANT_REASON = "réimpression d'un sort du grimoire, à un mot près"
_COST_LINE = re.compile(r"^Valeur de lancement : ?(?P<cost>\S+)$")
_COST = re.compile(r"^(?:\d+\+?(?:/\d+\+?)?|\d+ pts)$")
_STEP = re.compile(r"^(?P<number>\d+)\.? (?P<text>[^–].*)$")
_NUMBERED = re.compile(r"^(?P<number>\d+)\. (?P<text>.+)$")
_SUB_STEP = re.compile(r"^(?:– |\([\dA-Z](?:-\d)?\) )")
_FIGURE_PART = re.compile(r"^(?:\*\*(?P<bold>\w\))\*\* ?|(?=\w\) ))(?P<text>.+)$")


@dataclass(frozen=True, slots=True)
class Printing:
    """A spell as a patrol prints it: its title, its cost, its text, each with its lines."""

    title: Line
    cost: Line
    text: tuple[Line, ...]


Reprints = dict[tuple[str, ...], list[Printing]]


def reprints(state: State) -> tuple[State, Reprints]:
    """Take out of a part the spells that it prints with their cost; each line that follows the cost up to a title is their text."""
    found: Reprints = defaultdict(list)
    taken: set[int] = set()
    lines = state.lines
    costs = {at: met["cost"] for at, line in enumerate(lines) if at and (met := _COST_LINE.match(line.text))}
    for at, cost in costs.items():
        after = (place for place in range(at + 1, len(lines)) if lines[place].role == TITLE or place + 1 in costs)
        end = next(after, len(lines))
        title = replace(lines[at - 1], text=lines[at - 1].text.strip("*"))
        found[title_words(title.text)].append(Printing(title, replace(lines[at], text=cost), lines[at + 1 : end]))
        taken |= set(range(at - 1, end))
    return replace(state, lines=tuple(line for place, line in enumerate(lines) if place not in taken)), found


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
    """The lines of a paragraph in every printing: the whole text follows the first where it is parted otherwise."""
    alike = [each.text[place] for each in again if len(each.text) == count]
    parted = [line for each in again if len(each.text) != count and place == 0 for line in each.text]
    return numbers_of([*alike, *parted])


def _variant(lines: list[Line], printing: Printing, writer: DocumentWriter) -> None:
    """What a printing says otherwise: declared as a repair where the paragraphs are the same, and said."""
    here, there = (title_words(" ".join(line.text for line in text)) for text in (lines, printing.text))
    if here == there:
        return
    for line, other in zip(lines, printing.text, strict=False):
        if title_words(line.text) != title_words(other.text):
            writer.repairs.append(Repair(other.number, other.text, line.text, VARIANT_REASON))
            writer.fault("SORT-VARIANTE", other.number, title=printing.title.text)


@dataclass(slots=True)
class _Body(Body):
    """With the number of the last step written, how many lines it and what belongs to it end, whether these lines are bullets."""

    steps: int = 0
    ended: int = -1
    deeper: bool = False

    @property
    def in_step(self) -> bool:
        """True right after a step or what belongs to it."""
        return self.ended == len(self.before)


def prose(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section."""
    _Body(section, writer, joined(section.lines)).write(_FORMS)


@form(r"^(?:\*\*)?Figure (?P<number>\d+)(?P<bold>\*\*)?(?: [–-] (?P<part>\w\))\*\*| –)? ?(?P<text>.*)$")
def _figure(body: _Body, match: re.Match[str]) -> int:
    """A caption with its parts: those marked by a letter, those that the data name."""
    parts = body.run(lambda line: line.role == "exemple" or _FIGURE_PART.match(line.text), 1)
    title = f"Figure {match['number']}"
    below = body.writer.found.part.below(body.section.entry.id)
    box = next((entry for entry in below if entry.box.endswith(title)), None)
    body.block(f"> **{box.box}** {{#{box.id}}}" if box else f"> **Exemple : {title}**")
    text = f"{match['part'] or ''} {match['text']}".strip()
    body.writer.more(f"> {escaped(text)}", body.line.numbers)
    body.writer.quoted(replace(line, text=_FIGURE_PART.sub(r"\g<bold> \g<text>", line.text).strip()) for line in parts)
    return 1 + len(parts)


@form(r"^\*(?P<text>[^*]+)\*$")
def _background(body: _Body, match: re.Match[str]) -> None:
    """A whole line in italics: it says what stands behind a rule, not a rule."""
    body.block(f"> **Note** : {escaped(match['text'])}")


def _step(body: _Body) -> int:
    """A numbered step, when its number is the next one; the same number again is but a bullet."""
    line = body.line
    match = (_STEP if line.bullet else _NUMBERED).match(line.text)
    if match is None or line.nested or int(match["number"]) != body.steps + 1:
        return 0
    write = body.writer.more if body.in_step else body.writer.block
    write(f"{match['number']}. {escaped(match['text'])}", line.numbers)
    body.steps, body.ended, body.deeper = body.steps + 1, len(body.before) + 1, False
    return 1


def _numbered(body: _Body) -> int:
    """A number that no step above precedes."""
    if body.line.bullet or not _NUMBERED.match(body.line.text):
        return 0
    return body.item(escaped(body.line.text))


def _below_step(body: _Body) -> int:
    """What belongs to the step above: a deeper bullet, a line of its own block; below a bullet, another one."""
    line = body.line
    if not body.in_step or not (line.nested or (line.number == body.before[-1].numbers[-1] + 1 and not line.bullet)):
        return 0
    deeper = body.deeper = bool(body.deeper or line.nested or _SUB_STEP.match(line.text))
    body.writer.more(f"   {'- ' if deeper else ''}{escaped(line.text.removeprefix('– '))}", line.numbers)
    body.ended = len(body.before) + 1
    return 1


_FORMS = (tabbed, _figure, callout, _background, _step, _numbered, _below_step, bullet, paragraph)
