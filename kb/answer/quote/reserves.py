"""What a conclusion hangs on, or holds but for, in the words of the clause that decides: « si… », « sauf si… »."""

import re
from collections.abc import Sequence
from functools import cache

from kb.answer.values import Clause, Conclusion, Condition
from kb.model.clauses import clauses_of
from kb.model.conclusions import CONTRARY, Said
from kb.system.data import motifs


def depending(quotes: Sequence[Clause]) -> str:
    """« Cela dépend », with the condition that the first clause quoted tells, in its own words."""
    condition = _searched("condition", quotes)
    if condition is None:
        return "Cela dépend."
    said = condition[0].strip().removesuffix(".")
    return f"Cela dépend : {said[:1].lower()}{said[1:]}."


def reserves(concluded: Conclusion | None, quotes: Sequence[Clause], *, turned: bool) -> tuple[Condition, ...]:
    """When the clause that decides says that the verdict is the other; `turned` is of the question.

    Silent where that clause, without these words, does not plainly say what was concluded: it is then the case of the reserve itself, or
    the question asks the contrary of what the clause says.
    """
    if concluded is None or concluded.verdict not in CONTRARY:
        return ()
    reserve = _searched("reserve", quotes)
    if reserve is None or _pattern("renvoi").search(reserve[0]):
        return ()
    said = reserve.string
    stated = _stated(f"{quotes[0].lead or ''} {said[: reserve.start()]} {said[reserve.end() :]}")
    if stated is None or concluded.verdict != (CONTRARY[stated] if turned else stated):
        return ()
    return (Condition(reserve[0].strip(), CONTRARY[concluded.verdict], 0),)


def _searched(name: str, quotes: Sequence[Clause]) -> re.Match[str] | None:
    sentences = (one for clause in quotes[:1] for one in clauses_of(clause.text))
    return next(filter(None, map(_pattern(name).search, sentences)), None)


def _stated(text: str) -> Said | None:
    """Whether a clause says that a thing is so, or that it is not; None where it says it of one case alone, or denies twice."""
    if _pattern("bornee").search(text):
        return None
    denials = len(_pattern("niee").findall(text))
    return None if denials > 1 else "non" if denials else "oui"


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(motifs("phrases", name).pattern, re.IGNORECASE)
