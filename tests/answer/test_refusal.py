"""A matter that a work does not settle is refused, and the reason told when it is known."""

from dataclasses import replace

import pytest

from kb.answer import Answerer
from kb.answer.question.unknown_names import unknown_name, without_rule
from kb.reading.data import read_absents
from kb.search.model import THICK, THIN
from kb.store import KnowledgeBase
from kb.system.data import data_dir

WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")


@pytest.mark.slow
@pytest.mark.parametrize("work", WORKS)
def test_the_matters_left_unsettled_are_refused_with_their_reason(answerer: Answerer, work: str) -> None:
    absents = read_absents(data_dir("corpus") / work)[::2]
    questions = answerer.base.questions(work)
    told = [(absent, answerer.ask(questions[f"{work}/?{absent.id}"][0][0], work)) for absent in absents]
    refused = [(absent, answer) for absent, answer in told if not answer.answerable]
    assert len(refused) >= 0.95 * len(absents)
    assert all(answer.answer.quotes == () and answer.verdict is None for _absent, answer in refused)
    assert sum(answer.reason == absent.reason for absent, answer in refused) >= 0.9 * len(refused)


@pytest.mark.slow
@pytest.mark.parametrize("work", WORKS)
def test_a_question_written_for_a_rule_is_answered_as_it_is_written(answerer: Answerer, work: str) -> None:
    written = [
        asked
        for rule, questions in answerer.base.questions(work).items()
        for asked, _verdict in questions
        if not rule.startswith(f"{work}/?")
    ][::300]
    refused = [asked for asked in written if not answerer.ask(asked, work, 1).answerable]
    assert len(refused) <= 0.01 * len(written), refused


@pytest.mark.parametrize(
    ("game", "question"),
    [
        # What the book leaves out of the length of a game is near; the question of its rule is the very same.
        ("runewars", "Combien de rounds dure une partie ?"),
        # What the book leaves out has the same words, in another order: « je peux charger et tirer ? ».
        ("wap", "je peux tirer si on me charge ?"),
        # « Jusqu' » begins no name.
        ("warmachine", "Jusqu'à quand le Gantelet du Juggernaut est-il bloqué ?"),
    ],
)
def test_what_a_rule_was_asked_in_the_same_words_is_not_refused(answerer: Answerer, game: str, question: str) -> None:
    assert answerer.ask(question, game).answerable


def test_what_is_refused_still_shows_the_nearest_passages(answerer: Answerer) -> None:
    answer = answerer.ask("Combien de points de commandement à dépenser par tour ?", "wap")
    assert not answer.answerable
    assert answer.passages


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Combien de FOC a Sorscha ?", "Sorscha"),
        ("Sorscha elle a combien de FOC ?", "Sorscha"),
        ("Quelle est la portée d'un Canon ?", None),
        ("Combien de dés pour ma charge ?", None),
    ],
)
def test_a_figure_is_asked_of_what_has_a_rule_a_row_or_a_profile(
    answerer: Answerer, question: str, name: str | None
) -> None:
    assert without_rule(answerer.base, answerer.searcher.analyzer("wap"), "wap", question) == name


@pytest.mark.parametrize(("word", "ordinary"), [("liberté", True), ("possibilité", True), ("trirème", False)])
def test_a_word_of_every_table_is_no_name_where_nobody_has_written_yet_what_players_ask(
    small_base: KnowledgeBase,
    word: str,
    ordinary: bool,  # noqa: FBT001 - a column
) -> None:
    searcher, question = Answerer(small_base).searcher, f"une compagnie sur le pont, avec la {word}, s'engage ?"
    found = searcher.find(question, "exemple", "both")
    found_name = {
        density: unknown_name(small_base, searcher, question, replace(found, density=density), at_all=True)
        for density in (0.0, THICK)
    }
    assert found_name == {0.0: None if ordinary else word, THICK: word}


def test_the_fuller_a_bank_the_less_a_doubt_is_let_through(small_base: KnowledgeBase) -> None:
    """From a thin bank to a thick one; the weights too are then those of a full bank."""
    model = Answerer(small_base).searcher.model
    odds = [model.answers((0.0,) * len(model.full.weights), density) for density in (THIN, (THIN + THICK) / 2, THICK)]
    assert odds[-1] == model.full.bias - model.full.threshold
    assert odds == sorted(odds, reverse=True)


def test_what_is_written_in_the_same_words_of_a_matter_left_out_is_refused_whatever_a_rule_is_called(
    answerer: Answerer,
) -> None:
    """A rule is called « Cible », « Tir »: a question that says its name whole may still ask of something else."""
    answer = answerer.ask("faut voir la cible pour tirer ?", "wap")
    assert not answer.answerable
    assert answer.reason
