"""A question of a value, put to the engine: its figures and words fill the slots of a request; a figure left over, and nothing is said."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kb.errors import ArbitreError
from kb.model import Kind
from kb.model.words import fold, words
from kb.policy import Policy, Quantity
from kb.precedence import Modified, Precedence
from kb.search import Analyzer
from kb.store import KnowledgeBase
from kb.store.search import rarities
from kb.system.data import lexicon

_FIGURE = re.compile(r"(?P<sign>[+−-] ?)?(?<![\w.,])(?P<number>\d+)(?![\w.,]*\d)(?P<roll>\+)?(?!\w)")
_GLUED = re.compile(r"\b([A-Za-z]{1,4})(\d+\+?)(?!\w)")
# How many words before a figure may say what it is the figure of.
_BEFORE = 3
# How an operation is written before its figure.
_SIGNS = {"set": "= ", "multiply": "×", "divide": "÷", "add": "+", "subtract": "−"}
# What is asked gives its own figures: « +1 ou 0 ? ».
_CHOICE = re.compile(r"[+−-]?\d+ ou (?:[aà] )?[+−-]?\d+")
# A modifier as a table prints it; a word no longer than this names no rule.
_SIGNED = re.compile(r"[+−–-]\d+")
_SHORT = 2
# A key less rare than this names nothing.
_COMMON = 1.0
_YES = frozenset({"true", "oui", "vrai"})
# So many values of its context, when said, tell which quantity is meant.
_TELLING = 2


@dataclass(frozen=True, slots=True)
class Valued:
    """A value worked out: the request as the engine got it, its answer, and how it is said."""

    request: dict[str, Any]
    answer: Modified
    text: str

    @property
    def value(self) -> str:
        """The value alone."""
        return self.text.partition(" : ")[0]


@dataclass(slots=True)
class _Figure:
    """A figure of a question: the keys of the words before it, nearest last, and after it; whether the request has taken it."""

    number: int
    start: int
    signed: bool
    label: tuple[str, ...]
    after: tuple[str, ...]
    is_roll: bool
    taken: bool = False


def asks_value(question: str, analyzer: Analyzer) -> bool:
    """True when a question of figures, or of numbers in words, asks what they come to."""
    return (
        any(map(str.isdigit, _in_figures(question, analyzer))) and _motifs("valeur").search(fold(question)) is not None
    )


def valued(question: str, engine: Precedence, base: KnowledgeBase, game: str, analyzer: Analyzer) -> Valued | None:
    """What the engine makes of a question; None when a slot stays empty, a figure or a name is left over, or two readings differ."""
    policy = engine.policy
    text = _CHOICE.sub("", _GLUED.sub(r"\1 \2", _in_figures(question, analyzer)))
    said = tuple(analyzer.keys(text))
    found: list[Valued] = []
    for quantity in _quantities(policy, said, analyzer):
        others = {
            key for one in policy.quantities if one is not quantity for name in _names(one, analyzer) for key in name
        }
        others -= {key for name in _names(quantity, analyzer) for key in name}
        request = _Reading(text, said, quantity, analyzer).request(others)
        listed = _listed(quantity, text, said, base, game, analyzer)
        if request is None or listed is None:
            return None
        request["modifiers"] += listed
        try:
            answer = engine.modify(request)
        except ArbitreError:
            return None
        told = _said(answer, request)
        if told is None or answer.ignored:
            return None
        found.append(Valued(request, answer, told))
    return found[0] if len({one.text for one in found}) == 1 else None


def _in_figures(question: str, analyzer: Analyzer) -> str:
    """A question with its numbers in figures."""
    known = dict(analyzer.lexicon.figures)
    return re.sub(r"[^\W\d_]+", lambda word: known.get(fold(word[0]), word[0]), question)


def _quantities(policy: Policy, said: Sequence[str], analyzer: Analyzer) -> list[Quantity]:
    """The quantity whose longest name is said; every plain one that a figure of a characteristic may be, when none is."""
    named = [
        (max(map(len, names)), quantity)
        for quantity in policy.quantities
        if (names := [keys for keys in _names(quantity, analyzer) if keys and set(keys) <= set(said)])
    ]
    most = max((length for length, _quantity in named), default=0)
    if named:
        best = [quantity for length, quantity in named if length == most]
        return best if len(best) == 1 else []
    told = [one for one in policy.quantities if len(list(_values(one, said, analyzer))) >= _TELLING]
    if told:
        return told if len(told) == 1 else []
    generic = _motifs("caracteristique").search(fold(" ".join(said)))
    return [one for one in policy.quantities if one.based and not one.needed] if generic else []


def _names(quantity: Quantity, analyzer: Analyzer) -> Iterator[tuple[str, ...]]:
    empty = {*analyzer.keys(" ".join(lexicon("intentions")["valeur"]["vides"]))}
    for name in (quantity.title, *quantity.aliases):
        yield tuple(key for key in analyzer.keys(name) if key not in empty)


class _Reading:
    """A question read as a request of one quantity."""

    def __init__(self, text: str, said: Sequence[str], quantity: Quantity, analyzer: Analyzer) -> None:
        self._text, self._said, self._quantity, self._analyzer = text, said, quantity, analyzer
        found = list(_FIGURE.finditer(text))
        ends = [0, *(one.end() for one in found)]
        self._figures = [
            _Figure(
                int(one["number"]),
                one.start(),
                bool(one["sign"]),
                tuple(analyzer.keys(text[last : one.start()]))[-_BEFORE:],
                tuple(analyzer.keys(text[one.end() :]))[:1],
                bool(one["roll"]),
            )
            for last, one in zip(ends, found, strict=False)
        ]

    def request(self, others: Collection[str]) -> dict[str, Any] | None:
        """The request; None when something that it needs is not said, or a figure said is none of it.

        `others` are the keys of the names of other quantities: « +1 pour toucher » adds nothing to the attacks.
        """
        if any(figure.signed and not set(figure.after).isdisjoint(others) for figure in self._figures):
            return None
        context, modifiers = self._context(), self._modifiers()
        if context is None or modifiers is None or not (context or modifiers):
            return None
        given: dict[str, Any] = {
            "quantity": self._quantity.id,
            "context": context,
            "modifiers": modifiers,
            "active": "A",
        }
        if self._quantity.based:
            left = [figure for figure in self._figures if not figure.taken and not figure.signed]
            # What is fixed needs no figure to start from.
            fixed = [part["value"] for part in modifiers if part["op"] == "set"]
            if len(left) > 1 or not (left or fixed) or not all(map(self._is_base, left)):
                return None
            return given | {"base": left[0].number if left else fixed[0]}
        return given if all(figure.taken for figure in self._figures) else None

    def _is_base(self, figure: _Figure) -> bool:
        """True for a roll, and for a figure beside a name of the quantity: « 3 attaques », « menace 2 », « caractéristique de 5 »."""
        beside = {*figure.label[-1:], *figure.after}
        own = {key for name in _names(self._quantity, self._analyzer) for key in name} | {
            *self._analyzer.keys(" ".join(lexicon("intentions")["valeur"]["vides"]))
        }
        return bool(beside & own) or (figure.is_roll and bool(self._quantity.needed))

    def _context(self) -> dict[str, Any] | None:
        """The values of the context that are said; None when a figure that it needs is not."""
        found = dict(_values(self._quantity, self._said, self._analyzer))
        figured = [attribute for attribute in self._quantity.attributes if attribute.type == "nombre"]
        # The figure whose words are most those of an attribute goes to it first: « pénétration d'armure 2 », then « armure 4 ».
        pairs = [
            (len({*self._analyzer.keys(attribute.meaning)[:2]} & {*figure.label}), attribute.name, figure)
            for attribute in figured
            for figure in self._figures
            if not figure.signed
        ]
        for shared, name, figure in sorted(pairs, key=lambda pair: -pair[0]):
            if shared and name not in found and not figure.taken:
                found[name], figure.taken = figure.number, True
        lacking = [one for one in figured if one.required and one.default is None and one.name not in found]
        return None if lacking else found

    def _modifiers(self) -> list[dict[str, Any]] | None:
        """The operations said, by a sign or by a verb with its figure; None when a verb has none."""
        folded, found = fold(self._text), list[tuple[int, str, int]]()
        for figure in [one for one in self._figures if one.signed]:
            figure.taken = True
            count = _motifs("plusieurs").search(folded[: figure.start])
            op = "add" if self._text[figure.start] == "+" else "subtract"
            found += [(figure.start, op, figure.number)] * (int(count[1]) if count else 1)
            if count:
                self._take(count.start(1))
        for entry in lexicon("intentions")["operation"]:
            for met in re.finditer("|".join(entry["motifs"]), folded):
                value = entry.get("valeur")
                if value is None:
                    near = [
                        one for one in self._figures if not one.taken and 0 <= one.start - met.end() <= entry["loin"]
                    ]
                    if not near:
                        return None
                    near[0].taken, value = True, near[0].number
                elif "chiffre" in entry:
                    self._take(met.end() - 1)
                found.append((met.start(), entry["nom"], value))
        return [self._modifier(place, op, value) for place, (_at, op, value) in enumerate(sorted(found), 1)]

    def _take(self, at: int) -> None:
        """The figure that stands at a place is part of an operation."""
        for figure in self._figures:
            figure.taken = figure.taken or figure.start == at

    @staticmethod
    def _modifier(place: int, op: str, value: int) -> dict[str, Any]:
        # Two of one name may count once: each has its own.
        return {"op": op, "value": value, "label": f"{_SIGNS[op]}{value}{' ' * (place - 1)}", "owner": "A"}


def _values(quantity: Quantity, said: Sequence[str], analyzer: Analyzer) -> Iterator[tuple[str, object]]:
    """The values of words of the context of a quantity that are said."""
    for attribute in quantity.attributes:
        for value, names in attribute.names:
            if any(keys and set(keys) <= set(said) for keys in map(analyzer.keys, names)):
                yield attribute.name, value in _YES if attribute.type == "oui-non" else value


def _listed(
    quantity: Quantity, text: str, said: Sequence[str], base: KnowledgeBase, game: str, analyzer: Analyzer
) -> list[dict[str, Any]] | None:
    """The modifiers that a table of the quantity lists and the question names; None when one may be meant, or a rule is named besides."""
    cited = [f"{game}/{cite}" for clause in quantity.clauses if clause.genre == "appliquer" for cite in clause.cites]
    tables = [one for one in base.passages(cited) if one.kind is Kind.TABLE]
    own = {key for name in (quantity.title, *quantity.aliases) for key in analyzer.keys(name)}
    common = {key for key, (_n, rarity) in rarities(base, game, said).items() if rarity < _COMMON} if tables else set()
    found, used = list[dict[str, Any]](), set[str]()
    for row in (row for table in tables for row in base.children(table.id, table.layer, units=True) if row.fields):
        *names, (_title, figure) = row.fields
        label = max((name for _column, name in names), key=len, default="")
        keys = {key for key in analyzer.keys(label) if not key.isdigit()} - own - common
        if not keys & {*said}:
            continue
        if not keys <= {*said} or not _SIGNED.fullmatch(figure):
            return None
        op = "add" if figure.startswith("+") else "subtract"
        found.append({"op": op, "value": int(figure.lstrip("+-−–")), "label": label, "owner": "A"})
        used |= keys
    others = [
        word for word in words(text) if tables and len(word) > _SHORT and not {*analyzer.keys(word)} <= used | own
    ]
    return None if any(base.lookup(word, game) for word in others) else found


def _said(answer: Modified, request: Mapping[str, Any]) -> str | None:
    """The value, then how it is reached: « 7 : ×2 = 6, +1 = 7 »."""
    value = answer.needed or (None if answer.value is None else _figure(answer.value))
    if value is None:
        return None
    base = [_figure(request["base"])] if "base" in request else []
    steps = [
        f"{step.label.strip()} = {_figure(step.after)}"
        for step in answer.steps
        if step.after is not None and step.after != step.before
    ]
    return f"{value} : {', '.join([*base, *steps])}" if steps else value


def _figure(value: float) -> str:
    return f"{value:g}".replace(".", ",")


@cache
def _motifs(name: str) -> re.Pattern[str]:
    return re.compile("|".join(lexicon("intentions")[name]["motifs"]))
