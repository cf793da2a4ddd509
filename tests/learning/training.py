"""Learn `kb/search/model.toml` on question sets of our own: `python -m tests.learning.training TEXTS QUESTIONS.jsonl…` (`make train`).

Small linear models, each with a penalty that keeps its weights small: one ranks the candidates of a question (the answer should come
first of them: softmax over the candidates), two decide whether a rule answers, in a work without questions and in one with a full bank
(logistic), one gives verdicts, one gives values. They are learnt over banks of several densities, so that they hold for anybody's own
book. The same data give the same weights.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from kb.answer import REFUSAL_EVIDENCE, VERDICT_EVIDENCE, is_closed, refusal_evidence, verdict_evidence
from kb.answer.question.query import Names
from kb.answer.ruling.likely_slots import LikelySlots
from kb.answer.ruling.quantities import VALUE_EVIDENCE, Valued, Valuer
from kb.answer.ruling.resolver import Resolver
from kb.answer.ruling.slot_odds import CONDITION_EVIDENCE, FIGURE_EVIDENCE, SlotOdds, conditions_of
from kb.answer.verdict.by_questions import Sources, sources_of
from kb.evaluation import JudgedQuestion, read_questions
from kb.policy import Quantity
from kb.search import (
    FEATURES,
    Candidate,
    Found,
    Linear,
    Model,
    Searcher,
    Utterance,
    bundled,
    denied_apart,
    in_full,
    in_plain_figures,
    slots_of,
)
from kb.search.model import PATH, THIN, bank_share
from kb.store import KnowledgeBase, View
from tests.bench.run import THIN as THIN_BANKS
from tests.bench.run import WHOLE, thinned_bases
from tests.bench.sums import is_value, meant

Floats = npt.NDArray[np.float64]

_VIEWS: tuple[View, ...] = ("both", "precis")
_RANKING_PENALTY, _REFUSAL_PENALTY, _VERDICT_PENALTY = 0.002, 0.0005, 0.01
_VALUE_PENALTY, _SLOT_PENALTY = 0.0003, 0.0001
# The share of answerable questions that may be refused: with a full bank, with the barest, and with those about as thin as `THIN`.
_FALSE_REFUSALS = {"full": 0.007, "bare": 0.022, "thin": 0.025}
# The share of the verdicts given, and of the values that are not named, that must be right on the questions that choose each threshold.
_RIGHT = 0.95
_VALUES = Path("tests/questions/sommes/dev")
_HEAD = """\
# Le modèle de la recherche, appris sur nos propres questions par « make train » ; rien n'est réglé à la main.
# Le poids de chaque indice pour classer (kb/search/ranking.py), puis pour dire si une règle répond (kb/answer/question/refusal.py),
# dans une œuvre sans questions et dans une œuvre qui en a beaucoup, pour donner un verdict (kb/answer/verdict/by_questions.py), enfin la
# valeur d'une question qui ressemble à celles qui la demandent (kb/answer/ruling/quantities.py), et pour elle la place de chacun de ses
# chiffres, la valeur de chaque condition (kb/answer/ruling/slot_odds.py).
"""


@dataclass(frozen=True, slots=True)
class Example:
    """A question compared with a work, and which of the candidates answer it."""

    question: JudgedQuestion
    asked: str
    thin: bool
    found: Found
    right: tuple[bool, ...]


def examples(base: KnowledgeBase, questions: Iterable[JudgedQuestion], *, thin: bool) -> Iterator[Example]:
    """Every question, in the views that have different words."""
    searcher = Searcher(base)
    names = Names(searcher)
    query = "SELECT id, spans FROM nodes WHERE layer = 'texte'"
    spans: dict[str, list[tuple[int, int]]] = {one: json.loads(lines) for one, lines in base.rows(query)}
    for question in questions:
        said = names.read(question.text, question.game)
        for view in _VIEWS:
            found = searcher.find(said.text, question.game, view, said.mode)
            right = tuple(
                any(a <= high and low <= b for a, b in spans.get(one.row.id, ()) for low, high in question.gold)
                for one in found.candidates
            )
            yield Example(question, said.text, thin, found, right)


def learn_ranking(taught: Sequence[Example]) -> dict[str, float]:
    """The weight of each feature."""
    choices = [
        ([one.features for one in example.found.candidates], example.right) for example in taught if any(example.right)
    ]
    return _softmax(FEATURES, choices, _RANKING_PENALTY)


def _softmax(
    features: Sequence[str], choices: Sequence[tuple[Sequence[Sequence[float]], Sequence[bool]]], penalty: float
) -> dict[str, float]:
    """The weights under which, of the things that each choice is between, those that are right have the most of the odds."""
    rows = np.array([row for things, _right in choices for row in things])
    right = np.array([good for _things, goods in choices for good in goods], dtype=np.float64)
    sizes = np.array([len(goods) for _things, goods in choices])
    starts = np.cumsum(sizes) - sizes
    group = np.repeat(np.arange(len(sizes)), sizes)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = rows @ weights
        odds = np.exp(scores - np.maximum.reduceat(scores, starts)[group])
        odds /= np.add.reduceat(odds, starts)[group]
        good = np.add.reduceat(odds * right, starts)
        gradient = rows.T @ (odds - odds * right / good[group]) / len(sizes)
        value = -np.log(good).mean() + penalty * weights @ weights
        return float(value), np.asarray(gradient + 2 * penalty * weights)

    return dict(zip(features, map(float, _least(loss, len(features))), strict=True))


def rescored(found: Found, model: Model) -> Found:
    """The candidates scored by another model."""

    def ranked(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
        scored = [replace(one, score=model.score(one.features)) for one in candidates]
        return tuple(sorted(scored, key=lambda one: -one.score))

    return replace(found, candidates=ranked(found.candidates), absents=ranked(found.absents))


def learn_refusal(taught: Sequence[Example], model: Model) -> Model:
    """The model with the weights of refusal, a column for a work without questions and one for a full bank, and their thresholds."""
    held = [(one, rescored(one.found, model)) for one in taught if one.found.candidates]
    features = np.array([[*refusal_evidence(found), 1.0] for _one, found in held])
    share = np.array([bank_share(found.density) for _one, found in held])[:, None]
    rows = np.hstack([features * (1 - share), features * share])
    answerable = np.array([bool(one.question.gold) for one, _found in held])
    # Half the weight to either class: there are four answerable questions to one that is not.
    weight = np.where(answerable, 0.5 / answerable.sum(), 0.5 / (~answerable).sum())
    size = features.shape[1]
    penalty = np.full(2 * size, _REFUSAL_PENALTY)
    penalty[[size - 1, -1]] = 0.0
    weights = logistic(np.where(answerable, 1.0, -1.0)[:, None] * rows, weight, penalty)
    odds = rows @ weights
    thin = np.array([one.thin for one, _found in held])
    density = np.array([found.density for _one, found in held])
    about = (density > THIN / 2) & (density < THIN * 2) & thin
    among = {"bare": density == density.min(), "thin": about, "full": ~thin}
    thresholds = {name: float(np.quantile(odds[answerable & of], _FALSE_REFUSALS[name])) for name, of in among.items()}

    def part(name: str, column: Floats) -> Linear:
        named = dict(zip(REFUSAL_EVIDENCE, map(float, column[:-1]), strict=True))
        return Linear(named, float(column[-1]), thresholds[name])

    bare, full = part("bare", weights[:size]), part("full", weights[size:])
    return replace(model, bare=bare, full=full, thin=thresholds["thin"])


def learn_verdict(base: KnowledgeBase, players: Sequence[Example], model: Model) -> Linear:
    """The weights of a verdict, and the threshold from which verdicts are right often enough on questions of players."""
    judged = list(_by_players(base, players, model))
    told = np.array([features * verdict for features, verdict in judged])
    spread = told.std(axis=0) + 1e-9
    weights = logistic(told / spread, 1 / len(told), _VERDICT_PENALTY) / spread
    odds = [(float(features @ weights), verdict) for features, verdict in judged]
    threshold = _threshold(((abs(margin), margin * verdict > 0) for margin, verdict in odds), _RIGHT)
    return Linear(dict(zip(VERDICT_EVIDENCE, map(float, weights), strict=True)), 0.0, threshold)


def _threshold(margins: Iterable[tuple[float, bool]], share: float) -> float:
    """The margin from which such a share of answers is right."""
    threshold, right = 0.0, 0
    for count, (margin, good) in enumerate(sorted(margins, reverse=True), 1):
        right += good
        if right >= share * count:
            threshold = margin
    return threshold


def learn_slots(base: KnowledgeBase) -> tuple[dict[str, float], dict[str, float]]:
    """The weights of what a figure is, and of whether a condition holds, on questions whose requests are known."""
    figures: list[tuple[list[Sequence[float]], list[bool]]] = []
    conditions: list[tuple[list[Sequence[float]], list[bool]]] = []
    for quantity, slots, text, request in _requests(base):
        for figure, slot in slots_of(text, request, quantity):
            _add(figures, slots.evidence_of_figure(figure), slot)
        for one in conditions_of(quantity):
            _add(conditions, slots.evidence_of_condition(one), request["context"].get(one.name, one.default))
    return _softmax(FIGURE_EVIDENCE, figures, _SLOT_PENALTY), _softmax(CONDITION_EVIDENCE, conditions, _SLOT_PENALTY)


def _add(
    choices: list[tuple[list[Sequence[float]], list[bool]]], evidence: Mapping[Any, Sequence[float]], right: object
) -> None:
    """One choice more, where there is one and what is right is of it."""
    if len(evidence) > 1 and right in evidence:
        choices.append(([*evidence.values()], [thing == right for thing in evidence]))


def _requests(base: KnowledgeBase) -> Iterator[tuple[Quantity, LikelySlots, str, Mapping[str, Any]]]:
    """Each question of figures as one of its own quantity, its text in plain figures, and its request."""
    resolver, searcher = Resolver(base), Searcher(base)
    for file in sorted(_VALUES.glob("*.tsv")):
        engine, analyzer = resolver.precedence(file.stem), searcher.analyzer(file.stem)
        quantities = {one.id: one for one in engine.policy.quantities}
        odds = SlotOdds(base.examples(file.stem), quantities)
        for question, request, _wanted in meant(engine, file):
            text = in_plain_figures(in_full(question), analyzer)
            quantity = quantities[request["quantity"]]
            utterance = Utterance(denied_apart(text), analyzer)
            yield quantity, LikelySlots(text, utterance, quantity, analyzer, odds), text, request


def learn_value(base: KnowledgeBase) -> Linear:
    """The weights of a value that a question is like those that ask for, and the threshold from which values are right often enough."""
    read = [(named, readings) for named, readings in _by_figures(base) if readings]
    rows = np.array([[*evidence, 1.0] for _named, readings in read for evidence, _right in readings])
    right = np.array([1.0 if good else -1.0 for _named, readings in read for _evidence, good in readings])
    spread = np.append(rows[:, :-1].std(axis=0) + 1e-9, 1.0)
    weights = logistic(right[:, None] * rows / spread, 1 / len(rows), _VALUE_PENALTY) / spread
    first = (
        max((float([*evidence, 1.0] @ weights), good) for evidence, good in readings)
        for named, readings in read
        if not named
    )
    *features, bias = map(float, weights)
    return Linear(dict(zip(VALUE_EVIDENCE, features, strict=True)), bias, _threshold(first, _RIGHT))


def _by_figures(base: KnowledgeBase) -> Iterator[tuple[bool, list[tuple[tuple[float, ...], bool]]]]:
    """The readings of each question of figures: what tells how surely each is meant, and whether it comes to the right value.

    And whether it names its value, and none of them is needed.
    """
    resolver, searcher = Resolver(base), Searcher(base)
    for file in sorted(_VALUES.glob("*.tsv")):
        engine = resolver.precedence(file.stem)
        valuer = Valuer(engine, base, searcher.analyzer(file.stem))
        for question, _request, wanted in meant(engine, file):
            asked = in_full(question)
            nearest = [one.row.id for one in searcher.find(asked, file.stem, "both").candidates]
            text, utterance = valuer.read(asked)
            named = isinstance(valuer.by_names(text, utterance, nearest), Valued)
            readings = valuer.readings(text, utterance)
            yield named, [(one.evidence, is_value(one.value.value, wanted)) for one in readings]


def _by_players(base: KnowledgeBase, players: Iterable[Example], model: Model) -> Iterator[tuple[Floats, int]]:
    searcher = Searcher(base)
    for example in players:
        if example.question.yesno is None or not is_closed(example.asked):
            continue
        analyzer = searcher.analyzer(example.question.game)
        sources = sources_of(base, rescored(example.found, model), example.asked, analyzer)
        if sources.near:
            yield np.array(verdict_evidence(sources)), _side(example.question.yesno, sources)


def _side(verdict: str, sources: Sources) -> int:
    """1 when what is asked is so, were it not denied, else -1."""
    return 1 if (verdict == "oui") != sources.turned else -1


def logistic(told: Floats, counts: Floats | float, penalty: Floats | float) -> Floats:
    """The weights under which most rows add up to more than 0, by how much each row counts; a penalty keeps each weight small."""

    def loss(weights: Floats) -> tuple[float, Floats]:
        margin = told @ weights
        value = (counts * np.logaddexp(0, -margin)).sum() + (penalty * weights) @ weights
        return float(value), np.asarray(told.T @ (-counts / (1 + np.exp(margin))) + 2 * penalty * weights)

    return _least(loss, told.shape[1])


def _least(loss: Callable[[Floats], tuple[float, Floats]], size: int) -> Floats:
    return np.asarray(minimize(loss, np.zeros(size), jac=True, method="L-BFGS-B").x)


def written(model: Model) -> str:
    """The model as its file."""
    parts = {"ranking": model.ranking}
    for name, part in (("bare", model.bare), ("full", model.full), ("verdict", model.verdict), ("value", model.value)):
        parts[name] = {**part.weights, "bias": part.bias, "threshold": part.threshold}
        if name == "full":
            parts["thin"] = {"threshold": model.thin}
    parts |= {"figure": model.figure, "condition": model.condition}
    sections = (
        "\n".join([f"[{name}]", *(f"{key} = {value:.3f}" for key, value in part.items())])
        for name, part in parts.items()
    )
    return "\n".join((_HEAD, "\n\n".join(sections), ""))


def learn(texts: Sequence[Path], questions: Sequence[JudgedQuestion], folder: Path) -> Model:
    """The whole model."""
    taught: list[Example] = []
    model, players, full = bundled(), [], None
    for bank, base in thinned_bases(texts, folder, (WHOLE, *THIN_BANKS)):
        made = list(examples(base, questions, thin=bank != WHOLE))
        taught += made
        if bank == WHOLE:
            full, players = base, [example for example in made if example.found.view == "both"]
    if full is None:
        raise ValueError("no base has the whole bank")
    model = replace(model, ranking=learn_ranking(taught))
    model = learn_refusal(taught, model)
    model = replace(model, verdict=learn_verdict(full, players, model))
    return with_values(full, model)


def with_values(base: KnowledgeBase, model: Model) -> Model:
    """The model with the weights of values: of what each figure is, then, figures being read so, of which value is meant."""
    figure, condition = learn_slots(base)
    model = replace(model, figure=figure, condition=condition)
    # Figures are read by the model of the file: it must hold these weights before values are read with them.
    PATH.write_text(written(model), encoding="utf-8")
    bundled.cache_clear()
    return replace(model, value=learn_value(base))


def main(arguments: Sequence[str]) -> None:
    """Learn, and write the model's file."""
    texts, *questions = map(Path, arguments)
    asked = read_questions(questions)
    with tempfile.TemporaryDirectory() as folder:
        PATH.write_text(written(learn([texts], asked, Path(folder))), encoding="utf-8")
    sys.stdout.write(f"{len(asked)} questions ; {PATH} écrit\n")


if __name__ == "__main__":
    main(sys.argv[1:])
