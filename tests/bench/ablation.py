"""What each part brings: the questions of the rules, and each feature of ranking."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from operator import mul
from statistics import mean

from kb.answer import Answerer
from kb.evaluation import JudgedQuestion, overall, run
from kb.search import FEATURES
from kb.store import KnowledgeBase
from tests.bench.accuracy import documents, quality
from tests.bench.engines import fts5_stems
from tests.bench.page import Block, Table, count, percent, share, text
from tests.bench.run import Bank, Bench
from tests.learning.training import Example, examples, learn_ranking

_MEASURES = ("hit@1", "hit@5", "MRR@10", "refus : rappel", "refus à tort")
_NO_TEXTS = "Non mesuré : il faut les publications."
_THIN = Bank(4)
_UNEVEN = "{}, une règle sur deux"
_BANK = """Comment : les œuvres indexées avec les premières questions de chaque règle, celles des sujets absents gardées, avec les poids qui
sont livrés ; `arbitre ask` sur `held`, le jeu donné. C'est ce que rencontre un livre dont l'auteur écrit peu de questions, ou n'en
écrit pour l'instant qu'à côté d'une règle sur deux. Dernière colonne : FTS5 sur les racines, qui
reçoit les mêmes champs ; ce qui l'en sépare est ce que le moteur apporte."""
_FEATURES = """Comment : les poids appris de nouveau sur `dev`, les deux banques ensemble, sans l'indice nommé, et les mêmes candidats
reclassés ; MRR sur les questions de `held` dont un candidat répond, précis et publication ensemble."""


def bank(bench: Bench) -> Iterator[Block]:
    """Held-out figures by the number of questions a rule."""
    asked = bench.answerable("held")
    if not asked:
        yield _NO_TEXTS
        return
    thin = {str(bank.each) if bank.every == 1 else _UNEVEN.format(bank.each): base for bank, base in bench.thin.items()}
    bases = {**thin, "toutes": bench.base}
    rows = [(kept, *_figures(base, asked)) for kept, base in bases.items()]
    units = (count, share, share, share, percent, percent, share)
    head = ("en tout", *_MEASURES, "FTS5, racines : MRR@10")
    yield Table((("questions par règle", text), *zip(head, units, strict=True)), rows)
    yield _BANK


def _figures(base: KnowledgeBase, asked: Sequence[JudgedQuestion]) -> tuple[float | None, ...]:
    found = dict(overall(run(Answerer(base), asked, "both")).measures)
    searches = {game: fts5_stems(documents(base.path, game)) for game in {question.game for question in asked}}
    theirs = quality(base, asked, lambda question: searches[question.game](question.text))
    written = sum(len(asked) for work in base.work_ids() for asked in base.questions(work).values())
    return written, *(found[name].mean if name in found else None for name in _MEASURES), theirs["MRR@10"].mean


def features(bench: Bench) -> Iterator[Block]:
    """Held-out ranking with each feature left out in its turn, the others' weights learnt anew, on a full bank and on a thin one."""
    if not bench.measurable:
        yield _NO_TEXTS
        return
    bases = (bench.base, bench.thin[_THIN])
    taught = [example for base in bases for example in _examples(base, bench.answerable("dev"))]
    held = [[one for one in _examples(base, bench.answerable("held")) if one.found.view == "both"] for base in bases]
    rows: list[tuple[str | float, ...]] = []
    whole: tuple[float, ...] = ()
    for name in ("", *FEATURES):
        weights = tuple(learn_ranking([_without(name, example) for example in taught]).values())
        found = [mean([1 / _rank(_without(name, one), weights) for one in examples]) for examples in held]
        whole = whole or tuple(found)
        beside = chain(*((mrr, mrr - best) for mrr, best in zip(found, whole, strict=True)))
        rows.append((f"sans `{name}`" if name else "tous", *beside))
    columns = [(name, share) for name in ("MRR, banque entière", "écart", "quatre questions par règle", "écart")]
    yield Table((("indices", text), *columns), rows)
    yield _FEATURES


def _examples(base: KnowledgeBase, asked: Sequence[JudgedQuestion]) -> list[Example]:
    """The questions of which a candidate answers."""
    return [example for example in examples(base, asked, thin=False) if any(example.right)]


def _without(name: str, example: Example) -> Example:
    """The same, a feature being nothing for every candidate."""
    kept = [feature != name for feature in FEATURES]
    candidates = (replace(one, features=tuple(map(mul, one.features, kept))) for one in example.found.candidates)
    return replace(example, found=replace(example.found, candidates=tuple(candidates)))


def _rank(example: Example, weights: Sequence[float]) -> int:
    """The rank of the first candidate that answers."""
    scores = [float(sum(map(mul, weights, one.features))) for one in example.found.candidates]
    best = max(score for score, right in zip(scores, example.right, strict=True) if right)
    return 1 + len([score for score in scores if score > best])
