"""Two sides with a figure each: « Agilité 6 contre Agilité 2, qui frappe d'abord ? » becomes the items of a request of order.

Each word of the question is taken in: by a side's name, by its figure, by a value that it has, or by what asks who comes first. One that
is not, and nothing is said.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any

from kb.answer.ruling.mentions import Recogniser
from kb.answer.ruling.named import named_modifiers
from kb.model.words import fold
from kb.policy import Attribute, Situation
from kb.precedence import Precedence
from kb.search import Analyzer, Utterance
from kb.store import Proof
from kb.system.data import lexicon

_FIGURE = re.compile(r"(?<![\w.,+−-])\d+(?![\w.,]*\d)(?!\w|\+|\")")
_ASKS = re.compile(r"[:;?!.]| - |, (?=qui\b|lequel|laquelle|on |c')")
_SIDES = 2
# How many words a side's name has at most.
_LONGEST = 4


@dataclass(frozen=True, slots=True)
class Faced:
    """Two items as a request has them, and which player is the first one (`A` is who asks); none when the question does not tell.

    `proofs` are the rules by which a figure is other than the question gives it; `asked` is the place of the item of which the question
    states that it comes first, if it states one: « je tape avant lui ? ».
    """

    situation: Situation
    items: tuple[dict[str, Any], dict[str, Any]]
    first: str | None
    proofs: tuple[Proof, ...] = ()
    asked: int | None = None


@dataclass(frozen=True, slots=True)
class _Changed:
    """A figure after its modifiers: how it is said, the keys of the words that said so, the rules that decided."""

    figure: int | float
    text: str = ""
    taken: frozenset[str] = frozenset()
    proofs: tuple[Proof, ...] = ()


@dataclass(frozen=True, slots=True)
class _Side:
    item: dict[str, Any]
    proofs: tuple[Proof, ...]


def faced(question: str, engine: Precedence, names: Recogniser, analyzer: Analyzer) -> Faced | None:
    """The two sides that a question sets against one another by a figure each; None when a word of it is left over.

    Where the figure of a side is worked out, what changes it is said of that side.
    """
    text = analyzer.in_figures(question)
    figures = list(_FIGURE.finditer(text))
    if len(figures) != _SIDES or len(re.findall(r"\d+", text)) != _SIDES:
        return None
    first = "B" if _motifs("second").search(fold(text)) else "A" if _motifs("premier").search(fold(text)) else None
    bare = re.sub(rf"(?i){_motifs('second').pattern}|{_motifs('premier').pattern}", " ", text) if first else text
    found = [
        read
        for parts in _parted(bare)
        for part in engine.policy.situations
        if (read := _read(parts, part, names, analyzer, first, engine)) is not None
    ]
    return found[0] if len(found) == 1 else None


def _parted(text: str) -> Iterator[tuple[str, str, str]]:
    """Each way to part what is said of the sides, then what is asked.

    « A 5 et frappe en dernier, B 2 » parts at its comma, and might part at « et »: what is said of a side has no name of its own.
    """
    one, other = _FIGURE.finditer(text)
    asked = _ASKS.search(text, other.end())
    stop = asked.start() if asked else len(text)
    before = max((match.end() for match in _ASKS.finditer(text, 0, one.start())), default=0)
    for parting in re.finditer(rf"(?:(?:{_motifs('contre').pattern})\s*)+", fold(text[one.end() : other.start()])):
        start, end = one.end() + parting.start(), one.end() + parting.end()
        yield text[before:start], text[end:stop], f"{text[:before]} {text[stop:]}"


def _read(
    parts: tuple[str, str, str],
    situation: Situation,
    names: Recogniser,
    analyzer: Analyzer,
    first: str | None,
    engine: Precedence,
) -> Faced | None:
    """Both sides by the figure that a situation sorts by."""
    figure = next(
        (one for one in situation.attributes if one.type == "nombre" and one.name in {c.by for c in situation.clauses}),
        None,
    )
    if figure is None:
        return None
    key = next(iter(analyzer.keys(figure.meaning)), "")
    if key not in {*analyzer.keys(" ".join(parts))} or not _empty(parts[2], analyzer, ()):
        return None
    sides = [_side(part, situation, figure, key, names, analyzer, engine) for part in parts[:2]]
    one, other = sides
    if one is None or other is None:
        return None
    items = ({**one.item, "owner": "A"}, {**other.item, "owner": "B"})
    return Faced(situation, items, first, (*one.proofs, *other.proofs), _stated_first(parts))


def _stated_first(parts: tuple[str, str, str]) -> int | None:
    """The side of which what is asked states that it comes first; None when it states none, or the sides cannot be distinguished."""
    asked = fold(parts[2])
    ranked = _motifs("rang").search(asked)
    mine = [_motifs("moi").search(fold(side)) is not None for side in parts[:2]]
    if ranked is None or mine[0] == mine[1]:
        return None
    subject = asked[: ranked.start()]
    said = [_motifs(name).search(subject) is not None for name in ("moi", "autre")]
    if said[0] == said[1]:
        return None
    of_mine = said[0] != (_motifs("dernier").search(ranked[0]) is not None)
    return mine.index(of_mine)


def _side(
    said: str,
    situation: Situation,
    figure: Attribute,
    key: str,
    names: Recogniser,
    analyzer: Analyzer,
    engine: Precedence,
) -> _Side | None:
    """The item of one side: its name, its figure, the values of words that it has; None when something is left over."""
    number = _FIGURE.search(said)
    if number is None:
        return None
    values = names.values(situation, analyzer.keys(said))
    named = [name for read in values for _value, words in read.attribute.names for name in words]
    changed = _worked_out(figure.worked_out, int(number[0]), said, engine, analyzer)
    if changed is None:
        return None
    taken = {key, *changed.taken, *(one for name in named for one in analyzer.keys(name))}
    # A name ends where what it has begins.
    name = _motifs("a").split(said[: number.start()], maxsplit=1)[0]
    words = [word for word in name.strip(" ,").split() if key not in analyzer.keys(word)]
    label = list(takewhile(lambda word: taken.isdisjoint(analyzer.keys(word)), words))
    rest = [*words[len(label) :], said[len(name) : number.start()], said[number.end() :]]
    # « Frappe en dernier, l'ennemi » is no name: it would be that of two.
    apart = any(word.endswith(",") for word in label[:-1])
    if apart or not 0 < len(label) <= _LONGEST or not _empty(" ".join(rest), analyzer, taken):
        return None
    given = {read.attribute.name: read.value for read in values}
    neutral = {part.name: part.default for part in situation.attributes if not part.whole and not part.required}
    called = " ".join(label).strip(" ,")
    called = f"{called[:1].lower()}{called[1:]}{changed.text}"
    return _Side({"label": called, **neutral, **given, figure.name: changed.figure}, changed.proofs)


def _worked_out(quantity_id: str, base: int, said: str, engine: Precedence, analyzer: Analyzer) -> _Changed | None:
    """A figure after what is said to change it; None when the question does not tell which of several does."""
    quantity = next((one for one in engine.policy.quantities if one.id == quantity_id), None)
    if quantity is None:
        return _Changed(base)
    utterance = Utterance(said, analyzer)
    modifiers = named_modifiers(quantity, utterance)
    if modifiers is None:
        return None
    if not modifiers:
        return _Changed(base)
    answer = engine.modify(
        {"quantity": quantity.id, "base": base, "modifiers": [{"label": one.name} for one in modifiers]}
    )
    if answer.value is None:
        return None
    phrases = [phrase for one in modifiers for phrase in one.said]
    taken = {utterance.tokens[at].key for place in utterance.said(phrases) for at in range(place.first, place.last + 1)}
    steps = ", ".join(f"{step.label} → {step.after}" for step in answer.steps)
    return _Changed(answer.value, f" ({base}, {steps})", frozenset(taken), answer.decided_by)


def _empty(said: str, analyzer: Analyzer, taken: Collection[str]) -> bool:
    """True when a text has no word but those taken, and those that ask who comes first."""
    return {*analyzer.keys(said)} <= {*taken, *analyzer.keys(" ".join(lexicon("intentions")["face-a-face"]["vides"]))}


@cache
def _motifs(name: str) -> re.Pattern[str]:
    return re.compile("|".join(lexicon("intentions")["face-a-face"][name]), re.IGNORECASE)
