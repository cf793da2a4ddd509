"""A row is found by what players call it, in the table that is asked; what no row is called is refused, and the rows are told."""

from __future__ import annotations

import pytest

from kb.answer import Answerer
from kb.store import KnowledgeBase


def test_the_names_of_a_table_are_those_of_its_own_and_of_every_table(base: KnowledgeBase) -> None:
    assert base.row_names("exemple/3.1/souffles") == {
        "Lueur": ("halo",),
        "noire": ("charbonneuse",),
        "vive": ("flamboyante", "plein feu"),
    }
    assert base.row_names("exemple/livret/materiel") == {"Lueur": ("halo",)}


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("table des souffles : combien de dés pour une lueur charbonneuse ?", 3),
        ("table des souffles : combien de dés à plein feu ?", 1),
    ],
)
def test_a_row_goes_by_the_names_of_players(answerer: Answerer, question: str, row: int) -> None:
    assert answerer.ask(question, "exemple").answer.quotes[0].id == f"exemple/3.1/souffles#{row}"


def test_a_table_is_found_by_the_names_of_its_rows(answerer: Answerer) -> None:
    assert answerer.search("charbonneuse", "exemple").results[0].id == "exemple/3.1/souffles"


def test_of_a_long_table_the_rows_nearest_to_a_question_are_quoted(answerer: Answerer, base: KnowledgeBase) -> None:
    quotes = answerer.ask("mon général s'est fait tuer, combien de points pour l'autre ?", "wap").answer.quotes
    assert "wap/conditions-de-victoire#6" in {quote.id for quote in quotes}
    assert sum(len(quote.text) for quote in quotes) < len(base.passage("wap/conditions-de-victoire").text)


def test_an_empty_cell_is_said_to_hold_nothing(answerer: Answerer) -> None:
    conclusion = answerer.ask("règles spéciales de l'armure légère ?", "wap").answer.conclusion
    assert conclusion is not None
    assert (conclusion.text, conclusion.value) == ("Rien.", "-")
