"""Warhammer Armies Project: what its tables say, on the user's own publication; the cells of a table."""

import pytest

from kb.model import Provision
from kb.reading.body import called

WORK = "wap"


@pytest.mark.publication
class TestTables:
    def test_a_matrix_says_what_its_formula_says(self, nodes: dict[str, Provision]) -> None:
        for attacker in range(1, 11):
            row = nodes[f"toucher-au-corps-a-corps#{attacker}"].text.split(" ; ")[1:]
            for target, score in enumerate((cell.split(" : ")[1] for cell in row), 1):
                easy = 2 if attacker > 2 * target else 3 if attacker > target else 4
                needed = 6 if target >= 2 * attacker + 3 else 5 if target > 2 * attacker else easy
                assert score == f"{needed}+", (attacker, target)

    def test_a_row_reads_with_its_head(self, nodes: dict[str, Provision]) -> None:
        assert nodes["alliances#4"].text == (
            "Provoque test de panique ; Liés par le sang : Oui ; Fiable : Oui ; Peu fiable : Oui ; Désespérée : Non"
        )
        assert "Endurance de la Cible 3 : 4+" in nodes["blesser#3"].text
        assert nodes["incidents-de-tir/catapulte#2"].text.startswith("1D6 : 2-3 ; Résultat : Problème !")
        assert dict(nodes["armes/tir#5"].fields)["keywords"] == "Tirs multiples (2), Tir rapide, Attaques empoisonnées"


@pytest.mark.parametrize(
    ("cell", "canonical"),
    [
        ("2D6*", "2D6[^1]"),
        ("Charge ***", "Charge[^3]"),
        ("Force (1)*, +1*", "Force (1)[^1], +1[^1]"),
        ("**", "\\*\\*[^2]"),
        ("", ""),
        ("a|b", "a\\|b"),
    ],
)
def test_a_marked_cell(cell: str, canonical: str) -> None:
    assert called(cell) == canonical
