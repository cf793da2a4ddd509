"""Answers and search beside other engines: the same passages, the same questions, their game given, in one run."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import get_args

from kb.answer import Answerer
from kb.evaluation import DEPTH, JudgedQuestion, Measure, Outcome, overall, ranks_of, run
from kb.store import KnowledgeBase, View
from tests.bench.engines import ENGINES, Document, fts5
from tests.bench.page import Block, Table, count, milliseconds, percent, ratio, seconds, share, text, times
from tests.bench.run import Bank, Bench
from tests.bench.speed import side_by_side

ASK, SEARCH = "arbitre ask", "arbitre search"
# Gives the ids that a question finds in its game, best first.
Finder = Callable[[JudgedQuestion], list[str]]

NO_TEXTS = "Non mesurée : les lignes qui répondent sont celles des publications, et la base n'en contient aucune."
_SETS = (("held", "Questions mises de côté"), ("dev", "Questions d'apprentissage"))
_LAYERS: dict[View, str] = {"both": "précis et publication", "precis": "précis seul", "texte": "publication seule"}
_ANSWERS = """Comment : `arbitre ask`, le jeu donné. Une question sans réponse dans le livre doit être refusée (F1) ; « à tort » compte les
refus des autres. Un oui ou non est compté juste parmi ceux qui sont donnés, « donné » parmi les questions qui en attendent un."""
_QUALITY = """Comment : mêmes passages, mêmes questions, le jeu donné à tous ; un passage est bon si ses lignes dans la publication touchent
celles qui répondent. Une question sans réponse n'est pas comptée. Mêmes champs : les autres reçoivent aussi le précis de chaque règle, ses
noms et toutes les questions écrites à côté. La publication seule : ni précis ni question, pour personne. Nos poids sont appris sur `dev`,
où les réglages des autres ont été choisis aussi ; `held` ne sert qu'à mesurer."""
_SPEED = """Comment : {count} questions de `dev` l'une après l'autre, dans un même processus, jeu donné, les moteurs à tour de rôle, sur les
mêmes champs ; de chacun, le tour dont la médiane est la plus basse. À côté : Arbitre rend des passages entiers, leurs raisons et, pour
`ask`, la réponse citée ; les autres ne rendent que des identifiants. Indexer : une table par jeu ; chez nous, l'index est dans la base,
compté avec la construction."""
_PUBLICATION = """
SELECT DISTINCT n.id, n.title, n.path, n.text FROM documents AS d JOIN nodes AS n ON n.id = d.id AND n.layer = 'texte'
WHERE d.work = ? AND d.absent = '' ORDER BY n.place
"""
_NAMES = "SELECT id, group_concat(name, ' ') FROM names WHERE work = ? AND role = 'alias' GROUP BY id"
_PRECIS = "SELECT id, text FROM nodes WHERE work = ? AND layer = 'precis'"


def documents(base: Path, work: str, *, whole: bool = True) -> list[Document]:
    """The passages of a work that search looks at: title, path and text as published; with its names, précis and questions if `whole`."""
    with closing(sqlite3.connect(base)) as connection:
        rows = connection.execute(_PUBLICATION, (work,)).fetchall()
        names, precis = (dict(connection.execute(query, (work,))) if whole else {} for query in (_NAMES, _PRECIS))
    written = KnowledgeBase(base).questions(work) if whole else {}
    questions = {rule: " ".join(question for question, _verdict in asked) for rule, asked in written.items()}
    return [
        Document(
            identifier,
            f"{title} {' '.join(json.loads(path)[1:])} {names.get(identifier, '')}",
            f"{printed} {precis.get(identifier, '')} {questions.get(identifier, '')}",
        )
        for identifier, title, path, printed in rows
    ]


def answers(bench: Bench) -> Iterator[Block]:
    """What `ask` answers on each question set, in each layer."""
    names = ("hit@1", "hit@5", "MRR@10", "refus : F1", "refus à tort", "verdict : justesse", "verdict : donné")
    rows = []
    for part, _told in _SETS:
        asked = bench.answerable(part)
        for view in get_args(View):
            found = dict(overall(run(bench.answerer, asked, view)).measures) if asked else {}
            if found:
                figures = (found[name] if name == "MRR@10" else found[name].mean for name in names)
                rows.append((f"`{part}`, {_LAYERS[view]}", len(asked), *figures))
    columns = [("questions, couche", text), ("combien", count), *((name, _unit(name)) for name in names)]
    yield Table(columns, rows) if rows else NO_TEXTS
    yield _ANSWERS


