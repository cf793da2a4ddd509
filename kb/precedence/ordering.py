"""Order: the items of a request are cut into groups by the clauses of the situation, and each group is given its mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from kb.errors import InvalidRequestError
from kb.policy import Clause, Scalar
from kb.precedence.fields import PLAYERS
from kb.precedence.requests import Item, OrderRequest
from kb.precedence.values import StepMode

_NOBODY = "neutral"
# The role of the one player who owns all of a group.
_OWNER = "proprietaire"
# The attribute of a request that says who a role is, where the role does not name it.
_TOLD_BY = {
    "actif": "active",
    "inactif": "active",
    "premier-joueur": "first_player",
    "second-joueur": "first_player",
}
_CUTS = ("bandes", "trier", "camps")
MODES: dict[str, StepMode | None] = {
    "libre": "free",
    "alterner": "alternate",
    "simultane": "simultaneous",
    "par-joueur": "by-player",
    "indecis": None,
}


@dataclass(frozen=True, slots=True)
class Group:
    """Items that nothing has told apart yet, and the rules that put them where they are; `lost` when a clause did not know all of them."""

    items: tuple[Item, ...]
    proofs: tuple[str, ...] = ()
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Resolved:
    """Items with their mode; `open` when no rule says whose choice comes first among them."""

    items: tuple[Item, ...]
    mode: StepMode | None
    chooser: str | None
    proofs: tuple[str, ...]
    open: bool

    @property
    def labels(self) -> tuple[str, ...]:
        """What the items are called."""
        return tuple(item.label for item in self.items)


def resolve(request: OrderRequest) -> tuple[list[Resolved], list[tuple[Item, tuple[str, ...]]]]:
    """The items of a request, in order, by the clauses of its situation; and those kept out, each with the rules."""
    items, excluded = list(request.items), []
    for clause in request.situation.clauses:
        if clause.genre in {"exclure", "traiter"}:
            concerned = [item for item in items if clause.when.holds(_reader(item, request))]
            if clause.genre == "traiter":
                items = [_as_if(item, clause) if item in concerned else item for item in items]
            else:
                excluded += [(item, clause.cites) for item in concerned]
                items = [item for item in items if item not in concerned]
    groups = [Group(tuple(items))] if items else []
    for clause in request.situation.clauses:
        if clause.genre in _CUTS:
            groups = [part for group in groups for part in _cut(clause, group, request)]
    return [_moded(group, request) for group in groups], excluded


def _as_if(item: Item, clause: Clause) -> Item:
    return replace(item, attributes={**item.attributes, **dict(clause.values)}, proofs=(*item.proofs, *clause.cites))


def _reader(item: Item, request: OrderRequest) -> Callable[[str], Scalar]:
    """What a condition reads of an item: its attributes, those of the request, its owner, and `camp`, its owner's role."""

    def read(name: str) -> Scalar:
        if name in item.attributes:
            return item.attributes[name]
        if name == "camp":
            return _role_of(item.owner, request)
        return item.owner if name == "owner" else request.whole.get(name)

    return read


def _cut(clause: Clause, group: Group, request: OrderRequest) -> list[Group]:
    """The parts of a group, with the rules of the clause on each when it told some apart."""
    if not _concerns(clause, group, request):
        return [group]
    places = {item.label: _place(clause, item, request) for item in group.items}
    known = sorted({place for place in places.values() if place is not None})
    if None in places.values():
        # The place of some is not known: nothing is known of the others beside them.
        return [replace(group, lost=group.lost or bool(known))]
    if len(known) == 1:
        return [group]
    parts = [tuple(item for item in group.items if places[item.label] == place) for place in known]
    own = [clause.bands[int(place)].cites if clause.bands else () for place in known]
    return [Group(part, (*group.proofs, *(cites or clause.cites))) for part, cites in zip(parts, own, strict=True)]


def _place(clause: Clause, item: Item, request: OrderRequest) -> float | None:
    """The lower, the sooner: the first band that takes an item, its figure, or the role of its owner; None when it has none."""
    read = _reader(item, request)
    if clause.genre == "bandes":
        return next((at for at, band in enumerate(clause.bands) if band.when.holds(read)), None)
    if clause.genre == "trier":
        figure = read(clause.by)
        if not isinstance(figure, int | float):
            return None
        return -figure if clause.way == "decroissant" else figure
    owners = [holder(role, request) for role in clause.roles]
    return owners.index(item.owner) if item.owner in owners else None


def _moded(group: Group, request: OrderRequest) -> Resolved:
    """A group with its mode: alone, as a rule wants it, as its one owner likes, or undecided."""
    proofs = (*(proof for item in group.items for proof in item.proofs), *group.proofs)
    if len(group.items) == 1:
        return Resolved(group.items, "single", None, proofs, open=False)
    modes = (clause for clause in request.situation.clauses if clause.genre in MODES)
    clause = None if group.lost else next((one for one in modes if _concerns(one, group, request)), None)
    owners = {item.owner for item in group.items}
    owner = owners.pop() if len(owners) == 1 else None
    if owner not in {None, _NOBODY} and not group.lost and (clause is None or not clause.always):
        return Resolved(group.items, "free", owner, proofs, open=False)
    if clause is None or (clause.chooser == _OWNER and owner == _NOBODY):
        return Resolved(group.items, None, None, proofs, open=True)
    chooser = owner if clause.chooser == _OWNER else holder(clause.chooser, request)
    is_open = clause.open or clause.genre == "indecis"
    return Resolved(group.items, MODES[clause.genre], chooser, (*proofs, *clause.cites), is_open)


def _concerns(clause: Clause, group: Group, request: OrderRequest) -> bool:
    """True when a clause is for this group, wholly."""
    owners = {item.owner for item in group.items}
    return clause.sides in {0, len(owners)} and all(clause.when.holds(_reader(item, request)) for item in group.items)


def _role_of(owner: str, request: OrderRequest) -> str:
    """`actif`, `inactif` or `neutre`."""
    if owner == _NOBODY:
        return "neutre"
    return "actif" if owner == holder("actif", request) else "inactif"


def holder(role: str, request: OrderRequest) -> str | None:
    """The player of a role (`neutral` for `neutre`); nobody for no role.

    Raises:
        InvalidRequestError: the request does not say who that is.
    """
    if role in {"", "neutre"}:
        return _NOBODY if role else None
    kind, _colon, name = role.partition(":")
    given = {**request.whole, "active": request.active, "first_player": request.first_player}
    attribute = _TOLD_BY.get(kind, name)
    value = given.get(attribute)
    if not isinstance(value, str):
        raise InvalidRequestError(attribute, "cet attribut manque : la règle dépend de ce joueur", PLAYERS)
    across = kind in {"inactif", "second-joueur", "autre"}
    return PLAYERS[1 - PLAYERS.index(value)] if across else value
