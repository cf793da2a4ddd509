"""The engines set beside ours find what they should on passages of our own, and a larger base answers like the small one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kb.answer import Answerer
from kb.driver import Built
from kb.errors import UnusableFileError
from kb.evaluation.questions import Question
from kb.store import KnowledgeBase
from tests.bench.rivals import RIVALS, Document, documents
from tests.bench.speed import enlarge, side_by_side

PASSAGES = [
    Document("a", "Fuite", "Une unité en fuite détale vers le bord."),
    Document("b", "Tir", "Les archers tirent sur leur cible."),
    Document("c", "Charge", "Déclarez la charge, puis mesurez."),
]


@pytest.mark.parametrize("name", RIVALS)
@pytest.mark.parametrize(("question", "first"), [("archers", "b"), ("l'unité en fuite ?", "a"), ("une charge", "c")])
def test_an_engine_finds_the_passage_that_holds_the_words(name: str, question: str, first: str) -> None:
    assert RIVALS[name](PASSAGES)(question)[0] == first


@pytest.mark.parametrize("name", RIVALS)
@pytest.mark.parametrize("question", ["", "?!", "« ' \" »", "xyzzy"])
def test_an_engine_finds_nothing_in_nothing(name: str, question: str) -> None:
    assert RIVALS[name](PASSAGES)(question) == []


def test_a_missing_engine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str, *_: object) -> Any:  # noqa: ANN401 - a module
        raise ImportError(name)

    monkeypatch.setattr("tests.bench.rivals.import_module", missing)
    with pytest.raises(UnusableFileError, match=r"pip install 'arbitre\[bench\]'"):
        RIVALS["bm25s"](PASSAGES)


def test_the_passages_compared_are_those_that_search_looks_at(base: KnowledgeBase) -> None:
    found = documents(base, "wap", "precis")
    assert len(found) > 100
    assert all(document.text and not document.id.startswith("wap/?") for document in found)


def test_a_base_made_larger_answers_the_same(built: tuple[Built, Path], tmp_path: Path) -> None:
    larger = tmp_path / "grande.sqlite"
    enlarge(built[1], larger, times=4)
    small, large = KnowledgeBase(built[1]), KnowledgeBase(larger)
    query = "SELECT count(*) FROM documents WHERE work = 'wap'"
    assert large.rows(query)[0][0] == 4 * small.rows(query)[0][0]
    answer = Answerer(large).ask("que se passe-t-il quand une unité fuit à travers une alliée", "wap")
    assert answer.answerable
    assert answer.passages[0].id == Answerer(small).ask(answer.question, "wap").passages[0].id


def test_a_base_copied_once_is_the_same(built: tuple[Built, Path], tmp_path: Path) -> None:
    same = tmp_path / "meme.sqlite"
    enlarge(built[1], same, times=1)
    query = "SELECT count(*), max(document) FROM documents"
    assert tuple(KnowledgeBase(same).rows(query)[0]) == tuple(KnowledgeBase(built[1]).rows(query)[0])


def test_calls_take_turns_and_a_time_is_a_median_and_a_tail() -> None:
    asked: list[str] = []
    questions = [Question(str(n), "wap", "", str(n), (), None) for n in range(3)]
    calls = {
        "un": lambda question: asked.append(f"un {question.id}"),
        "deux": lambda question: asked.append(f"deux {question.id}"),
    }
    speeds = side_by_side(calls, questions, rounds=2)
    assert asked == ["un 0", "un 1", "un 2", "deux 0", "deux 1", "deux 2"] * 2
    assert list(speeds) == ["un", "deux"]
    assert 0 <= speeds["un"].p50 <= speeds["un"].p99
    assert str(speeds["un"]).startswith("un : p50 ")
