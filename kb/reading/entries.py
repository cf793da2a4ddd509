"""The entries of the TOML files that an editor writes: each makes a typed value, or its fault says the file, the key and what it takes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from kb.errors import FaultyDataError, UnusableFileError, reason

Value = TypeVar("Value")
# Slow to work out, and asked for each entry.
_hints = cache(get_type_hints)
_KINDS = {
    str: "un texte",
    float: "un nombre",
    bool: "true ou false",
    int: "un nombre entier",
    tuple[str, ...]: "une liste de textes",
}


@dataclass(frozen=True, slots=True)
class DataFile:
    """A TOML file as read: where it is, its tables."""

    path: Path
    tables: dict[str, Any]

    def table(self, name: str) -> dict[str, Any]:
        """The table `[name]`, empty when there is none.

        Raises:
            FaultyDataError: it says something else under this name.
        """
        found = self.tables.get(name, {})
        if not isinstance(found, dict):
            raise self.fault(f"« {name} » n'est pas une table ; écrivez [{name}] en tête")
        return found

    def entries(self, name: str) -> list[dict[str, Any]]:
        """The tables `[[name]]`, in order.

        Raises:
            FaultyDataError: it says something else under this name.
        """
        return self._entries(self.tables.get(name, []), name)

    def _entries(self, found: object, name: str) -> list[dict[str, Any]]:
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            raise self.fault(f"« {name} » n'est pas une suite de tables ; écrivez [[{name}]] en tête de chacune")
        return found

    def values(self, name: str, kind: type[Value], /, **keys: str) -> tuple[Value, ...]:
        """A value of each table `[[name]]`; `keys` are those of the fields that the file names otherwise.

        Raises:
            FaultyDataError: an entry lacks a key, has one too many or one of another type.
        """
        return tuple(self.value(entry, f"[[{name}]]", kind, **keys) for entry in self.entries(name))

    def value(self, entry: Mapping[str, Any], name: str, kind: type[Value], /, **keys: str) -> Value:
        """The value of one entry, called `name` where it is at fault.

        Raises:
            FaultyDataError: see `values`.
        """
        hints = _hints(kind)  # type: ignore[arg-type] # a class is hashable
        wanted = {keys.get(field.name, field.name): field for field in fields(kind)}  # type: ignore[arg-type] # a dataclass
        needed = [key for key, field in wanted.items() if field.default is MISSING]
        missing, unknown = [key for key in needed if key not in entry], [key for key in entry if key not in wanted]
        if missing or unknown:
            what = f"il manque {', '.join(missing)}" if missing else f"clé inconnue : {', '.join(unknown)}"
            must = f" ; il faut {', '.join(needed)}" if needed else ""
            optional = [key for key in wanted if key not in needed]
            also = f" ; en plus, au choix : {', '.join(optional)}" if optional else ""
            raise self.fault(f"{name} : {what}{must}{also}")
        return kind(
            **{
                field.name: self._typed(entry[key], hints[field.name], f"{name}, {key}")
                for key, field in wanted.items()
                if key in entry
            }
        )

    def _typed(self, value: object, wanted: Any, where: str) -> object:  # noqa: ANN401 - the type of a field
        """A value as its field has it: a text, a number, a boolean, a list of texts, a word among those known, a list of entries."""
        if get_origin(wanted) in {Union, UnionType}:
            # A field that may be none is left out where it is.
            wanted = get_args(wanted)[0]
        if wanted == tuple[str, ...]:
            texts = tuple(map(_text, value)) if isinstance(value, list) else (None,)
            if all(isinstance(one, str) for one in texts):
                return texts
        elif get_origin(wanted) is tuple:
            return tuple(self.value(entry, where, get_args(wanted)[0]) for entry in self._entries(value, where))
        elif (one := _scalar(value, wanted)) is not None:
            return one
        accepted = _KINDS[wanted] if wanted in _KINDS else ", ".join(get_args(wanted) or wanted)
        raise self.fault(f"{where} : {value!r} ne convient pas ; écrivez {accepted}")

    def accept(self, where: str, word: str, accepted: Iterable[str]) -> None:
        """Let a word pass that is among those accepted.

        Raises:
            FaultyDataError: it is not.
        """
        if word not in accepted:
            raise self.fault(f"{where} : « {word} » est inconnu ; écrivez {', '.join(filter(None, accepted))}")

    def fault(self, told: str) -> FaultyDataError:
        """What to raise for a fault of the file."""
        return FaultyDataError(f"{self.path} : {told}")


def _scalar(value: object, wanted: Any) -> object:  # noqa: ANN401 - the type of a field
    """A text, a number, a boolean, a word among those known; none where the value is no such thing."""
    if get_origin(wanted) is Literal:
        return value if value in get_args(wanted) else None
    if issubclass(wanted, StrEnum):
        return wanted(value) if value in list(wanted) else None
    if wanted is float:
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    text = _text(value) if wanted is str else value
    return text if type(text) is wanted else None


def _text(value: object) -> object:
    """A whole number as the text that it is: a rule may be cited as 4."""
    return str(value) if type(value) is int else value


def read_file(path: Path, needed: str = "") -> DataFile:
    """A TOML file; without one, no table, or a fault that says what it is `needed` for.

    Raises:
        FaultyDataError: the file is not TOML, or the system does not give it.
        UnusableFileError: there is none, and it is needed.
    """
    if not path.is_file():
        if needed:
            raise UnusableFileError(f"{path} : introuvable ; {needed}")
        return DataFile(path, {})
    try:
        return DataFile(path, tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise FaultyDataError(
            f"{path} : ce fichier n'est pas du TOML ({fault}) ; corrigez la ligne indiquée"
        ) from fault
    except OSError as fault:
        raise FaultyDataError(f"{path} : lecture impossible ({reason(fault)}) ; vérifiez ses droits") from fault
