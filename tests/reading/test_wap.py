"""Warhammer Armies Project: the golden counts on the user's own publication, then its patterns on a made-up text."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from kb.errors import Diagnostic, Severity, UnusableFileError
from kb.model import Edge, EdgeType, How, Kind, Provision, Resolution, Rulebook, Status
from kb.parsing import parse_work
from kb.reading.instructions import ReadingData, read_instructions
from kb.reading.recognise import Publication, read_publication
from kb.reading.register import Form, Register, read_register
from kb.reading.source import SourceText
from kb.reading.works import wap
from kb.reading.works.wap.grids import called
from tests.reading.laws import times_held, written, written_in

# ---------------------------------------------------------------- The publication

WORK = "wap"


def _units(nodes: dict[str, Provision], parent: str, kind: Kind) -> list[Provision]:
    return [
        piece for piece in nodes.values() if piece.parent == f"wap/{parent}" and piece.is_unit and piece.kind is kind
    ]


def _edges(book: Rulebook, kind: EdgeType, how: How) -> list[Edge]:
    return [edge for edge in book.edges if edge.type is kind and edge.how is how]


def _short(edge: Edge) -> tuple[str, str]:
    return edge.source.removeprefix("wap/"), edge.target.removeprefix("wap/")


@pytest.mark.publication
class TestConservation:
    def test_lines(self, source: SourceText) -> None:
        assert sum(bool(line.strip()) for line in source.lines) == 563

    def test_what_is_dropped_says_why(self, publication: Publication) -> None:
        reasons = Counter(drop.reason.split(" ")[0] for text in publication.texts for drop in text.dropped)
        assert reasons == {"filet": 15, "titre": 2}

    def test_six_lines_are_two(self, publication: Publication) -> None:
        assert sum(count > 1 for count in times_held(publication).values()) == 6

    def test_a_file_without_its_second_part_is_still_read(self, source: SourceText, tmp_path: Path) -> None:
        lines = [line for line in source.lines if not line.startswith(("RÈGLES SPÉCIALES", "PANIQUE"))]
        other = tmp_path / "autre.txt"
        other.write_text("\n".join(lines).replace("V.2.2", "V.2.3"), encoding="utf-8")
        publication = read_publication(other)
        codes = Counter(fault.code for fault in publication.diagnostics if fault.severity is Severity.WARNING)
        assert codes["EDITION"] == codes["PARTIE-ABSENTE"] == codes["TITRE-ABSENT"] == 1
        assert codes["TITRE-INCONNU"] == 58
        assert parse_work(publication.texts).diagnostics == ()


@pytest.mark.publication
class TestCounts:
    def test_titles(self, publication: Publication) -> None:
        headings = [[line for line, _numbers in written_in(text) if line.startswith("#")] for text in publication.texts]
        named_on_their_line = 6
        assert [len(titles) for titles in headings] == [52 - 1 + named_on_their_line, 1 + 58 + 24]

    def test_special_rules(self, nodes: dict[str, Provision]) -> None:
        rules = [piece for piece in nodes.values() if piece.parent == "wap/regles-speciales" and not piece.is_unit]
        assert len(rules) == 58
        assert {piece.kind for piece in rules} == {Kind.ABILITY}
        assert sum(piece.title.endswith("(*)") for piece in rules) == 16
        below = [piece for piece in nodes.values() if piece.parent in {rule.id for rule in rules} and not piece.is_unit]
        assert sum(piece.kind is not Kind.TABLE for piece in below) == 24
        assert (
            len([key for key in nodes if key.startswith("regles-speciales/") and key.endswith("#1")]) == 58 - 2 + 24 + 1
        )

    def test_tables_and_rows(self, nodes: dict[str, Provision], source: SourceText) -> None:
        tables = [piece for piece in nodes.values() if piece.kind is Kind.TABLE]
        rows = Counter(piece.parent for piece in nodes.values() if piece.kind is Kind.ROW)
        assert len(tables) == 15 + 2 + 2 + 2  # drawn, rolled on, formulas, lettered
        assert set(rows) == {table.id for table in tables}
        drawn = sum(line.startswith("|") for line in source.lines) - 2 * 15 - 2
        assert drawn == 103
        assert sum(rows.values()) == drawn + 2 * 3 + 2 * 5 + 8 + 10
        assert {table.authority for table in tables} == {"table"}
        assert {piece.authority for piece in nodes.values() if not piece.is_unit} == {"table", "regle"}

    def test_the_tables_of_the_summary(self, nodes: dict[str, Provision]) -> None:
        counts = {
            "mouvement": 6,
            "toucher-au-corps-a-corps": 10,
            "blesser": 10,
            "sauvegardes": 7,
            "tir/modificateurs": 8,
            "resultats-de-combat": 10,
            "magie/types-de-sorts": 6,
            "magie/fiascos": 10,
            "reformation": 6,
            "types-de-troupes": 10,
            "conditions-de-victoire": 7,
            "incidents-de-tir/poudre-noire": 3,
            "incidents-de-tir/catapulte": 3,
            "alliances": 6,
            "armes/corps-a-corps": 9,
            "armes/tir": 11,
        }
        assert {key: len(_units(nodes, key, Kind.ROW)) for key in counts} == counts

    def test_a_row_reads_with_its_head(self, nodes: dict[str, Provision]) -> None:
        fourth = nodes["toucher-au-corps-a-corps#4"].text
        assert fourth.startswith("CC de l'attaquant : 4 ; CC de la cible 1 : 2+ ;")
        assert "CC de la cible 6 : 4+" in fourth
        assert "Endurance de la Cible 3 : 4+" in nodes["blesser#3"].text
        assert "CT 4 : 3" in nodes["tir/score-pour-toucher#1"].text
        assert "Force 6 : -3" in nodes["sauvegardes/modificateurs#1"].text
        assert nodes["alliances#4"].text == (
            "Provoque test de panique ; Liés par le sang : Oui ; Fiable : Oui ; Peu fiable : Oui ; Désespérée : Non"
        )
        assert nodes["incidents-de-tir/catapulte#2"].text.startswith("1D6 : 2-3 ; Résultat : Problème !")
        assert nodes["resultats-de-combat#3"].text.endswith("(L'unité ne doit pas être désorganisée)")

    def test_a_matrix_says_what_its_formula_says(self, nodes: dict[str, Provision]) -> None:
        for attacker in range(1, 11):
            row = nodes[f"toucher-au-corps-a-corps#{attacker}"].text.split(" ; ")[1:]
            for target, score in enumerate((cell.split(" : ")[1] for cell in row), 1):
                easy = 2 if attacker > 2 * target else 3 if attacker > target else 4
                needed = 6 if target >= 2 * attacker + 3 else 5 if target > 2 * attacker else easy
                assert score == f"{needed}+", (attacker, target)

    def test_footnotes_belong_to_their_table(self, nodes: dict[str, Provision]) -> None:
        notes = [piece for piece in nodes.values() if piece.kind is Kind.NOTE and piece.subkind is None]
        assert len(notes) == 17 + 2
        by_table = Counter((piece.parent or "").removeprefix("wap/") for piece in notes)
        assert by_table == {
            "mouvement": 4,
            "sauvegardes": 3,
            "sauvegardes/modificateurs": 1,
            "reformation": 2,
            "types-de-troupes": 4,
            "armes/corps-a-corps": 2,
            "armes/tir": 3,
        }

    def test_marked_cells(self, publication: Publication) -> None:
        rows = [line for line, _numbers in written(publication) if line.startswith("|")]
        assert sum(bool(re.search(r"\[\^\d\]", cell)) for row in rows for cell in row.split("|")) == 29

    def test_steps_and_what_is_below_them(self, nodes: dict[str, Provision]) -> None:
        steps = Counter(piece.parent for piece in nodes.values() if piece.kind is Kind.STEP and not piece.is_unit)
        assert list(steps.values()) == [5, 4, 6, 4]
        assert all(piece.title for piece in nodes.values() if piece.kind is Kind.STEP)
        below = [
            piece for piece in nodes.values() if piece.is_unit and nodes[(piece.parent or "")[4:]].kind is Kind.STEP
        ]
        assert len(below) == 9
        reactions = [nodes[f"tour-du-joueur/mouvement/2#{place}"].markdown for place in range(1, 6)]
        assert [text.partition(" (")[0] for text in reactions] == [
            "Réactions",
            "Tenir sa position",
            "Tenir et tirer",
            "Fuir",
            "Tirer et fuir",
        ]

    def test_lettered_modifiers(self, nodes: dict[str, Provision]) -> None:
        letters = [
            piece.text.split(" ; ")[0][-1]
            for key in ("tir/modificateurs", "resultats-de-combat")
            for piece in _units(nodes, key, Kind.ROW)
        ]
        assert "".join(letters) == "abcdefgh" + "abcdefghij"
        assert nodes["resultats-de-combat/indomptable#2"].text.startswith("k. ")
        assert nodes["tir/modificateurs#5"].text.endswith("Modificateur : -1/-2")

    def test_parents_follow_the_subject(self, nodes: dict[str, Provision]) -> None:
        assert nodes["magie/fiascos"].parent == nodes["magie/sorts-lies"].parent == "wap/magie"
        assert nodes["presence-charismatique"].parent is nodes["tenez-vos-rangs"].parent is None
        assert nodes["magie/vents-de-magie#2"].form == "nested"

    def test_no_page_stays_in_a_title(self, nodes: dict[str, Provision]) -> None:
        assert not [piece.title for piece in nodes.values() if re.search(r"[pP]\. ?\d", piece.title)]

    def test_what_is_damaged_is_said(self, publication: Publication, nodes: dict[str, Provision]) -> None:
        doubtful = {key for key, piece in nodes.items() if piece.status is Status.DOUBTFUL and not piece.is_unit}
        assert doubtful == {
            "conditions-de-victoire",
            "regles-speciales/rapide/distances",
            "regles-speciales/souffle/au-corps-a-corps",
        }
        doubts = [fault.line for fault in publication.diagnostics if fault.code == "TEXTE-DOUTEUX"]
        assert doubts == [151, 152, 153, 227, 288, 303, 418, 430, 657, 759, 799]


@pytest.mark.publication
class TestLinks:
    def test_no_reference_is_lost_in_silence(
        self, book: Rulebook, linked: tuple[Rulebook, tuple[Diagnostic, ...]]
    ) -> None:
        states = Counter(reference.resolution for reference in book.references)
        assert states == {Resolution.RESOLVED: 16, Resolution.DANGLING: 13, Resolution.SUSPECT: 1}
        told = [fault for fault in linked[1] if fault.code.startswith("RENVOI")]
        assert len(told) == 13 + 1

    def test_printed_references(self, book: Rulebook) -> None:
        found = {reference.target: reference for reference in book.references if reference.form == "title"}
        assert found["Type de Troupes"].candidates == ("wap/types-de-troupes",)
        assert {name for name, item in found.items() if item.resolution is Resolution.DANGLING} == {
            "Choisir votre armée",
            "Choisir son armée",
        }
        pages = {item.target: item for item in book.references if item.form == "page"}
        assert pages["73"].candidates == ("wap/regles-speciales/cavalerie-legere/tirer-et-fuir",)
        assert pages["79"].candidates == ("wap/regles-speciales/rapide",)
        assert pages["59"].candidates == ("wap/resultats-de-combat#7",)
        assert pages["82"].resolution is Resolution.SUSPECT
        assert pages["82"].candidates == ("wap/regles-speciales/tirailleurs/fuite-feinte",)
        outside = [page for page, item in pages.items() if item.resolution is Resolution.DANGLING]
        assert outside == ["20", "21", "29", "30", "31", "32", "42", "45", "50", "52"]

    def test_contradictions(self, book: Rulebook) -> None:
        pairs = {_short(edge) for edge in _edges(book, EdgeType.CONTRADICTS, How.CURATED)}
        assert len(pairs) == 13
        assert {
            ("regles-speciales/rapide#2", "regles-speciales/rapide/distances#3"),
            ("regles-speciales/rapide#1", "regles-speciales/rapide/distances#3"),
            ("regles-speciales/rapide#1", "regles-speciales/rapide/distances"),
            ("magie/lancer#3", "magie/lancer#4"),
            ("tir/modificateurs#6", "regles-speciales/tirailleurs/troupes-legeres#1"),
            ("champ-de-bataille/terrain-dangereux#2", "champ-de-bataille/forets#2"),
            ("regles-speciales/indemoralisable#2", "regles-speciales/instable#2"),
            ("sauvegardes#6", "sauvegardes#note-3-1"),
            ("reformation#2", "etat-major/musicien/reformation-rapide"),
        } <= pairs

    def test_every_curated_edge_says_why(self, book: Rulebook) -> None:
        reasons = [edge.reason for edge in book.edges if edge.how is How.CURATED]
        assert reasons
        assert all(reasons)

    def test_abilities_are_linked_where_they_are_mentioned(self, book: Rulebook) -> None:
        uses = {_short(edge): edge for edge in _edges(book, EdgeType.USES, How.INFERRED)}
        abilities = Counter(target for _source, target in uses if target.startswith("regles-speciales/"))
        assert sum(abilities.values()) >= 130
        assert ("regles-speciales/cavalerie-legere/tir-en-marche-forcee", "regles-speciales/deplacement-ou-tir") in uses
        assert ("regles-speciales/regeneration", "regles-speciales/attaques-enflammees") in uses
        assert ("regles-speciales/pietinement", "regles-speciales/souffle") in uses
        for false in (
            ("reformation", "regles-speciales/rapide"),
            ("champ-de-bataille/obstacles", "regles-speciales/cache"),
            ("resultats-de-combat", "regles-speciales/combat-sur-plusieurs-rangs"),
        ):
            assert false not in uses

    def test_a_name_keeps_its_parameter(self, book: Rulebook, nodes: dict[str, Provision]) -> None:
        uses = {_short(edge): edge.reason for edge in _edges(book, EdgeType.USES, How.INFERRED)}
        assert uses["armes/corps-a-corps#6", "regles-speciales/combat-sur-plusieurs-rangs"] == "paramètre : 3"
        assert uses["types-de-troupes#8", "regles-speciales/touches-d-impact"] == "paramètre : 1D6"
        assert uses["regles-speciales/frenesie", "regles-speciales/immunite"] == "paramètre : Psychologie"
        assert dict(nodes["armes/tir#5"].fields)["keywords"] == "Tirs multiples (2), Tir rapide, Attaques empoisonnées"
        listed = [dict(piece.fields).get("keywords", "") for piece in nodes.values() if piece.kind is Kind.ROW]
        assert sum(len(re.findall(r"\([^)]+\)", text)) for text in listed) == 24

    def test_terms_that_nothing_defines(self, linked: tuple[Rulebook, tuple[Diagnostic, ...]]) -> None:
        terms = {
            match[1]
            for fault in linked[1]
            if fault.code == "TERME-INDEFINI" and (match := re.match("« (.+?) »", fault.message))
        }
        assert len(terms) == 19
        assert {"Attention Messire !", "désorganisée", "charge irrésistible", "Renforts", "défi"} <= terms


# ---------------------------------------------------------------- A made-up text of the same make

REGISTER = """
[resume]
"phase" = "# Phase {.sequence}"
"phase/1" = "1"
"phase/2" = "2"
"allure" = "# Allure {.tableau autorite=table}"
"choc" = "# Choc {.tableau autorite=table}"
"choc/formule" = "Tableau : Formule"
"bonus" = "# Bonus {.tableau autorite=table}"
"panne" = "# Panne {.tableau autorite=table}"
"cor" = "# Le cor {.aptitude}"

