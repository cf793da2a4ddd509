"""What a restatement has to keep, read in a text: its figures, its negations, its restrictions, its exceptions.

Figures are read here by a pattern of their own: this stage reads the base, and the quantity grammar belongs to the build. Both layers go
through the same pattern, so what it does not know it does not know on either side.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.model.words import fold, words

_RUN = 5
_COUNTED = ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze")
_SPELLED = {
    **{word: str(figure) for figure, word in enumerate(_COUNTED, 2)},
    **dict.fromkeys(("demi", "demie", "moitie"), "½"),
    "zero": "0",
    "double": "2",
    "doubles": "2",
    "triple": "3",
}
_FIGURE = re.compile(
    r"(?:(?:(?<![\w.,/])|(?<=[Dd]\d)|(?<=[Dd]\d\d)|(?<=[Dd]100))(?P<sign>[+−-])[ ]?(?=[\d½¼¾])|(?<![\w.,/])(?:(?P<times>[x×])[ ]?(?=\d))?)"
    r"(?P<body>(?:\d+(?:,\d+)?)?[Dd](?:3|4|6|8|10|12|20|66|100)(?!\w)|1/[234](?!\d)|\d+(?!\d|\.\d)(?:,\d+|[½¼¾])?|[½¼¾])"
    r"(?P<unit>[ ]?(?:\"|″|''|ps(?!\w)|pouces?(?!\w)|cm(?!\w)|mm(?!\w)|%)|\+(?![ ]?\d)|[ ]ou[ ](?:plus|mieux)(?!\w))?",
    re.UNICODE,
)
_ONE = re.compile(r"\b(?:une?|seul\w*|premi\w+|chaque|unique)\b")
_INCHES = re.compile(r"″|''|ps|pouces?")
_FRACTIONS = {"1/2": "½", "1/4": "¼", "3/4": "¾"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A turn of phrase that decides a rule: `sure` finds it, `loose` finds also the other ways to say it."""

    code: str
    name: str
    sure: re.Pattern[str]
    loose: re.Pattern[str]


def _mark(code: str, name: str, sure: str, other: str) -> Mark:
    return Mark(code, name, re.compile(sure), re.compile(f"{sure}|{other}"))


_NOT = r"\b(?:pas|aucune?s?|jamais|ni|nul|nulle)\b|\bn(?:e |')(?:\w+[ ']){1,3}plus\b"
_ONLY = r"\b(?:seulement|uniquement|exclusivement)\b|\bn(?:e |')(?!.{0,40}\b(?:pas|plus|aucune?|jamais|ni)\b)(?:\w+[ ']){1,4}qu(?:e\b|')"
_BUT = r"\b(?:sauf|excepte\w*|hormis|a moins (?:que?|d)\b|a l'exception|a l'exclusion)"
MARKS = (
    _mark(
        "NEGATION",
        "une négation",
        _NOT,
        r"\b(?:sans|non|hors|rien|personne|inter\w*di\w*|defen\w+|impossib\w+|empech\w+|ignor\w+|refus\w+|exclu\w*|echapp\w+|prive\w*|perd\w*"
        r"|cess\w+|sauf|sinon|ne|in\w+able\w*|in\w+ible\w*|manqu\w+|absen\w+|annul\w+|faute|evit\w+|contraire|zero|dispens\w+"
        r"|autre\w* que?|depourv\w+|inutilis\w*|au plus|maximum|plafon\w+|meme si|peu importe|jusqu\w*|avant|encore)\b|\bn'",
    ),
    _mark(
        "RESTRICTION",
        "« seulement », « uniquement » ou « ne… que »",
        _ONLY,
        r"\b(?:seul\w*|sinon|limit\w+|reserv\w+|juste|maximum|unique\w*|exclusi\w+|simple\w*|rien|sauf|obligatoire\w*|au plus|faut"
        r"|a condition|borne\w*|pas|jamais|aucune?|qu(?:e|'))\b",
    ),
    _mark(
        "EXCEPTION",
        "« sauf », « excepté », « hormis » ou « à moins que »",
        _BUT,
        r"\b(?:exception\w*|hors|en dehors|mais|sinon|autre\w* qu|autrement|a part|toutefois|cependant|pourtant|meme si|si \w+ ne|sans"
        r"|contraire|seul\w*|non|rien|reste|tant que|faute)\b",
    ),
)
ALTERNATIVES = (("OU", "« ou »", re.compile(r"\bou\b")), ("ET", "« et »", re.compile(r"\bet\b")))


def figures(text: str) -> frozenset[str]:
    """The figures of a text in their normal form: `2D6`, `4+`, `9"`, `-1`, `½`; numbers written as words count."""
    found = {_normal(match) for match in _FIGURE.finditer(text)}
    return frozenset(found | {_SPELLED[word] for word in words(text) if word in _SPELLED})


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
    if _ONE.search(fold(there)):
        bare.add("1")
    return tuple(
        sorted(figure for figure in figures(here) - other if figure not in bare and _bare(figure) not in other)
    )


def _bare(figure: str) -> str:
    return figure.strip('+-x"%cm ')


def runs(text: str) -> list[tuple[str, ...]]:
    """The runs of five words of a text, in order."""
    found = words(text)
    return [tuple(found[place : place + _RUN]) for place in range(len(found) - _RUN + 1)]
