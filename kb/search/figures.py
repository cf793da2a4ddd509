"""The figures of a question, as a value is worked out from them, and the words that stand around each."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from kb.model.words import fold, tokens
from kb.search.analysis import Analyzer
from kb.system.data import lexicon, motifs

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
_FIGURE = (
    r"\b(?P<article>[Uu]ne?)\b(?! sur\b)",
    r"(?P<sign>[+−-] ?)?(?<![\w.,])(?P<number>\d+)(?![\w.,]*\d)(?P<roll>\+)?(?!\w)",
    r"\b(?P<place>\d+)(?:er|[eè]re|re|nde?|[eè]me|e)\b",
    r"\b(?i:(?P<ordinal>{ordinals}))\b",
)
_BEFORE = re.compile(rf"{PARTING.pattern}|[.?!](?=\s)")
_AFTER = re.compile(r"[,;:().]|\b(?:et|contre|puis)\b")
# How many words of each side tell what a figure is.
_AROUND = 4


Written = Literal["figure", "article", "ordinal"]
"""How a figure is written: an article may count (« un coup mortel »), and so may an ordinal (« le troisième round »)."""


class Figure(NamedTuple):
    """A figure: where it stands, whether it has a sign or is a roll (« 4+ »), how it is written.

    `before` and `after` are the words said of it, `place` which one of how many it is.
    """

    number: int
    start: int
    signed: bool
    is_roll: bool
    written: Written
    before: str
    after: str
    place: str

    @property
    def is_plain(self) -> bool:
        """True when it is written in figures."""
        return self.written == "figure"

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
            *[self.written] * (not self.is_plain),
        )


def in_plain_figures(text: str, analyzer: Analyzer) -> str:
    """A question with its numbers in figures, each apart from its name and its unit."""
    counted = motifs("intentions", "un-compte").sub("1", analyzer.in_figures(text))
    counted = motifs("intentions", "place").sub(r"\g<0>e", counted)
    whole = _AND_A_HALF.sub(r"\1,5\2", _ONE_OF.sub(r"1 sur \1", counted))
    return _CHOICE.sub("", _UNIT.sub(r"\1 \2", _GLUED.sub(r"\1 \2", whole)))


def figures_of(text: str, *, small: bool = False) -> list[Figure]:
    """The figures of a text, each with the words between it and the next ones, of the clause it stands in.

    Those that are `small` words, articles and ordinals, are among them or not.
    """
    numbers, motif = _numbers()
    found = [one for one in motif.finditer(text) if small or one["number"]]
    starts, ends = [one.start() for one in found], [one.end() for one in found]
    gaps = [text[start:end] for start, end in zip([0, *ends], [*starts, len(text)], strict=True)]
    whole = sum(one["number"] is not None for one in found)
    return [
        Figure(
            int(one["number"] or one["place"] or numbers.get(fold(one["ordinal"] or ""), 1)),
            one.start(),
            bool(one["sign"]),
            bool(one["roll"]),
            "figure" if one["number"] else "article" if one["article"] else "ordinal",
            _last(gaps[place]),
            # What follows « et » is of another.
            _AFTER.split(gaps[place + 1])[0],
            f"{sum(before['number'] is not None for before in found[:place])}/{whole}",
        )
        for place, one in enumerate(found)
    ]


@cache
def _numbers() -> tuple[Mapping[str, int], re.Pattern[str]]:
    """Each ordinal, without accents, with its number; and what a figure is, however it is written."""
    ordinals: dict[str, int] = lexicon("tableaux")["ordinaux"]
    spelt = "|".join(dict.fromkeys([*ordinals, *map(fold, ordinals)]))
    pattern = re.compile("|".join(_FIGURE).format(ordinals=spelt))
    return {fold(word): number for word, number in ordinals.items()}, pattern


def _last(before: str) -> str:
    """What is said of a figure in the words before it: a clause that it begins has none of its own."""
    last = _BEFORE.split(before)[-1]
    return last if last.strip() else before
