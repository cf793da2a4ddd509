"""What each part brings: the questions written beside the rules, and each feature of ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import mul

from kb.answer import Answerer
from kb.evaluation import Outcome, Question, run
from kb.evaluation.measures import overall
from kb.search import FEATURES
from kb.store import KnowledgeBase
from tests.bench.accuracy import documents, quality
from tests.bench.engines import fts5_stems
from tests.bench.page import Block, Table, count, percent, share, text
from tests.bench.run import Bench
from tests.bench.training import Example, examples, learn_ranking

_MEASURES = ("hit@1", "hit@5", "MRR@10", "refus : rappel", "refus à tort")
_NO_TEXTS = "Non mesuré : il faut les publications."
_BANK = """Comment : les œuvres indexées avec les premières questions de chaque règle, celles des sujets absents gardées, les poids étant
ceux qui sont livrés ; `arbitre ask` sur `held`, le jeu donné. C'est ce que rencontre un livre dont l'auteur écrit peu de questions. Dernière
colonne : FTS5 sur les racines, qui reçoit les mêmes champs ; ce qui l'en sépare est ce que le moteur apporte."""
_FEATURES = """Comment : les poids appris de nouveau sur `dev` sans l'indice nommé, les mêmes candidats reclassés ; sur `held`, précis et
publication ensemble."""


def bank(bench: Bench) -> Iterator[Block]:
    """Held-out figures by the number of questions a rule."""
    asked = _measurable(bench, "held")
    if not asked:
        yield _NO_TEXTS
        return
    bases = {str(kept): base for kept, base in bench.thin.items()} | {"toutes": bench.base}
    rows = [(kept, *_figures(base, asked)) for kept, base in bases.items()]
    units = (count, share, share, share, percent, percent, share)
    head = ("en tout", *_MEASURES, "FTS5, racines : MRR@10")
    yield Table((("questions par règle", text), *zip(head, units, strict=True)), rows)
    yield _BANK


def _measurable(bench: Bench, part: str) -> list[Question]:
    return [question for question in bench.questions(part) if question.game in bench.measurable]


def _figures(base: KnowledgeBase, asked: Sequence[Question]) -> tuple[float | None, ...]:
    found = dict(overall(run(Answerer(base), asked, "both")).measures)
    searches = {game: fts5_stems(documents(base.path, game)) for game in {question.game for question in asked}}
    theirs = quality(base, asked, lambda question: searches[question.game](question.text))
    written = base.rows("SELECT count(*) FROM questions", ())[0][0]
    return written, *(found[name].mean if name in found else None for name in _MEASURES), theirs["MRR@10"].mean


def features(bench: Bench) -> Iterator[Block]:
    """Held-out ranking with each feature left out in its turn, the others' weights learnt anew."""
    taught, held = (
        [example for example in examples(bench.base, _measurable(bench, part), thin=False) if any(example.right)]
        for part in ("dev", "held")
    )
    if not taught or not held:
        yield _NO_TEXTS
        return
    rows = []
    for name in ("", *FEATURES):
        weights = learn_ranking([_without(name, example) for example in taught])
        ranks = [
            _rank(_without(name, example), tuple(weights.values())) for example in held if example.found.view == "both"
        ]
        outcomes = [
            Outcome(example.question, (rank,), refused=False, verdict=None, first=None) for example, rank in ranks
        ]
        found = dict(overall(outcomes).measures)
        rows.append((f"sans `{name}`" if name else "tous les indices", found["hit@1"].mean, found["MRR@10"]))
    whole = rows[0][2].mean
    shown = [(name, first, mrr, mrr.mean - whole) for name, first, mrr in rows]
    yield Table((("indices", text), ("hit@1", share), ("MRR@10 [95 %]", share), ("écart (MRR)", share)), shown)
    yield _FEATURES


def _without(name: str, example: Example) -> Example:
    """The same, a feature being nothing for every candidate."""
    kept = [feature != name for feature in FEATURES]
    candidates = (replace(one, features=tuple(map(mul, one.features, kept))) for one in example.found.candidates)
    return replace(example, found=replace(example.found, candidates=tuple(candidates)))


def _rank(example: Example, weights: Sequence[float]) -> tuple[Example, int]:
    """The rank of the first candidate that answers."""
    scores = [sum(map(mul, weights, one.features)) for one in example.found.candidates]
    best = max(score for score, right in zip(scores, example.right, strict=True) if right)
    return example, 1 + sum(score > best for score in scores)
