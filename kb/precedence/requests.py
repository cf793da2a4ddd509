"""Requests of the engine: read from JSON, every fault told with the attribute, what is accepted and the nearest valid name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from kb.errors import InvalidRequestError
from kb.policy import Attribute, Policy, Quantity, Scalar, Situation

PLAYERS = ("A", "B")
OWNERS = (*PLAYERS, "neutral")
OPERATIONS = ("set", "multiply", "divide", "add", "subtract")
SAYINGS = ("can", "cannot", "must", "hit", "miss")
KINDS = ("passive", "activated", "rule")
_WAIVERS = ("a", "b")


@dataclass(frozen=True, slots=True)
class Item:
    """Something to put in order."""

    label: str
    owner: str
    attributes: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class OrderRequest:
    """Items to put in order; `whole` are the attributes of the request itself."""

    situation: Situation
    active: str | None
    first_player: str | None
    whole: Mapping[str, Scalar]
    items: tuple[Item, ...]
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Modifier:
    """An operation on a value; `item` is how an order sees it."""

    op: str
    value: Fraction
    item: Item


@dataclass(frozen=True, slots=True)
class ModifyRequest:
    """A value to work out."""

    quantity: Quantity
    base: Fraction | None
    modifiers: tuple[Modifier, ...]
    active: str | None
    context: Mapping[str, Scalar]
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConflictRequest:
    """Two rules that say different things; each side as an item whose attributes are says, kind, layer, used."""

    a: Item
    b: Item
    waives: str | None
    active: str | None


def order_request(policy: Policy, data: object) -> OrderRequest:
    """A request of an order.

    Raises:
        InvalidRequestError: the situation, an attribute or a value is not one.
    """
    given = _object("requête", data)
    situation = _one_of("situation", given.get("situation"), policy.situations)
    items = _sequence("items", given.get("items"))
    if not items:
        raise InvalidRequestError("items", "la liste est vide ; donnez au moins un élément à ordonner")
    declared = [part for part in situation.attributes if not part.whole]
    read = tuple(_item(f"items[{at}]", entry, declared) for at, entry in enumerate(items))
    _distinct([item.label for item in read])
    of_request = [part for part in situation.attributes if part.whole]
    known = {"label", "owner", *(part.name for part in declared)}
    ignored = {name for entry in items for name in entry if name not in known}
    others = {
        name for name in given if name not in {"situation", "active", "first_player", "items", *_names(of_request)}
    }
    return OrderRequest(
        situation=situation,
        active=_player(given, "active"),
        first_player=_player(given, "first_player"),
        whole=_attributes("requête", given, of_request),
        items=read,
        ignored=tuple(sorted(ignored | others)),
    )


def modify_request(policy: Policy, data: object) -> ModifyRequest:
    """A request of a value.

    Raises:
        InvalidRequestError: the quantity, an attribute or a value is not one.
    """
    given = _object("requête", data)
    quantity = _one_of("quantity", given.get("quantity"), policy.quantities)
    context = _object("context", given.get("context") or {})
    base = given.get("base")
    if quantity.based and base is None:
        raise InvalidRequestError("base", f"« {quantity.id} » part d'une valeur ; donnez un nombre dans « base »")
    known = {"quantity", "base", "modifiers", "active", "context"}
    ignored = [name for name in given if name not in known]
    ignored += [name for name in context if name not in _names(quantity.context)]
    return ModifyRequest(
        quantity=quantity,
        base=_number("base", base) if base is not None else None,
        modifiers=tuple(
            _modifier(f"modifiers[{at}]", entry)
            for at, entry in enumerate(_sequence("modifiers", given.get("modifiers") or ()))
        ),
        active=_player(given, "active"),
        context=_attributes("context", context, quantity.context),
        ignored=tuple(sorted(ignored)),
    )


def conflict_request(policy: Policy, data: object) -> ConflictRequest:
    """A request of who prevails.

    Raises:
        InvalidRequestError: a side lacks an attribute, or a value is not one.
    """
    given = _object("requête", data)
    waives = given.get("waives")
    if waives is not None and waives not in _WAIVERS:
        raise InvalidRequestError("waives", f"« {waives} » n'est pas un côté", (*_WAIVERS, "null"))
    return ConflictRequest(
        a=_side("a", given.get("a"), policy),
        b=_side("b", given.get("b"), policy),
        waives=waives,
        active=_player(given, "active"),
    )


def _side(name: str, data: object, policy: Policy) -> Item:
    given = _object(name, data)
    layer = given.get("layer")
    if layer is not None:
        layer = _word(f"{name}.layer", layer, policy.conflict.layers)
    used = given.get("used")
    return Item(
        label=_label(name, given),
        owner=_word(f"{name}.owner", given.get("owner", "neutral"), OWNERS),
        attributes=MappingProxyType(
            {
                "says": _word(f"{name}.says", given.get("says"), SAYINGS),
                "kind": _word(f"{name}.kind", given.get("kind", "rule"), KINDS),
                "layer": layer,
                "used": None if used is None else plain(_number(f"{name}.used", used)),
                "lasting": _flag(f"{name}.lasting", given.get("lasting", False)),
            }
        ),
    )


def _modifier(where: str, data: object) -> Modifier:
    given = _object(where, data)
    used = given.get("used")
    op = _word(f"{where}.op", given.get("op"), OPERATIONS)
    value = _number(f"{where}.value", given.get("value"))
    if op == "divide" and value == 0:
        raise InvalidRequestError(f"{where}.value", "on ne divise pas par zéro ; donnez un autre nombre")
    return Modifier(
        op,
        value,
        Item(
            label=_label(where, given),
            owner=_word(f"{where}.owner", given.get("owner", "neutral"), OWNERS),
            attributes=MappingProxyType(
                {
                    "op": op,
                    "kind": _word(f"{where}.kind", given.get("kind", "rule"), KINDS),
                    "used": None if used is None else plain(_number(f"{where}.used", used)),
                    "lasting": _flag(f"{where}.lasting", given.get("lasting", False)),
                }
            ),
        ),
    )


def _item(where: str, data: object, declared: Sequence[Attribute]) -> Item:
    given = _object(where, data)
    return Item(
        _label(where, given),
        _word(f"{where}.owner", given.get("owner"), OWNERS),
        _attributes(where, given, declared),
    )


def _attributes(where: str, given: Mapping[str, Any], declared: Sequence[Attribute]) -> Mapping[str, Scalar]:
    return MappingProxyType({part.name: _attribute(where, given, part) for part in declared})


def _attribute(where: str, given: Mapping[str, Any], declared: Attribute) -> Scalar:
    """An attribute as given, or its default."""
    place = f"{where}.{declared.name}"
    if declared.name not in given:
        if not declared.required:
            return declared.default
        near = _nearest(declared.name, [name for name in given if name not in {"label", "owner"}])
        advice = f" (« {near} » ?)" if near else ""
        raise InvalidRequestError(place, f"cet attribut manque{advice} : {declared.meaning}", accepted(declared))
    value = given[declared.name]
    if value is None:
        if declared.nullable:
            return None
        raise InvalidRequestError(place, "null n'est pas accepté ici", accepted(declared))
    if declared.type == "nombre":
        return _within(place, _number(place, value), declared)
    if declared.type == "oui-non":
        return _flag(place, value)
    return _word(place, value, PLAYERS if declared.type == "camp" else declared.values)


def accepted(declared: Attribute) -> tuple[str, ...]:
    """What an attribute accepts, as a person is told."""
    kinds = {"nombre": ("un nombre",), "oui-non": ("true", "false"), "camp": PLAYERS, "mot": declared.values}
    return (*kinds[declared.type], *(("null",) if declared.nullable else ()))


def _within(place: str, value: Fraction, declared: Attribute) -> Scalar:
    low, high = declared.least, declared.most
    if (low is not None and value < low) or (high is not None and value > high):
        bounds = " et ".join([f"au moins {low}"] * (low is not None) + [f"au plus {high}"] * (high is not None))
        raise InvalidRequestError(place, f"{plain(value)} est hors des bornes", (f"un nombre, {bounds}",))
    return plain(value)


def _one_of(name: str, value: object, known: Sequence[Any]) -> Any:  # noqa: ANN401 - a situation or a quantity
    ids = tuple(part.id for part in known)
    return known[ids.index(_word(name, value, ids))]


def _object(where: str, data: object) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise InvalidRequestError(where, "il faut un objet JSON, entre accolades")
    return data


def _sequence(where: str, data: object) -> Sequence[Any]:
    if not isinstance(data, list | tuple):
        raise InvalidRequestError(where, "il faut une liste JSON, entre crochets")
    for at, entry in enumerate(data):
        _object(f"{where}[{at}]", entry)
    return data


def _label(where: str, given: Mapping[str, Any]) -> str:
    label = given.get("label")
    if not isinstance(label, str) or not label.strip():
        raise InvalidRequestError(f"{where}.label", "il faut un nom, non vide", ("un texte",))
    return label


def _distinct(labels: Iterable[str]) -> None:
    seen: set[str] = set()
    for label in labels:
        if label in seen:
            raise InvalidRequestError("items.label", f"« {label} » est donné deux fois ; chaque nom est unique")
        seen.add(label)


def _player(given: Mapping[str, Any], name: str) -> str | None:
    value = given.get(name)
    return None if value is None else _word(name, value, PLAYERS)


def _word(where: str, value: object, known: Sequence[str]) -> str:
    if isinstance(value, str) and value in known:
        return value
    told = "cet attribut manque" if value is None else f"« {value} » n'est pas accepté"
    raise InvalidRequestError(where, told, tuple(known), _nearest(value, known) if isinstance(value, str) else None)


def _flag(where: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidRequestError(where, f"« {value} » n'est ni vrai ni faux", ("true", "false"))
    return value


def _number(where: str, value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _GREATEST:
        told = "ce nombre manque" if value is None else f"« {value} » n'est pas un nombre"
        raise InvalidRequestError(where, told, ("un nombre",))
    return Fraction(str(value))


# No game counts so far; beyond, a number is a fault.
_GREATEST = 1_000_000


def plain(value: Fraction) -> int | float:
    """A whole number where it is one."""
    return int(value) if value.denominator == 1 else float(value)


def _names(attributes: Iterable[Attribute]) -> set[str]:
    return {part.name for part in attributes}


def _nearest(value: str, known: Sequence[str]) -> str | None:
    found = difflib.get_close_matches(value, known, 1)
    return found[0] if found else None
