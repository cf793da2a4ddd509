"""A game's precedence policy: what decides an order, a value, a conflict. Values alone; `kb.precedence` applies them."""

from kb.policy.clauses import (
    Attribute,
    CaseFile,
    Clause,
    Condition,
    Conflict,
    NamedModifier,
    Policy,
    Quantity,
    Scalar,
    Situation,
)
from kb.policy.reading import read_policy

__all__ = [
    "Attribute",
    "CaseFile",
    "Clause",
    "Condition",
    "Conflict",
    "NamedModifier",
    "Policy",
    "Quantity",
    "Scalar",
    "Situation",
    "read_policy",
]
