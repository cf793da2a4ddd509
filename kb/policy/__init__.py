"""A game's precedence policy: what decides an order, a value, a conflict. Values alone; `kb.precedence` applies them."""

from kb.policy.reading import read_policy
from kb.policy.vocabulary import (
    Attribute,
    CaseFile,
    Conflict,
    Guard,
    NamedModifier,
    Policy,
    PolicyClause,
    Quantity,
    Scalar,
    Situation,
)

__all__ = [
    "Attribute",
    "CaseFile",
    "Conflict",
    "Guard",
    "NamedModifier",
    "Policy",
    "PolicyClause",
    "Quantity",
    "Scalar",
    "Situation",
    "read_policy",
]
