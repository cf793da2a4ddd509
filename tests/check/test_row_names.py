"""What players call rows and columns: read from `tableaux.toml`, or refused with its place; checked against the tables."""

from dataclasses import replace
from pathlib import Path

import pytest

from kb.check import check
from kb.model import RowNames
from kb.reading.data import read_row_names
from tests.canon import linked

BODY = "# Livret\n\n## Feux {#feux}\n\n| Feu | Dés |\n| --- | --- |\n| Vif | 3 |\n| Bas | 1 |\n"


def read(folder: Path, text: str) -> tuple[RowNames, ...]:
    (folder / "tableaux.toml").write_text(text, encoding="utf-8")
    return read_row_names(folder)


def test_names_are_of_every_table_or_of_one(tmp_path: Path) -> None:
    text = '[noms]\n"Dés" = ["jets"]\n[[tableau]]\nid = "essai/feux"\n[tableau.noms]\n"Vif" = ["fort", "haut"]\n'
    assert read(tmp_path, text) == (RowNames("", "Dés", ("jets",)), RowNames("essai/feux", "Vif", ("fort", "haut")))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (RowNames("essai/feux", "Vif", ("fort",)), None),
        (RowNames("essai/feux", "Dés", ("jets",)), None),
        (RowNames("", "Bas", ("faible",)), None),
        (RowNames("essai/livret", "Vif", ("fort",)), "TABLEAU-SANS-REGLE"),
        (RowNames("essai/feux", "Moyen", ("tiède",)), "RANGEE-INCONNUE"),
        (RowNames("", "Moyen", ("tiède",)), "RANGEE-INCONNUE"),
        (RowNames("essai/feux", "Vif", ("bas",)), "NOM-DE-DEUX-RANGEES"),
    ],
)
def test_a_name_is_of_one_row_that_is_there(given: RowNames, code: str | None) -> None:
    book = replace(linked(BODY).book, row_names=(given,))
    found = [finding.code for finding in check(book) if finding.file == "tableaux.toml"]
    assert found == ([code] if code else [])


def test_a_name_that_is_given_twice_names_neither() -> None:
    twice = (RowNames("essai/feux", "Vif", ("flamme",)), RowNames("essai/feux", "Bas", ("flammes",)))
    found = [finding.code for finding in check(replace(linked(BODY).book, row_names=twice))]
    assert found.count("NOM-DE-DEUX-RANGEES") == 2