def _unit(name: str) -> Callable[..., str]:
    return percent if name == "refus à tort" else share


def rivals(bench: Bench) -> Iterator[Block]:
    """Quality on the same fields, quality on the publication alone, then times."""
    if not any(bench.answerable(part) for part, _told in _SETS):
        yield NO_TEXTS
        return
    whole, indexing = _made(bench, whole=True)
    yield from _quality(bench, "les mêmes champs pour tous", ours(bench.base, "both") | whole)
    printed, _spent = _made(bench, whole=False)
    yield from _quality(bench, "la publication seule", ours(bench.thin[Bank(0)], "texte") | printed)
    yield _QUALITY
    yield Table((("moteur", text), ("réglage", text)), [(engine.name, engine.setting) for engine in ENGINES])
    yield from _speed(bench, ours(bench.base, "both") | whole, indexing)


def _made(bench: Bench, *, whole: bool) -> tuple[dict[str, Finder], dict[str, float]]:
    """Each engine with one index a game, and how long that took it."""
    passages = {game: documents(bench.path, game, whole=whole) for game in bench.measurable}
    finders: dict[str, Finder] = {}
    indexing: dict[str, float] = {}
    for engine in ENGINES:
        started = time.perf_counter()
        searches = {game: engine.make(found) for game, found in passages.items()}
        indexing[engine.name] = time.perf_counter() - started
        finders[engine.name] = lambda question, searches=searches: searches[question.game](question.text)  # type: ignore[misc]
    return finders, indexing


def ours(base: KnowledgeBase, view: View) -> dict[str, Finder]:
    """What finds the ids of a layer here, by the command that gives them."""
    answerer = Answerer(base)

    def ask(question: JudgedQuestion) -> list[str]:
        return [passage.id for passage in answerer.ask(question.text, question.game, DEPTH, view).passages]

    def search(question: JudgedQuestion) -> list[str]:
        found = answerer.search(question.text, question.game, None, DEPTH, 0, view)
        return [passage.id for passage in found.results]

    return {ASK: ask, SEARCH: search}


def quality(base: KnowledgeBase, questions: Sequence[JudgedQuestion], finder: Finder) -> dict[str, Measure]:
    """The measures of what finds ids: it never says yes or no."""
    found = ((question, finder(question)) for question in questions)
    return dict(
        overall([Outcome(asked, ranks_of(base, asked, ids), not ids, None, None) for asked, ids in found]).measures
    )


def _quality(bench: Bench, fields: str, finders: Mapping[str, Finder]) -> Iterator[Block]:
    for part, told in _SETS:
        asked = bench.answerable(part)
        found = {name: quality(bench.base, asked, finder) for name, finder in finders.items()} if asked else {}
        if found:
            yield f"### {told} (`{part}`), {fields}"
            ours = found[SEARCH]["MRR@10"].mean
            best = [(name, one["hit@1"].mean, one["hit@5"].mean, one["MRR@10"]) for name, one in found.items()]
            rows = [(*row, ratio(row[-1].mean, ours)) for row in best]
            head = (("moteur", text), ("hit@1", share), ("hit@5", share), ("MRR@10 [95 %]", share))
            yield Table((*head, ("rapport (MRR)", times)), rows)


def _speed(bench: Bench, finders: dict[str, Finder], indexing: Mapping[str, float]) -> Iterator[Block]:
    asked = bench.answerable("dev")
    every = fts5([passage for game in sorted(bench.measurable) for passage in documents(bench.path, game)])
    alone: dict[str, Finder] = {"FTS5, tous les jeux en une table": lambda question: every(question.text)}
    speeds = side_by_side(finders | alone, asked, bench.rounds(3))
    rows = [(name, p50, p99, ratio(p50, speeds[SEARCH][0]), indexing.get(name)) for name, (p50, p99) in speeds.items()]
    yield "### Vitesse"
    head = (("moteur", text), ("p50", milliseconds), ("p99", milliseconds), ("rapport (p50)", times))
    yield Table((*head, ("indexer", seconds)), rows)
    yield _SPEED.format(count=len(asked))
