"""What the pages, profiles and tables of two of the user's own publications say."""

import re
from collections import defaultdict

import pytest

from kb.model import Kind, Provision, Status
from kb.model.words import words
from kb.reading.data import read_curation
from kb.reading.source import SourceText
from kb.reading.works.t9a.profiles import LABELS
from kb.system.data import data_dir

pytestmark = pytest.mark.publication
t9a, wap = (pytest.mark.parametrize("work", [work], scope="module") for work in ("t9a", "wap"))


@t9a
def test_the_outline_is_that_of_the_table_of_contents(source: SourceText, nodes: dict[str, Provision]) -> None:
    start = next(number for number, line in enumerate(source.lines) if "Table des matières" in line)
    rows = [line for line in source.lines[start + 1 : start + 50] if "\t" in line]
    assert len(rows) == 43
    pages = defaultdict(set)
    for _document, page, target in read_curation(data_dir("corpus") / "t9a").pages:
        pages[page].add(target)
    for row in rows:
        cells = re.sub(r"</?b>|(?: \.)+", "", row).split("\t")
        for title, page in zip(cells[::2], cells[1::2], strict=True):
            bare = set(words(re.sub(r"^(?:I|II|III|IV|V) ", "", title))) - {"immortellles"}
            assert any(bare <= set(words(nodes[target].title)) for target in pages[page.strip()]), title


@t9a
def test_profiles_are_rows(nodes: dict[str, Provision]) -> None:
    for folder, count, head in (("patrouilles", 80, "Effectif"), ("listes", 160, "Limite")):
        profiles = [name for name, one in nodes.items() if name.startswith(f"{folder}/") and one.kind is Kind.PROFILE]
        assert len(profiles) == count
        for name in profiles:
            cells = dict(cell.split(" : ") for cell in nodes[f"{name}#1"].text.split(" ; "))
            if nodes[name].status is not Status.DOUBTFUL:
                assert set(LABELS) - {"Rsr", "Æg"} <= set(cells), name
            assert {head, "Socle"} <= set(cells)


@t9a
def test_a_profile_split_by_an_option_is_read(nodes: dict[str, Provision]) -> None:
    row = nodes["listes/hautes-lignees-elfiques/mage#1"].text
    assert row == (
        'Limite : 0 - 2 ; Socle : 20×20mm ; MS : 5" ; MF : 10" ; Dis : 9 ; PV : 3 ; Déf : 4 ; Rés : 3 ; Arm : 1'
        " ; Att : 1 ; Off : 4 ; Fo : 3 ; PA : 0 ; Agi : 5"
    )


@wap
def test_a_matrix_says_what_its_formula_says(nodes: dict[str, Provision]) -> None:
    for attacker in range(1, 11):
        row = nodes[f"toucher-au-corps-a-corps#{attacker}"].text.split(" ; ")[1:]
        for target, score in enumerate((cell.split(" : ")[1] for cell in row), 1):
            easy = 2 if attacker > 2 * target else 3 if attacker > target else 4
            needed = 6 if target >= 2 * attacker + 3 else 5 if target > 2 * attacker else easy
            assert score == f"{needed}+", (attacker, target)


@wap
def test_a_row_reads_with_its_head(nodes: dict[str, Provision]) -> None:
    assert nodes["alliances#4"].text == (
        "Provoque test de panique ; Liés par le sang : Oui ; Fiable : Oui ; Peu fiable : Oui ; Désespérée : Non"
    )
    assert "Endurance de la Cible 3 : 4+" in nodes["blesser#3"].text
    assert nodes["incidents-de-tir/catapulte#2"].text.startswith("1D6 : 2-3 ; Résultat : Problème !")
    assert dict(nodes["armes/tir#5"].fields)["keywords"] == "Tirs multiples (2), Tir rapide, Attaques empoisonnées"
