"""The TOML files that an editor writes, as they are read: what they say is made typed values, and a fault names the file."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from kb.errors import FaultyDataError, UnusableFileError
from kb.system import declared
from kb.system.files import check_keys, check_lines, read_text

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class DataFile:
    """A TOML file as read: where it is, its tables. What it says that is not as it is asked raises `FaultyDataError`."""

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
        with self.located():
            return declared.tables(self.tables.get(name, []), f"[[{name}]]")

    def values(self, name: str, kind: type[Value]) -> tuple[Value, ...]:
        """A value of each table `[[name]]`."""
        with self.located():
            return declared.values(kind, self.tables.get(name, []), f"[[{name}]]")

    def value(self, entry: Mapping[str, Any], name: str, kind: type[Value]) -> Value:
        """The value of one entry, called `name` where it is at fault."""
        with self.located():
            return declared.value(kind, entry, name)

    @contextmanager
    def located(self) -> Iterator[None]:
        """Name the file where something in it is at fault."""
        try:
            yield
        except ValueError as fault:
            raise self.fault(str(fault)) from fault

    def fault(self, message: str) -> FaultyDataError:
        """What to raise for a fault of the file."""
        return FaultyDataError(f"{self.path} : {message}")


def read_file(path: Path) -> DataFile:
    """A TOML file; without one, no table.

    Raises:
        FaultyDataError: the file is not TOML, or the system does not give it.
    """
    if not os.path.lexists(path):
        return DataFile(path, {})
    try:
        text = read_text(path, path.parent)
    except UnusableFileError as fault:
        raise FaultyDataError(str(fault)) from fault
    try:
        check_lines(text.split("\n"))
        check_keys(text.split("\n"))
        return DataFile(path, tomllib.loads(text))
    except UnusableFileError as fault:
        raise FaultyDataError(f"{path} : {fault}") from fault
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise FaultyDataError(
            f"{path} : ce fichier n'est pas du TOML ({fault}) ; corrigez la ligne indiquée"
        ) from fault
