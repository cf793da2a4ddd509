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
    # The book says it twice, and not alike: the glossary's words stand beside the field.
    quotes = answerer.ask("coût de Contre-charge", "aos").answer.quotes
    assert "Coût : 2" in {quote.text for quote in quotes}


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


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("six d'écart entre mon Off et sa Déf, quel résultat pour toucher ?", "2+"),
        ("j'ai 8 de moins en Off que sa Déf, résultat pour toucher ?", "6+"),
        ("trois de plus en Fo que sa Rés : résultat pour blesser ?", "2+"),
    ],
)
def test_a_difference_is_said_in_words(answerer: Answerer, question: str, value: str) -> None:
    assert answerer.ask(question, "t9a").answer.quotes[0].text.endswith(value)


@pytest.mark.parametrize("question", ["la carte de flux n°6 donne quoi ?", "la sixième carte de flux donne quoi ?"])
def test_a_row_goes_by_its_number(answerer: Answerer, question: str) -> None:
    answer = answerer.ask(question, "t9a")
    assert answer.answer.quotes[0].id == "t9a/base/cartes-de-flux/table#6"


def test_rows_are_asked_for_by_what_they_hold(answerer: Answerer) -> None:
    answer = answerer.ask("quelles cartes de flux donnent 2 dés au joueur réactif ?", "t9a").answer
    assert answer.conclusion is None
    assert [quote.id.rpartition("#")[2] for quote in answer.quotes if "/table#" in quote.id] == ["1", "2", "3"]


def test_two_rows_set_side_by_side_are_both_quoted(answerer: Answerer) -> None:
    answer = answerer.ask("entre la carte de flux 1 et la 6, laquelle donne le plus de dés ?", "t9a").answer
    assert {"1", "6"} <= {quote.id.rpartition("#")[2] for quote in answer.quotes}


@pytest.mark.parametrize(
    ("question", "game", "lacking"),
    [
        ("la carte de flux 12 donne combien de dés ?", "t9a", "12"),
        ("quel écart faut-il pour blesser sur 1+ ?", "t9a", "1+"),
        ("le résultat 9 de l'incident de catapulte ?", "wap", "9"),
        ("et une armure de mithril ?", "wap", "mithril"),
    ],
)
def test_a_row_that_a_table_lacks_is_refused(answerer: Answerer, question: str, game: str, lacking: str) -> None:
    answer = answerer.ask(question, game)
    assert not answer.answerable
    assert lacking in (answer.reason or "")


def test_a_formula_concludes_nothing_where_its_figures_are_given(answerer: Answerer) -> None:
    answer = answerer.ask("M5, charge normale, mes dés font 3 et 6 : combien de pas ?", "wap").answer
    assert answer.conclusion is None or answer.conclusion.kind != "row"
