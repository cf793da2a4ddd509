"""What a question asks for at bottom: two questions of the same words may be of two stances."""

from __future__ import annotations

import pytest

from kb.data import data_dir
from kb.reading.data import read_lexicon
from kb.search.stance import stance_of

LEXICON = read_lexicon(data_dir("corpus") / "lexicon", "aos")
NAMES = [name for name, _words in LEXICON.stances]


def stances(text: str) -> set[str]:
    found = stance_of(text, LEXICON)
    return {name for bit, name in enumerate(NAMES) if found & (1 << bit)}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("mes archers peuvent tirer ?", {"permission"}),
        ("suis-je obligé de tirer ?", {"obligation"}),
        ("est-ce interdit de tirer ?", {"interdit"}),
        ("est-ce que le tir compte ?", set()),
        ("elle perd son bonus ?", {"perte"}),
        ("elle garde son bonus ?", {"maintien"}),
        ("elle ne garde pas son bonus ?", {"maintien", "refus"}),
        ("seulement un tir ?", {"limite"}),
    ],
)
def test_the_stances_of_a_question(question: str, expected: set[str]) -> None:
    assert stances(question) == expected
