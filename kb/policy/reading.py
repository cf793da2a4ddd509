"""A policy from what a `precedence.toml` holds: every key known, every kind of clause of the vocabulary, every value of its type."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, fields
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from kb.policy.clauses import (
    CONFLICT_CLAUSES,
    MODIFY_CLAUSES,
    ORDER_CLAUSES,
    Attribute,
    Band,
    Clause,
    Condition,
    Conflict,
    Kind,
    NamedModifier,
    Policy,
    Quantity,
    Scalar,
    Situation,
)

_NULL = "aucun"
# What a condition may look at besides the attributes declared.
_OF_EVERY_ITEM = {"owner": "mot", "camp": "mot", "kind": "mot"}
_ROLES = ("actif", "inactif", "premier-joueur", "second-joueur", "neutre", "proprietaire")
_NAMING_ROLES = ("champ", "autre")
_KINDS: dict[type, Mapping[str, Kind]] = {
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
        ValueError: a key, a kind of clause or a type is not known, or something is missing; told in French, with its place.
    """
    policy: Policy = _made(Policy, "", data, printed=json.dumps(data, ensure_ascii=False))
    situations = {"", *(part.id for part in policy.situations)}
    for _where, clause in policy.clauses():
        if clause.situation not in situations:
            raise ValueError(f"clause « {clause.genre} » : situation « {clause.situation} » inconnue ; déclarez-la")
    worked_out = {"", *(part.id for part in policy.quantities)}
    for situation in policy.situations:
        _check_order(f"situation « {situation.id} »", situation)
        for attribute in situation.attributes:
            if attribute.worked_out not in worked_out:
                place = f"situation « {situation.id} », attribut « {attribute.name} »"
                raise ValueError(f"{place} : quantité « {attribute.worked_out} » inconnue ; déclarez-la")
    return policy


def _check_order(where: str, situation: Situation) -> None:
    """Raise ValueError on a clause that looks for an attribute or a player that the situation does not have."""
    kinds = {part.name: part.type for part in situation.attributes} | _OF_EVERY_ITEM
    for clause in situation.clauses:
        place = f"{where}, clause « {clause.genre} »"
        conditions = (clause.when, *(band.when for band in clause.bands))
        named = {name for condition in conditions for name in condition.attributes()}
        for name in sorted((named | {name for name, _value in clause.values}) - set(kinds)):
            raise ValueError(f"{place} : attribut « {name} » inconnu ; déclarez-le")
        if clause.by and kinds.get(clause.by) != "nombre":
            raise ValueError(f"{place} : « {clause.by} » n'est pas un attribut de type nombre")
        for role in filter(None, (*clause.roles, clause.chooser)):
            head, _colon, name = role.partition(":")
            if role not in _ROLES and not (head in _NAMING_ROLES and kinds.get(name) == "camp"):
                known = ", ".join((*_ROLES, *(f"{one}:ATTRIBUT" for one in _NAMING_ROLES)))
                raise ValueError(f"{place} : rôle « {role} » inconnu ; écrivez {known}")


def _made(kind: type, where: str, data: Mapping[str, Any], **given: Any) -> Any:  # noqa: ANN401 - any dataclass of the vocabulary
    """A part of a policy from its keys."""
    if kind in _CALLED:
        called, key = _CALLED[kind]
        where = ", ".join(filter(None, (where, f"{called} « {data.get(key, '?')} »")))
    parts = {key: part for part in fields(kind) for key in part.metadata.get("keys", ())}
    _check_keys(where or "le fichier", data, parts, (key for key, part in parts.items() if part.metadata["needed"]))
    if kind is Attribute:
        given["required"] = "defaut" not in data
    made = kind(**given, **_values(kind, where, data, parts))
    if isinstance(made, NamedModifier) and (made.op, made.value) == ("divide", 0):
        raise ValueError(f"{where}, clef « valeur » : {_BY_ZERO}")
    return made


