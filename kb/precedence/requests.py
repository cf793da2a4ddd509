"""Requests of the engine, as read from JSON: what is none is an InvalidRequestError."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from kb.errors import InvalidRequestError
from kb.model.words import title_key
from kb.policy import Attribute, Operation, Policy, Quantity, Scalar, Situation
from kb.precedence import slots
from kb.precedence.fields import filled, lacking, listed, mapping, nearest, number, one_of, request_of


@dataclass(frozen=True, slots=True)
class Item:
    """Something to put in order, its owner among its attributes; `proofs` are the rules by which it counts otherwise than it is given."""

    label: str
    owner: str
    attributes: Mapping[str, Scalar]
    proofs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderRequest:
    """Items to put in order; `whole` are the attributes of the request itself, its two players among them."""

    situation: Situation
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
    active: Scalar
    context: Mapping[str, Scalar]
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConflictRequest:
    """Two rules that say different things; each side as an item whose attributes are says, kind, layer, used."""

    a: Item
    b: Item
    waives: Scalar
    active: Scalar
    ignored: tuple[str, ...] = ()


def order_request(policy: Policy, data: object) -> OrderRequest:
    """A request of an order."""
    given = request_of(data)
    situation = one_of("situation", given.get("situation"), policy.situations)
    items = listed("items", given.get("items"))
    if not items:
        raise InvalidRequestError("items", "la liste est vide ; donnez au moins un élément à ordonner")
    whole = [part for part in situation.attributes if part.whole]
    declared = [part for part in situation.attributes if not part.whole]
    read = tuple(_item(where, entry, (slots.ITEM_OWNER, *declared)) for where, entry in items)
    elsewhere = _declared(policy)
    for where, entry in items:
        _refuse_unknown(where, entry, (slots.LABEL, slots.ITEM_OWNER, *declared), f"« {situation.id} »", elsewhere)
    twice = next((label for label, count in Counter(item.label for item in read).items() if count > 1), None)
    if twice is not None:
        raise InvalidRequestError("items.label", f"« {twice} » est donné deux fois ; chaque nom est unique")
    ignored = {name for _where, entry in items for name in _unknown(entry, slots.LABEL, slots.ITEM_OWNER, *declared)}
    return OrderRequest(
        situation=situation,
        whole=filled("", given, (slots.ACTIVE, slots.FIRST_PLAYER, *whole)),
        items=read,
        ignored=tuple(sorted(ignored | _unknown(given, *slots.ORDER, *whole))),
    )


def _item(where: str, given: Mapping[str, Any], others: Iterable[Attribute], proofs: tuple[str, ...] = ()) -> Item:
    """What a request calls by a label, with what fills its slots, that of its owner among them."""
    read = filled(where, given, (slots.LABEL, *others))
    label = str(read.pop("label"))
    return Item(label, str(read["owner"]), read, proofs)


def _unknown(given: Iterable[str], *known: Attribute) -> set[str]:
    """The names given of which none is known."""
    return set(given) - {part.name for part in known}


def modify_request(policy: Policy, data: object) -> ModifyRequest:
    """A request of a value."""
    given = request_of(data)
    quantity = one_of("quantity", given.get("quantity"), policy.quantities)
    context = mapping("context", _given(given, "context", {}))
    _refuse_unknown("context", context, quantity.attributes, f"« {quantity.id} »", _declared(policy))
    base = given.get("base")
    if quantity.based and base is None:
        raise InvalidRequestError("base", f"« {quantity.id} » part d'une valeur ; donnez un nombre dans « base »")
    return ModifyRequest(
        quantity=quantity,
        base=number("base", base) if base is not None else None,
        modifiers=tuple(
            _modifier(where, entry, quantity) for where, entry in listed("modifiers", _given(given, "modifiers", ()))
        ),
        active=filled("", given, (slots.ACTIVE,))["active"],
        context=filled("context", context, quantity.attributes),
        ignored=tuple(sorted(_unknown(given, *slots.MODIFY) | _unknown(context, *quantity.attributes))),
    )


def _given(request: Mapping[str, Any], name: str, absent: object) -> object:
    """What a request gives by a name; null is as good as nothing."""
    value = request.get(name)
    return absent if value is None else value


def _declared(policy: Policy) -> frozenset[str]:
    """The attributes that a policy declares anywhere: one of another situation is left out of a request, and told."""
    return frozenset(part.name for one in policy.parts for part in one.attributes)


def _refuse_unknown(
    where: str, given: Iterable[str], known: Iterable[Attribute], whose: str, elsewhere: Collection[str] = ()
) -> None:
    """Refuse an attribute that is none of those known, nor one declared elsewhere."""
    names = tuple(part.name for part in known)
    for name in given:
        if name not in names and name not in elsewhere:
            near = nearest(name, names)
            raise InvalidRequestError(f"{where}.{name}", f"{whose} n'a pas cet attribut", names, near)


def conflict_request(policy: Policy, data: object) -> ConflictRequest:
    """A request of who prevails."""
    given = request_of(data)
    layer = replace(slots.LAYER, values=policy.conflict.layers)
    missing = [place for name in slots.SIDES for place in lacking(name, given.get(name), (slots.LABEL, slots.SAYS))]
    if missing:
        first, *others = missing
        also = f", comme {', '.join(others)}" if others else ""
        raise InvalidRequestError(first, f"cet attribut manque{also} ; par exemple : {slots.CONFLICT_EXAMPLE}")
    known, sides = (slots.SAYS, layer, *slots.EFFECT), [(name, mapping(name, given.get(name))) for name in slots.SIDES]
    a, b = (_item(name, side, known) for name, side in sides)
    for name, side in sides:
        _refuse_unknown(name, side, (slots.LABEL, *known), "une règle")
    ignored = tuple(sorted(_unknown(given, *slots.CONFLICT)))
    return ConflictRequest(a, b, ignored=ignored, **filled("", given, (slots.WAIVES, slots.ACTIVE)))


def _modifier(where: str, given: Mapping[str, Any], quantity: Quantity) -> Modifier:
    """A modifier as it is given; one that the rules of the quantity know may be given by its name alone."""
    label = given.get("label")
    key = title_key(label) if isinstance(label, str) else None
    named = next((part for part in quantity.modifiers if title_key(part.name) == key), None)
    proofs: tuple[str, ...] = ()
    if named is not None and named.value is not None and {"op", "value"}.isdisjoint(given):
        given, proofs = {**given, "op": named.op, "value": named.value}, named.cites
    known = tuple(part.name for part in quantity.modifiers)
    if key is not None and known and named is None and "op" not in given:
        fault = f"« {label} » n'est pas un modificateur de « {quantity.id} » ; donnez le sien, ou op et value"
        raise InvalidRequestError(f"{where}.label", fault, known, nearest(str(label), known))
    taken = (*slots.OPERATION, *slots.EFFECT)
    item = _item(where, given, taken, proofs)
    _refuse_unknown(where, given, (slots.LABEL, *taken), "un modificateur")
    op, value = cast(Operation, item.attributes["op"]), Fraction(str(item.attributes["value"]))
    if op == "divide" and value == 0:
        raise InvalidRequestError(f"{where}.value", "on ne divise pas par zéro ; donnez un autre nombre")
    return Modifier(op, value, replace(item, attributes={**item.attributes, "nom": title_key(item.label)}))
