"""The model is learned by one command; the same questions give the same weights, and the file says them all."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from kb.answer import REFUSAL_EVIDENCE, VERDICT_EVIDENCE
from kb.evaluation import JudgedQuestion, read_questions
from kb.search import FEATURES, Searcher, bundled
from kb.search.model import PATH, THIN
from kb.store import KnowledgeBase
from tests.learning.training import Example, learn_ranking, learn_refusal, rescored, written

DEV = Path(__file__).parents[1] / "questions" / "dev"


@pytest.fixture(scope="module")
def found(base: KnowledgeBase) -> list[Example]:
    """Questions beside the rules of one game, each answered by its rule; and some that none answers."""
    searcher = Searcher(base)
    questions = base.questions("warmachine")
    examples = [
        _example(searcher, question, identifier)
        for identifier in base.all_ids("warmachine", "precis")[:60]
        for question, _verdict in questions.get(identifier, ())[:3]
    ]
    absent = ("combien coûte la boîte de base", "sort de soin du prêtre", "points de victoire de la mission")
    return [*examples, *(_example(searcher, question, "") for question in absent)]


def _example(searcher: Searcher, text: str, identifier: str) -> Example:
    found, thin = searcher.find(text, "warmachine", "both"), len(text) % 2 == 0
    found = replace(found, density=THIN) if thin else found
    gold = ((1, 1),) if identifier else ()
    right = tuple(one.row.id == identifier for one in found.candidates)
    return Example(JudgedQuestion("q", "warmachine", "", text, gold, "oui"), text, thin, found, right)


def test_the_same_examples_give_the_same_weights(found: list[Example]) -> None:
    assert learn_ranking(found) == learn_ranking(found)
    assert learn_refusal(found, bundled()) == learn_refusal(found, bundled())


def test_what_is_learned_ranks_better_than_nothing(found: list[Example]) -> None:
    weights = learn_ranking(found)

    def first(sign: int) -> float:
        turned = {name: sign * weight for name, weight in weights.items()}
        model = replace(bundled(), ranking=turned)
        answerable = [example for example in found if any(example.right)]
        good = [
            rescored(example.found, model).candidates[0].document
            == example.found.candidates[example.right.index(True)].document
            for example in answerable
        ]
        return sum(good) / len(good)

    assert first(1) > 0.9
    assert first(-1) < 0.1


def test_the_file_names_every_weight() -> None:
    parts = tomllib.loads(PATH.read_text(encoding="utf-8"))
    assert tuple(parts["ranking"]) == FEATURES
    for name, features in (("bare", REFUSAL_EVIDENCE), ("full", REFUSAL_EVIDENCE), ("verdict", VERDICT_EVIDENCE)):
        assert tuple(parts[name]) == (*features, "bias", "threshold")
    assert written(bundled()) == PATH.read_text(encoding="utf-8")


def test_the_questions_learned_from_are_never_those_held_out() -> None:
    learned = {question.text for question in read_questions(sorted(DEV.glob("*.jsonl")))}
    held = {question.text for question in read_questions(sorted((DEV.parent / "held").glob("*.jsonl")))}
    assert learned
    assert held
    assert not learned & held
