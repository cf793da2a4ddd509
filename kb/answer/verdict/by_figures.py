"""Two things of the book that a question compares by a figure: « Mes aigles vont plus vite que des pégases ? ».

Each side names one thing, the question says which figure of theirs is compared, and both hold it: else nothing is said, and no question
that merely looks alike says it either.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from kb.answer.question.intent import is_closed
from kb.answer.values import Clause, Conclusion
from kb.model import Kind
from kb.model.words import fold, letters
from kb.search import FEATURES, Analyzer, Searcher, Utterance
from kb.store import KnowledgeBase, Passage, View
from kb.system.data import lexicon

_TITLE = FEATURES.index("title")
# Among how many provisions a side is looked for, and how much of a name it must say.
_AMONG, _NAMED = 6, 0.99
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
# « Portée 24" », « PA 2 » in running words: a name, then its figure.
_PRINTED = r"(?<![\w]){name}\s*:?\s*(?P<value>\d+(?:[.,]\d+)?[+\"]?)"


@dataclass(frozen=True, slots=True)
class Compared:
    """What the two figures come to, and the clauses that hold them."""

    conclusion: Conclusion
    because: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class _Held:
    """A figure of a thing: its title, the figure as printed and its number, the clause that holds it."""

    title: str
    printed: str
    number: float
    clause: Clause


@dataclass(frozen=True, slots=True)
class _Magnitude:
    names: frozenset[str]
    inverse: bool


def compared(
    question: str, base: KnowledgeBase, searcher: Searcher, work: str, view: View
) -> Compared | Literal["open"] | None:
    """The comparison that a question asks for; `open` when one side alone has the figure, None when neither has it, or none is compared."""
    normalised = letters(question)
    matches = [found for pattern in _patterns() if (found := pattern.search(normalised))]
    magnitude = _magnitude(question, searcher.analyzer(work)) if matches else None
    if magnitude is None:
        return None
    for asked in matches:
        sides = [_named(question[slice(*asked.span(side))], base, searcher, work, view) for side in ("a", "b")]
        first, second = (_only(base, passages, magnitude) for passages in sides)
        if first is not None and second is not None and first.clause.id != second.clause.id:
            sense = _sense(asked["sens"], inverse=magnitude.inverse)
            return Compared(_concluded(question, first, second, sense), (first.clause, second.clause))
        if first is not None or second is not None:
            return "open"
    return None


def _concluded(question: str, first: _Held, second: _Held, sense: int) -> Conclusion:
    """« Oui : 9" contre 8". », « Essaim d'insectes : 6+ contre 5+. »."""
    order = (first.number > second.number) - (first.number < second.number)
    if is_closed(question):
        verdict: Literal["oui", "non"] = "oui" if order == sense else "non"
        text = f"{verdict.capitalize()} : {first.printed} contre {second.printed}."
        return Conclusion("verdict", text, verdict=verdict)
    if order == 0:
        return Conclusion("value", f"Ni l'un ni l'autre : {first.printed} des deux côtés.", value=first.printed)
    best, other = (first, second) if order == sense else (second, first)
    return Conclusion("value", f"{best.title} : {best.printed} contre {other.printed}.", value=best.title)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, lexicon("comparaisons")["comparaison"]["motifs"]))


def _sense(word: str, *, inverse: bool) -> int:
    """1 where the first is asked to be the greater, -1 the lesser, 0 as great."""
    words = lexicon("comparaisons")["comparaison"]
    if word in words["autant"]:
        return 0
    return -1 if (word in words["moins"]) != inverse else 1


def _magnitude(question: str, analyzer: Analyzer) -> _Magnitude | None:
    """What is compared, by the longest phrase said; None when none is, or two are said alike."""
    utterance = Utterance(question, analyzer)
    entries: list[dict[str, Any]] = lexicon("comparaisons")["grandeur"]
    sizes = [max((place.size for place in utterance.said(one["dit"])), default=0) for one in entries]
    best = [one for one, size in zip(entries, sizes, strict=True) if size and size == max(sizes)]
    if len(best) != 1:
        return None
    return _Magnitude(frozenset(map(fold, best[0]["noms"])), bool(best[0].get("inverse")))


def _named(said: str, base: KnowledgeBase, searcher: Searcher, work: str, view: View) -> list[Passage]:
    """The things that one side names whole, those of the longest name; several may bear it."""
    found = searcher.find(said, work, view)
    analyzer = searcher.analyzer(work)
    named = [one.row.id for one in found.candidates[:_AMONG] if one.features[_TITLE] >= _NAMED]
    passages = base.passages(named, view)
    lengths = {passage.id: len(analyzer.keys(passage.title)) for passage in passages}
    most = max(lengths.values(), default=0)
    return [passage for passage in passages if lengths[passage.id] == most]


def _only(base: KnowledgeBase, passages: list[Passage], magnitude: _Magnitude) -> _Held | None:
    """The figure of the things that bear a name; None when they have none, or not the same."""
    found = [held for passage in passages for held in _figures(base, passage, magnitude)]
    return found[0] if len({held.number for held in found}) == 1 else None


def _figures(base: KnowledgeBase, passage: Passage, magnitude: _Magnitude) -> Iterator[_Held]:
    """The figures that a thing holds under one of the names: in the rows of its profile, else in its words."""
    units = base.children(passage.id, passage.layer, units=True)
    rows = [unit for unit in units if unit.kind is Kind.ROW]
    for row in rows:
        for name, value in row.fields:
            number = _NUMBER.search(value)
            if number is not None and magnitude.names & {fold(name), fold(name).partition(" (")[0]}:
                clause = Clause(row.id, "decides", row.text, passage.title)
                yield _Held(passage.title, value, _number(number[0]), clause)
    if rows:
        return
    pattern = re.compile(_PRINTED.format(name=f"(?:{'|'.join(map(re.escape, sorted(magnitude.names)))})"))
    for part in (clause for one in units or [passage] for clause in base.clauses(one)):
        printed = pattern.search(letters(part.text.lower()))
        if printed is not None:
            value = part.text[slice(*printed.span("value"))]
            clause = Clause(part.id, "decides", part.text, passage.title)
            yield _Held(passage.title, value, _number(_NUMBER.findall(value)[0]), clause)


def _number(printed: str) -> float:
    return float(printed.replace(",", "."))