def _clause(where: str, data: Mapping[str, Any], kinds: Mapping[str, Kind]) -> Clause:
    genre = str(data.get("genre", ""))
    if genre not in kinds:
        raise ValueError(f"{where} : clause de genre « {genre} » inconnue ; écrivez {', '.join(kinds)}")
    where, kind = f"{where}, clause « {genre} »", kinds[genre]
    _check_keys(where, data, ("genre", *kind.needed, *kind.others), kind.needed)
    parts = {key: part for part in fields(Clause) for key in part.metadata["keys"]}
    clause = Clause(**_values(Clause, where, data, parts))
    if not clause.cites:
        raise ValueError(f"{where} : aucune règle citée ; donnez celle qu'elle encode")
    if not clause.divisor:
        raise ValueError(f"{where}, clef « diviseur » : {_BY_ZERO}")
    if kind.ways and clause.way not in kind.ways:
        raise ValueError(f"{where}, clef « sens » : {_unknown(clause.way, kind.ways)}")
    return clause


# The annotations of a dataclass are compiled each time that they are read.
_hints = cache(get_type_hints)


def _values(kind: type, where: str, data: Mapping[str, Any], parts: Mapping[str, Field[Any]]) -> dict[str, Any]:
    """The fields of a dataclass that some data give."""
    hints, given = _hints(kind), {}
    for key, value in data.items():
        hint, among = hints[parts[key].name], parts[key].metadata["among"]
        inner = get_args(hint)[0] if get_origin(hint) is tuple else hint
        if inner is Clause:
            given[parts[key].name] = tuple(_clause(where or key, part, _KINDS[kind]) for part in _listed(value))
        elif inner is Conflict:
            given[parts[key].name] = _made(inner, key, value)
        elif inner in {Attribute, Band, NamedModifier, Situation, Quantity}:
            given[parts[key].name] = tuple(_made(inner, where, part) for part in _listed(value))
        else:
            try:
                given[parts[key].name] = _read(hint, value) if among is None else _meant(value, among)
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


def _meant(value: Any, among: Mapping[Any, Any]) -> Any:  # noqa: ANN401 - a TOML value, and what it stands for
    if value not in among:
        raise ValueError(_unknown(value, among))
    return among[value]


def _unknown(value: object, known: Iterable[object]) -> str:
    return f"« {value} » inconnu ; écrivez {', '.join(str(word).lower() for word in known)}"


def _read(hint: Any, value: Any) -> Any:  # noqa: ANN401 - a TOML value and the type that it must have
    """A TOML value as a field's type wants it."""
    if hint not in _READERS and get_origin(hint) is UnionType:
        hint = next(part for part in get_args(hint) if part is not type(None))
    return _READERS[hint](value)


def _condition(value: Any) -> Condition:  # noqa: ANN401 - a table, or a list of tables
    tables = value if isinstance(value, list) else [value]
    return Condition(tuple(tuple((name, _accepted(wanted)) for name, wanted in table.items()) for table in tables))


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


def _listed(value: Any) -> list[Any]:  # noqa: ANN401 - a TOML value
    """A list: a string alone would be taken for its letters."""
    if not isinstance(value, list):
        raise TypeError(f"{value!r} n'est pas une liste")
    return value


def _words(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - a TOML list of words
    return tuple(map(str, _listed(value)))


_READERS: dict[Any, Callable[[Any], Any]] = {
    str: _typed(str, "une chaîne"),
    int: _typed(int, "un nombre entier"),
    bool: _typed(bool, "vrai ou faux"),
    Scalar: _scalar,
    Condition: _condition,
    tuple[str, ...]: _words,
    tuple[tuple[str, ...], ...]: lambda value: tuple(map(_words, _listed(value))),
    tuple[tuple[int, int], ...]: lambda value: tuple((int(first), int(second)) for first, second in value),
    tuple[tuple[str, int], ...]: lambda value: tuple((name, int(factor)) for name, factor in value.items()),
    tuple[tuple[str, Scalar], ...]: lambda value: tuple((name, _scalar(given)) for name, given in value.items()),
    tuple[tuple[str, tuple[str, ...]], ...]: lambda value: tuple((name, _words(said)) for name, said in value.items()),
}
