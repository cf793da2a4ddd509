"""Where a finding on a file of TOML stands in it: on the entry that holds the words which it quotes."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

# What opens an entry; the tables below it, of which the name has a dot, are of it.
_ENTRY = re.compile(r"\[\[?[\w-]+\]")
_QUOTED = re.compile(r"« (.+?) »")
# What a line may be named by: the key that it gives a value, each of its strings.
_NAMED = re.compile(r'^\s*([^"=]*?) *=|"([^"]*)"')
# Of how many files the words are kept while their findings are placed.
_FILES = 8


def line_of(text: str, message: str, work: str) -> int:
    """The last line that holds something of what a message quotes, in the entry of a text that holds the most of it; 0 where none does."""
    held = _held(text)
    said = [[held.get(one, {}) for one in _spellings(word, work)] for word in _QUOTED.findall(message)]
    # Where an entry has more than one of its spellings, the first stands for a word.
    places = [dict(chain.from_iterable(one.items() for one in reversed(spellings))) for spellings in said]
    best = (0, 0)
    for entry in sorted({entry for place in places for entry in place}):
        met = [place[entry] for place in places if entry in place]
        if len(met) > best[0]:
            best = (len(met), max(met))
    return best[1]


def _spellings(word: str, work: str) -> Sequence[str]:
    """A word as a file may write it: an id without its work, a clause without its rule."""
    short = word.removeprefix(f"{work}/")
    rule, sign, clause = short.partition("#")
    return (word, short, *((f"#{clause}", rule) if sign else ()))


@lru_cache(_FILES)
def _held(text: str) -> Mapping[str, Mapping[int, int]]:
    """For each word of a file, by entry, the first line that holds it."""
    held: dict[str, dict[int, int]] = {}
    entry = 0
    for at, line in enumerate(text.splitlines(), 1):
        entry += _ENTRY.match(line) is not None
        for key, string in _NAMED.findall(line):
            held.setdefault(key or string, {}).setdefault(entry, at)
    return held
