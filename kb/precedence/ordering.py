"""Order: the items of a request are cut into groups by the clauses of the situation, and each group is given its mode."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kb.errors import InvalidRequestError
from kb.policy import PolicyClause, Scalar
from kb.precedence.requests import Item, OrderRequest
from kb.precedence.rulings import Excluded, Ordered, OrderStep, StepMode
from kb.precedence.slots import PLAYERS

_NOBODY = "neutral"
# The role of the one player who owns all of a group.
_OWNER = "proprietaire"
# The attribute of a request that says who a role is, where the role does not name it.
_NAMED_BY = {
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
    """Items that nothing has parted yet, and the rules that put them where they are; `lost` when a clause did not know all of them."""

    items: tuple[Item, ...]
    proofs: tuple[str, ...] = ()
    lost: bool = False


def resolve(request: OrderRequest) -> Ordered:
    """The order of the items of a request, by the clauses of its situation: each `decided_by` as the policy cites, none for the whole."""
    items, excluded = list(request.items), []
    for clause in request.situation.clauses:
        if clause.genre in {"exclure", "traiter"}:
            concerned = [item for item in items if clause.when.holds(_reader(item, request))]
            if clause.genre == "traiter":
                items = [_as_if(item, clause) if item in concerned else item for item in items]
            else:
                excluded += [Excluded(item.label, clause.cites) for item in concerned]
                items = [item for item in items if item not in concerned]
    groups = [Group(tuple(items))] if items else []
    for clause in request.situation.clauses:
        if clause.genre in _CUTS:
            groups = [part for group in groups for part in _cut(clause, group, request)]
    steps = [_step(group, request) for group in groups]
    undecided = tuple(step.labels for step, is_open in steps if is_open)
    return Ordered(tuple(step for step, _open in steps), undecided, tuple(excluded), (), request.ignored)


def _as_if(item: Item, clause: PolicyClause) -> Item:
    return replace(item, attributes={**item.attributes, **dict(clause.values)}, proofs=(*item.proofs, *clause.cites))


def _reader(item: Item, request: OrderRequest) -> Callable[[str], Scalar]:
    """What a condition reads of an item: its attributes, those of the request, and `camp`, its owner's role."""

    def read(name: str) -> Scalar:
        if name == "camp":
            return _role_of(item.owner, request)
        return item.attributes.get(name, request.whole.get(name))

    return read


def _cut(clause: PolicyClause, group: Group, request: OrderRequest) -> list[Group]:
    """The parts of a group, with the rules of the clause on each when it parted some."""
    if not _concerns(clause, group, request):
        return [group]
    places = {item.label: _place(clause, item, request) for item in group.items}
    known = sorted({place for place in places.values() if place is not None})
    if None in places.values():
        # The place of some is not known: nothing is known of the others with them.
        return [replace(group, lost=group.lost or bool(known))]
    if len(known) == 1:
        return [group]
    parts = [tuple(item for item in group.items if places[item.label] == place) for place in known]
    own = [clause.bands[int(place)].cites if clause.bands else () for place in known]
    return [Group(part, (*group.proofs, *(cites or clause.cites))) for part, cites in zip(parts, own, strict=True)]


def _place(clause: PolicyClause, item: Item, request: OrderRequest) -> float | None:
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


def _step(group: Group, request: OrderRequest) -> tuple[OrderStep, bool]:
    """A group with its mode: alone, as a rule wants it, as its one owner likes, or none; True when no rule says who chooses first."""
    labels = tuple(item.label for item in group.items)
    proofs = (*(proof for item in group.items for proof in item.proofs), *group.proofs)
    if len(labels) == 1:
        return OrderStep(labels, "single", None, proofs), False
    modes = (clause for clause in request.situation.clauses if clause.genre in MODES)
    clause = next((one for one in modes if _concerns(one, group, request)), None)
    owners = {item.owner for item in group.items}
    owner = owners.pop() if len(owners) == 1 else None
    if owner not in {None, _NOBODY} and not group.lost and (clause is None or not clause.always):
        return OrderStep(labels, "free", owner, proofs), False
    if group.lost or clause is None or (clause.chooser == _OWNER and owner == _NOBODY):
        return OrderStep(labels, None, None, proofs), True
    chooser = owner if clause.chooser == _OWNER else holder(clause.chooser, request)
    step = OrderStep(labels, MODES[clause.genre], chooser, (*proofs, *clause.cites))
    return step, clause.open or clause.genre == "indecis"


def _concerns(clause: PolicyClause, group: Group, request: OrderRequest) -> bool:
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
    attribute = _NAMED_BY.get(kind, name)
    value = request.whole.get(attribute)
    if not isinstance(value, str):
        raise InvalidRequestError(attribute, "cet attribut manque : la règle dépend de ce joueur", PLAYERS)
    across = kind in {"inactif", "second-joueur", "autre"}
    return PLAYERS[1 - PLAYERS.index(value)] if across else value
