"""What decides in a game, as its editor declares it: the vocabulary, and what one declaration asks of the others."""

from kb.policy.checks import check_policy
from kb.policy.vocabulary import (
    VALUE,
    Attribute,
    CaseFile,
    Guard,
    NamedModifier,
    Operation,
    Policy,
    PolicyClause,
    Quantity,
    Scalar,
    Situation,
    Span,
    clause_kinds,
    read_policy,
)
