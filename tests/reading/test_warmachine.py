"""Warmachine: the golden counts on the user's own publication, then its patterns on a made-up text."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from kb.errors import Diagnostic, Severity
from kb.model import CanonicalText, EdgeType, Kind, Provision, Resolution, Rulebook, Status
from kb.parsing import parse_work
from kb.reading.instructions import read_instructions
from kb.reading.recognise import Publication, read_publication
from kb.reading.register import Form, read_register
from kb.reading.repairs import Line
from kb.reading.source import SourceText
from kb.reading.works import warmachine
from kb.reading.works.warmachine.furniture import DOT_REASON, HYPHEN_REASON, PAGE_REASON
from kb.reading.works.warmachine.paragraphs import Break, breaks, in_capitals, paragraphs
from tests.reading.laws import drops, written

# ---------------------------------------------------------------- The publication

WORK = "warmachine"


@pytest.mark.publication
class TestConservation:
    def test_what_is_dropped_says_why(self, publication: Publication) -> None:
        reasons = Counter(reason for _number, reason in drops(publication))
        assert (reasons[PAGE_REASON], reasons["titre courant de la page"], reasons[DOT_REASON]) == (49, 48, 3)
        assert set(reasons) == {
            PAGE_REASON,
            DOT_REASON,
            "titre courant de la page",
            "page du site d'où vient le fichier",
        }

    def test_what_is_repaired(self, publication: Publication) -> None:
        reasons = Counter(repair.reason for repair in publication.texts[0].repairs)
        assert reasons[HYPHEN_REASON] == 6
        assert sum(count for reason, count in reasons.items() if "icône" in reason) == 3


@pytest.mark.publication
class TestCounts:
    def test_sections_and_their_levels(self, publication: Publication) -> None:
        headings = publication.register.part("combat").headings
        boxes = [entry for entry in headings if re.search(r"schema$|engagees$|autres-sources$|legende$", entry.id)]
        assert len(boxes) == 9
        levels = Counter(entry.level for entry in headings if entry not in boxes)
        assert levels == {1: 1, 2: 6, 3: 44, 4: 15, 5: 8}
        assert sum(levels.values()) - 1 == 73

    def test_boxes_hold_their_lines_and_no_more(self, nodes: dict[str, Provision]) -> None:
        ranges = {
            "combat-cac/portee-et-engagement/figurines-engagees": (110, 128),
            "combat-cac/slam/schema": (421, 430),
            "combat-cac/prises-speciales/autres-sources": (432, 440),
            "combat-cac/projection/schema": (493, 506),
            "combat-distance/dissimulation-et-couvert/schema": (803, 808),
            "combat-distance/ciblage-en-cac/schema": (883, 906),
            "combat-distance/aire-d-effet/deviation/schema": (954, 966),
            "combat-distance/souffle/schema": (1040, 1055),
            "situations/attaques-de-dos/schema": (1097, 1097),
            "degats/reporter/legende": (1469, 1485),
        }
        for key, (first, last) in ranges.items():
            assert (nodes[key].spans[0].start, nodes[key].spans[-1].end) == (first, last), key
        rules = [key for key, piece in nodes.items() if piece.kind is Kind.RULE and not piece.is_unit]
        assert rules == [
            "combat-cac/portee-et-engagement/figurines-engagees",
            "combat-cac/prises-speciales/autres-sources",
        ]

    def test_prose_resumes_under_its_own_title_after_a_box(self, nodes: dict[str, Provision]) -> None:
        for line, key in (
            (130, "combat-cac/portee-et-engagement"),
            (442, "combat-cac/projection"),
            (810, "combat-distance/dissimulation-et-couvert"),
            (911, "combat-distance/aire-d-effet"),
            (972, "combat-distance/aire-d-effet/deviation"),
            (1061, "situations/attaques-generees"),
        ):
            assert any(span.start <= line <= span.end for span in nodes[key].spans), key

    def test_examples(self, publication: Publication, nodes: dict[str, Provision]) -> None:
        examples = [piece for piece in nodes.values() if piece.kind is Kind.EXAMPLE and not piece.is_unit]
        paragraphs_of = [piece for piece in examples if re.search(r"exemple(-\d)?$", piece.id)]
        assert len(paragraphs_of) == 11
        assert {piece.authority for piece in examples} == {"exemple"}
        assert {piece.authority for piece in nodes.values() if "exemple" not in piece.id} == {"regle", "exemple"}
        boxes = [entry for entry in publication.register.part("combat").entries if entry.form is Form.BOX]
        assert len(boxes) == 11 + 2
        split = nodes["combat-distance/ciblage-en-cac/exemple-2"]
        assert (split.spans[0].start, split.spans[-1].end) == (857, 869)

    def test_formulas_are_titled_units(self, nodes: dict[str, Provision]) -> None:
        formulas = [piece for piece in nodes.values() if piece.is_unit and f"{piece.title} = " in piece.text]
        assert len(formulas) == 8
        assert all(piece.form == "bullet" for piece in formulas)

    def test_tables(self, nodes: dict[str, Provision]) -> None:
        tables = [key for key, piece in nodes.items() if piece.kind is Kind.TABLE]
        assert tables == ["combat-cac/prises-speciales/warjacks", "degats/reporter/legende", "degats/types/immunites"]
        rows = Counter((piece.parent or "").rpartition("/")[2] for piece in nodes.values() if piece.kind is Kind.ROW)
        assert rows == {"warjacks": 4, "legende": 7, "immunites": 4}
        assert "projection à deux mains" in nodes["combat-cac/prises-speciales/warjacks#4"].text

    def test_list_items(self, nodes: dict[str, Provision]) -> None:
        bullets = Counter(
            (piece.parent or "").removeprefix("warmachine/")
            for piece in nodes.values()
            if piece.form == "bullet" and f"{piece.title} = " not in piece.text
        )
        assert bullets == {
            "combat-cac/jets-d-attaque/modificateurs": 5,
            "combat-cac/verrou/maintenir-et-subir": 6,
            "combat-distance/jets-d-attaque/modificateurs": 10,
            "degats/desactivation": 5,
        }
        assert nodes["combat-distance/jets-d-attaque/modificateurs#7"].title == "Cible surélevée"

    def test_pages_are_healed(self, publication: Publication, source: SourceText) -> None:
        """A sentence that a page cut stands on one canonical line."""
        pages = [number for number, line in enumerate(source.lines, 1) if line.strip() == "COMBAT"]
        assert len(pages) == 48
        held = [numbers for _line, numbers in written(publication)]
        across = sum(any(min(numbers) < page < max(numbers) for numbers in held) for page in pages)
        assert across == 24 + 1  # inside a sentence, inside an example; at the others a paragraph or a title ends
        assert not [line for line, _numbers in written(publication) if re.search(r"\bCOMBAT\b", line)]

    def test_no_paragraph_is_cut(self, publication: Publication) -> None:
        for line, numbers in written(publication):
            if line[0] not in "#|>-" and len(numbers) > 1:
                assert re.search(r"[.!?:]$", line), numbers
                assert not line[0].islower(), numbers

    def test_what_the_source_lacks_is_said(self, nodes: dict[str, Provision]) -> None:
        stub = nodes["effets-speciaux/effets-continus"]
        assert (stub.kind, stub.subkind, stub.title) == (Kind.NOTE, "absent", "Effets continus")
        assert sum(piece.subkind == "absent" for piece in nodes.values()) == 4

    def test_what_is_damaged_is_flagged(self, nodes: dict[str, Provision]) -> None:
        doubtful = {key for key, piece in nodes.items() if piece.status is Status.DOUBTFUL and not piece.is_unit}
        assert doubtful == {"degats/reporter/champs-de-force/exemple-3"}


@pytest.mark.publication
class TestLinks:
    def test_every_reference_is_resolved_or_diagnosed(self, linked: tuple[Rulebook, tuple[Diagnostic, ...]]) -> None:
        references = linked[0].references
        states = Counter(reference.resolution for reference in references)
        assert states == {Resolution.RESOLVED: 25, Resolution.DANGLING: 12, Resolution.SUSPECT: 2}
        assert sum("XXX" in reference.printed for reference in references) == 33
        dangling = {reference.target for reference in references if reference.resolution is Resolution.DANGLING}
        assert len(dangling) == 12
        assert {"Simultané et consécutif", "Ligne de vue", "Terrain", "volume", "Effet de nuée"} <= dangling

    def test_names_that_vary_reach_their_rule(self, linked: tuple[Rulebook, tuple[Diagnostic, ...]]) -> None:
        found = {
            reference.target: reference.candidates[0].removeprefix("warmachine/")
            for reference in linked[0].references
            if reference.resolution in {Resolution.RESOLVED, Resolution.SUSPECT}
        }
        expected = {
            "Chuter": "situations/chute",
            "Être slammé": "combat-cac/slam/etre-slamme",
            "Attaque de dos": "situations/attaques-de-dos",
            "Cible au tapis": "situations/mise-au-tapis",
            "Cible stationnaire": "situations/figurines-stationnaires",
            "Cible en corps-à-corps": "combat-distance/ciblage-en-cac",
            "Prise spéciale projection": "combat-cac/projection",
            "Dégâts collatéraux": "combat-cac/projection/degats-collateraux",
            "hors de combat": "degats/hors-de-combat",
            "déviation": "combat-distance/aire-d-effet/deviation",
            "XXX": "situations/point-d-origine",
        }
        assert {target: found[target] for target in expected} == expected

    def test_contradictions_name_both_texts(self, linked: tuple[Rulebook, tuple[Diagnostic, ...]]) -> None:
        pairs = {
            (edge.source.removeprefix("warmachine/"), edge.target.removeprefix("warmachine/"))
            for edge in linked[0].edges
            if edge.type is EdgeType.CONTRADICTS
        }
        assert pairs >= {
            ("combat-cac/jets-d-attaque/modificateurs#2", "situations/attaques-de-dos"),
            ("combat-distance/jets-d-attaque/modificateurs#3", "situations/attaques-de-dos"),
            ("effets-speciaux#2", "effets-speciaux/critiques"),
            ("combat-cac/slam/schema", "combat-cac/slam#5"),
        }
        assert len(pairs) == 7

    def test_every_declared_relation_has_both_ends(self, linked: tuple[Rulebook, tuple[Diagnostic, ...]]) -> None:
        assert not [fault for fault in linked[1] if fault.code == "RELATION-CIBLE"]


@pytest.mark.publication
class TestAnotherConversion:
    def test_a_file_without_its_first_lines_is_still_read(self, source: SourceText, tmp_path: Path) -> None:
        other = tmp_path / "autre.txt"
        other.write_text("\n".join([*source.lines[40:400], *source.lines[460:1400]]), encoding="utf-8")
        cut = read_publication(other)
        assert cut.diagnostics[0].code == "EDITION"
        assert {fault.severity for fault in cut.diagnostics} == {Severity.WARNING}
        assert [one for one in parse_work(cut.texts).diagnostics if one.severity is not Severity.INFO] == []


# ---------------------------------------------------------------- A made-up text, damaged in the same ways

_IDS = """
[ponts]
"ponts" = "# Les ponts !"
"bois" = "## Ponts de bois {.definition}"
"bois/exemple" = "Exemple {autorite=exemple}"
"bois/planches" = "Tableau : Planches"
"bois/charge" = "### Charge"
"bois/dessin" = "### Un long titre sur deux lignes {.exemple autorite=exemple}"
"pierre" = "## Ponts de pierre"
"pierre/arches" = "Absent de la source : Arches"
"""

_READING = """
[recognise]
markers = ["LES PONTS"]
edition = "essai"
reader = "warmachine"

