"""TOML as editors write it: where each key stands in the text, and what is wrong with the form of a file, in French."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence

from kb.system.data import grammar

# A key, or the place of an entry in a list.
Path = tuple[str | int, ...]
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[][{}=,.\n]|[^][{}=,.\n"\'#\s]+',
    re.DOTALL,
)
_PLACE = re.compile(r" \((?:at line (\d+), column (\d+)|at end of document)\)$")


def places(text: str) -> dict[Path, int]:
    """The line where each key, and each entry of a list, of a TOML text begins."""
    found: dict[Path, int] = {}
    for place, line in _Reader(text).places():
        found.setdefault(place, line)
    return found


def line_at(known: Mapping[Path, int], path: Path) -> int:
    """The line of a key or of an entry; of one that is not there, that of what would hold it; else 0."""
    return next((known[path[:end]] for end in range(len(path), 0, -1) if path[:end] in known), 0)


def fault_of(fault: tomllib.TOMLDecodeError | RecursionError, lines: Sequence[str]) -> tuple[int, str]:
    """The line where a text is no TOML, 0 where it is not known, and what is wrong with it."""
    said = str(fault)
    met = _PLACE.search(said)
    line = int(met[1] or len(lines)) if met else 0
    column = f"colonne {met[2]}, " if met and met[2] else "en fin de fichier, " if met else ""
    known = grammar("toml")["faute"]
    french = next((one["dit"] for one in known if re.match(one["motif"], said)), f"forme inattendue ({said})")
    return line, f"ce fichier n'est pas du TOML : {column}{french}"


class _Reader:
    """Follows a text that is TOML, token after token, and says where each key and each entry begins."""

    def __init__(self, text: str) -> None:
        """Cut the text."""
        self._tokens: list[tuple[str, int]] = []
        line, end = 1, 0
        for met in _TOKEN.finditer(text):
            line += text.count("\n", end, met.start())
            end = met.start()
            if not met[0].startswith("#"):
                self._tokens.append((met[0], line))
        self._tokens.append(("\n", line))
        self._at = 0
        self._counts: dict[Path, int] = {}

    def places(self) -> Iterator[tuple[Path, int]]:
        """Each path with its line, in the order of the text; as far as the text can be followed."""
        table: Path = ()
        try:
            while self._at < len(self._tokens):
                if self._next == "[":
                    line = self._line
                    table = self._header()
                    # What is said of a whole list is said of its first entry.
                    yield from ((table[:end], line) for end in range(len(table), 0, -1))
                elif self._next == "\n":
                    self._at += 1
                else:
                    yield from self._pair(table)
        except (IndexError, RecursionError):
            return

    @property
    def _next(self) -> str:
        return self._tokens[self._at][0]

    @property
    def _line(self) -> int:
        return self._tokens[self._at][1]

    def _keys(self, end: str) -> Path:
        keys: list[str] = []
        while self._next != end:
            quoted = self._next[0] in "\"'"
            keys += [self._next[1:-1] if quoted else self._next] * (self._next != ".")
            self._at += 1
        self._at += 1
        return tuple(keys)

    def _header(self) -> Path:
        listed = self._tokens[self._at + 1][0] == "["
        self._at += 1 + listed
        *above, last = self._keys("]")
        self._at += listed
        table: Path = ()
        for key in above:
            table = self._current((*table, key))
        table = (*table, last)
        if listed:
            self._counts[table] = self._counts.get(table, -1) + 1
        return self._current(table)

    def _current(self, table: Path) -> Path:
        """A table, or the last entry of a list of tables."""
        return (*table, self._counts[table]) if table in self._counts else table

    def _pair(self, table: Path) -> Iterator[tuple[Path, int]]:
        line = self._line
        place = (*table, *self._keys("="))
        yield place, line
        yield from self._value(place)

    def _value(self, place: Path) -> Iterator[tuple[Path, int]]:
        opened = self._next
        self._at += 1
        if opened not in "[{":
            while self._next not in ",]}\n":
                self._at += 1
            return
        count = 0
        while self._next not in "]}":
            if self._next in ",\n":
                self._at += 1
            elif opened == "{":
                yield from self._pair(place)
            else:
                yield (*place, count), self._line
                yield from self._value((*place, count))
                count += 1
        self._at += 1
