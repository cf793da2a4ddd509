"""Requests of the engine, as read from JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast, get_args

from kb.errors import InvalidRequestError
from kb.model.words import title_key
from kb.policy import Attribute, Policy, Quantity, Scalar, Situation
from kb.precedence.fields import (
    PLAYERS,
    attributes_of,
    flag,
    label_of,
    listed,
    mapping,
    number,
    one_of,
    plain,
    player,
    request_of,
    word,
)
from kb.precedence.values import Operation

OWNERS = (*PLAYERS, "neutral")
OPERATIONS: tuple[Operation, ...] = get_args(Operation)
SAYINGS = ("can", "cannot", "must", "hit", "miss")
KINDS = ("passive", "activated", "rule")
_WAIVERS = ("a", "b")


@dataclass(frozen=True, slots=True)
class Item:
    """Something to put in order; `proofs` are the rules by which it counts otherwise than it is given."""

    label: str
    owner: str
    attributes: Mapping[str, Scalar]
    proofs: tuple[str, ...] = ()


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

    op: Operation
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
    """A request of an order; an InvalidRequestError tells what is none."""
    given = request_of(data)
    situation = one_of("situation", given.get("situation"), policy.situations)
    items = listed("items", given.get("items"))
    if not items:
        raise InvalidRequestError("items", "la liste est vide ; donnez au moins un élément à ordonner")
    whole = [part for part in situation.attributes if part.whole]
    declared = [part for part in situation.attributes if not part.whole]
    read = tuple(_item(f"items[{at}]", entry, declared) for at, entry in enumerate(items))
    labels = Counter(item.label for item in read)
    twice = next((label for label in labels if labels[label] > 1), None)
    if twice is not None:
        raise InvalidRequestError("items.label", f"« {twice} » est donné deux fois ; chaque nom est unique")
    ignored = {name for entry in items for name in _unknown(entry, declared, "label", "owner")}
    return OrderRequest(
        situation=situation,
        active=player(given, "active"),
        first_player=player(given, "first_player"),
        whole=attributes_of("requête", given, whole),
        items=read,
        ignored=tuple(sorted(ignored | _unknown(given, whole, "situation", "active", "first_player", "items"))),
    )


def _unknown(given: Mapping[str, Any], declared: Iterable[Attribute], *known: str) -> set[str]:
    """The names given that nothing declares."""
    return set(given) - {part.name for part in declared} - set(known)


def modify_request(policy: Policy, data: object) -> ModifyRequest:
    """A request of a value; likewise."""
    given = request_of(data)
    quantity = one_of("quantity", given.get("quantity"), policy.quantities)
    context = mapping("context", given.get("context") or {})
    base = given.get("base")
    if quantity.based and base is None:
        raise InvalidRequestError("base", f"« {quantity.id} » part d'une valeur ; donnez un nombre dans « base »")
    ignored = _unknown(given, (), "quantity", "base", "modifiers", "active", "context")
    return ModifyRequest(
        quantity=quantity,
        base=number("base", base) if base is not None else None,
        modifiers=tuple(
            _modifier(f"modifiers[{at}]", entry, quantity)
            for at, entry in enumerate(listed("modifiers", given.get("modifiers") or ()))
        ),
        active=player(given, "active"),
        context=attributes_of("context", context, quantity.attributes),
        ignored=tuple(sorted(ignored | _unknown(context, quantity.attributes))),
    )


def conflict_request(policy: Policy, data: object) -> ConflictRequest:
    """A request of who prevails; likewise."""
    given = request_of(data)
    waives = given.get("waives")
    if waives is not None and waives not in _WAIVERS:
        raise InvalidRequestError("waives", f"« {waives} » n'est pas un côté", (*_WAIVERS, "null"))
    return ConflictRequest(
        a=_side("a", given.get("a"), policy),
        b=_side("b", given.get("b"), policy),
        waives=waives,
        active=player(given, "active"),
    )


def _side(name: str, data: object, policy: Policy) -> Item:
    given = mapping(name, data)
    layer = given.get("layer")
    return _effect(
        name,
        given,
        says=word(f"{name}.says", given.get("says"), SAYINGS),
        layer=None if layer is None else word(f"{name}.layer", layer, policy.conflict.layers),
    )


def _modifier(where: str, given: Mapping[str, Any], quantity: Quantity) -> Modifier:
    """A modifier as it is given; one that the rules of the quantity know may be given by its name alone."""
    named = next((part for part in quantity.modifiers if _same(part.name, given.get("label"))), None)
    if named is not None and named.value is not None and {"op", "value"}.isdisjoint(given):
        known = {**given, "op": named.op, "value": named.value}
        item = replace(_effect(where, known, op=named.op), proofs=named.cites)
        return Modifier(cast(Operation, named.op), Fraction(named.value), item)
    op = word(f"{where}.op", given.get("op"), OPERATIONS)
    value = number(f"{where}.value", given.get("value"))
    if op == "divide" and value == 0:
        raise InvalidRequestError(f"{where}.value", "on ne divise pas par zéro ; donnez un autre nombre")
    return Modifier(op, value, _effect(where, given, op=op))


def _same(name: str, given: object) -> bool:
    return isinstance(given, str) and title_key(name) == title_key(given)


def _effect(where: str, given: Mapping[str, Any], **attributes: Scalar) -> Item:
    """What a request says of an effect, besides what is its own: whose it is, of what kind, when it was used."""
    used = given.get("used")
    attributes["kind"] = word(f"{where}.kind", given.get("kind", "rule"), KINDS)
    attributes["used"] = None if used is None else plain(number(f"{where}.used", used))
    attributes["lasting"] = flag(f"{where}.lasting", given.get("lasting", False))
    owner = word(f"{where}.owner", given.get("owner", "neutral"), OWNERS)
    return Item(label_of(where, given), owner, attributes)


def _item(where: str, given: Mapping[str, Any], declared: Sequence[Attribute]) -> Item:
    return Item(
        label_of(where, given),
        word(f"{where}.owner", given.get("owner"), OWNERS),
        attributes_of(where, given, declared),
    )
