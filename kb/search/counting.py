"""Numbers in words: « vingt-cinq », « deux cent quarante », « quatre-vingt-dix » become figures, by the figure of each word."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.model.words import fold

_WORD = re.compile(r"[^\W\d_]+")
# What stands between two words of one number.
_JOINS = ("-", " ", " et ", "-et-")
_TWENTY, _HUNDRED, _THOUSAND = 20, 100, 1000
# « Vingt et un », « soixante et onze ».
_AFTER_AND = (1, 11)
_TEENS = ((10, 7), (10, 8), (10, 9))
# « Soixante et un » : the one word that is a figure only there. « Pour cent » is no number.
_ONE, _SHARE = {"un": 1, "une": 1}, re.compile(r"\bpour $")


def in_figures(text: str, figures: Mapping[str, str]) -> str:
    """A text with its numbers in figures."""
    found: list[tuple[int, int, int]] = []
    for word in _WORD.finditer(text):
        last = found[-1] if found else None
        join = text[last[1] : word.start()] if last is not None else ""
        figure = figures.get(fold(word[0]), _ONE.get(fold(word[0])) if join in _JOINS[2:] else None)
        if figure is None or (int(figure) == _HUNDRED and _SHARE.search(text[: word.start()])):
            continue
        whole = _joined(last[2], int(figure), join) if last is not None else None
        if last is not None and whole is not None:
            found[-1] = (last[0], word.end(), whole)
        elif figure not in _ONE.values():
            found.append((word.start(), word.end(), int(figure)))
    for start, end, number in reversed(found):
        text = f"{text[:start]}{number}{text[end:]}"
    return text


def _joined(before: int, figure: int, join: str) -> int | None:
    """The number that two make (« vingt » and « cinq », « deux » and « cent »); None when they are two numbers."""
    if join not in _JOINS or ("et" in join and figure not in _AFTER_AND):
        return None
    if figure >= _HUNDRED:
        # « Deux mille cinq cents » : the hundreds alone are multiplied.
        low = before % _THOUSAND if figure == _HUNDRED else before
        return before + low * (figure - 1) if 1 < low < figure else None
    if (before, figure) == (4, _TWENTY):
        return before * figure
    tens = before % _HUNDRED
    added = (
        (tens in range(_TWENTY, _HUNDRED, 10) and figure < _TWENTY)
        or (before >= _HUNDRED and not tens)
        or (before, figure) in _TEENS
    )
    return before + figure if added else None
