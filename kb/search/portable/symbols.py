"""Numbers as text that a script holds and a server compresses well: signs for small numbers, bits for sets.

`site/static/search-signs.js` reads what is written here; the two change together.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence

# Printable signs, without those that a JavaScript string or a page would have to escape.
SIGNS = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in '"\\<')
# The last signs do not end a number: each holds three bits of what follows.
ENDING = len(SIGNS) - 8


def text_of(numbers: Iterable[int]) -> str:
    """Whole numbers, none below zero, as signs: one sign up to 83, two up to 755."""
    return "".join(_SHORT[number] if number < ENDING else _long(number) for number in numbers)


def _long(number: int) -> str:
    found = []
    while number >= ENDING:
        number -= ENDING
        found.append(SIGNS[ENDING + number % 8])
        number //= 8
    return "".join(found) + SIGNS[number]


_SHORT = tuple(SIGNS[:ENDING])


def zigzag(number: int) -> int:
    """A number of any sign as one that is not below zero: 0, -1, 1, -2, and so on."""
    return 2 * number if number >= 0 else -2 * number - 1


class Bits:
    """Sets of numbers as bits, by binary interpolative coding (Moffat and Stuiver, 2000): the middle one first, within known bounds."""

    def __init__(self) -> None:
        """Begin with no bit."""
        self._written: list[str] = []

    def add_set(self, numbers: Sequence[int], size: int) -> None:
        """Add distinct numbers in order, each below `size`; how many there are is told elsewhere."""
        self._between(numbers, 0, len(numbers), 0, size - 1)

    def _between(self, numbers: Sequence[int], first: int, last: int, low: int, high: int) -> None:
        """Those from the place `first` to `last`, which lie from `low` to `high`."""
        while first < last and last - first <= high - low:
            middle = (first + last) // 2
            number = numbers[middle]
            least, most = low + middle - first, high - (last - 1 - middle)
            self._number(number - least, most - least + 1)
            self._between(numbers, first, middle, low, number - 1)
            first, low = middle + 1, number + 1

    def _number(self, number: int, choices: int) -> None:
        """One number among as many as there are choices, the first ones in a bit less when they are no power of two."""
        width = choices.bit_length() - 1
        short = (2 << width) - choices
        if number < short:
            if width:
                self._written.append(f"{number:0{width}b}")
        else:
            self._written.append(f"{number + short:0{width + 1}b}")

    def text(self) -> str:
        """The bits in base 64."""
        bits = "".join(self._written)
        size = (len(bits) + 7) // 8
        return base64.b64encode(int(bits.ljust(size * 8, "0") or "0", 2).to_bytes(size, "big")).decode()