[work]
oeuvre = "ponts"
titre = "Les Ponts"

[[document]]
part = "ponts"
document = "Les ponts"
autorite = "regle"

[ponts]
drop = [{ at = "PONTS", every = true, reason = "titre courant" }]
move = [{ at = "UN LONG TITRE", to = "Dans le cadre", after = "Le second tient", reason = "encadré au milieu du texte" }]
role = [
    { at = "Le second tient", role = "exemple", reason = "suite de l'exemple" },
    { at = "Deux lignes vides", role = "texte", reason = "paragraphe" },
    { at = "Une légende", role = "suite", reason = "coupé" },
]
table = [
    { under = "bois", form = "pairs", columns = ["Pont", "Planches"], reason = "paires" },
    { under = "pierre", form = "columns", columns = ["Pierre", "Couleur"], reason = "colonnes" },
]
alias = [{ under = "bois", names = ["passerelle", "ponceau"], reason = "noms cités" }]
absent = [
    { under = "pierre", id = "pierre/arches", text = "les arches." },
    { under = "bois/charge", text = "le dessin." },
]
"""

_TEXT = """LES PONTS !

PONTS DE BOIS
Un pont de bois tient va-et-vient et charge. Il porte un
charge. Le va-etvient

1

PONTS
use tout (voir « Charge », p. XXX).

