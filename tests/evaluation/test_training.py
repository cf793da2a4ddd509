"""The model is learned by one command; the same questions give the same weights, and the file says them all."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kb.answer import GROUNDS, PLEAS
from kb.evaluation import Question, read_questions
from kb.evaluation.pleading import Plea, learn_pleas, pleaded
from kb.evaluation.training import Example, learn_decision, learn_ranking, told
from kb.search import SIGNALS, Searcher, bundled
from kb.search.model import PATH
from kb.store import KnowledgeBase

DEV = Path(__file__).parents[1] / "questions" / "dev"


@pytest.fixture(scope="module")
def found(base: KnowledgeBase) -> list[Example]:
    """The questions beside the rules of one game, each answered by its rule; those of its absent matters answered by none."""
    searcher = Searcher(base)
    examples = []
    questions = base.questions("warmachine")
    for identifier in base.all_ids("warmachine", "precis")[:60]:
        examples += [_example(searcher, question, identifier) for question in questions.get(identifier, ())[:3]]
    examples += [
        replace(_example(searcher, question, ""), question=Question("q", "warmachine", "", question, (), None))
        for question in ("combien coûte la boîte de base", "sort de soin du prêtre", "points de victoire de la mission")
    ]
    return examples


def _example(searcher: Searcher, text: str, identifier: str) -> Example:
    measured = searcher.measured(text, "warmachine", "both")
    assert measured is not None
    ids = [measured.index.ids[at] for at in measured.candidates]
    rules = np.array([not measured.index.absent[at] for at in measured.candidates])
    right = np.array([name == identifier for name in ids])
    return Example(Question("q", "warmachine", "", text, ((1, 1),), "oui"), "both", measured, right, rules)


def test_the_same_examples_give_the_same_weights(found: list[Example]) -> None:
    assert learn_ranking(found) == learn_ranking(found)
    assert learn_decision(found, bundled()) == learn_decision(found, bundled())


def test_a_plea_that_is_right_weighs_and_one_that_says_nothing_does_not() -> None:
    random = np.random.default_rng(0)
    verdicts = np.where(random.random(400) < 0.5, 1, -1)
    pleas = random.normal(size=(400, len(PLEAS)))
    pleas[:, 0] += 2 * verdicts
    found = [Plea(row, int(verdict)) for row, verdict in zip(pleas, verdicts, strict=True)]
    right, *others = learn_pleas(found)
    assert right > 1
    assert right > 3 * max(map(abs, others))
    assert learn_pleas(found) == (right, *others)


def test_a_question_beside_a_rule_is_asked_without_those_written_along_with_it(base: KnowledgeBase) -> None:
    """Asked with them, each would find itself and be told right every time."""
    pleas = list(pleaded(base, ("warmachine",)))
    assert len(pleas) > 300
    alike = np.array([plea.pleas[PLEAS.index("words-nearest")] * plea.verdict for plea in pleas])
    assert 0.5 < (alike > 0).mean() < 0.9


def test_what_is_learned_ranks_better_than_nothing(found: list[Example]) -> None:
    weights = np.array(learn_ranking(found))

    def first(ranked: np.ndarray) -> float:
        places = [
            int(np.argmax(np.where(example.rules, example.measured.signals @ ranked, -np.inf)))
            for example in found
            if example.right.any()
        ]
        good = [
            example.right[place] for example, place in zip([e for e in found if e.right.any()], places, strict=True)
        ]
        return float(np.mean(good))

    assert first(weights) > 0.9
    assert first(-weights) < 0.1


def test_the_file_names_every_weight() -> None:
    parts = tomllib.loads(PATH.read_text(encoding="utf-8"))
    assert tuple(parts["ranking"]) == SIGNALS
    assert tuple(parts["decision"]["grounds"]) == GROUNDS
    assert tuple(parts["verdict"]["pleas"]) == PLEAS
    assert told(bundled()) == PATH.read_text(encoding="utf-8")


def test_the_questions_learned_from_are_never_those_held_out() -> None:
    learned = {question.text for question in read_questions(sorted(DEV.glob("*.jsonl")))}
    held = {question.text for question in read_questions(sorted((DEV.parent / "held").glob("*.jsonl")))}
    assert learned
    assert held
    assert not learned & held