[pouvoirs]
"pouvoirs" = "# Pouvoirs {enfants=aptitude}"
"pouvoirs/lueur" = "## Lueur (*)"
"pouvoirs/lueur/nuit" = "### De nuit {.regle}"
"""
READING = """
[recognise]
markers = ["LUEUR"]
edition = "essai"
reader = "wap"

[work]
oeuvre = "essai"
titre = "Essai"

[[document]]
part = "resume"
document = "Résumé"
autorite = "regle"

[[document]]
part = "pouvoirs"
document = "Pouvoirs"
autorite = "regle"

[layout]
"pouvoirs" = "prose"

[resume]
split = [{ at = "❖ Le cor !", opening = "Il sonne", reason = "nom et texte" }]
role = [{ at = "- Très tard", role = "sous", reason = "retrait perdu" }]
absent = [{ under = "panne", text = "la fin." }]
doubt = [{ at = "| Pas", reason = "douteux" }]

[pouvoirs]
alias = [{ under = "pouvoirs/lueur", names = ["Lumière"], reason = "ailleurs" }]
"""
TEXT = """
❖ PHASE (p. 3)
Dans l'ordre :
- > Se lever (p. 4) : tôt
- Tard
 - Très tard
- > Marcher

ALLURE (P.5-6)

| | Lent | Vif |
|---|---|---|
| Pas *** | 1* | ** |

