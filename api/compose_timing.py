"""Answers about time become wire models."""

from __future__ import annotations

from api import wire_timing as wire
from kb.store import Proof
from kb.timing import Comparison, Opening, Place, Timeline
from kb.timing.tree import Node


def timeline(found: Timeline) -> wire.Moment:
    """The tree of a game, its root."""
    return branch(found.roots[0], found.work)


def branch(node: Node, work: str) -> wire.Moment:
    """A moment of a game and those in it."""
    moment = node.moment
    return wire.Moment.model_validate(
        {
            "id": moment.id,
            "title": moment.title,
            "kind": moment.kind,
            "order": node.order,
            "repeat": moment.repeat or None,
            "who": moment.who,
            "free": moment.free,
            "apart": moment.apart,
            "window": moment.window,
            "at_once": moment.at_once,
            "count": moment.count or None,
            "plays": moment.plays,
            "cites": [f"{work}/{identifier}" for identifier in moment.cites],
            "children": [branch(child, work) for child in node.children],
        }
    )


def comparison(found: Comparison) -> wire.Comparison:
    """How two moments stand to one another."""
    return wire.Comparison.model_validate(
        {
            "a": _place(found.a),
            "b": _place(found.b),
            "relation": found.relation,
            "decided_by": _proofs(found.decided_by),
        }
    )


def opening(found: Opening) -> wire.Opening:
    """What one player may use at a moment."""
    return wire.Opening.model_validate(
        {
            "moment": _place(found.moment),
            "usable": [
                {
                    "id": usable.id,
                    "title": usable.title,
                    "timing": usable.timing,
                    "frequency": usable.frequency,
                    "owner": usable.owner,
                    "step": usable.step,
                }
                for usable in found.usable
            ],
            "decided_by": _proofs(found.decided_by),
        }
    )


def _proofs(found: tuple[Proof, ...]) -> list[dict[str, str]]:
    return [{"id": proof.id, "quote": proof.quote} for proof in found]


def _place(found: Place) -> wire.Place:
    return wire.Place(id=found.id, title=found.title, path=list(found.path))
