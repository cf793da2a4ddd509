"""A question about time or precedence, put to the engine: what it names becomes a request, and the engine's answer its proof.

Nothing is read into a question that it does not say: a situation, a value or a moment counts when its whole name stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.answer.resolving import Resolver
from kb.errors import ArbitreError
from kb.policy import Attribute, Quantity, Scalar, Situation
from kb.policy.clauses import Apply, Mode, Sides
from kb.precedence import Ordered, OrderStep, Prevailing
from kb.search import Analyzer
from kb.store import Proof
from kb.timing import Comparison, Timeline, compare
from kb.timing.tree import Node
from kb.words import fold

Keys = tuple[str, ...]
_ENGINE = frozenset({"precedence", "timing", "sequence"})
_TIMED = ("active", "first_player")
# What a question calls the two players, by the one that the rules of a situation look at.
_PLAYERS = {"active": ("le joueur actif", "son adversaire"), "first_player": ("le premier joueur", "le second joueur")}
_BOTH = 2


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the engine says of a question: an order, who prevails, or how two moments stand; `about` names what was recognised."""

    about: str
    precedence: Ordered | Prevailing | None = None
    timing: Comparison | None = None
    steps: tuple[tuple[str, Proof], ...] = ()

    @property
    def decided_by(self) -> tuple[Proof, ...]:
        """The rules that decide, in the order in which they are used."""
        found = self.precedence or self.timing
        return found.decided_by if found is not None else tuple(dict.fromkeys(proof for _title, proof in self.steps))


@dataclass(frozen=True, slots=True)
class _Value:
    """A value of an attribute, by the words that a question has for it."""

    attribute: Attribute
    value: Scalar
    name: str
    at: int


