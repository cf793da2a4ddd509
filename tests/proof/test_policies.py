"""Each of the five policies with one fault put into it, time after time: `arbitre check` finds it."""

import pytest

from tests.precedence.mutants import LEAST, WORKS, measured


@pytest.mark.proof
@pytest.mark.parametrize("work", WORKS)
def test_nearly_every_fault_put_into_a_policy_is_found(work: str) -> None:
    false, faults, caught, missed = measured(work)
    assert not false
    assert faults > 40
    assert caught >= LEAST * faults, [f"{mutant.kind} : {mutant.where}" for mutant in missed]
