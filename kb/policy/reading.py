"""A policy from what a `precedence.toml` holds: every key known, every kind of clause of the vocabulary, every value of its type."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from kb.policy.clauses import CONFLICT_CLAUSES, MODIFY_CLAUSES, ORDER_CLAUSES, Apply, Band, Clause, Latest, Sort
from kb.policy.conditions import Condition, Scalar
from kb.policy.values import Attribute, Conflict, Policy, Quantity, Situation

_Clause = TypeVar("_Clause", bound=Clause)
_TYPES = ("nombre", "mot", "texte", "oui-non", "camp")
_NULL = "aucun"
# What a condition may look at besides the attributes declared.
_OF_EVERY_ITEM = {"owner": "mot", "camp": "mot", "kind": "mot"}
_ROLES = (
    "actif",
    "inactif",
    "premier-joueur",
    "second-joueur",
    "neutre",
    "proprietaire",
    "champ:ATTRIBUT",
    "autre:ATTRIBUT",
)
_ATTRIBUTE_KEYS = {
    "nom",
    "type",
    "sens",
    "valeurs",
    "defaut",
    "vide",
    "demande",
    "au-moins",
    "au-plus",
    "noms",
    "inutile-si",
}
_SITUATION_KEYS = {"id", "titre", "aussi", "cite", "attribut", "clause"}
_QUANTITY_KEYS = {"id", "titre", "aussi", "cite", "contexte", "clause", "jet", "base", "sens"}


def read_policy(data: Mapping[str, Any]) -> Policy:
    """The policy that a file holds.

    Raises:
        ValueError: a key, a kind of clause or a type is not known, or something is missing; told in French, with its place.
    """
    _known("le fichier", data, {"situation", "quantite", "conflit"})
    conflict = data.get("conflit", {})
    _known("conflit", conflict, {"couches", "clause"})
    policy = Policy(
        situations=tuple(_situation(part) for part in data.get("situation", ())),
        quantities=tuple(_quantity(part) for part in data.get("quantite", ())),
        conflict=Conflict(
            tuple(map(str, conflict.get("couches", ()))),
            tuple(_clause("conflit", part, CONFLICT_CLAUSES) for part in conflict.get("clause", ())),
        ),
        printed=json.dumps(data, ensure_ascii=False),
    )
    known_situations = {part.id for part in policy.situations}
    for clause in (*(clause for part in policy.quantities for clause in part.clauses), *policy.conflict.clauses):
        if isinstance(clause, Apply | Latest) and clause.situation not in {"", *known_situations}:
            raise ValueError(f"clause « {clause.genre} » : situation « {clause.situation} » inconnue ; déclarez-la")
    return policy


def _situation(data: Mapping[str, Any]) -> Situation:
    where = f"situation « {data.get('id', '?')} »"
    _known(where, data, _SITUATION_KEYS, {"id", "titre", "cite", "clause"})
    found = Situation(
        id=str(data["id"]),
        title=str(data["titre"]),
        cites=tuple(map(str, data["cite"])),
        attributes=tuple(_attribute(where, part) for part in data.get("attribut", ())),
        clauses=tuple(_clause(where, part, ORDER_CLAUSES) for part in data["clause"]),
        aliases=tuple(map(str, data.get("aussi", ()))),
    )
    _check_order(where, found)
    return found


def _check_order(where: str, situation: Situation) -> None:
    """Raise ValueError on a clause that looks for an attribute or a player that the situation does not have."""
    kinds = {part.name: part.type for part in situation.attributes} | _OF_EVERY_ITEM
    for clause in situation.clauses:
        conditions = [clause.when, *(band.when for band in getattr(clause, "bands", ()))]
        named = {name for condition in conditions for name in condition.attributes()}
        named |= {name for name, _value in getattr(clause, "values", ())}
        for name in sorted(named - set(kinds)):
            raise ValueError(f"{where}, clause « {clause.genre} » : attribut « {name} » inconnu ; déclarez-le")
        if isinstance(clause, Sort) and kinds.get(clause.by) != "nombre":
            raise ValueError(f"{where}, clause « trier » : « {clause.by} » n'est pas un attribut de type nombre")
        roles = (*getattr(clause, "roles", ()), *filter(None, (getattr(clause, "chooser", ""),)))
        wrong = next((role for role in roles if not _is_role(role, kinds)), None)
        if wrong is not None:
            raise ValueError(
                f"{where}, clause « {clause.genre} » : rôle « {wrong} » inconnu ; écrivez {', '.join(_ROLES)}"
            )


def _is_role(role: str, kinds: Mapping[str, str]) -> bool:
    head, colon, name = role.partition(":")
    return role in _ROLES or (colon == ":" and head in {"champ", "autre"} and kinds.get(name) == "camp")


def _quantity(data: Mapping[str, Any]) -> Quantity:
    where = f"quantité « {data.get('id', '?')} »"
    _known(where, data, _QUANTITY_KEYS, {"id", "titre", "cite", "clause"})
    return Quantity(
        id=str(data["id"]),
        title=str(data["titre"]),
        cites=tuple(map(str, data["cite"])),
        context=tuple(_attribute(where, part) for part in data.get("contexte", ())),
        clauses=tuple(_clause(where, part, MODIFY_CLAUSES) for part in data["clause"]),
        needed=_roll(where, data.get("jet", False)),
        based=bool(data.get("base", True)),
        helps=data.get("sens", "aide") == "aide",
        aliases=tuple(map(str, data.get("aussi", ()))),
    )


def _roll(where: str, value: object) -> str:
    """The sign of a roll: `jet = true` for that or more, `jet = "au-plus"` for that or less."""
    signs = {"True": "+", "False": "", "au-plus": "-"}
    if str(value) not in signs:
        raise ValueError(f'{where}, clef « jet » : {value!r} ; écrivez true, false ou "au-plus"')
    return signs[str(value)]


def _attribute(where: str, data: Mapping[str, Any]) -> Attribute:
    name = f"{where}, attribut « {data.get('nom', '?')} »"
    _known(name, data, _ATTRIBUTE_KEYS, {"nom", "type", "sens"})
    if data["type"] not in _TYPES:
        raise ValueError(f"{name} : type « {data['type']} » inconnu ; écrivez {', '.join(_TYPES)}")
    return Attribute(
        name=str(data["nom"]),
        type=str(data["type"]),
        meaning=str(data["sens"]),
        values=tuple(map(str, data.get("valeurs", ()))),
        default=_scalar(data.get("defaut", _NULL)),
        required="defaut" not in data,
        nullable=bool(data.get("vide", False)),
        whole=bool(data.get("demande", False)),
        needless=_condition(data["inutile-si"]) if "inutile-si" in data else None,
        least=data.get("au-moins"),
        most=data.get("au-plus"),
        names=tuple((str(value), tuple(map(str, words))) for value, words in data.get("noms", {}).items()),
    )


def _clause(where: str, data: Mapping[str, Any], kinds: Mapping[str, type[_Clause]]) -> _Clause:
    genre = str(data.get("genre", ""))
    if genre not in kinds:
        raise ValueError(f"{where} : clause de genre « {genre} » inconnue ; écrivez {', '.join(kinds)}")
    clause: _Clause = _made(f"{where}, clause « {genre} »", kinds[genre], data, {"genre"})
    if not clause.cites:
        raise ValueError(f"{where}, clause « {genre} » : aucune règle citée ; donnez celle qu'elle encode")
    return clause


def _made(where: str, kind: type[Any], data: Mapping[str, Any], others: set[str]) -> Any:  # noqa: ANN401 - any dataclass of the page
    """A dataclass from its keys."""
    hints = get_type_hints(kind)
    keys = {part.metadata["key"]: part for part in fields(kind)}
    _known(where, data, set(keys) | others, {key for key, part in keys.items() if part.metadata["required"]})
    given: dict[str, Any] = {}
    for key, part in keys.items():
        if key not in data:
            continue
        try:
            given[part.name] = _read(where, hints[part.name], data[key])
            _among(given[part.name], part.metadata["among"])
        except (TypeError, ValueError, AttributeError) as fault:
            raise ValueError(f"{where}, clef « {key} » : {fault}") from fault
    return kind(**given)


def _read(where: str, hint: Any, value: Any) -> Any:  # noqa: ANN401 - a TOML value and the type that it must have
    """A TOML value as a field's type wants it."""
    if get_origin(hint) is UnionType:
        hint = next(part for part in get_args(hint) if part is not type(None))
    if hint in _READERS:
        return _READERS[hint](value)
    if hint == tuple[Band, ...]:
        return tuple(_made(where, Band, part, set()) for part in value)
    raise TypeError(f"type de champ non prévu : {hint}")


