"""The entries of the TOML files that an editor writes: each makes a typed value, or its fault says the file, the key and what it takes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

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
    """A TOML file as read: where it is, its tables.

    What it says that is not as it is asked raises `FaultyDataError`: an entry lacks a key, has one too many or one of another type.
    """

    path: Path
    tables: dict[str, Any]

    def table(self, name: str) -> dict[str, Any]:
        """The table `[name]`, empty when there is none."""
        found = self.tables.get(name, {})
        if not isinstance(found, dict):
            raise self.fault(f"« {name} » n'est pas une table ; écrivez [{name}] en tête")
        return found

    def entries(self, name: str) -> list[dict[str, Any]]:
        """The tables `[[name]]`, in order."""
        return self._entries(self.tables.get(name, []), name)

    def _entries(self, found: object, name: str) -> list[dict[str, Any]]:
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            raise self.fault(f"« {name} » n'est pas une suite de tables ; écrivez [[{name}]] en tête de chacune")
        return found

    def values(self, name: str, kind: type[Value], /, **keys: str) -> tuple[Value, ...]:
        """A value of each table `[[name]]`; `keys` are those of the fields that the file names otherwise."""
        return tuple(self.value(entry, f"[[{name}]]", kind, **keys) for entry in self.entries(name))

    def value(self, entry: Mapping[str, Any], name: str, kind: type[Value], /, **keys: str) -> Value:
        """The value of one entry, called `name` where it is at fault."""
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
        given = {field.name: (key, hints[field.name]) for key, field in wanted.items() if key in entry}
        return kind(**{field: self._typed(entry[key], hint, f"{name}, {key}") for field, (key, hint) in given.items()})

    def _typed(self, value: object, wanted: Any, where: str) -> object:  # noqa: ANN401 - the type of a field
        """A value as its field has it: a text, a number, a boolean, a list of texts, a word among those known, a list of entries."""
        if get_origin(wanted) in {Union, UnionType}:
            # A field that may be none is left out where it is.
            wanted = get_args(wanted)[0]
        if wanted not in _KINDS and get_origin(wanted) is tuple:
            return tuple(self.value(entry, where, get_args(wanted)[0]) for entry in self._entries(value, where))
        if wanted not in _KINDS:
            return self.choice(where, value, {word: word for word in get_args(wanted) or wanted})
        if wanted == tuple[str, ...] and isinstance(value, list):
            texts = tuple(_whole(one, str) for one in value)
            if all(isinstance(one, str) for one in texts):
                return texts
        elif type(one := _whole(value, wanted)) is wanted:
            return one
        raise self.fault(f"{where} : {value!r} ne convient pas ; écrivez {_KINDS[wanted]}")

    def choice(self, where: str, word: object, meanings: Mapping[str, Value]) -> Value:
        """What a word means, among those known."""
        if not isinstance(word, str) or word not in meanings:
            raise self.fault(f"{where} : « {word} » est inconnu ; écrivez {', '.join(filter(None, meanings))}")
        return meanings[word]

    def fault(self, message: str) -> FaultyDataError:
        """What to raise for a fault of the file."""
        return FaultyDataError(f"{self.path} : {message}")


def _whole(value: object, wanted: Any) -> object:  # noqa: ANN401 - the type of a field
    """A whole number as the text or the number that is wanted, any other value as it is: a rule may be cited as 4."""
    return wanted(value) if type(value) is int and wanted in {str, float} else value


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
