"""Order: the items of a request are cut into groups by the clauses of the situation, and each group is given its mode.

One function a kind of clause, in `_CUTS` and `_MODES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from kb.policy import Scalar
from kb.policy.clauses import (
    Alternate,
    Bands,
    Exclude,
    Free,
    Mode,
    OrderClause,
    PlayerFirst,
    Sides,
    Simultaneous,
    Sort,
    Treat,
    Undecided,
)
from kb.precedence.requests import Item, OrderRequest
from kb.precedence.roles import holder, role_of
from kb.precedence.values import StepMode

# The role of the one player who owns all of a group.
_OWNER = "proprietaire"
_NOBODY = "neutral"


@dataclass(frozen=True, slots=True)
class Group:
    """Items that nothing has told apart yet, and the rules that put them where they are; `lost` when a clause did not know all of them."""

    items: tuple[Item, ...]
    proofs: tuple[str, ...] = ()
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Resolved:
    """A group with its mode; `open` when no rule says whose choice comes first in it."""

    group: Group
    mode: StepMode | None
    chooser: str | None
    proofs: tuple[str, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class Resolution:
    """An order before it is told: groups in order, and the items kept out, with the rules."""

    groups: tuple[Resolved, ...]
    excluded: tuple[tuple[Item, tuple[str, ...]], ...]


def resolve(request: OrderRequest) -> Resolution:
    """The order of the items of a request, by the clauses of its situation."""
    items, excluded, treated = _prepared(request)
    groups = [Group(items)] if items else []
    for clause in request.situation.clauses:
        cut = _CUTS.get(type(clause))
        if cut is not None:
            groups = [part for group in groups for part in _cut(cut, clause, group, request)]
    resolved = [_moded(replace(group, proofs=(*_treated(group, treated), *group.proofs)), request) for group in groups]
    return Resolution(tuple(resolved), excluded)


def _prepared(
    request: OrderRequest,
) -> tuple[tuple[Item, ...], tuple[tuple[Item, tuple[str, ...]], ...], dict[str, tuple[str, ...]]]:
    """The items that act, as the rules treat them; those kept out; and for each label the rules that treat it otherwise."""
    items = list(request.items)
    excluded: list[tuple[Item, tuple[str, ...]]] = []
    treated: dict[str, tuple[str, ...]] = {}
    for clause in request.situation.clauses:
        concerned = [item for item in items if clause.when.holds(_reader(item, request))]
        if isinstance(clause, Exclude):
            excluded += [(item, clause.cites) for item in concerned]
            items = [item for item in items if item not in concerned]
        elif isinstance(clause, Treat):
            treated |= {item.label: (*treated.get(item.label, ()), *clause.cites) for item in concerned}
            items = [_as_if(item, clause) if item in concerned else item for item in items]
    return tuple(items), tuple(excluded), treated


def _as_if(item: Item, clause: Treat) -> Item:
    return replace(item, attributes=MappingProxyType({**item.attributes, **dict(clause.values)}))


def _treated(group: Group, treated: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(proof for item in group.items for proof in treated.get(item.label, ()))


def _reader(item: Item, request: OrderRequest) -> Callable[[str], Scalar]:
    """What a condition reads of an item: its attributes, those of the request, its owner, and `camp`, its owner's role."""

    def read(name: str) -> Scalar:
        if name in item.attributes:
            return item.attributes[name]
        if name == "camp":
            return role_of(item.owner, request)
        return item.owner if name == "owner" else request.whole.get(name)

    return read


def _cut(
    cut: Callable[[Any, Group, OrderRequest], list[Group]], clause: OrderClause, group: Group, request: OrderRequest
) -> list[Group]:
    """The parts of a group, with the rules of the clause on each when it told some apart."""
    if not _concerns(clause, group, request):
        return [group]
    parts = [part for part in cut(clause, group, request) if part.items]
    if len(parts) == 1:
        return [group]
    if any(part.lost for part in parts):
        # The place of some is not known: nothing is known of the others beside them.
        return [replace(group, lost=True)]
    return [replace(part, proofs=(*group.proofs, *(part.proofs or clause.cites))) for part in parts]


