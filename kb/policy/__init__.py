"""A game's precedence policy: what decides an order, a value, a conflict. Values alone; `kb.precedence` applies them."""

from kb.policy.conditions import Condition, Scalar
from kb.policy.reading import read_policy
from kb.policy.values import Attribute, CaseFile, Conflict, Policy, Quantity, Situation

__all__ = [
    "Attribute",
    "CaseFile",
    "Condition",
    "Conflict",
    "Policy",
    "Quantity",
    "Scalar",
    "Situation",
    "read_policy",
]
