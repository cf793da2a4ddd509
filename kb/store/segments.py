"""What a passage is made of: words of the source at their lines, and those that come from elsewhere, each part saying which."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from kb.model import EdgeType, Span
from kb.model.provisions import lines_of
from kb.store.edges import edges
from kb.store.opening import OpenedBase
from kb.store.passages import children, passages
from kb.store.records import Passage

_WORD = re.compile(r"\w")
_LABEL = "nom de ce qui suit, dit par la lecture"


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a passage's text, whose words stand at `spans` in this order, unless they are a repair or note an absence.

    `reason` says why a repair or an absence; an erratum's words stand at the lines of the erratum. Readers of JSON get `origin` as `from`.
    """

    text: str
    origin: Literal["span", "repair", "erratum", "absence"] = field(metadata={"alias": "from"})
    spans: tuple[Span, ...]
    reason: str


def segments(base: OpenedBase, passage: Passage) -> tuple[Segment, ...]:
    """The chain of segments that a passage's text is, in order: put end to end, they are that text."""
    units = () if passage.is_unit else children(base, passage.id, passage.layer, units=True)
    # What no unit holds stands first; between units there are only the labels that a reader is given.
    own = passage.text if not units else passage.own if passage.text.startswith(passage.own) else ""
    found = [*_cut(base, passage, own)]
    cursor = len(own)
    for unit in (one for one in units if one.layer == passage.layer and one.text):
        start = passage.text.find(unit.text, cursor)
        if start >= 0:
            found += _label(unit, passage.text[cursor:start])
            found += _cut(base, unit, unit.text)
            cursor = start + len(unit.text)
    rest = passage.text[cursor:]
    return (*found, *(_cut(base, passage, rest) if rest else ()))


def _label(unit: Passage, text: str) -> Iterator[Segment]:
    """What sets a unit apart in the text of its rule: a dash, or the name of what it is."""
    if _WORD.search(text) and unit.layer == "texte":
        absent = unit.subkind == "absent"
        yield Segment(text, "absence" if absent else "repair", unit.source.spans, "" if absent else _LABEL)
    elif text:
        yield Segment(text, "span", unit.source.spans, "")


def _cut(base: OpenedBase, of: Passage, text: str) -> Iterator[Segment]:
    """A text cut where words depart from its lines."""
    standing = _is_erratum(base, of)
    cursor = 0
    query = "SELECT first, last, origin, reason FROM departures WHERE id = :id ORDER BY first"
    rows = base.rows(query, id=of.id)
    for first, last, origin, reason in rows if of.layer == "texte" else ():
        if first > cursor:
            yield Segment(text[cursor:first], standing, of.source.spans, "")
        yield Segment(text[first:last], origin, of.source.spans, reason)
        cursor = last
    if text[cursor:]:
        yield Segment(text[cursor:], standing, of.source.spans, "")


def _is_erratum(base: OpenedBase, of: Passage) -> Literal["span", "erratum"]:
    """Whether the words of a passage are those of an erratum that amends it: they stand at its lines."""
    amending = [link.id for link in edges(base, of.id, incoming=True, view=of.layer) if link.type == EdgeType.AMENDS]
    amended = lines_of(span for erratum in passages(base, amending, of.layer) for span in erratum.source.spans)
    held = {*lines_of(of.source.spans)}
    return "erratum" if held and held <= {*amended} else "span"
