"""The TOML files that an editor writes, as they are read: what they say is made typed values, and a fault names the file."""

import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kb.errors import FaultyDataError, FaultyFileError, UnusableFileError
from kb.system import declared
from kb.system.declared import DeclaredError, nearest
from kb.system.files import check_keys, check_lines, read_text
from kb.system.toml import fault_of, line_at, places

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class DataFile:
    """A TOML file as read: where it is, its tables, its text. What it says that is not as it is asked raises `FaultyFileError`."""

    path: Path
    tables: dict[str, Any]
    text: str = ""

    def table(self, name: str) -> dict[str, Any]:
        """The table `[name]`, empty when there is none."""
        found = self.tables.get(name, {})
        if not isinstance(found, dict):
            raise self.fault(f"« {name} » n'est pas une table ; écrivez [{name}] en tête", name)
        return found

    def entries(self, name: str) -> list[dict[str, Any]]:
        """The tables `[[name]]`, in order."""
        with self.located(name):
            return declared.tables(self.tables.get(name, []), f"[[{name}]]")

    def values(self, name: str, kind: type[Value]) -> tuple[Value, ...]:
        """A value of each table `[[name]]`."""
        with self.located(name):
            return declared.values(kind, self.tables.get(name, []), f"[[{name}]]")

    def each(self, name: str, make: Callable[[int, dict[str, Any]], Value]) -> tuple[Value, ...]:
        """What is made of each table `[[name]]` and of its place, the faults of all together."""
        with self.located(name):
            listed = declared.tables(self.tables.get(name, []), f"[[{name}]]")
            return declared.each((place, partial(make, place, one)) for place, one in enumerate(listed))

    @contextmanager
    def located(self, *under: str | int) -> Iterator[None]:
        """Name the file, and the line, where something in it is at fault; `under` are the keys that lead there."""
        try:
            yield
        except DeclaredError as fault:
            known = places(self.text)
            found = ((line_at(known, (*under, *path)), message) for path, message in fault.faults)
            raise FaultyFileError(str(self.path), *found) from fault

    def fault(self, message: str, *under: str | int) -> FaultyDataError:
        """What to raise for a fault of the file, found under some keys."""
        return FaultyFileError(str(self.path), (line_at(places(self.text), under), message))


def read_file(path: Path, known: Sequence[str] | None = None) -> DataFile:
    """A TOML file, whose tables are all among those `known`, where they are given; without one, no table.

    Raises:
        FaultyDataError: the file is not TOML, has another table, or the system does not give it.
    """
    if not os.path.lexists(path):
        return DataFile(path, {})
    try:
        text = read_text(path, path.parent)
    except UnusableFileError as fault:
        raise FaultyDataError(str(fault)) from fault
    lines = text.split("\n")
    try:
        check_lines(lines)
        check_keys(lines)
        file = DataFile(path, tomllib.loads(text), text)
    except UnusableFileError as fault:
        raise FaultyDataError(f"{path} : {fault}") from fault
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise FaultyFileError(str(path), fault_of(fault, lines)) from fault
    if known is not None:
        with file.located():
            check_names(file.tables, known)
    return file


def check_names(found: Iterable[str], known: Sequence[str]) -> None:
    """Raise DeclaredError on the names at the head of a file that are not among those known."""
    faults = [
        DeclaredError(
            f"le fichier : clé inconnue : {name} ; sont connues : {', '.join(known)}{nearest(name, known)}", (name,)
        )
        for name in found
        if name not in known
    ]
    if faults:
        raise DeclaredError.together(faults)
