"""All that the description of the API allows, and much that it does not, is asked of it: answers and problems are as described."""

from pathlib import Path

import pytest


def _assert_as_described(path: Path, examples: int) -> None:
    from tests.proof.described import ran  # noqa: PLC0415 - a second to import, for this alone

    failures, statuses = ran(path, examples)
    assert failures == []
    # Answers and refusals were both seen, and often.
    assert statuses[200] > 100
    assert statuses[422] + statuses[404] > 100


@pytest.mark.slow
def test_a_few_requests_of_each_kind_are_answered_as_described(small_path: Path) -> None:
    _assert_as_described(small_path, 1)


@pytest.mark.proof
@pytest.mark.parametrize("base", ["example", "games"])
def test_all_that_is_asked_is_answered_as_described(small_path: Path, precis_path: Path, base: str) -> None:
    _assert_as_described(small_path if base == "example" else precis_path, 20)
