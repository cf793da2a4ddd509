"""The lines as they are placed: rid of what the conversion left in them; titles known by their form, without what is not them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from kb.reading.repairs import NESTED, Line, State, without
from kb.reading.sections import TITLE, title_words
from kb.system.grouping import by_key

MOOD_REASON = "citation d'ambiance, sans règle"
_TAG = re.compile(r"</?(?:b|i|sup)>")
_BULLET = re.compile(r"^(?P<indent>[ ]*)- +(?=\S)")
_MOOD = re.compile(r"^\*[^*].*\*$")
_AUTHOR = re.compile(r"^— ")
_HEADING = re.compile(
    r"^#{1,6} (?:(?P<number>\d+)(?:\.| –) )?(?P<title>.+?)(?: \((?P<after>\d*\+?(?:/\d+\+)?|\d+ pts|pénalité [^)]+)\))?$"
)
_DEFINITION = re.compile(
    r"^\*\*(?P<name>[^*]+?) ?(?P<limit>\(\d-\d\))? ?(?:\*\* ?:|: ?\*\*) *(?P<limit_after>\(\d-\d\)\.?)? *(?P<text>.*)$"
)
# The name line of a profile: how many, name, limit, base.
PROFILE = re.compile(
    r"^(?:(?P<count>\d+) )?(?P<name>[^\t]+?)(?: \((?P<limit>\d ?- ?\d)\))?\t+"
    r"(?P<base>(?:round )?\d+(?:[×x]\d+)?(?:mm)?)\t*$"
)
_POINTER = re.compile(r"^,? ?cf\. \*?Bestiaire\*?\.?$")


def cleaned(state: State) -> State:
    """Lines without tags, bullets left out (`-`, or `--` below another), moods left out."""
    state = replace(state, lines=tuple(map(_unbulleted, state.lines)))
    # A mood is a line in italics that an author's name follows.
    pairs = enumerate(pairwise(state.lines))
    signed = [place for place, (line, below) in pairs if _MOOD.match(line.text) and _AUTHOR.match(below.text)]
    return without(state, [at for place in signed for at in (place, place + 1)], MOOD_REASON)


def _unbulleted(line: Line) -> Line:
    text = _TAG.sub("", line.text)
    match = _BULLET.match(text)
    bullet = (NESTED if match["indent"] else "-") if match else ""
    return replace(line, text=text[match.end() if match else 0 :].lstrip(" ").rstrip(), bullet=bullet)


def titled(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with titles marked: number and title alone in the text, the rest of the line after it.

    A paragraph that opens with a term in bold is a title and its text.
    """
    for line in lines:
        heading = _HEADING.match(line.text)
        definition = _DEFINITION.match(line.text) if not line.bullet and not line.role else None
        if heading:
            yield from _heading(line, heading)
        elif definition:
            yield from _definition(line, definition)
        elif profile := PROFILE.match(line.text):
            yield replace(line, text=profile["name"], role=TITLE)
        else:
            yield line


def _heading(line: Line, match: re.Match[str]) -> Iterator[Line]:
    yield replace(line, text=f"{match['number'] or ''} {match['title']}".strip(), role=TITLE)
    if match["after"] and match["after"] != "+":
        yield replace(line, text=match["after"], bullet="")


def _definition(line: Line, match: re.Match[str]) -> Iterator[Line]:
    yield replace(line, text=match["name"].strip(), role=TITLE)
    limit = match["limit"] or match["limit_after"] or ""
    yield replace(line, text=f"{limit} {match['text']}".strip())


def pointers_first(lines: Iterable[Line], opening: frozenset[tuple[str, ...]]) -> Iterator[Line]:
    """The lines with each « X : cf. Bestiaire », a bullet now, right below the title that opens its faction."""
    factions: list[list[Line]] = [[]]
    for line in lines:
        if title_words(line.text) in opening:
            factions.append([])
        factions[-1].append(line)
    for faction in factions:
        pointing = [line for line in faction if _points(line)]
        yield from faction[:1]
        yield from (replace(line, bullet="-") for line in pointing)
        yield from (line for line in faction[1:] if line not in pointing)


def _points(line: Line) -> bool:
    match = _DEFINITION.match(line.text)
    return bool(match and not line.role and _POINTER.match(match["text"]))


def gathered(lines: tuple[Line, ...], heading: Line) -> tuple[Line, ...]:
    """The lines with the definitions that several factions print in the same words gathered once, before all others.

    Each gathered line comes from every line that prints it; `heading` is the title put above them.
    """
    printings = by_key(
        ((title_words(line.text), title_words(below.text)), place)
        for place, (line, below) in enumerate(pairwise(lines))
        if line.role == TITLE
    )
    several = [places for places in printings.values() if len(places) > 1]
    gone = {place + step for places in several for place in places for step in (0, 1)}
    common = [heading]
    for places in several:
        numbers = tuple(number for place in places for number in lines[place].numbers)
        common += [replace(lines[places[0] + step], numbers=numbers) for step in (0, 1)]
    return (*common, *(line for place, line in enumerate(lines) if place not in gone))
