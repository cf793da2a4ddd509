"""The id register of a work, `corpus/<work>/ids.toml`: every published id with what is printed there, in reading order.

Each table of the file is a part of the publication; `[alias]` maps ids no longer used to those that answer for them.
A value is a title line (`## Titre@2 {.note}`: second occurrence of that title in the part, with its marks), a number
(`35.3`, `4`: a rule or a step), `Qn` (a question of a FAQ), `Tableau : légende {marques}`, or the head of a quoted block with its
marks (`Exemple {autorite=exemple}`, `Absent de la source : Les ponts`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kb.reading.entries import read_file
from kb.system.declared import DeclaredError, each

_TITLE = r"(?P<hashes>#{1,6}) (?:(?P<number>\d+(?:\.\d+)*) )?(?P<title>.+?)(?:@(?P<nth>\d+))?"
_CAPTION = r"Tableau : (?P<caption>[^{]+?)"
_BOX = r"(?P<box>(?:Exemple|Encadré|Note|Résumé|Absent de la source)(?: : [^{]+?)?)"
_MARKS = r"(?: \{(?P<marks>[^}]*)\})?"
_FORMS = re.compile(rf"(?:{_TITLE}|\d+(?:\.\d+)*|Q\d+|{_CAPTION}|{_BOX}){_MARKS}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One id: its printed title, caption or head of block, its occurrence in the part, what else that line carries."""

    id: str
    level: int = 0
    number: str = ""
    title: str = ""
    nth: int = 1
    caption: str = ""
    box: str = ""
    marks: str = ""

    @property
    def braces(self) -> str:
        """Its id and its marks between braces, as canonical text ends a line."""
        between = " ".join((*[f"#{self.id}"] * bool(self.id), *self.marks.split()))
        return f" {{{between}}}" if between else ""

    @property
    def heading(self) -> str:
        """The title line that it is."""
        return f"{'#' * self.level} {f'{self.number} ' if self.number else ''}{self.title}{self.braces}"


@dataclass(frozen=True, slots=True)
class Part:
    """The ids of one part of a publication, in reading order."""

    name: str
    entries: tuple[Entry, ...]

    @property
    def headings(self) -> tuple[Entry, ...]:
        """The entries that are title lines."""
        return tuple(entry for entry in self.entries if entry.level)

    def below(self, under: str) -> tuple[Entry, ...]:
        """The entries right below an id."""
        return tuple(entry for entry in self.entries if entry.id.rpartition("/")[0] == under)


@dataclass(frozen=True, slots=True)
class Register:
    """All ids of a work; `aliases` pairs an old id with the one in use."""

    parts: tuple[Part, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()

    @property
    def ids(self) -> frozenset[str]:
        """Every id in use, without the work."""
        return frozenset(entry.id for part in self.parts for entry in part.entries)


def read_register(folder: Path) -> Register:
    """Read the register of a work folder; one without has no id.

    Raises:
        FaultyDataError: it is not TOML, a value has none of the known forms, or an id is given twice.
    """
    file = read_file(folder / "ids.toml")
    aliases = tuple((old, str(new)) for old, new in file.table("alias").items())
    names = [name for name in file.tables if name != "alias"]
    with file.located():
        parts = each((name, partial(_part, name, file.table(name))) for name in names)
    first: dict[str, str] = {}
    for part in parts:
        for entry in part.entries:
            if first.setdefault(entry.id, part.name) != part.name:
                message = f"l'identifiant « {entry.id} » est donné deux fois ; gardez-en un"
                raise file.fault(message, part.name, entry.id)
    return Register(parts, aliases)


def _part(name: str, table: Mapping[str, Any]) -> Part:
    return Part(name, each((id_, partial(_entry, id_, value, name)) for id_, value in table.items()))


def _entry(identifier: str, value: object, part: str) -> Entry:
    match = _FORMS.fullmatch(str(value))
    if match is None:
        forms = "ni un titre, ni un numéro, ni une question, ni un tableau, ni un bloc"
        raise DeclaredError(f"partie [{part}] : « {value} » n'est {forms} ; voyez l'en-tête d'un registre livré")
    said = match.groupdict("")
    level, nth = len(said.pop("hashes")), int(said.pop("nth") or 1)
    return Entry(identifier, level, nth=nth, **said)
