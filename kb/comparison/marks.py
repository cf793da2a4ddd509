"""What a restatement has to keep, read in a text: its figures, its negations, its restrictions, its exceptions.

The words are those of `corpus/lexicon/fidelite.toml`. Figures are read here by a pattern of their own: this stage reads the base, and the
quantity grammar belongs to the build. Both layers go through the same pattern, so what it does not know it does not know on either side.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from kb.model.words import fold, words
from kb.system.data import lexicon

_RUN = 5
# A sign, at the head of a figure or after a die: « -1 », « D6+1 ».
_SIGN = r"(?:(?<![\w.,/])|(?<=[Dd]\d)|(?<=[Dd]\d\d)|(?<=[Dd]100))(?P<sign>[+−-]) ?(?=[\d½¼¾])"
_TIMES = r"(?<![\w.,/])(?:(?P<times>[x×]) ?(?=\d))?"
_DICE = r"(?:\d+(?:,\d+)?)?[Dd](?:3|4|6|8|10|12|20|66|100)(?!\w)"
# The number of a rule (« 15.0 ») is no figure.
_NUMBER = r"1/[234](?!\d)|\d+(?!\d|\.\d)(?:,\d+|[½¼¾])?|[½¼¾]"
_UNIT = r""" ?(?:"|″|''|ps(?!\w)|pouces?(?!\w)|cm(?!\w)|mm(?!\w)|%)|\+(?! ?\d)| ou (?:plus|mieux)(?!\w)"""
_FIGURE = re.compile(rf"(?:{_SIGN}|{_TIMES})(?P<body>{_DICE}|{_NUMBER})(?P<unit>{_UNIT})?")
_INCHES = re.compile(r"″|''|ps|pouces?")
_FRACTIONS = {"1/2": "½", "1/4": "¼", "3/4": "¾"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A turn of phrase that decides a rule: `sure` finds it, `loose` finds also the other ways to say it."""

    code: str
    name: str
    sure: re.Pattern[str]
    loose: re.Pattern[str]


@cache
def marks() -> tuple[Mark, ...]:
    """The marks that both layers must have."""
    found = []
    for entry in lexicon("fidelite")["marque"]:
        sure = [_any_of(entry["mots"]), *entry["motifs"]]
        loose = [*sure, _any_of(entry["autres"])]
        found.append(Mark(entry["code"], entry["nom"], re.compile("|".join(sure)), re.compile("|".join(loose))))
    return tuple(found)


def _any_of(phrases: Iterable[str]) -> str:
    """What meets any of some phrases, whole; a star is for the rest of a word."""
    return rf"\b(?:{'|'.join(phrases)})\b".replace("*", r"\w*")


def figures(text: str) -> frozenset[str]:
    """The figures of a text in their normal form: `2D6`, `4+`, `9"`, `-1`, `½`; numbers written as words count."""
    found = {_normal(match) for match in _FIGURE.finditer(text)}
    return frozenset(found | {_spelled()[word] for word in words(text) if word in _spelled()})


@cache
def _spelled() -> dict[str, str]:
    return {word: str(figure) for name in ("temps", "fidelite") for word, figure in lexicon(name)["chiffres"].items()}


def _normal(match: re.Match[str]) -> str:
    body = _FRACTIONS.get(match["body"], match["body"].upper())
    unit = _INCHES.sub('"', (match["unit"] or "").strip())
    sign = "-" if match["sign"] == "−" else match["sign"] or ("x" if match["times"] else "")
    return f"{sign}{body}{'+' if unit.startswith('ou') else unit}"


def lacking(here: str, there: str) -> tuple[str, ...]:
    """The figures of one text that the other does not give, in order.

    A figure and the same without sign or unit are one (« ajoute 1 » and `+1`); two signs or two units are not; `1` may be a word.
    """
    other = figures(there)
    bare = {_bare(figure) for figure in other}
    if _one().search(fold(there)):
        bare.add("1")
    lost = figures(here) - other - bare
    return tuple(sorted(figure for figure in lost if _bare(figure) not in other))


@cache
def _one() -> re.Pattern[str]:
    return re.compile(_any_of(lexicon("fidelite")["un"]["mots"]))


def _bare(figure: str) -> str:
    return figure.strip('+-x"%cm ')


def runs(text: str) -> list[tuple[str, ...]]:
    """The runs of five words of a text, in order."""
    found = words(text)
    return [tuple(found[place : place + _RUN]) for place in range(len(found) - _RUN + 1)]
