"""Two things that a question sets in order: which of them comes first, or whether one comes before the other as it states."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from kb.model.words import letters
from kb.system.data import lexicon, motifs

END = 300
"""What is asked stands at the end of a question: as much of a long one is read, in characters."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Two things of which a question asks which comes first, and the word that asks it."""

    a: str
    b: str
    word: str

    @property
    def of_one(self) -> bool:
        """True when it asks whether the first is before or after the other."""
        return self.word in {"avant", "apres"}


def sides_of(question: str) -> Sides | None:
    """The two things that a question opposes in time, if it does."""
    question = question[-END:]
    met = _first_met(_opposing(), letters(question))
    a, b = (question[slice(*met.span(one))].strip(" ,:") for one in ("a", "b")) if met else ("", "")
    # What says an order itself is no one thing.
    orders = any(motifs("dires", "ordre").search(letters(one)) for one in (a, b))
    return Sides(a, b, met["mot"]) if met and a and b and not orders else None


def stated_order(question: str) -> Sides | None:
    """The two things of which a question asks whether one comes before the other, the one that it says to come first before the other."""
    met = _first_met(_stating(), letters(question[-END:]))
    if met is None or motifs("negations", "un-mot").search(met[0]):
        return None
    a, b = (question[-END:][slice(*met.span(one))].strip(" ,:") for one in ("a", "b"))
    later = met["mot"] in lexicon("dires")["ordre-dit"]["apres"].split()
    return Sides(*((b, a) if later else (a, b)), met["mot"]) if a and b else None


def otherwise(question: str) -> str | None:
    """A question that states an order, with the contrary order; None for any other one."""
    met = _first_met(_stating(), letters(question[-END:]))
    if met is None:
        return None
    start, end = (at + max(0, len(question) - END) for at in met.span("mot"))
    return f"{question[:start]}{lexicon('dires')['ordre-dit']['contraires'][met['mot']]}{question[end:]}"


@cache
def _opposing() -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, lexicon("dires")["cotes"]["motifs"]))


@cache
def _stating() -> tuple[re.Pattern[str], ...]:
    table = lexicon("dires")["ordre-dit"]
    return tuple(
        re.compile(one.replace("{vient}", table["vient"]).replace("{chose}", table["chose"])) for one in table["motifs"]
    )


def _first_met(patterns: Iterable[re.Pattern[str]], text: str) -> re.Match[str] | None:
    return next((met for pattern in patterns if (met := pattern.search(text))), None)