class Ruler:
    """The names of one game's situations, values and moments, as a question is read."""

    def __init__(self, resolver: Resolver, game: str, analyzer: Analyzer) -> None:
        """Read the names; a game without policy has none."""
        self._resolver, self._game, self._analyzer = resolver, game, analyzer
        try:
            policy = resolver.precedence(game).policy
        except ArbitreError:
            self._situations: tuple[Situation, ...] = ()
            self._quantities: tuple[Quantity, ...] = ()
        else:
            self._situations, self._quantities = policy.situations, policy.quantities
        self._names = {part.id: self._keys((part.title, *part.aliases)) for part in self._situations}
        self._question_words = set(analyzer.keys(" ".join(_QUESTION_WORDS)))
        self._players_named = set(analyzer.keys(" ".join(_PLAYER_WORDS)))
        self._moments = [(keys, node) for node in resolver.timeline(game).walk() for keys in self._moment_keys(node)]

    def rule(self, question: str, intent: str) -> Ruling | None:
        """What the engine says, when the question names enough for a request; None when it does not."""
        said = tuple(self._analyzer.keys(question))
        values = {part.id: self._values(part, said) for part in self._situations}
        compared = max(self._situations, key=lambda part: len(values[part.id]), default=None)
        if compared is not None and len(values[compared.id]) >= _BOTH:
            together = _TOGETHER.search(fold(question)) is not None
            return self._ordered(compared, self._named_items(compared, values[compared.id], together=together))
        operations = self._operations(said)
        if len(operations) >= _BOTH:
            return self._operations_ordered(operations)
        if intent not in _ENGINE:
            return None
        told = tuple(key for key in said if key not in self._question_words)
        moments = self._timed(told) if _COMPARED.search(fold(question)) else None
        if moments is None and intent == "sequence":
            moments = self._sequence(told)
        if moments is not None:
            return moments
        named = [
            (max(map(len, held)), part) for part in self._situations if (held := self._said(self._names[part.id], said))
        ]
        if not named:
            return None
        situation = max(named, key=lambda pair: pair[0])[1]
        return self._ordered(situation, self._all_items(situation, said))

    # --- names --------------------------------------------------------------------------------------------------------------

    def _keys(self, names: Iterable[str]) -> tuple[Keys, ...]:
        return tuple(keys for name in names if (keys := tuple(self._analyzer.keys(name))))

    def _moment_keys(self, node: Node) -> Iterator[Keys]:
        """The names of a moment, without the words that only say its kind (« phase de », « étape »)."""
        kinds = set(self._analyzer.keys(" ".join(_KIND_WORDS)))
        for keys in self._keys((node.moment.title, *node.moment.aliases)):
            bare = tuple(key for key in keys if key not in kinds)
            if bare:
                yield bare

    @staticmethod
    def _said(names: Iterable[Keys], said: Keys) -> list[Keys]:
        """The names of which every word stands in what is said."""
        held = set(said)
        return [keys for keys in names if held.issuperset(keys)]

    def _values(self, situation: Situation, said: Keys) -> list[_Value]:
        """The values named, each once, in the order of the question; of words that several values share, the longest name."""
        found: list[tuple[Keys, _Value]] = []
        for attribute in situation.attributes:
            for value, names in attribute.names:
                for name in names:
                    keys = tuple(self._analyzer.keys(name))
                    at = _place(said, keys)
                    if at is not None:
                        found.append((keys, _Value(attribute, _typed(attribute, value), name, at)))
        found.sort(key=lambda pair: -len(pair[0]))
        kept: list[_Value] = []
        taken: set[int] = set()
        for keys, read in found:
            places = set(range(read.at, read.at + len(keys)))
            if taken.isdisjoint(places) and not any(_same(read, known) for known in kept):
                kept.append(read)
                taken |= places
        return sorted(kept, key=lambda read: read.at)

    def _operations(self, said: Keys) -> dict[str, str]:
        """The operations on a value that are named, each with its word."""
        return {
            operation: names[0]
            for operation, names in _OPERATIONS.items()
            if any(_place(said, keys) is not None for keys in self._keys(names))
        }

    # --- requests -----------------------------------------------------------------------------------------------------------

    def _named_items(self, situation: Situation, values: Sequence[_Value], *, together: bool) -> list[dict[str, Any]]:
        """One item a value named, of either player in turn where players matter; one item for all when it has them `together`."""
        if together and len({read.attribute.name for read in values}) == len(values):
            given = {read.attribute.name: read.value for read in values}
            return [{"label": " et ".join(read.name for read in values), "owner": "A", **_filled(situation, given)}]
        both = _looks_at_players(situation)
        return [
            {
                "label": value.name,
                "owner": "B" if both and at % _BOTH else "A",
                **_filled(situation, {value.attribute.name: value.value}),
            }
            for at, value in enumerate(values)
        ]

    def _all_items(self, situation: Situation, said: Keys) -> list[dict[str, Any]]:
        """An item for each value of what tells the items apart; of each player where the question is about players."""
        values = _told_apart(situation)
        both = _looks_at_players(situation) and (not values or not self._players_named.isdisjoint(said))
        told = _PLAYERS["first_player" if _by_first_player(situation) else "active"]
        players = list(zip(("A", "B"), told, strict=True)) if both else [("A", "")]
        named: list[tuple[dict[str, Scalar], str]] = [({part.name: value}, name) for part, value, name in values]
        return [
            {
                "label": " : ".join(part for part in (name, player) if part) or situation.title,
                "owner": owner,
                **_filled(situation, given),
            }
            for given, name in named or [({}, "")]
            for owner, player in players
        ]

    def _operations_ordered(self, named: dict[str, str]) -> Ruling | None:
        """The order of operations on which all the quantities that have one agree."""
        applied = [
            clause
            for quantity in self._quantities
            for clause in quantity.clauses
            if isinstance(clause, Apply) and clause.groups
        ]
        if len({clause.groups for clause in applied}) != 1:
            return None
        clause = applied[0]
        proofs = self._resolver.precedence(self._game).proofs(clause.cites)
        groups = [tuple(word for op, word in named.items() if op in group) for group in clause.groups]
        cited = tuple(proof.id for proof in proofs)
        steps = tuple(OrderStep(group, "single" if len(group) == 1 else None, None, cited) for group in groups if group)
        return Ruling("Ordre des modificateurs", precedence=Ordered(steps, (), (), proofs)) if proofs else None

    def _ordered(self, situation: Situation, items: list[dict[str, Any]]) -> Ruling | None:
        whole = {part.name: "A" if part.type == "camp" else part.default for part in situation.attributes if part.whole}
        request = {"situation": situation.id, "active": "A", "first_player": "A", **whole, "items": items}
        try:
            found = self._resolver.precedence(self._game).order(request)
        except ArbitreError:
            return None
        return Ruling(situation.title, precedence=found) if found.decided_by or found.undecided else None

    def _timed(self, said: Keys) -> Ruling | None:
        """How two moments named stand to one another: exactly two, neither named within the other."""
        found = self._moments_named(said)
        longest = list(found)
        if len(longest) != _BOTH:
            return None
        first, second = sorted(longest)
        timeline: Timeline = self._resolver.timeline(self._game)
        compared = [
            comparison
            for a in found[first]
            for b in found[second]
            if a is not b and (comparison := _compared(timeline, a, b)) is not None
        ]
        if not compared or len({comparison.relation for comparison in compared}) > 1:
            return None
        best = compared[0]
        return Ruling(f"{best.a.title} ; {best.b.title}", timing=best)

    def _moments_named(self, said: Keys) -> dict[tuple[int, ...], list[Node]]:
        """The moments named, by the places of their words; not those named by a part of another's name."""
        found: dict[tuple[int, ...], list[Node]] = {}
        for keys, node in self._moments:
            places = _places(said, keys)
            if places and node not in found.get(places, ()):
                found.setdefault(places, []).append(node)
        return {places: held for places, held in found.items() if not any(set(places) < set(other) for other in found)}

    def _sequence(self, said: Keys) -> Ruling | None:
        """The steps of the one moment named that has some."""
        named = [node for held in self._moments_named(said).values() for node in held if node.children]
        if len(named) != 1 or named[0].moment.free:
            return None
        timeline = self._resolver.timeline(self._game)
        steps = [
            (child.moment.title, proofs) for child in named[0].children if (proofs := timeline.proofs(child.moment))
        ]
        return Ruling(named[0].moment.title, steps=tuple((title, proofs[0]) for title, proofs in steps))


