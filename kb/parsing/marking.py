"""The marks between braces: which ones exist, and the genre that they give."""

from __future__ import annotations

from collections.abc import Iterator

from kb.model import Kind
from kb.parsing.blocks import Marks
from kb.parsing.drafts import GENRES, STATUSES

Genre = tuple[Kind, str | None]

_KEYS = ("autorite", "enfants", "mode", "prefixe", "statut")


def genre(marks: Marks, default: Genre) -> Genre:
    """The kind and subkind that the first known class gives, else `default`."""
    return next((GENRES[name] for name in marks.classes if name in GENRES), default)


def mark_faults(marks: Marks) -> Iterator[tuple[str, str, str]]:
    """Code, message and advice of each mark that the format does not know."""
    genres = f"genres connus : {', '.join(sorted(GENRES))}"
    for name in marks.classes:
        if name not in GENRES:
            yield "GENRE", f"genre inconnu : « .{name} »", genres
    if len(marks.classes) > 1:
        yield "GENRE", f"plusieurs genres pour un seul nœud : {', '.join(marks.classes)}", "gardez-en un"
    for key, value in marks.pairs:
        if key not in _KEYS:
            yield "MARQUE-INCONNUE", f"marque inconnue : « {key}= »", f"marques connues : {', '.join(_KEYS)}"
        elif key == "enfants" and value not in GENRES:
            yield "GENRE", f"genre inconnu : « enfants={value} »", genres
        elif key == "statut" and value not in STATUSES:
            known = ", ".join(sorted(STATUSES))
            yield "MARQUE-INCONNUE", f"statut inconnu : « {value} »", f"statuts connus : {known}"
