"""What a work declares usable: `usages.toml`, for what no line of an ability says in form."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kb.errors import FaultyDataError
from kb.model import Moment, Usage
from kb.reading.data import tables

_OWNERS = ("active", "opponent", "both")
_KINDS = ("libre", "obligatoire", "passif")


def read_usages(folder: Path, timeline: Iterable[Moment]) -> tuple[Usage, ...]:
    """The `usages.toml` of a work's folder; its moments are ids of the timeline, where `*` before one stands for its path.

    Raises:
        FaultyDataError: it is not TOML, an entry lacks a key, or names a moment, an owner or a kind that does not exist.
    """
    path = folder / "usages.toml"
    known = {moment.id for moment in timeline}
    return tuple(_usage(entry, known, path) for entry in tables(path, "usage"))


def _usage(entry: dict[str, Any], known: set[str], path: Path) -> Usage:
    """One entry.

    Raises:
        FaultyDataError: see `read_usages`.
    """
    try:
        usage = Usage(
            provision=str(entry["de"]),
            title=str(entry["titre"]),
            moments=tuple(map(str, entry["moments"])),
            owner=str(entry["qui"]),
            kind=str(entry.get("genre", "libre")),
            frequency=str(entry.get("frequence", "")),
            timing=str(entry["quand"]),
        )
    except (KeyError, TypeError, AttributeError) as fault:
        message = f"{path} : usage incomplet ({fault}) ; il faut de, titre, moments, qui et quand"
        raise FaultyDataError(message) from fault
    wrong = _wrong(usage, known)
    if wrong:
        raise FaultyDataError(f"{path} : « {usage.title} » ({usage.provision}) {wrong}")
    return usage


def _wrong(usage: Usage, known: set[str]) -> str:
    """What is wrong with an entry; empty when nothing is."""
    unknown = [moment for moment in usage.moments if moment not in known]
    if unknown or not usage.moments:
        return f"nomme un moment que timeline.toml n'a pas : {', '.join(unknown) or 'aucun'}"
    if usage.owner not in _OWNERS:
        return f"dit « {usage.owner} » de qui ; écrivez {', '.join(_OWNERS)}"
    return "" if usage.kind in _KINDS else f"est d'un genre inconnu ; écrivez {', '.join(_KINDS)}"