UN LONG TITRE SUR
DEUX LIGNES

Dans le cadre, une planche suffit.

Le bois gonfle : suivez la règle de charge (p. XXX).


Poids (p. XXX) : au plus deux charrettes.



Pluie : le bois ne tient

.

pas plus d'un jour.

2

PONTS


Vent fort : personne ne passe.


Deux lignes vides précèdent cette phrase.

Petit pont : deux

Grand pont : neuf planches
de chêne

EXEMPLE : Un pont plie.

Le second tient.
CHARGE
Charge d'un pont = 2d6 + planches

PEINTURE

Un titre inconnu.

Une légende coupée.

PONTS DE PIERRE
Les pierres sont de deux couleurs.

Grès

Granit

Rose

Gris
"""


@pytest.fixture
def sample(tmp_path: Path) -> tuple[CanonicalText, tuple[Diagnostic, ...]]:
    (tmp_path / "ids.toml").write_text(_IDS, encoding="utf-8")
    (tmp_path / "reading.toml").write_text(_READING, encoding="utf-8")
    text = SourceText("ponts.txt", "0" * 64, tuple(_TEXT.split("\n")))
    (canonical,), diagnostics = warmachine.read(text, read_instructions(tmp_path), read_register(tmp_path))
    return canonical, diagnostics


def _body(canonical: CanonicalText) -> list[str]:
    """The lines of the canonical text below its head, without the blank ones."""
    lines = canonical.text.split("\n")
    return [line for line in lines[lines.index("---", 1) + 1 :] if line]


def test_a_made_up_text_is_read_whole(sample: tuple[CanonicalText, tuple[Diagnostic, ...]]) -> None:
    assert _body(sample[0]) == [
        "# Les ponts ! {#ponts}",
        "## Ponts de bois {#bois .definition}",
        "Aussi : passerelle, ponceau",
        "Un pont de bois tient va-et-vient et charge. Il porte un charge. Le va-et-vient use tout (voir « Charge », p. XXX).",
        "Le bois gonfle : suivez la règle de **charge** (p. XXX).",
        "- **Poids** (p. XXX) : au plus deux charrettes.",
        "- **Pluie** : le bois ne tient pas plus d'un jour.",
        "- **Vent fort** : personne ne passe.",
        "Deux lignes vides précèdent cette phrase.",
        "Tableau : Planches {#bois/planches}",
        "| Pont | Planches |",
        "| --- | --- |",
        "| Petit pont | deux |",
        "| Grand pont | neuf planches de chêne |",
        "> **Exemple** {#bois/exemple autorite=exemple} : Un pont plie.",
        ">",
        "> Le second tient.",
        "### Un long titre sur deux lignes {#bois/dessin .exemple autorite=exemple}",
        "Dans le cadre, une planche suffit.",
        "### Charge {#bois/charge}",
        "- **Charge d'un pont** = 2d6 + planches",
        "> **Note** : PEINTURE",
        "Un titre inconnu. Une légende coupée.",
        "> **Absent de la source** : le dessin.",
        "## Ponts de pierre {#pierre}",
        "Les pierres sont de deux couleurs.",
        "| Pierre | Couleur |",
        "| --- | --- |",
        "| Grès | Rose |",
        "| Granit | Gris |",
        "> **Absent de la source : Arches** {#pierre/arches} : les arches.",
    ]


def test_a_made_up_text_parses(sample: tuple[CanonicalText, tuple[Diagnostic, ...]]) -> None:
    parsed = parse_work([sample[0]])
    assert parsed.diagnostics == ()
    assert parsed.rulebook is not None
    kinds = {piece.id.removeprefix("ponts/"): piece.kind for piece in parsed.rulebook.provisions if not piece.is_unit}
    assert kinds["bois/exemple"] is Kind.EXAMPLE
    assert kinds["pierre/arches"] is Kind.NOTE


def test_a_title_that_the_register_lacks_is_said(sample: tuple[CanonicalText, tuple[Diagnostic, ...]]) -> None:
    assert [(fault.code, fault.severity) for fault in sample[1]] == [("TITRE-INCONNU", Severity.WARNING)]


def test_what_is_changed_or_left_out_is_declared(sample: tuple[CanonicalText, tuple[Diagnostic, ...]]) -> None:
    canonical = sample[0]
    assert [(repair.before, repair.after) for repair in canonical.repairs if repair.reason == HYPHEN_REASON] == [
        ("va-etvient", "va-et-vient")
    ]
    assert Counter(drop.reason for drop in canonical.dropped) == {
        PAGE_REASON: 2,
        "titre courant": 2,
        DOT_REASON: 1,
    }


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("SLAM", True), ("ÊTRE POUSSÉ", True), ("VTS = 2D6", False), ("La VTS", False), ("X :", False)],
)
def test_a_title_in_capitals(text: str, *, is_one: bool) -> None:
    assert in_capitals(text) is is_one


def test_the_end_of_a_sentence_that_reads_like_a_title_is_none() -> None:
    lines = [Line((1,), "Un bonus contre les", ""), Line((2,), "jets d'attaque.", "")]
    known = frozenset({("jets", "d", "attaque")})
    assert [line.text for line in paragraphs(lines, {2: Break()}, known)] == ["Un bonus contre les jets d'attaque."]


def test_breaks_count_blank_lines_and_know_pages() -> None:
    printed = ["a", "", "b", "", "3", "", "EN-TÊTE", "", "", "c"]
    assert breaks(printed, [1, 3, 10]) == {1: Break(), 3: Break(1), 10: Break(2, interrupted=True)}
