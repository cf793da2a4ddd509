"""A question that names a row and a column gets the row, verbatim, and the cell."""

from __future__ import annotations

import pytest

from kb.answer import Answerer
from kb.store import KnowledgeBase


@pytest.mark.parametrize(
    ("question", "column", "value"),
    [
        ("CC 4 contre CC 6", "CC de la cible 6", "4+"),
        ("CC6 contre CC4", "CC de la cible 4", "3+"),
        ("je touche sur combien avec CC 1 contre CC 10 ?", "CC de la cible 10", "6+"),
    ],
)
def test_a_row_and_a_column(answerer: Answerer, base: KnowledgeBase, question: str, column: str, value: str) -> None:
    answer = answerer.ask(question, "wap")
    assert answer.cell is not None
    assert (answer.cell.column, answer.cell.value) == (column, value)
    assert answer.answer.quotes[0].id == answer.cell.id
    assert answer.answer.quotes[0].text == base.passage(answer.cell.id).text


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Fo 5 contre Rés 3", "2+"),
        ("Fo 3 contre Rés 5", "6+"),
        ("je blesse sur combien avec Fo 4 contre Rés 4 ?", "4+"),
        ("Off 4 contre Déf 6, je touche sur combien ?", "4+"),
        ("Off 9 contre Déf 1", "2+"),
    ],
)
def test_a_row_that_holds_the_difference_of_two_figures(answerer: Answerer, question: str, value: str) -> None:
    answer = answerer.ask(question, "t9a")
    assert answer.cell is not None
    assert answer.cell.value == value


def test_two_figures_that_fit_no_row_give_no_cell(answerer: Answerer) -> None:
    assert answerer.ask("CC 14 contre CC 16 au corps à corps, je touche sur combien ?", "wap").cell is None


def test_a_field_of_an_ability_is_quoted_alone(answerer: Answerer) -> None:
    quote = answerer.ask("coût de Contre-charge", "aos").answer.quotes[0]
    assert quote.text == "Coût : 2"


def test_a_row_is_quoted_with_the_notes_of_the_cell_asked_for(answerer: Answerer) -> None:
    answer = answerer.ask("charge ratée, déplacement normal : quelle distance ?", "wap", view="precis").answer
    assert [(clause.id, clause.role) for clause in answer.because][:2] == [
        ("wap/mouvement#5", "decides"),
        ("wap/mouvement#note-1-1", "note"),
    ]


def test_a_table_none_of_whose_rows_is_named_is_quoted_whole(answerer: Answerer) -> None:
    answer = answerer.ask("règles spéciales des types de troupes", "wap")
    assert answer.cell is None
    assert answer.answer.quotes[0].id == "wap/types-de-troupes"


@pytest.mark.parametrize(
    "question", ["je blesse sur 5, alors ?", "Force 4, Endurance 4, et j'ai couru trois rangs sous la pluie ?"]
)
def test_a_cell_concludes_nothing_where_the_question_says_more(answerer: Answerer, question: str) -> None:
    answer = answerer.ask(question, "wap").answer
    assert answer.conclusion is None or answer.conclusion.kind != "row"


@pytest.mark.parametrize("question", ["je tape à Force 4, je blesse sur combien ?", "Off 4, je touche sur combien ?"])
def test_half_of_a_difference_picks_no_row(answerer: Answerer, question: str) -> None:
    answer = answerer.ask(question, "t9a")
    assert answer.cell is None
    assert all("#" not in quote.id or "/table#" not in quote.id for quote in answer.answer.quotes)


def test_a_difference_is_said_with_its_sign(answerer: Answerer) -> None:
    answer = answerer.ask("écart de -5 entre mon Off et sa Déf : résultat pour toucher ?", "t9a")
    assert answer.answer.quotes[0].text.endswith("5+")


def test_a_unit_named_whole_gives_its_profile(answerer: Answerer) -> None:
    answer = answerer.ask("un taurosaure a combien de points de vie ?", "t9a")
    assert answer.cell is not None
    assert (answer.cell.column, answer.cell.value) == ("PV", "6")


def test_figures_alone_cross_in_no_table(answerer: Answerer) -> None:
    assert answerer.ask("sort lancé avec 3 dés : 1, 1 et 5. Qu'arrive-t-il ?", "wap").cell is None
