"""Who bears a state that a question tells of: the one who acts, or the one to whom it is done."""

from pathlib import Path

import pytest

from kb.model.words import words
from kb.search.roles import roles
from tests.rows import rows_of

CASES = rows_of(Path(__file__).parent / "cases/roles.tsv")


@pytest.mark.parametrize(("acting", "suffering", "question"), CASES)
def test_who_bears_a_state(acting: str, suffering: str, question: str) -> None:
    """Each state is told of who acts, or of whom something is done to."""
    expected = {**dict.fromkeys(acting.split(), False), **dict.fromkeys(suffering.split(), True)}
    assert roles(" ".join(words(question))) == expected
