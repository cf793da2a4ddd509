"""A policy from what a `precedence.toml` holds: each of its parts typed (`kb.policy.vocabulary`), what they name declared there too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kb.policy.vocabulary import BY_ZERO, Policy, Quantity, Situation
from kb.system.declared import value

# What a guard may look at besides the attributes declared.
_OF_EVERY_ITEM = {"owner": "mot", "camp": "mot", "kind": "mot"}
_ROLES = ("actif", "inactif", "premier-joueur", "second-joueur", "neutre", "proprietaire")
_NAMING_ROLES = ("champ", "autre")


def read_policy(data: Mapping[str, Any]) -> Policy:
    """The policy that a file holds.

    Raises:
        ValueError: a key, a kind of clause or a type is not known, or something is missing; said in French, with its place.
    """
    policy = replace(value(Policy, data, ""), printed=json.dumps(data, ensure_ascii=False))
    situations = {"", *(part.id for part in policy.situations)}
    for _where, clause in policy.clauses():
        if clause.situation not in situations:
            raise ValueError(f"clause « {clause.genre} » : situation « {clause.situation} » inconnue ; déclarez-la")
    quantities = frozenset({"", *(part.id for part in policy.quantities)})
    for situation in policy.situations:
        _check_order(situation, quantities)
    for quantity in policy.quantities:
        _check_modifiers(quantity)
    return policy


def _check_order(situation: Situation, quantities: frozenset[str]) -> None:
    """Raise ValueError on an attribute worked out by no quantity; on a clause that looks for an attribute or a player that is not there."""
    where = f"situation « {situation.id} »"
    for attribute in situation.attributes:
        if attribute.worked_out not in quantities:
            place = f"{where}, attribut « {attribute.name} »"
            raise ValueError(f"{place} : quantité « {attribute.worked_out} » inconnue ; déclarez-la")
    types = {part.name: part.type for part in situation.attributes} | _OF_EVERY_ITEM
    for clause in situation.clauses:
        place = f"{where}, clause « {clause.genre} »"
        named = {name for guard in (clause.when, *(band.when for band in clause.bands)) for name in guard.attributes()}
        for name in sorted((named | {name for name, _value in clause.values}) - set(types)):
            raise ValueError(f"{place} : attribut « {name} » inconnu ; déclarez-le")
        if clause.by and types.get(clause.by) != "nombre":
            raise ValueError(f"{place} : « {clause.by} » n'est pas un attribut de type nombre")
        for role in filter(None, (*clause.roles, clause.chooser)):
            head, _colon, name = role.partition(":")
            if role not in _ROLES and not (head in _NAMING_ROLES and types.get(name) == "camp"):
                known = ", ".join((*_ROLES, *(f"{one}:ATTRIBUT" for one in _NAMING_ROLES)))
                raise ValueError(f"{place} : rôle « {role} » inconnu ; écrivez {known}")


def _check_modifiers(quantity: Quantity) -> None:
    """Raise ValueError on a modifier that divides by zero."""
    for modifier in quantity.modifiers:
        if (modifier.op, modifier.value) == ("divide", 0):
            raise ValueError(f"quantité « {quantity.id} », modificateur « {modifier.name} », valeur : {BY_ZERO}")
