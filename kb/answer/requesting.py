"""Requests of the engine for what a question names: one item for each thing that it speaks of, of each player that it sets apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.answer.recognising import NamedValue
from kb.policy import Attribute, Scalar, Situation
from kb.precedence.ordering import MODES

Items = list[dict[str, Any]]
_OWNERS = ("A", "B")


def request(situation: Situation, items: Items) -> dict[str, Any]:
    """A request of an order. Player A is the active one, the first one, and whom an attribute of the request names."""
    whole = {part.name: "A" if part.type == "camp" else part.default for part in situation.attributes if part.whole}
    return {"situation": situation.id, "active": "A", "first_player": "A", **whole, "items": items}


def named_items(situation: Situation, values: Sequence[NamedValue], *, together: bool, both: bool) -> Items:
    """The items that a question names.

    One for each value, of either player in turn where players matter; one for all the values when something has them `together`; one
    of each player for a value that `both` have.
    """
    if together and len({read.attribute.name for read in values}) == len(values):
        given = {read.attribute.name: read.value for read in values}
        return [_item(situation, " et ".join(read.name for read in values), "A", given)]
    if both:
        figure = _figure(situation)
        sides: list[tuple[str, dict[str, Scalar]]] = [(f" : {name}", {}) for name in players(situation)]
        if figure is not None:
            named = ((f", {figure.name} plus haute", 2), (f", {figure.name} plus basse", 1))
            sides = [(name, {figure.name: place}) for name, place in named]
        return [
            _item(situation, f"{read.name}{name}", owner, {read.attribute.name: read.value, **given})
            for read in values
            for owner, (name, given) in zip(_OWNERS, sides, strict=True)
        ]
    turns = _OWNERS if looks_at_players(situation) else _OWNERS[:1]
    return [
        _item(situation, read.name, turns[at % len(turns)], {read.attribute.name: read.value})
        for at, read in enumerate(values)
    ]


def all_items(situation: Situation, *, both: bool) -> Items:
    """An item for each value of what tells the items apart; of each player when `both` are asked of, or nothing else tells apart."""
    values = _told_apart(situation)
    figure = _figure(situation)
    if figure is not None and not values:
        return _ranked(situation, figure)
    owners = _OWNERS if looks_at_players(situation) and (both or not values) else _OWNERS[:1]
    told: tuple[str, ...] = players(situation) if len(owners) > 1 else ("",)
    named: list[tuple[dict[str, Scalar], str]] = [({part.name: value}, name) for part, value, name in values]
    return [
        _item(situation, " : ".join(filter(None, (name, told[at]))) or situation.title, owner, given)
        for given, name in named or [({}, "")]
        for at, owner in enumerate(owners)
    ]


def _ranked(situation: Situation, figure: Attribute) -> Items:
    """The lowest, two that are equal, and the highest, of what a situation sorts by a figure."""
    first, second = players(situation)
    places = (
        ("la plus basse", "A", 1),
        (f"égale, {first}", "A", 2),
        (f"égale, {second}", "B", 2),
        ("la plus haute", "A", 3),
    )
    return [_item(situation, f"{figure.name} {name}", owner, {figure.name: place}) for name, owner, place in places]


def players(situation: Situation) -> tuple[str, str]:
    """What the two players are called, by whom the rules of a situation look at."""
    roles = [role for clause in situation.clauses for role in (*clause.roles, clause.chooser)]
    named = next((part for part in situation.attributes if part.whole and part.type == "camp"), None)
    if named is not None and any(role.endswith(f":{named.name}") for role in roles):
        return named.meaning, "l'autre joueur"
    if any("joueur" in role for role in roles):
        return "le premier joueur", "le second joueur"
    return "le joueur actif", "son adversaire"


def looks_at_players(situation: Situation) -> bool:
    """True when a clause tells the players apart."""
    return any(clause.genre in {"camps", *MODES} for clause in situation.clauses)


def _item(situation: Situation, label: str, owner: str, given: dict[str, Scalar]) -> dict[str, Any]:
    """An item: the attributes given, the others by default, or one value for all."""
    rest = {part.name: _neutral(part) for part in situation.attributes if not part.whole and part.name not in given}
    return {"label": label, "owner": owner, **rest, **given}


def _figure(situation: Situation) -> Attribute | None:
    """The figure by which a situation sorts, if it does."""
    by = {clause.by for clause in situation.clauses}
    return next((part for part in situation.attributes if part.name in by), None)


def _told_apart(situation: Situation) -> list[tuple[Attribute, Scalar, str]]:
    """(attribute, value, name) of each value of the first attribute of words."""
    for attribute in situation.attributes:
        if attribute.type == "mot" and not attribute.whole:
            names = {value: told[0] for value, told in attribute.names if told}
            return [(attribute, value, names.get(value, value)) for value in attribute.values]
    return []


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
