"""The figures of a question, as a value is worked out from them, and the words that stand around each."""

import re
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from kb.model.words import tokens
from kb.search.analysis import Analyzer
from kb.system.data import motifs

PARTING = re.compile(r"[:;()«»]|,(?!\d)")
"""What parts two clauses of a question."""

# « PA1 », « M4 », « D2 »; a die is no name with a figure.
_GLUED = re.compile(r"\b(?![dD](?:3|6|\d\d)(?!\w))([^\W\d_]{1,4})(\d+\+?)(?!\w)")
# « 3pv », « 12ps »; an ordinal and a die are no figure with its unit.
_UNIT = re.compile(r"(?<![\w.,])(\d+)(?![dD]\d|(?:er|re|e|eme|ème|nd|nde|d[eé]s?)\b)([^\W\d_]{1,6})\b")
# « CHAMPION (1/10) » is one of ten; « 9 pouces et demi » is no whole number, and fills no slot.
_ONE_OF = re.compile(r"(?<![\d/])1/(\d+)(?![\d/])")
_AND_A_HALF = re.compile(r"(\d)((?: [^\W\d_]+)?) et demie?\b")
# What is asked gives its own figures: « +1 ou 0 ? ».
_CHOICE = re.compile(r"[+−-]?\d+ ou (?:[aà] )?[+−-]?\d+")
_FIGURE = re.compile(
    r"\b(?P<article>[Uu]ne?)\b(?! sur\b)|(?P<sign>[+−-] ?)?(?<![\w.,])(?P<number>\d+)(?![\w.,]*\d)(?P<roll>\+)?(?!\w)"
)
_BEFORE = re.compile(rf"{PARTING.pattern}|[.?!](?=\s)")
_AFTER = re.compile(r"[,;:().]|\b(?:et|contre|puis)\b")
# How many words of each side tell what a figure is.
_AROUND = 4


class Figure(NamedTuple):
    """A figure: where it stands, whether it has a sign, is a roll (« 4+ »), or an article that may count (« un coup mortel »).

    `before` and `after` are the words said of it, `place` which one of how many it is.
    """

    number: int
    start: int
    signed: bool
    is_roll: bool
    is_article: bool
    before: str
    after: str
    place: str

    @lru_cache(maxsize=256)  # noqa: B019 - a value; asked of each quantity that a question may be of
    def around(self, analyzer: Analyzer) -> tuple[str, ...]:
        """What tells of what it is the figure: each word near it, alone and with how far it stands, on which side."""
        before, after = ([analyzer.key(word) for word in tokens(text)] for text in (self.before, self.after))
        sides = {"b": before[::-1][:_AROUND], "a": after[:_AROUND]}
        placed = [f"{side}{far}:{key}" for side, keys in sides.items() for far, key in enumerate(keys or ("",))]
        near = [f"~{key}" for key in dict.fromkeys(chain(*sides.values()))]
        return (
            *placed,
            *near,
            self.place,
            *["roll"] * self.is_roll,
            *["sign"] * self.signed,
            *["article"] * self.is_article,
        )


def in_plain_figures(text: str, analyzer: Analyzer) -> str:
    """A question with its numbers in figures, each apart from its name and its unit."""
    counted = motifs("intentions", "un-compte").sub("1", analyzer.in_figures(text))
    whole = _AND_A_HALF.sub(r"\1,5\2", _ONE_OF.sub(r"1 sur \1", counted))
    return _CHOICE.sub("", _UNIT.sub(r"\1 \2", _GLUED.sub(r"\1 \2", whole)))


def figures_of(text: str, *, articles: bool = False) -> list[Figure]:
    """The figures of a text (and the `articles`, or not), each with the words between it and the next ones, of the clause it stands in."""
    found = [one for one in _FIGURE.finditer(text) if articles or not one["article"]]
    starts, ends = [one.start() for one in found], [one.end() for one in found]
    gaps = [text[start:end] for start, end in zip([0, *ends], [*starts, len(text)], strict=True)]
    return [
        Figure(
            int(one["number"] or 1),
            one.start(),
            bool(one["sign"]),
            bool(one["roll"]),
            bool(one["article"]),
            _last(gaps[place]),
            # What follows « et » is of another.
            _AFTER.split(gaps[place + 1])[0],
            f"{sum(not before['article'] for before in found[:place])}/{sum(not other['article'] for other in found)}",
        )
        for place, one in enumerate(found)
    ]


def _last(before: str) -> str:
    """What is said of a figure in the words before it: a clause that it begins has none of its own."""
    last = _BEFORE.split(before)[-1]
    return last if last.strip() else before
