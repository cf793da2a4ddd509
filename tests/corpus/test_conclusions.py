"""What is declared of rules beside the verdicts written there: over the whole corpus, and over the questions its authors have not read."""

import pytest

from kb.store import KnowledgeBase
from tests.bench.conclusions import Tried, tried

WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")


def agreed(found: list[Tried]) -> float:
    """The share of the questions concluded on whose conclusion is the verdict written."""
    said = [one for one in found if one.said is not None]
    return sum(one.said == one.verdict for one in said) / len(said)


@pytest.mark.slow
@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("one_in", [6, pytest.param(1, marks=pytest.mark.proof)])
def test_what_is_declared_says_what_is_written(base: KnowledgeBase, work: str, one_in: int) -> None:
    found = list(tried(base, work, one_in))
    unread = [one for one in found if one.apart]
    assert agreed(found) >= 0.9
    assert agreed(unread) >= 0.8
    assert sum(one.said is not None for one in unread) >= 0.2 * len(unread)
