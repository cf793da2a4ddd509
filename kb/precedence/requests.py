"""Requests of the engine, as read from JSON: what is none is an InvalidRequestError."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from kb.errors import InvalidRequestError
from kb.model.words import title_key
from kb.policy import Attribute, Operation, Policy, Quantity, Scalar, Situation
from kb.precedence.fields import (
    attributes_of,
    filled,
    label_of,
    listed,
    mapping,
    number,
    one_of,
    player,
    request_of,
    word,
)
from kb.precedence.slots import EFFECT, LABEL, MODIFY, OPERATION, ORDER, OWNER, OWNERS, SAYING, SIDES


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
    """An operation on a value; `item` is how an order and the guards of clauses see it: `nom` is its label, as names are compared."""

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
    """A request of an order."""
    given = request_of(data)
    situation = one_of("situation", given.get("situation"), policy.situations)
    items = listed("items", given.get("items"))
    if not items:
        raise InvalidRequestError("items", "la liste est vide ; donnez au moins un élément à ordonner")
    whole = [part for part in situation.attributes if part.whole]
    declared = [part for part in situation.attributes if not part.whole]
    read = tuple(
        Item(
            label_of(where, entry),
            word(f"{where}.owner", entry.get("owner"), OWNERS),
            attributes_of(where, entry, declared),
        )
        for where, entry in items
    )
    twice = next((label for label, count in Counter(item.label for item in read).items() if count > 1), None)
    if twice is not None:
        raise InvalidRequestError("items.label", f"« {twice} » est donné deux fois ; chaque nom est unique")
    ignored = {name for _where, entry in items for name in _unknown(entry, LABEL, OWNER, *declared)}
    return OrderRequest(
        situation=situation,
        active=player(given, "active"),
        first_player=player(given, "first_player"),
        whole=attributes_of("requête", given, whole),
        items=read,
        ignored=tuple(sorted(ignored | _unknown(given, *ORDER, *whole))),
    )


def _unknown(given: Iterable[str], *known: Attribute) -> set[str]:
    """The names given of which none is known."""
    return set(given) - {part.name for part in known}


def modify_request(policy: Policy, data: object) -> ModifyRequest:
    """A request of a value."""
    given = request_of(data)
    quantity = one_of("quantity", given.get("quantity"), policy.quantities)
    context = mapping("context", given.get("context") or {})
    base = given.get("base")
    if quantity.based and base is None:
        raise InvalidRequestError("base", f"« {quantity.id} » part d'une valeur ; donnez un nombre dans « base »")
    return ModifyRequest(
        quantity=quantity,
        base=number("base", base) if base is not None else None,
        modifiers=tuple(
            _modifier(where, entry, quantity) for where, entry in listed("modifiers", given.get("modifiers") or ())
        ),
        active=player(given, "active"),
        context=attributes_of("context", context, quantity.attributes),
        ignored=tuple(sorted(_unknown(given, *MODIFY) | _unknown(context, *quantity.attributes))),
    )


def conflict_request(policy: Policy, data: object) -> ConflictRequest:
    """A request of who prevails."""
    given = request_of(data)
    waives = given.get("waives")
    if waives is not None and waives not in SIDES:
        raise InvalidRequestError("waives", f"« {waives} » n'est pas un côté", (*SIDES, "null"))
    saying = [replace(slot, values=policy.conflict.layers) if slot.name == "layer" else slot for slot in SAYING]
    sides = {name: mapping(name, given.get(name)) for name in SIDES}
    a, b = (_effect(name, side, filled(name, side, saying)) for name, side in sides.items())
    return ConflictRequest(a, b, waives, player(given, "active"))


def _modifier(where: str, given: Mapping[str, Any], quantity: Quantity) -> Modifier:
    """A modifier as it is given; one that the rules of the quantity know may be given by its name alone."""
    label = given.get("label")
    key = title_key(label) if isinstance(label, str) else None
    named = next((part for part in quantity.modifiers if title_key(part.name) == key), None)
    proofs: tuple[str, ...] = ()
    if named is not None and named.value is not None and {"op", "value"}.isdisjoint(given):
        given, proofs = {**given, "op": named.op, "value": named.value}, named.cites
    read = filled(where, given, OPERATION)
    op, value = cast(Operation, read["op"]), Fraction(str(read["value"]))
    if op == "divide" and value == 0:
        raise InvalidRequestError(f"{where}.value", "on ne divise pas par zéro ; donnez un autre nombre")
    item = _effect(where, given, read, proofs)
    facts = {**item.attributes, "nom": title_key(item.label), "owner": item.owner}
    return Modifier(op, value, replace(item, attributes=facts))


def _effect(where: str, given: Mapping[str, Any], own: Mapping[str, Scalar], proofs: tuple[str, ...] = ()) -> Item:
    """What a request says of an effect: what is its own, whose it is, of what kind, when it was used."""
    read = filled(where, given, EFFECT)
    owner = str(read.pop("owner"))
    return Item(label_of(where, given), owner, {**own, **read}, proofs)