* Une fois.

** Deux fois.

Note: à pied.

CHOC

| | Dureté | | |
|---|---|---|---|
| | 1 | 2 | 3 |
| 1 | 4+ | 5+ | 6 |

D = F: 4+
D>F: 5+

BONUS

- a. Pont (fermé) -1
- b. Gué +1 par pas
(Si l'eau est basse)

PANNE

1D6 Résultat
1 Cassé ! Plus rien.
2-6 Ça tient.

❖ Le cor ! Il sonne.

> Deux fois.

- ❖ Une puce.

> Sa suite.

POUVOIRS (p. 9)

LUEUR (*)

- ❖ Elle brille (*).

Toujours.

- ❖ **De nuit**

Davantage.

INCONNU

Du texte.
"""


@pytest.fixture
def made_up(tmp_path: Path) -> tuple[ReadingData, Register]:
    (tmp_path / "ids.toml").write_text(REGISTER, encoding="utf-8")
    (tmp_path / "reading.toml").write_text(READING, encoding="utf-8")
    return read_instructions(tmp_path), read_register(tmp_path)


def _source(*lines: str) -> SourceText:
    return SourceText("essai.txt", "0", lines)


@pytest.fixture
def read(made_up: tuple[ReadingData, Register]) -> tuple[str, str, tuple[str, ...]]:
    (summary, powers), faults = wap.read(_source(*TEXT.split("\n")), *made_up)
    assert parse_work((summary, powers)).diagnostics == ()
    return summary.text, powers.text, tuple(fault.code for fault in faults)


class TestForms:
    def test_a_title_loses_its_page_and_a_step_keeps_it(self, read: tuple[str, str, tuple[str, ...]]) -> None:
        assert "# PHASE" not in read[0]
        assert "# Phase {#phase .sequence}\n\nDans l'ordre :\n\n1. **Se lever** (p. 4) : tôt\n" in read[0]

    def test_steps_hold_what_is_below_them(self, read: tuple[str, str, tuple[str, ...]]) -> None:
        assert "tôt\n   - Tard\n     - Très tard\n\n2. **Marcher**\n" in read[0]

    def test_marks_call_the_footnotes_of_their_table(self, read: tuple[str, str, tuple[str, ...]]) -> None:
        assert "|  | Lent | Vif |\n| --- | --- | --- |\n| Pas[^3] | 1[^1] | \\*\\*[^2] |" in read[0]
        assert "[^1] : Une fois.\n\n[^2] : Deux fois.\n\n> **Note** : à pied.\n" in read[0]

    def test_a_title_over_numbers_goes_before_each(self, read: tuple[str, str, tuple[str, ...]]) -> None:
        assert "|  | Dureté 1 | Dureté 2 | Dureté 3 |\n| --- | --- | --- | --- |\n| 1 | 4+ | 5+ | 6 |" in read[0]

    def test_formulas_are_a_table_of_their_own(self, read: tuple[str, str, tuple[str, ...]]) -> None:
        head = "Tableau : Formule {#choc/formule}\n| Rapport | Jet |\n| --- | --- |\n"
        assert f"{head}| D = F | 4+ |\n| D>F | 5+ |\n" in read[0]

    def test_a_lettered_list_is_a_table(self, read: tuple[str, str, tuple[str, ...]]) -> None:
        assert "| a | Pont (fermé) | -1 |\n| b | Gué | +1 par pas (Si l'eau est basse) |\n" in read[0]

    def test_a_die_and_its_results_are_a_table(self, read: tuple[str, str, tuple[str, ...]]) -> None:
        assert "| 1D6 | Résultat |\n| --- | --- |\n| 1 | Cassé ! Plus rien. |\n| 2-6 | Ça tient. |\n" in read[0]
        assert "> **Absent de la source** : la fin." in read[0]

    def test_a_name_and_its_text_are_parted(self, read: tuple[str, str, tuple[str, ...]]) -> None:
        assert "# Le cor {#cor .aptitude}\n\nIl sonne.\n- Deux fois.\n- Une puce.\n  - Sa suite." in read[0]

    def test_bullets_open_paragraphs_in_prose_and_titles_where_the_register_says(
        self, read: tuple[str, str, tuple[str, ...]]
    ) -> None:
        assert "## Lueur (*) {#pouvoirs/lueur}\n\nAussi : Lumière\n\nElle brille (\\*).\n\nToujours.\n" in read[1]
        assert "### De nuit {#pouvoirs/lueur/nuit .regle}\n\nDavantage.\n" in read[1]

    def test_an_unknown_title_is_a_note(self, read: tuple[str, str, tuple[str, ...]]) -> None:
        assert "> **Note** : INCONNU\n\nDu texte." in read[1]
        assert read[2] == ("TEXTE-DOUTEUX", "TITRE-INCONNU")

    def test_a_missing_part_is_told(self, made_up: tuple[ReadingData, Register]) -> None:
        (_summary, powers), _faults = wap.read(_source(*TEXT.split("\n")), *made_up)
        (alone,), faults = wap.read(_source("", *TEXT[TEXT.index("POUVOIRS") :].split("\n")), *made_up)
        assert alone.text == powers.text
        assert [fault.code for fault in faults] == ["PARTIE-ABSENTE", "TITRE-INCONNU"]

    def test_a_text_without_any_part_is_refused(self, made_up: tuple[ReadingData, Register]) -> None:
        with pytest.raises(UnusableFileError, match=r"reconnue \(Essai\), mais aucune de ses parties") as refusal:
            wap.read(_source("LUEUR (*)", "- ❖ Elle brille."), *made_up)
        assert "\n" not in str(refusal.value)

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
    def test_a_marked_cell(self, cell: str, canonical: str) -> None:
        assert called(cell) == canonical

    def test_a_caption_of_the_register_has_marks(self, tmp_path: Path) -> None:
        (tmp_path / "ids.toml").write_text('[a]\n"t" = "Tableau : Un {autorite=table}"\n', encoding="utf-8")
        entry = read_register(tmp_path).entry("t")
        assert entry is not None
        assert (entry.form, entry.title, entry.marks) == (Form.CAPTION, "Un", "autorite=table")