def _among(value: object, known: tuple[str, ...] | None) -> None:
    """Raise ValueError on a word that is not one of those known, where they are."""
    if known is not None and value not in known:
        raise ValueError(f"« {value} » inconnu ; écrivez {' ou '.join(known)}")


def _condition(value: Any) -> Condition:  # noqa: ANN401 - a table, or a list of tables
    tables = value if isinstance(value, list) else [value]
    return Condition(tuple(tuple((name, _accepted(wanted)) for name, wanted in table.items()) for table in tables))


def _accepted(value: Any) -> tuple[Scalar, ...]:  # noqa: ANN401 - a scalar, or a list of them
    return tuple(map(_scalar, value)) if isinstance(value, list) else (_scalar(value),)


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


def _whole_pairs(value: Any) -> tuple[tuple[int, int], ...]:  # noqa: ANN401 - a TOML list of pairs
    return tuple((int(first), int(second)) for first, second in value)


def _listed(value: Any) -> list[Any]:  # noqa: ANN401 - a TOML value
    """A list: a string alone would be taken for its letters."""
    if not isinstance(value, list):
        raise TypeError(f"{value!r} n'est pas une liste")
    return value


_READERS: dict[Any, Callable[[Any], Any]] = {
    str: _typed(str, "une chaîne"),
    int: _typed(int, "un nombre entier"),
    bool: _typed(bool, "vrai ou faux"),
    tuple[str, ...]: lambda value: tuple(map(str, _listed(value))),
    tuple[tuple[str, ...], ...]: lambda value: tuple(tuple(map(str, _listed(group))) for group in _listed(value)),
    tuple[tuple[int, int], ...]: _whole_pairs,
    tuple[tuple[str, int], ...]: lambda value: tuple((str(name), int(factor)) for name, factor in value.items()),
    tuple[tuple[str, Scalar], ...]: lambda value: tuple((str(name), _scalar(given)) for name, given in value.items()),
    Condition: _condition,
}


def _known(where: str, data: Mapping[str, Any], keys: set[str], needed: set[str] | None = None) -> None:
    """Raise ValueError on a key that is not known, or one that is missing."""
    unknown = sorted(set(data) - keys)
    if unknown:
        raise ValueError(f"{where} : clef « {unknown[0]} » inconnue ; clefs connues : {', '.join(sorted(keys))}")
    missing = sorted((needed or set()) - set(data))
    if missing:
        raise ValueError(f"{where} : il manque « {missing[0]} »")
