"""A policy from what a `precedence.toml` holds: every key known, every kind of clause of the vocabulary, every value of its type."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, fields
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from kb.policy.vocabulary import (
    CONFLICT_CLAUSES,
    MODIFY_CLAUSES,
    ORDER_CLAUSES,
    Attribute,
    Band,
    ClauseKind,
    Conflict,
    Guard,
    NamedModifier,
    Policy,
    PolicyClause,
    Quantity,
    Scalar,
    Situation,
)

_NULL = "aucun"
# What a guard may look at besides the attributes declared.
_OF_EVERY_ITEM = {"owner": "mot", "camp": "mot", "kind": "mot"}
_ROLES = ("actif", "inactif", "premier-joueur", "second-joueur", "neutre", "proprietaire")
_NAMING_ROLES = ("champ", "autre")
_CLAUSES: dict[type, Mapping[str, ClauseKind]] = {
    Situation: ORDER_CLAUSES,
    Quantity: MODIFY_CLAUSES,
    Conflict: CONFLICT_CLAUSES,
}
_BY_ZERO = "on ne divise pas par zéro ; donnez un autre nombre"
# What a part is called in a fault, and the key that tells it from others.
_CALLED = {
    Situation: ("situation", "id"),
    Quantity: ("quantité", "id"),
    Attribute: ("attribut", "nom"),
    NamedModifier: ("modificateur", "nom"),
}


def read_policy(data: Mapping[str, Any]) -> Policy:
    """The policy that a file holds.

    Raises:
        ValueError: a key, a kind of clause or a type is not known, or something is missing; said in French, with its place.
    """
    policy: Policy = _part(Policy, "", data, printed=json.dumps(data, ensure_ascii=False))
    situations = {"", *(part.id for part in policy.situations)}
    for _where, clause in policy.clauses():
        if clause.situation not in situations:
            raise ValueError(f"clause « {clause.genre} » : situation « {clause.situation} » inconnue ; déclarez-la")
    quantities = {"", *(part.id for part in policy.quantities)}
    for situation in policy.situations:
        where = f"situation « {situation.id} »"
        _check_order(where, situation)
        for attribute in situation.attributes:
            if attribute.worked_out not in quantities:
                place = f"{where}, attribut « {attribute.name} »"
                raise ValueError(f"{place} : quantité « {attribute.worked_out} » inconnue ; déclarez-la")
    return policy


def _check_order(where: str, situation: Situation) -> None:
    """Raise ValueError on a clause that looks for an attribute or a player that the situation does not have."""
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


def _part(kind: type, where: str, data: Mapping[str, Any], **given: Any) -> Any:  # noqa: ANN401 - any dataclass of the vocabulary
    """A part of a policy, its clauses apart, from its keys."""
    if kind in _CALLED:
        called, key = _CALLED[kind]
        where = ", ".join(filter(None, (where, f"{called} « {data.get(key, '?')} »")))
    known = _fields(kind)
    _check_keys(
        where or "le fichier", data, known, [key for key, (part, _hint) in known.items() if part.metadata["needed"]]
    )
    if kind is Attribute:
        given["required"] = "defaut" not in data
    made = kind(**given, **_values(kind, where, data))
    if isinstance(made, NamedModifier) and (made.op, made.value) == ("divide", 0):
        raise ValueError(f"{where}, clef « valeur » : {_BY_ZERO}")
    return made


def _clause(where: str, data: Mapping[str, Any], kinds: Mapping[str, ClauseKind]) -> PolicyClause:
    genre = str(data.get("genre", ""))
    if genre not in kinds:
        raise ValueError(f"{where} : clause de genre « {genre} » inconnue ; écrivez {', '.join(kinds)}")
    where, kind = f"{where}, clause « {genre} »", kinds[genre]
    _check_keys(where, data, ("genre", *kind.needed, *kind.others), kind.needed)
    clause = PolicyClause(**_values(PolicyClause, where, data))
    if not clause.cites:
        raise ValueError(f"{where} : aucune règle citée ; donnez celle qu'elle encode")
    if not clause.divisor:
        raise ValueError(f"{where}, clef « diviseur » : {_BY_ZERO}")
    if kind.ways and clause.way not in kind.ways:
        raise ValueError(f"{where}, clef « sens » : {_unknown(clause.way, kind.ways)}")
    return clause


@cache
def _fields(kind: type) -> dict[str, tuple[Field[Any], Any]]:
    """The field of a dataclass that each key gives, and its type."""
    hints = get_type_hints(kind)
    return {key: (part, hints[part.name]) for part in fields(kind) for key in part.metadata.get("keys", ())}


def _values(kind: type, where: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a dataclass that some data give."""
    given = {}
    for key, value in data.items():
        part, hint = _fields(kind)[key]
        inner = get_args(hint)[0] if get_origin(hint) is tuple else hint
        if inner is PolicyClause:
            given[part.name] = tuple(_clause(where or key, one, _CLAUSES[kind]) for one in _list(value))
        elif inner is Conflict:
            given[part.name] = _part(inner, key, value)
        elif inner in {Attribute, Band, NamedModifier, Situation, Quantity}:
            given[part.name] = tuple(_part(inner, where, one) for one in _list(value))
        else:
            try:
                given[part.name] = _value(value, hint, part.metadata["among"])
            except (TypeError, ValueError, AttributeError) as fault:
                raise ValueError(f"{where}, clef « {key} » : {fault}") from fault
    return given


