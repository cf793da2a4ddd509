"""Postings as bytes: for each document its number, the impact of the term on its score, and the fields that hold the term."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

_ENTRY = struct.Struct("<IfH")

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


def pack(entries: Iterable[tuple[int, float, int]]) -> bytes:
    """(document, impact, field bits) entries as bytes."""
    return b"".join(_ENTRY.pack(*entry) for entry in entries)


def unpack(data: bytes) -> Iterator[tuple[int, float, int]]:
    """The entries of `pack`."""
    return _ENTRY.iter_unpack(data)


def field_words(bits: int) -> list[str]:
    """The French names of the fields in `bits`."""
    return [word for place, (_name, word) in enumerate(FIELDS) if bits & (1 << place)]
