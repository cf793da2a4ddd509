"""Questions of values as they are written beside a work: each with its request, or refused with its line."""

from pathlib import Path

import pytest

from kb.errors import FaultyDataError
from kb.model import Calculation
from kb.reading.calculations import read_calculations

HEAD = "quantite\tcas\tquestion"


def read(folder: Path, *lines: str) -> tuple[Calculation, ...]:
    (folder / "calculs.tsv").write_text("\n".join([HEAD, *lines, ""]), encoding="utf-8")
    return read_calculations(folder)


def test_a_case_is_a_request_of_player_a(tmp_path: Path) -> None:
    case = '{"contexte": {"pont": 2}, "base": 4, "modificateurs": ["Brume"], "effets": ["+1", "x2"]}'
    (one,) = read(tmp_path, f"pas\t{case}\tPas de 4, deux ponts, la brume, +1 puis doublé : combien ?")
    assert one.quantity == "pas"
    assert one.line == 2
    assert one.request == {
        "quantity": "pas",
        "context": {"pont": 2},
        "base": 4,
        "modifiers": [
            {"label": "Brume", "owner": "A"},
            {"op": "add", "value": 1, "label": "+1", "owner": "A"},
            {"op": "multiply", "value": 2, "label": "x2 ", "owner": "A"},
        ],
        "active": "A",
    }


def test_a_work_without_the_file_has_none(tmp_path: Path) -> None:
    assert read_calculations(tmp_path) == ()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("pas\t{}", "ligne 2 : il faut trois colonnes remplies ; il y en a 2"),
        ("pas\t{\tcombien ?", "ligne 2 : cas illisible au caractère 2 ; corrigez le JSON"),
        ("pas\t[]\tcombien ?", "un objet est attendu"),
        ('pas\t{"bonus": 2}\tcombien ?', "« bonus » : clé inconnue"),
        ('pas\t{"base": true}\tcombien ?', "« base » : clé inconnue, ou valeur d'une autre sorte"),
        ('pas\t{"modificateurs": [3]}\tcombien ?', "« 3 » n'est pas le nom d'un modificateur"),
        ('pas\t{"contexte": {"pont": [2]}}\tcombien ?', "contexte, « pont » : un nombre entier"),
        ('pas\t{"effets": ["deux"]}\tcombien ?', "« deux » n'est pas un effet"),
    ],
)
def test_a_line_that_is_none_is_said_with_its_place(tmp_path: Path, line: str, fault: str) -> None:
    with pytest.raises(FaultyDataError, match=fault):
        read(tmp_path, line)


def test_columns_without_their_titles_are_refused(tmp_path: Path) -> None:
    (tmp_path / "calculs.tsv").write_text("pas\t{}\tcombien ?\n", encoding="utf-8")
    with pytest.raises(FaultyDataError, match="quantite, cas, question"):
        read_calculations(tmp_path)
