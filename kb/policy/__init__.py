"""A game's precedence policy: what decides an order, a value, a conflict. Values alone; `kb.precedence` applies them."""

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
    read_policy,
)
