"""Search finds by id, number, title and words, says why, and never breaks on a query."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from kb.answer import Answerer
from kb.build import assemble
from kb.model import Status
from kb.reading.corpus import read_corpus
from kb.search import Searcher
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.bases import write_base

# Beside how many of its questions each rule stands that has some, and how often the rule that has none is first for one of its own.
_EACH, _FOUND = 8, 0.5


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("35.3", "runewars/35.3"),
        ("runewars/35.3", "runewars/35.3"),
        ("Déplacement", "runewars/35"),
        ("deplacement", "runewars/35"),
        ("35", "runewars/35"),
    ],
)
def test_an_exact_id_number_or_title_comes_first(answerer: Answerer, query: str, first: str) -> None:
    assert answerer.search(query, "runewars").results[0].id == first


def test_a_query_may_be_narrowed_to_a_kind(answerer: Answerer) -> None:
    results = answerer.search("moral", "runewars", kind="definition").results
    assert results
    assert {scored.kind for scored in results} == {"definition"}


def test_a_replaced_text_is_never_found(answerer: Answerer) -> None:
    for query in ("menace rang partiel", "exposé ligne de vue", "reformation obstacle"):
        statuses = {scored.status for scored in answerer.search(query, "runewars", limit=50).results}
        assert statuses
        assert Status.SUPERSEDED not in statuses


def test_every_hit_says_why(answerer: Answerer) -> None:
    results = answerer.search("pion paniqué en percutant", "runewars").results
    assert results
    assert all(scored.why for scored in results)
    assert [scored.score for scored in results] == sorted((scored.score or 0 for scored in results), reverse=True)


@pytest.mark.parametrize("game", ["runewars", None])
def test_pages_cut_one_ranking_of_which_each_hit_says_why(answerer: Answerer, game: str | None) -> None:
    whole = answerer.search("pion paniqué en percutant un obstacle", game, limit=80)
    pages = [
        answerer.search("pion paniqué en percutant un obstacle", game, limit=8, offset=at) for at in range(0, 80, 8)
    ]
    assert [one for page in pages for one in page.results] == list(whole.results)
    assert {page.total for page in pages} == {whole.total}
    assert all(one.why for one in whole.results)


def test_a_redirect_gives_way_to_its_target(answerer: Answerer) -> None:
    assert answerer.ask("Désengagement", "runewars").passages[0].id == "runewars/77"


def test_exceptions_are_what_limits_the_answer_and_not_what_it_limits(answerer: Answerer, base: KnowledgeBase) -> None:
    limited = answerer.ask("26.1", "runewars")
    assert limited.passages[0].id == "runewars/26.1"
    types = {link.relation for link in limited.exceptions}
    assert types
    assert types <= {"excepts", "overrides", "contradicts", "amends"}
    incoming = {edge.id for edge in base.edges("runewars/26.1", incoming=True) if edge.type in {"excepts", "overrides"}}
    assert incoming - {"runewars/26.1#1"} <= {link.id for link in limited.exceptions}


def test_of_one_rule_in_several_modes_the_default_one_comes_first(answerer: Answerer) -> None:
    question = "que fait l'arc aspic ?"
    assert answerer.ask(question, "t9a").passages[0].id == "t9a/listes/dynasties-immortelles/arc-aspic"
    named = answerer.ask(question, "t9a", mode="base").passages[0]
    assert named.id == "t9a/patrouilles/dynasties-immortelles/arc-aspic"


@pytest.mark.parametrize("question", ["xyzzy plugh", "🎲", "?!"])
def test_a_question_without_any_known_word_is_not_answered_and_told_why(answerer: Answerer, question: str) -> None:
    answer = answerer.ask(question, "runewars")
    assert (answer.answerable, answer.reason) == (False, "aucun mot de cette question n'est dans ce livre")
    assert answer.answer.quotes == ()


def test_a_rule_without_questions_is_found_beside_those_that_have_some(tmp_path: Path) -> None:
    corpus = data_dir("corpus")
    book, _findings = assemble(read_corpus(corpus / "warmachine"), corpus / "warmachine", corpus / "lexicon")
    rules = list(dict.fromkeys(one.provision for one in book.questions if "/?" not in one.provision))
    bare, seen = {*rules[::2]}, Counter[str]()
    kept = []
    for one in book.questions:
        seen[one.provision] += 1
        if one.provision not in bare and seen[one.provision] <= _EACH:
            kept.append(one)
    write_base([replace(book, questions=tuple(kept))], tmp_path / "base.sqlite")
    searcher = Searcher(KnowledgeBase(tmp_path / "base.sqlite"))
    asked = {one.provision: one.text for one in book.questions if one.provision in bare}
    first = [searcher.find(text, "warmachine", "precis").rules[:1] == [rule] for rule, text in asked.items()]
    assert sum(first) / len(first) >= _FOUND, f"{sum(first)} / {len(first)}"