def _check_keys(where: str, data: Mapping[str, Any], known: Iterable[str], needed: Iterable[str]) -> None:
    """Raise ValueError on a key that is not known, or one that is missing."""
    known = sorted(known)
    if unknown := sorted(set(data) - set(known)):
        raise ValueError(f"{where} : clef « {unknown[0]} » inconnue ; clefs connues : {', '.join(known)}")
    if missing := sorted(set(needed) - set(data)):
        raise ValueError(f"{where} : il manque « {missing[0]} »")


def _unknown(value: object, known: Iterable[object]) -> str:
    return f"« {value} » inconnu ; écrivez {', '.join(str(word).lower() for word in known)}"


def _value(value: Any, hint: Any, among: Mapping[Any, Any] | None) -> Any:  # noqa: ANN401 - a TOML value and the type that it must have
    """A TOML value as its field has it: what it means among the words known, or what its type makes of it."""
    if among is not None:
        if value not in among:
            raise ValueError(_unknown(value, among))
        return among[value]
    if hint not in _READERS and get_origin(hint) is UnionType:
        hint = next(part for part in get_args(hint) if part is not type(None))
    return _READERS[hint](value)


def _guard(value: Any) -> Guard:  # noqa: ANN401 - a table, or a list of tables
    tables = value if isinstance(value, list) else [value]
    return Guard(tuple(tuple((name, _accepted(wanted)) for name, wanted in table.items()) for table in tables))


def _accepted(value: Any) -> tuple[Scalar, ...]:  # noqa: ANN401 - a scalar, or a list of them
    return tuple(map(_scalar, value if isinstance(value, list) else [value]))


def _scalar(value: Any) -> Scalar:  # noqa: ANN401 - a TOML value
    if not isinstance(value, bool | int | float | str):
        raise TypeError(f"{value!r} n'est ni un mot, ni un nombre, ni vrai ou faux")
    return None if value == _NULL else value


def _typed(kind: type, name: str) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:  # noqa: ANN401 - a TOML value
        if type(value) is not kind:
            raise TypeError(f"{value!r} n'est pas {name}")
        return value

    return read


# A string alone would be taken for its letters.
_list = _typed(list, "une liste")


def _words(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - a TOML list of words
    return tuple(map(str, _list(value)))


_READERS: dict[Any, Callable[[Any], Any]] = {
    str: _typed(str, "une chaîne"),
    int: _typed(int, "un nombre entier"),
    bool: _typed(bool, "vrai ou faux"),
    Scalar: _scalar,
    Guard: _guard,
    tuple[str, ...]: _words,
    tuple[tuple[str, ...], ...]: lambda value: tuple(map(_words, _list(value))),
    tuple[tuple[int, int], ...]: lambda value: tuple((int(first), int(second)) for first, second in value),
    tuple[tuple[str, int], ...]: lambda value: tuple((name, int(factor)) for name, factor in value.items()),
    tuple[tuple[str, Scalar], ...]: lambda value: tuple((name, _scalar(given)) for name, given in value.items()),
    tuple[tuple[str, tuple[str, ...]], ...]: lambda value: tuple((name, _words(said)) for name, said in value.items()),
}