def _by_bands(clause: Bands, group: Group, request: OrderRequest) -> list[Group]:
    """One part a band; lost, what no band takes."""
    left, parts = list(group.items), []
    for band in clause.bands:
        taken = [item for item in left if band.when.holds(_reader(item, request))]
        left = [item for item in left if item not in taken]
        parts.append(Group(tuple(taken), band.cites))
    return [*parts, Group(tuple(left), lost=True)]


def _by_figure(clause: Sort, group: Group, request: OrderRequest) -> list[Group]:
    """One part a figure; lost, what has none."""
    figures = {item.label: _reader(item, request)(clause.by) for item in group.items}
    known = sorted(
        {value for value in figures.values() if isinstance(value, int | float)}, reverse=clause.way == "decroissant"
    )
    parts = [Group(tuple(item for item in group.items if figures[item.label] == value)) for value in known]
    return [*parts, Group(tuple(item for item in group.items if figures[item.label] not in known), lost=True)]


def _by_side(clause: Sides, group: Group, request: OrderRequest) -> list[Group]:
    """One part an owner, in the order of the roles; lost, the owners without role."""
    owners = list(dict.fromkeys(holder(role, request) for role in clause.roles))
    parts = [Group(tuple(item for item in group.items if item.owner == owner)) for owner in owners]
    return [*parts, Group(tuple(item for item in group.items if item.owner not in owners), lost=True)]


def _moded(group: Group, request: OrderRequest) -> Resolved:
    """A group with its mode: alone, as a rule wants it, as its one owner likes, or undecided."""
    owners = {item.owner for item in group.items}
    if group.lost and len(group.items) > 1:
        return Resolved(group, None, None, group.proofs, open=True)
    if len(group.items) == 1:
        return Resolved(group, "single", None, group.proofs, open=False)
    mode = _mode(group, request)
    if len(owners) == 1 and owners != {_NOBODY} and (mode is None or not mode.always):
        return Resolved(group, "free", next(iter(owners)), group.proofs, open=False)
    if mode is None or (isinstance(mode, Free) and mode.chooser == _OWNER and owners == {_NOBODY}):
        return Resolved(group, None, None, group.proofs, open=True)
    word, chooser, is_open = _MODES[type(mode)](mode, request)
    if chooser is None and isinstance(mode, Free):
        chooser = next(iter(owners)) if len(owners) == 1 else None
    return Resolved(group, word, chooser, (*group.proofs, *mode.cites), open=is_open)


def _mode(group: Group, request: OrderRequest) -> Mode | None:
    """The first clause that gives this group its mode."""
    modes = (clause for clause in request.situation.clauses if isinstance(clause, Mode))
    return next((mode for mode in modes if _concerns(mode, group, request)), None)


def _concerns(clause: OrderClause, group: Group, request: OrderRequest) -> bool:
    """True when a clause is for this group, wholly."""
    owners = {item.owner for item in group.items}
    return clause.sides in {0, len(owners)} and all(clause.when.holds(_reader(item, request)) for item in group.items)


_CUTS: dict[type[OrderClause], Callable[[Any, Group, OrderRequest], list[Group]]] = {
    Bands: _by_bands,
    Sort: _by_figure,
    Sides: _by_side,
}
_MODES: dict[type[Mode], Callable[[Any, OrderRequest], tuple[StepMode | None, str | None, bool]]] = {
    Free: lambda clause, request: (
        "free",
        None if clause.chooser == _OWNER else holder(clause.chooser, request),
        False,
    ),
    Alternate: lambda clause, request: ("alternate", holder(clause.chooser, request), False),
    Simultaneous: lambda clause, _request: ("simultaneous", None, clause.open),
    PlayerFirst: lambda clause, request: ("by-player", holder(clause.chooser, request), False),
    Undecided: lambda _clause, _request: (None, None, True),
}
