"""Two rules that a conflict names: when the book makes one an exception to the other, it prevails.

A label names a rule by its beginning, up to a colon or a parenthesis (« Coup fatal : pas de régénération »).
"""

from __future__ import annotations

import re

from kb.precedence.requests import ConflictRequest
from kb.precedence.values import Side
from kb.store import KnowledgeBase, View

_HEAD = re.compile(r"[^:(]+")
# An exception takes from what a rule allows or asks; only what replaces a rule prevails whatever both say.
_FORBIDDING, _ANY = ("overrides", "excepts"), ("overrides",)


def exception(
    base: KnowledgeBase, work: str, request: ConflictRequest, view: View
) -> tuple[Side, tuple[str, ...]] | None:
    """The side, `a` or `b`, whose rule prevails over the other's, with the ids that say so; None when neither does, or both."""
    rules = [_named(base, work, side.label, view) for side in (request.a, request.b)]
    if not all(rules):
        return None
    forbids = "cannot" in {request.a.attributes["says"], request.b.attributes["says"]}
    types = _FORBIDDING if forbids else _ANY
    above = [base.overriding(one, other, types, view) for one, other in (rules, reversed(rules))]
    if bool(above[0]) == bool(above[1]):
        return None
    return ("a", above[0]) if above[0] else ("b", above[1])


def _named(base: KnowledgeBase, work: str, label: str, view: View) -> tuple[str, ...]:
    """The rules of a work that bear the name at the head of a label."""
    head = _HEAD.match(label.strip())
    found = base.lookup(head[0].strip(), work, view) if head is not None and head[0].strip() else ()
    return tuple(identifier for identifier in found if identifier.startswith(f"{work}/"))