# What players call the operations on a value, whatever the game; the first word is the one shown.
_OPERATIONS = {
    "set": ("fixer", "remplacer", "passer à"),
    "multiply": ("multiplier", "doubler", "x2", "multiplicateur", "multiplication"),
    "divide": ("diviser", "division", "moitié"),
    "add": ("ajouter", "additionner", "bonus", "addition"),
    "subtract": ("soustraire", "retrancher", "malus", "soustraction"),
}
_TOGETHER = re.compile(r"\b(?:a la fois|les deux regles|en meme temps|cumule\w*|aussi)\b")
_COMPARED = re.compile(r"\b(?:avant|apres|d'abord|puis|ensuite|plus tot|plus tard)\b")
# What a question about order says of itself, and not of the game.
_QUESTION_WORDS = (
    "ordre",
    "dérouler",
    "étape",
    "moment",
    "premier",
    "résoudre",
    "suivre",
    "venir",
    "vite",
    "falloir",
    "faire",
)
_PLAYER_WORDS = ("joueur", "adversaire", "adverse", "chacun", "deux", "qui", "lequel", "laquelle")
_KIND_WORDS = ("phase", "étape", "tour", "séquence", "moment", "début", "fin")


def _compared(timeline: Timeline, a: Node, b: Node) -> Comparison | None:
    try:
        return compare(timeline, a.moment.id, b.moment.id)
    except ArbitreError:
        return None


def _place(said: Keys, keys: Keys) -> int | None:
    """Where the words of a name stand together, in order."""
    return next((at for at in range(len(said) - len(keys) + 1) if keys and said[at : at + len(keys)] == keys), None)


def _places(said: Keys, keys: Keys) -> tuple[int, ...]:
    """Where the words of a name stand, close together; nothing when one is missing or far away."""
    places = sorted(next((at for at, word in enumerate(said) if word == key), -_FAR) for key in keys)
    return tuple(places) if places[-1] - places[0] < len(keys) + _BETWEEN and places[0] >= 0 else ()


# Words that may stand between those of a name.
_BETWEEN = 2
_FAR = 1_000


def _typed(attribute: Attribute, value: str) -> Scalar:
    """A value of `noms`, whose keys are always text in a TOML file."""
    if attribute.type == "oui-non":
        return value in {"true", "oui", "vrai"}
    return int(value) if attribute.type == "nombre" and value.lstrip("-").isdigit() else value


def _same(a: _Value, b: _Value) -> bool:
    return a.attribute.name == b.attribute.name and a.value == b.value


def _told_apart(situation: Situation) -> list[tuple[Attribute, Scalar, str]]:
    """(attribute, value, name) of each value of the first attribute of words; of two figures where there is only a figure."""
    for attribute in situation.attributes:
        if attribute.type == "mot" and not attribute.whole:
            names = {value: told[0] for value, told in attribute.names if told}
            return [(attribute, value, names.get(value, value)) for value in attribute.values]
    return []


def _filled(situation: Situation, given: dict[str, Scalar]) -> dict[str, Scalar]:
    """Attributes of an item: those given, and for the others their default, or one value for all."""
    rest = {part.name: _neutral(part) for part in situation.attributes if not part.whole and part.name not in given}
    return {**rest, **given}


def _neutral(attribute: Attribute) -> Scalar:
    if not attribute.required:
        return attribute.default
    match attribute.type:
        case "nombre":
            return attribute.least if attribute.least is not None else 1
        case "oui-non":
            return False
        case _:
            return attribute.values[0] if attribute.values else "A"


def _looks_at_players(situation: Situation) -> bool:
    """True when a clause tells the players apart."""
    return any(isinstance(clause, Sides | Mode) for clause in situation.clauses)


def _by_first_player(situation: Situation) -> bool:
    roles = [role for clause in situation.clauses if isinstance(clause, Sides) for role in clause.roles]
    roles += [clause.chooser for clause in situation.clauses if hasattr(clause, "chooser")]
    return any("joueur" in role for role in roles)
