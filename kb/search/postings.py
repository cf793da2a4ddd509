"""Postings and segments as arrays in bytes, the same for the program and for the pages.

A posting says which documents hold a term, with the term's share of their score and the fields that hold it, and which segments. A
segment is a small part of a document that a question may resemble as a whole: a name, a question written beside it, a clause, an event.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from enum import IntEnum
from functools import cache

import numpy as np
import numpy.typing as npt

# The bit of each field, and the French word that `why` shows for it.
FIELDS: tuple[tuple[str, str], ...] = (
    ("title", "titre"),
    ("names", "autre nom"),
    ("number", "numéro"),
    ("path", "chapitre"),
    ("body", "texte"),
    ("summary", "précis"),
    ("questions", "questions"),
    ("prefix", "début de mot"),
)
BITS = {name: 1 << place for place, (name, _word) in enumerate(FIELDS)}


class Part(IntEnum):
    """What a segment is a part of."""

    NAME = 0
    QUESTION = 1
    CLAUSE = 2
    EVENT = 3
    CASE = 4


ENTRY = np.dtype([("document", "<u4"), ("impact", "<f4"), ("fields", "<u2")])
"""An entry of a posting: (document, impact on its score, bits of the fields that hold the term)."""

NUMBERS = np.dtype("<u4")
"""The segments of a posting."""

SEGMENT = np.dtype([("document", "<u4"), ("part", "u1"), ("unit", "<i2"), ("verdict", "i1"), ("weight", "<f4")])
"""A segment: its document, its `Part`, the unit it is from (0 the words before the units, -1 none that is shown), the verdict of a
question (1 yes, -1 no, 0 none), the rarity of its keys added up."""

Array = npt.NDArray[np.void]


def pack_entries(entries: Iterable[tuple[int, float, int]]) -> bytes:
    """(document, impact, field bits) entries as bytes."""
    return np.array(list(entries), dtype=ENTRY).tobytes()


def pack_numbers(numbers: Iterable[int]) -> bytes:
    """Segment numbers as bytes."""
    packed = array("I", numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def pack_segments(segments: Iterable[tuple[int, int, int, int, float]]) -> bytes:
    """(document, part, unit, verdict, weight) segments as bytes."""
    return np.array(list(segments), dtype=SEGMENT).tobytes()


@cache
@cache
def field_words(bits: int) -> tuple[str, ...]:
    """The French names of the fields in `bits`."""
    return tuple(word for place, (_name, word) in enumerate(FIELDS) if bits & (1 << place))
