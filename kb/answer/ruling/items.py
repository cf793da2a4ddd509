"""The items of a request of order: one for each thing that a question speaks of, of each player that it sets apart."""

from collections.abc import Sequence
from typing import Any

from kb.answer.ruling.mentions import NamedValue
from kb.policy import Attribute, Scalar, Situation
from kb.precedence.ordering import MODES

Items = list[dict[str, Any]]
OWNERS = ("A", "B")


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
        sides: list[tuple[str, dict[str, Scalar]]] = [(f" : {name}", {}) for name in players_of(situation)]
        if figure is not None:
            named = ((f", {figure.name} plus haute", 2), (f", {figure.name} plus basse", 1))
            sides = [(name, {figure.name: place}) for name, place in named]
        return [
            _item(situation, f"{read.name}{name}", owner, {read.attribute.name: read.value, **given})
            for read in values
            for owner, (name, given) in zip(OWNERS, sides, strict=True)
        ]
    turns = OWNERS if _looks_at_players(situation) else OWNERS[:1]
    return [
        _item(situation, read.name, turns[at % len(turns)], {read.attribute.name: read.value})
        for at, read in enumerate(values)
    ]


def all_items(situation: Situation, *, both: bool) -> Items:
    """An item for each value of what tells the items apart; of each player when `both` are asked of, or nothing else tells apart."""
    named, figure = _by_name(situation), _figure(situation)
    if figure is not None and not named:
        return _ranked(situation, figure)
    owners = OWNERS if _looks_at_players(situation) and (both or not named) else OWNERS[:1]
    players = players_of(situation) if len(owners) > 1 else ("",)
    return [
        _item(situation, " : ".join(filter(None, (name, players[at]))) or situation.title, owner, given)
        for name, given in named or [("", {})]
        for at, owner in enumerate(owners)
    ]


def _ranked(situation: Situation, figure: Attribute) -> Items:
    """The lowest, two that are equal, and the highest, of what a situation sorts by a figure."""
    first, second = players_of(situation)
    places = (
        ("la plus basse", "A", 1),
        (f"égale, {first}", "A", 2),
        (f"égale, {second}", "B", 2),
        ("la plus haute", "A", 3),
    )
    return [_item(situation, f"{figure.name} {name}", owner, {figure.name: place}) for name, owner, place in places]


def players_of(situation: Situation) -> tuple[str, str]:
    """What the two players are called, by whom the rules of a situation look at."""
    roles = [role for clause in situation.clauses for role in (*clause.roles, clause.chooser)]
    named = next((part for part in situation.attributes if part.whole and part.type == "camp"), None)
    if named is not None and any(role.endswith(f":{named.name}") for role in roles):
        return named.meaning, "l'autre joueur"
    if any("joueur" in role for role in roles):
        return "le premier joueur", "le second joueur"
    return "le joueur actif", "son adversaire"


def _looks_at_players(situation: Situation) -> bool:
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


def _by_name(situation: Situation) -> list[tuple[str, dict[str, Scalar]]]:
    """The name of each value of the first attribute of words, and what it says."""
    words = (part for part in situation.attributes if part.type == "mot" and not part.whole)
    attribute = next(words, None)
    if attribute is None:
        return []
    names = {value: names[0] for value, names in attribute.names if names}
    return [(names.get(value, value), {attribute.name: value}) for value in attribute.values]


def _neutral(attribute: Attribute) -> Scalar:
    if not attribute.required:
        return attribute.default
    if attribute.type == "nombre":
        return 1 if attribute.least is None else attribute.least
    return False if attribute.type == "oui-non" else next(iter(attribute.values), "A")
