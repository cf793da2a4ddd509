"""The engines set beside ours find what they should on passages of our own, and calls are timed in turns."""

import pytest

from kb.evaluation import JudgedQuestion
from tests.bench.engines import ENGINES, Document, Engine
from tests.bench.speed import quantiles, side_by_side

PASSAGES = [
    Document("a", "Fuite", "Une unité en fuite détale vers le bord."),
    Document("b", "Tir", "Les archers tirent sur leur cible."),
    Document("c", "Charge", "Déclarez la charge, puis mesurez."),
]
FOUND = {
    "archers": "b",
    "l'unité en fuite ?": "a",
    "une charge": "c",
    "": None,
    "?!": None,
    "« ' \" »": None,
    "xyzzy": None,
}


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_an_engine_finds_the_passage_that_holds_the_words_and_nothing_in_nothing(engine: Engine) -> None:
    search = engine.make(PASSAGES)
    assert {asked: next(iter(search(asked)), None) for asked in FOUND} == FOUND


def test_calls_take_turns_and_a_time_is_a_median_and_a_tail() -> None:
    asked: list[str] = []
    questions = [JudgedQuestion(str(n), "wap", "", str(n), (), None) for n in range(3)]
    calls = {
        "un": lambda question: asked.append(f"un {question.id}"),
        "deux": lambda question: asked.append(f"deux {question.id}"),
    }
    speeds = side_by_side(calls, questions, rounds=2)
    assert asked == ["un 0", "un 1", "un 2", "deux 0", "deux 1", "deux 2"] * 2
    assert list(speeds) == ["un", "deux"]
    assert quantiles([float(value) for value in range(101)]) == (50.0, 99.0)
