"""A row is found by what players call it, in the table that is asked; what no row is called is refused, and the rows are told."""

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


def test_a_table_is_found_by_the_names_of_its_rows(answerer: Answerer) -> None:
    assert answerer.search("charbonneuse", "exemple").results[0].id == "exemple/3.1/souffles"


def test_an_empty_cell_is_said_to_hold_nothing(answerer: Answerer) -> None:
    conclusion = answerer.ask("règles spéciales de l'armure légère ?", "wap").answer.conclusion
    assert conclusion is not None
    assert (conclusion.text, conclusion.value) == ("Rien.", "-")


@pytest.mark.parametrize(
    ("work", "question", "rows"),
    [
        # « D » is a word of grammar too, which search leaves out.
        ("warmachine", "Dans la grille de dégâts, à quoi correspondent G et D ?", ("Lettre : G", "Lettre : D")),
        # The longer name shares a word with the other row; the shorter one does not.
        (
            "aos",
            "Mausolée sigmarite et mausolée cadavérique : combien de morceaux chacun ?",
            ("Terrain : Mausolée Sigmarite", "Terrain : Mausolée de l'Aura Cadavérique"),
        ),
    ],
)
def test_two_rows_are_both_shown(answerer: Answerer, work: str, question: str, rows: tuple[str, ...]) -> None:
    shown = " ".join(quote.text for quote in answerer.ask(question, work).answer.because)
    assert all(row in shown for row in rows)


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Ma catapulte tire un 3 sur la table des incidents, elle est détruite ?", "1D6 : 2-3"),
        ("Incident de tir du canon à poudre noire : je sors 6, la machine explose ?", "1D6 : 4-6"),
        ("Canon à poudre noire, 1 au jet d'incident : un tour sans tirer seulement ?", "1D6 : 1"),
    ],
)
def test_where_rows_go_by_figures_the_figure_says_which(answerer: Answerer, question: str, row: str) -> None:
    assert answerer.ask(question, "wap").answer.because[0].text.startswith(row)
