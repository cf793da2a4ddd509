"""What a policy says, compared with what it declares: a name that is not declared, a value of another type, two things that clash."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kb.policy.vocabulary import (
    BY_ZERO,
    Attribute,
    Guard,
    Policy,
    PolicyClause,
    Quantity,
    Scalar,
    Situation,
    Span,
)
from kb.system.declared import DeclaredError, nearest
from kb.system.toml import Path

# What a guard may look at besides the attributes declared: of an item, of a modifier, of a side of a conflict.
_ITEM = {"owner": "", "camp": "", "kind": ""}
_MODIFIER = {"op": "", "value": "nombre", "owner": "", "kind": "", "nom": "", "used": "nombre", "lasting": "oui-non"}
_SIDE = {"says": "", "layer": "", "owner": "", "kind": "", "used": "nombre", "lasting": "oui-non"}
_ROLES = ("actif", "inactif", "premier-joueur", "second-joueur", "neutre", "proprietaire")
_NAMING_ROLES = ("champ", "autre")
# What of a context may be summed; a condition counts one when it holds.
_SUMMED = frozenset({"nombre", "oui-non"})
_BOUNDS = ("au-moins", "au-plus")
# The attributes that may be looked at, by their name, each with its type and the words that it accepts; empty for any.
_Known = Mapping[str, tuple[str, tuple[str, ...]]]


def check_policy(policy: Policy, data: Mapping[str, Any]) -> None:
    """Raise DeclaredError on what a policy says and does not declare, said in French, with its place in the data that it was read from."""
    if found := [*_twice(policy), *_orders(policy), *_values(policy), *_conflict(policy), *_bounds(data, (), "")]:
        raise DeclaredError.together(found)


def _twice(policy: Policy) -> Iterator[DeclaredError]:
    """Two situations, two quantities or two attributes of one of them that go by one name."""
    lists: list[tuple[Path, str, list[str]]] = [
        (("situation",), "l'id de deux situations", [one.id for one in policy.situations]),
        (("quantite",), "l'id de deux quantités", [one.id for one in policy.quantities]),
    ]
    held: list[tuple[Path, str, Sequence[Attribute]]]
    held = [(("situation", at, "attribut"), one.id, one.attributes) for at, one in enumerate(policy.situations)]
    held += [(("quantite", at, "contexte"), one.id, one.attributes) for at, one in enumerate(policy.quantities)]
    lists += [
        (path, f"le nom de deux attributs de « {name} »", [one.name for one in attributes])
        for path, name, attributes in held
    ]
    for path, what, names in lists:
        for place, name in enumerate(names):
            if name in names[:place]:
                yield DeclaredError(f"« {name} » est {what} ; gardez-en un, ou changez son nom", (*path, place))


def _known(attributes: Iterable[Attribute], others: Mapping[str, str] | None = None) -> _Known:
    # What a modifier says of itself has words of its own, where it is put in order.
    free = {part.name for part in attributes if part.type != "mot" or part.name in _MODIFIER}
    closed = {part.name: (part.type, () if part.name in free else part.values) for part in attributes}
    return {**{name: (kind, ()) for name, kind in (others or {}).items()}, **closed}


def _orders(policy: Policy) -> Iterator[DeclaredError]:
    """Of each situation, what names an attribute, a player or a quantity that is not there."""
    quantities = ["", *(part.id for part in policy.quantities)]
    for at, situation in enumerate(policy.situations):
        where, path = f"situation « {situation.id} »", ("situation", at)
        known = _known(situation.attributes, _ITEM)
        for place, attribute in enumerate(situation.attributes):
            if attribute.worked_out not in quantities:
                message = f"{where}, attribut « {attribute.name} » : quantité « {attribute.worked_out} » inconnue"
                near = nearest(attribute.worked_out, quantities)
                yield DeclaredError(f"{message} ; déclarez-la{near}", (*path, "attribut", place, "calcul"))
        for place, clause in enumerate(situation.clauses):
            said, under = f"{where}, clause « {clause.genre} »", (*path, "clause", place)
            yield from _of_order(clause, said, under, known)
            yield from _of_situation(clause, said, under, policy.situations)


def _of_order(clause: PolicyClause, where: str, path: Path, known: _Known) -> Iterator[DeclaredError]:
    yield from _guarded(clause.when, where, (*path, "si"), known)
    for at, band in enumerate(clause.bands):
        yield from _guarded(band.when, where, (*path, "bandes", at, "si"), known)
    for name, given in clause.values:
        yield from _compared(name, (given,), where, (*path, "comme", name), known)
    if clause.by and known.get(clause.by, ("",))[0] != "nombre":
        numbers = [name for name, (kind, _words) in known.items() if kind == "nombre"]
        message = f"{where} : « {clause.by} » n'est pas un attribut de type nombre{nearest(clause.by, numbers)}"
        yield DeclaredError(message, (*path, "par"))
    for role in filter(None, (*clause.roles, clause.chooser)):
        head, _colon, name = role.partition(":")
        if role not in _ROLES and not (head in _NAMING_ROLES and known.get(name, ("",))[0] == "camp"):
            accepted = ", ".join((*_ROLES, *(f"{one}:ATTRIBUT" for one in _NAMING_ROLES)))
            message = f"{where} : rôle « {role} » inconnu ; écrivez {accepted}{nearest(role, _ROLES)}"
            yield DeclaredError(message, (*path, "ordre" if role in clause.roles else "choix"))


def _of_situation(
    clause: PolicyClause, where: str, path: Path, situations: Sequence[Situation]
) -> Iterator[DeclaredError]:
    ids = [part.id for part in situations]
    if clause.situation and clause.situation not in ids:
        message = f"{where} : situation « {clause.situation} » inconnue ; déclarez-la{nearest(clause.situation, ids)}"
        yield DeclaredError(message, (*path, "selon"))


def _values(policy: Policy) -> Iterator[DeclaredError]:
    """Of each quantity, what names an attribute of the context that it does not declare, or compares one with what it is not."""
    for at, quantity in enumerate(policy.quantities):
        where, path = f"quantité « {quantity.id} »", ("quantite", at)
        if quantity.rows and quantity.rows not in {cite.partition("#")[0] for cite in quantity.cites}:
            message = f"{where}, rangees : « {quantity.rows} » n'est pas citée ; citez ce tableau"
            yield DeclaredError(message, (*path, "rangees"))
        for place, modifier in enumerate(quantity.modifiers):
            if (modifier.op, modifier.value) == ("divide", 0):
                message = f"{where}, modificateur « {modifier.name} », valeur : {BY_ZERO}"
                yield DeclaredError(message, (*path, "modificateur", place, "valeur"))
        for place, clause in enumerate(quantity.clauses):
            said, under = f"{where}, clause « {clause.genre} »", (*path, "clause", place)
            yield from _of_value(clause, said, under, quantity)
            yield from _of_situation(clause, said, under, policy.situations)


def _of_value(clause: PolicyClause, where: str, path: Path, quantity: Quantity) -> Iterator[DeclaredError]:
    known = _known(quantity.attributes)
    yield from _guarded(clause.context, where, (*path, "quand"), known)
    yield from _guarded(clause.unless or Guard(), where, (*path, "sauf"), known)
    yield from _guarded(clause.when, where, (*path, "si"), _known((), _MODIFIER))
    yield from _guarded(clause.without or Guard(), where, (*path, "sans"), _known((), _MODIFIER))
    summed = [("termes", name) for name, _factor in clause.terms] + [("divise-par", name) for name in clause.divided_by]
    summed += [(key, name) for key, name in (("par", clause.by), ("de", clause.high), ("moins", clause.low)) if name]
    for key, name in summed:
        if name not in known:
            yield _undeclared(name, where, (*path, key), known)
        elif known[name][0] not in _SUMMED:
            message = f"{where}, {key} : « {name} » est de type {known[name][0]} ; il faut un nombre, ou oui-non"
            yield DeclaredError(message, (*path, key))


def _guarded(guard: Guard, where: str, path: Path, known: _Known) -> Iterator[DeclaredError]:
    for alternative in guard.alternatives:
        for name, accepted in alternative:
            yield from _compared(name, accepted, where, path, known)


def _compared(
    name: str, accepted: Iterable[Scalar | Span], where: str, path: Path, known: _Known
) -> Iterator[DeclaredError]:
    if name not in known:
        yield _undeclared(name, where, path, known)
        return
    kind, words = known[name]
    fits: dict[str, type | tuple[type, ...]] = {"nombre": (int, float, Span), "oui-non": bool, "mot": str, "texte": str}
    for one in accepted:
        number = kind == "nombre" and isinstance(one, bool)
        if one is not None and kind in fits and (number or not isinstance(one, fits[kind])):
            shown = {True: "true", False: "false"}.get(one, one) if isinstance(one, bool) else one
            yield DeclaredError(f"{where} : « {name} » est de type {kind}, et ne vaut jamais « {shown} »", path)
        elif words and one is not None and one not in words:
            message = f"{where} : « {name} » ne vaut jamais « {one} » ; ses valeurs : {', '.join(words)}"
            yield DeclaredError(f"{message}{nearest(str(one), words)}", path)


def _undeclared(name: str, where: str, path: Path, known: Iterable[str]) -> DeclaredError:
    return DeclaredError(f"{where} : attribut « {name} » inconnu ; déclarez-le{nearest(name, known)}", path)


def _conflict(policy: Policy) -> Iterator[DeclaredError]:
    """A layer that the conflict does not have; two clauses that put each of two layers above the other."""
    layers, above = policy.conflict.layers, set[tuple[str, str]]()
    for place, clause in enumerate(policy.conflict.clauses):
        where, path = f"conflit, clause « {clause.genre} »", ("conflit", "clause", place)
        yield from _guarded(clause.when, where, (*path, "si"), _known((), _SIDE))
        yield from _of_situation(clause, where, path, policy.situations)
        if clause.genre != "rang":
            continue
        named = [("au-dessus", clause.above), *(("au-dessous", one) for one in clause.below)]
        for key, layer in named:
            if layer not in layers:
                message = f"{where} : couche « {layer} » inconnue ; sont connues : {', '.join(layers) or 'aucune'}"
                yield DeclaredError(f"{message}{nearest(layer, layers)}", (*path, key))
        for below in clause.below:
            if (below, clause.above) in above or below == clause.above:
                message = (
                    f"{where} : « {clause.above} » au-dessus de « {below} », qu'une autre clause met au-dessus d'elle"
                )
                yield DeclaredError(f"{message} ; gardez-en une", (*path, "au-dessous"))
            above.add((clause.above, below))


def _bounds(found: object, path: Path, where: str) -> Iterator[DeclaredError]:
    """Each table, however deep, whose least is more than its most."""
    parts: Iterable[tuple[str | int, Any]] = ()
    if isinstance(found, Mapping):
        where = str(found.get("id", where))
        least, most = map(found.get, _BOUNDS)
        if isinstance(least, int | float) and isinstance(most, int | float) and least > most:
            place = f"« {where} » : " if where else ""
            message = (
                f"{place}au-moins = {least} est plus que au-plus = {most} : rien n'est entre les deux ; échangez-les"
            )
            yield DeclaredError(message, (*path, "au-moins"))
        parts = found.items()
    elif isinstance(found, list):
        parts = enumerate(found)
    for name, one in parts:
        yield from _bounds(one, (*path, name), where)
