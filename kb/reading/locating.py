"""Where a finding on a file of TOML stands in it: on the entry that holds the words which it quotes."""

import re
from collections.abc import Iterator, Sequence

# What opens an entry; the tables below it, of which the name has a dot, are of it.
_ENTRY = re.compile(r"\[\[?[\w-]+\]")
_QUOTED = re.compile(r"« (.+?) »")


def line_of(text: str, message: str, work: str) -> int:
    """The last line that holds something of what a message quotes, in the entry of a text that holds the most of it; 0 where none does."""
    said = [_spellings(word, work) for word in _QUOTED.findall(message)]
    best = (0, 0)
    for start, lines in _entries(text.splitlines()):
        met = [place for word in said if (place := _place(word, start, lines))]
        if len(met) > best[0]:
            best = (len(met), max(met))
    return best[1]


def _spellings(word: str, work: str) -> tuple[str, ...]:
    """A word as a file may write it: an id without its work, a clause without its rule."""
    short = word.removeprefix(f"{work}/")
    rule, sign, clause = short.partition("#")
    return (word, short, *((f"#{clause}", rule) if sign else ()))


def _place(spellings: Sequence[str], start: int, lines: Sequence[str]) -> int:
    """The line of an entry that holds a word, by the first of its spellings that one does; 0 where none does."""
    for one in spellings:
        for at, line in enumerate(lines, start):
            if f'"{one}"' in line or re.match(rf"{re.escape(one)} *=", line.strip()):
                return at
    return 0


def _entries(lines: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """The lines of each entry, with the number of the first."""
    starts = [at for at, line in enumerate(lines) if _ENTRY.match(line)]
    for start, end in zip([0, *starts], [*starts, len(lines)], strict=True):
        yield start + 1, lines[start:end]
