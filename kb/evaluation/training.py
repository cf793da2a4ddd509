"""Learn the model of `kb/search/model.toml` on question sets of our own: `python -m kb.evaluation.training BASE QUESTIONS.jsonl…`.

Small linear models, each with a penalty that keeps its weights small: one ranks the candidates of a question (the answer should come
first of them: softmax over the candidates), one decides whether a rule answers (logistic), one gives verdicts
(`kb.evaluation.pleading`). The same base and questions give the same weights.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from kb.answer import GROUNDS, PLEAS, grounds, intent_of
from kb.evaluation.pleading import learn_margin, learn_pleas, pleaded
from kb.evaluation.questions import Question, read_questions
from kb.search import SIGNALS, Measured, Model, Searcher, bundled
from kb.search.model import PATH
from kb.store import VIEWS, KnowledgeBase
from kb.words import title_key

Floats = npt.NDArray[np.float64]

_RANKING_PENALTY = 0.002
_DECISION_PENALTY = 0.003
# The share of answerable questions that may be refused.
_FALSE_REFUSALS = 0.025
# Names looked up in each work, and how.
_LOOKUPS = 50
_LOOKED_UP = ("{}", "c'est quoi {} ?", "définition de {}", "comment marche {} ?", "étapes de {}")
_HEAD = """\
# Le modèle de la recherche : le poids de chaque indice pour classer (kb/search/signals.py), puis de chaque motif pour décider si une règle
# répond (kb/answer/deciding.py), et à chaque plaidoyer pour donner un verdict (kb/answer/verdicts.py).
# Appris sur nos propres questions par « make train » ; rien n'est réglé à la main.
"""


@dataclass(frozen=True, slots=True)
class Example:
    """A question measured in one view: which of the candidates answer it, and which are rules."""

    question: Question
    view: str
    measured: Measured
    right: npt.NDArray[np.bool_]
    rules: npt.NDArray[np.bool_]


def examples(base: KnowledgeBase, questions: Iterable[Question]) -> list[Example]:
    """Every question, in every view."""
    searcher = Searcher(base)
    spans: dict[str, list[tuple[int, int]]] = {}
    query = "SELECT n.id, p.first, p.last FROM nodes n JOIN spans p ON p.node = n.node WHERE n.layer = 'texte'"
    for identifier, first, last in base.rows(query):
        spans.setdefault(identifier, []).append((first, last))
    found = []
    for question in questions:
        for view in VIEWS:
            measured = searcher.measured(question.text, question.game, view, intent_of(question.text))
            if measured is not None:
                found.append(_example(question, view, measured, spans))
    return found


def lookups(base: KnowledgeBase) -> list[Example]:
    """Names looked up, a few of each work: whatever bears the name is right."""
    searcher = Searcher(base)
    found = []
    for work in base.work_ids():
        entries = [passage for passage in base.passages(base.all_ids(work)) if passage.title and not passage.redirect]
        for place, passage in enumerate(entries[:: max(1, len(entries) // _LOOKUPS)]):
            text = _LOOKED_UP[place % len(_LOOKED_UP)].format(passage.title[:1].lower() + passage.title[1:])
            measured = searcher.measured(text, work, "both", intent_of(text))
            if measured is not None:
                key = title_key(passage.title)
                titles = {other.id for other in entries if title_key(other.title) == key}
                right = np.array([measured.index.ids[at] in titles for at in measured.candidates])
                rules = np.array([not measured.index.absent[at] for at in measured.candidates])
                question = Question(passage.id, work, "lookup", text, ((1, 1),), None)
                found.append(Example(question, "both", measured, right, rules))
    return found


def _example(question: Question, view: str, measured: Measured, spans: dict[str, list[tuple[int, int]]]) -> Example:
    ids = [measured.index.ids[at] for at in measured.candidates]
    right = [
        any(first <= high and low <= last for first, last in spans.get(identifier, ()) for low, high in question.gold)
        for identifier in ids
    ]
    rules = [not measured.index.absent[at] for at in measured.candidates]
    return Example(question, view, measured, np.array(right), np.array(rules))


def learn_ranking(found: Sequence[Example]) -> tuple[float, ...]:
    """The weight of each signal."""
    used = [example for example in found if (example.right & example.rules).any()]
    signals = np.concatenate([example.measured.signals[example.rules] for example in used]).astype(np.float64)
    right = np.concatenate([example.right[example.rules] for example in used])
    sizes = np.array([int(example.rules.sum()) for example in used])
    starts = np.cumsum(sizes) - sizes
    group = np.repeat(np.arange(len(sizes)), sizes)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = signals @ weights
        odds = np.exp(scores - np.maximum.reduceat(scores, starts)[group])
        odds /= np.add.reduceat(odds, starts)[group]
        good = np.add.reduceat(odds * right, starts)
        gradient = signals.T @ (odds - odds * right / good[group]) / len(sizes)
        value = -np.log(good).mean() + _RANKING_PENALTY * weights @ weights
        return float(value), np.asarray(gradient + 2 * _RANKING_PENALTY * weights)

    return _least(loss, len(SIGNALS))


def learn_decision(found: Sequence[Example], model: Model) -> Model:
    """The model with the weight of each ground, and the threshold that refuses few answerable questions."""
    judged = [replace(example.measured, judged=model.scores(example.measured.signals)) for example in found]
    held = [place for place, measured in enumerate(judged) if measured.best(absent=False) is not None]
    rows = np.array([[*grounds(judged[place]), 1.0] for place in held], dtype=np.float64)
    answerable = np.array([bool(found[place].question.gold) for place in held])
    sign = np.where(answerable, 1.0, -1.0)
    # Half the weight to either class: there are four answerable questions to one that is not.
    weight = np.where(answerable, 0.5 / answerable.sum(), 0.5 / (~answerable).sum())

    def loss(weights: Floats) -> tuple[float, Floats]:
        margin = sign * (rows @ weights)
        value = (weight * np.logaddexp(0, -margin)).sum() + _DECISION_PENALTY * weights[:-1] @ weights[:-1]
        pull = -sign * weight / (1 + np.exp(margin))
        return float(value), np.asarray(rows.T @ pull + 2 * _DECISION_PENALTY * np.append(weights[:-1], 0.0))

    weights = _least(loss, rows.shape[1])
    odds = rows @ np.array(weights)
    confidence = 1 / (1 + np.exp(-odds))
    threshold = float(np.quantile(confidence[answerable], _FALSE_REFUSALS))
    return replace(model, grounds=weights[:-1], bias=weights[-1], threshold=threshold)


def _least(loss: Callable[[Floats], tuple[float, Floats]], size: int) -> tuple[float, ...]:
    found = minimize(loss, np.zeros(size), jac=True, method="L-BFGS-B")
    return tuple(float(weight) for weight in found.x)


def learn(base: KnowledgeBase, questions: Sequence[Question]) -> Model:
    """The whole model: names looked up teach to rank and to decide too."""
    taught = [*examples(base, questions), *lookups(base)]
    model = learn_decision(taught, replace(bundled(), weights=learn_ranking(taught)))
    model = replace(model, pleas=learn_pleas(list(pleaded(base))))
    return replace(model, margin=learn_margin(base, questions, model))


def told(model: Model) -> str:
    """The model as its file."""
    lines = [_HEAD, "[ranking]"]
    lines += [f"{name} = {weight:.3f}" for name, weight in zip(SIGNALS, model.weights, strict=True)]
    lines += [
        "",
        "[decision]",
        f"bias = {model.bias:.3f}",
        f"threshold = {model.threshold:.3f}",
        "",
        "[decision.grounds]",
    ]
    lines += [f"{name} = {weight:.3f}" for name, weight in zip(GROUNDS, model.grounds, strict=True)]
    lines += [
        "",
        "[verdict]",
        f"margin = {model.margin:.3f}",
        "",
        "[verdict.pleas]",
    ]
    lines += [f"{name} = {weight:.3f}" for name, weight in zip(PLEAS, model.pleas, strict=True)]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Learn, and write the model's file."""
    base, *questions = arguments
    opened = KnowledgeBase(Path(base))
    asked = read_questions(map(Path, questions))
    PATH.write_text(told(learn(opened, asked)), encoding="utf-8")
    sys.stdout.write(f"{len(asked)} questions ; {PATH} écrit\n")


if __name__ == "__main__":
    main(sys.argv[1:])
