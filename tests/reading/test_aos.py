"""Age of Sigmar: the golden counts on the user's own publication; then each pattern on a made-up one."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from kb.errors import Severity
from kb.model import EdgeType, How, Kind, Provision, Resolution, Rulebook, Span, Status, WindowRole
from kb.parsing import parse_work
from kb.reading.recognise import Publication, read_publication
from kb.reading.source import SourceText, read_source
from tests.reading.laws import SYNTAX, assert_every_word_is_the_source_s, assert_nothing_is_lost, drops

WORK = "aos"
_SAMPLE = Path(__file__).parent / "braises"
_EVERYWHERE = ("base", "fer-de-lance", "guerre-de-frontieres")
_ADVANCED = ("base", "guerre-de-frontieres")


@pytest.mark.publication
class TestConservation:
    def test_what_is_dropped_holds_no_rule(self, publication: Publication, source: SourceText) -> None:
        lines = [source.lines[number - 1].strip() for number, _reason in drops(publication)]
        gone = [line for line in lines if line]
        assert len(gone) == 67
        assert max(len(line.split()) for line in gone) <= 14
        assert not any(line.endswith(".") for line in gone)


def _numbered(nodes: dict[str, Provision], prefix: str) -> list[str]:
    rules = [piece for key, piece in nodes.items() if re.fullmatch(rf"{prefix}/\d+(?:\.\d+)*", key)]
    assert {piece.kind for piece in rules} == {Kind.RULE}
    return [piece.number or "" for piece in rules]


def _abilities(nodes: dict[str, Provision], prefix: str) -> dict[str, Provision]:
    return {
        key: piece
        for key, piece in nodes.items()
        if key.startswith(prefix) and piece.kind is Kind.ABILITY and "#" not in key
    }


@pytest.mark.publication
class TestCounts:
    @pytest.mark.parametrize(
        ("module", "count"),
        [
            ("base", 68),
            ("ordres", 10),
            ("terrain", 12),
            ("magie", 10),
            ("composition", 19),
            ("etat-major", 3),
            ("tactiques", 4),
            ("fer-de-lance", 15),
        ],
    )
    def test_numbered_rules(self, nodes: dict[str, Provision], module: str, count: int) -> None:
        numbers = _numbered(nodes, module)
        assert len(numbers) == count
        order = [tuple(map(int, number.split("."))) for number in numbers]
        assert order == sorted(set(order))

    def test_abilities_and_their_fields(self, nodes: dict[str, Provision]) -> None:
        abilities = _abilities(nodes, "aptitude/")
        assert len(abilities) == 34
        fields = {key: [name for name, _value in piece.fields] for key, piece in abilities.items()}
        assert all({"timing", "effect"} <= set(names) for names in fields.values())
        counts = Counter(name for names in fields.values() for name in names)
        assert counts == {
            "timing": 34,
            "effect": 34,
            "announce": 21,
            "keywords": 18,
            "used_by": 5,
            "restriction": 2,
            "cost": 12,
        }
        assert [key for key, names in fields.items() if "restriction" in names] == [
            "aptitude/manoeuvre-tactique",
            "aptitude/appeler-des-renforts",
        ]

    def test_costs(self, nodes: dict[str, Provision]) -> None:
        costs = {
            key: dict(piece.fields)["cost"]
            for key, piece in _abilities(nodes, "aptitude/").items()
            if "cost" in dict(piece.fields)
        }
        orders = [key for key, piece in nodes.items() if piece.subkind == "ordre" and "#" not in key]
        assert len(orders) == 10
        assert {key: costs[key] for key in orders if costs[key] != "1"} == {"aptitude/contre-charge": "2"}
        assert {key: value for key, value in costs.items() if key not in orders} == {
            "aptitude/bouclier-mystique": "6",
            "aptitude/resurrection": "7",
        }

    def test_every_printing_is_a_span(self, nodes: dict[str, Provision]) -> None:
        printed = {key: piece.spans for key, piece in _abilities(nodes, "aptitude/").items()}
        assert sum(map(len, printed.values())) == 46
        assert printed["aptitude/corps-a-corps"] == (Span(521, 529), Span(222, 230), Span(258, 266), Span(2294, 2302))
        assert printed["aptitude/tir"] == (Span(497, 505), Span(186, 190), Span(2274, 2282))
        assert {len(piece.spans) for piece in _abilities(nodes, "arme/").values()} == {2}

    def test_windows(self, book: Rulebook) -> None:
        windows = {one.provision: one.phrase for one in book.windows if one.role is WindowRole.USABLE}
        abilities = [key for key in windows if key.startswith("aos/aptitude/") and "#" not in key]
        assert len(abilities) == 34
        edges = Counter(windows[key].edge for key in abilities)
        assert edges == {"during": 19, "reaction": 5, "passive": 7, "start": 2, "end": 1}
        assert windows["aos/aptitude/appeler-des-renforts"].frequency == "une fois par tour"
        assert windows["aos/aptitude/appeler-des-renforts"].whose == "active"
        assert windows["aos/aptitude/contre-charge"].whose == "opponent"

    def test_other_abilities(self, nodes: dict[str, Provision]) -> None:
        assert len(_abilities(nodes, "arme/")) == 7
        assert len(_abilities(nodes, "terrain/")) == 5
        assert len(_abilities(nodes, "tactique/")) == 6

    def test_glossary(self, nodes: dict[str, Provision], book: Rulebook) -> None:
        entries = [key for key, piece in nodes.items() if key.startswith("glossaire/") and not piece.is_unit]
        assert len(entries) == 160
        assert {nodes[key].kind for key in entries} == {Kind.DEFINITION}
        assert all(nodes[key].text for key in entries)
        cited = {item.source for item in book.references if item.module and item.source.startswith("aos/glossaire/")}
        assert len(cited) == 139

    def test_warscrolls_and_terrain(self, nodes: dict[str, Provision]) -> None:
        profiles = [key for key, piece in nodes.items() if piece.kind is Kind.PROFILE and not piece.is_unit]
        assert profiles == ["profil/griffarque", "profil/squigaliers"]
        assert nodes["profil/squigaliers#1"].text == 'MOUV. : D6+8" ; SANTÉ : 2 ; SAUVEGARDE : 6+ ; CONTRÔLE : 1'
        rows = [piece for key, piece in nodes.items() if key.startswith("terrains/liste#")]
        types = Counter(row.text.split(" ; ")[1].partition(" : ")[2].casefold() for row in rows)
        assert types == {
            "obstacle": 22,
            "terrain de faction": 15,
            "site de pouvoir": 12,
            "zone de terrain": 6,
            "terrain occultant": 5,
        }

    def test_battle_plans(self, nodes: dict[str, Provision]) -> None:
        plans = [piece for key, piece in nodes.items() if key.endswith("/plan")]
        assert [piece.scope for piece in plans] == [("guerre-de-frontieres",), ("fer-de-lance",)]
        assert {piece.authority for piece in plans} == {"plan-de-bataille"}

    def test_summaries_stand_with_their_section(self, nodes: dict[str, Provision]) -> None:
        summaries = [piece for piece in nodes.values() if piece.subkind == "resume"]
        assert sum(piece.form == "bullet" for piece in summaries) == 77
        assert {piece.authority for piece in summaries} == {"resume"}
        assert {piece.kind for piece in summaries} == {Kind.NOTE}
        assert len({piece.parent for piece in summaries}) == 39

    def test_steps(self, nodes: dict[str, Provision]) -> None:
        steps = Counter(
            key.rpartition("/")[0] for key, piece in nodes.items() if piece.kind is Kind.STEP and not piece.is_unit
        )
        assert steps == {
            "base/5.2": 3,
            "base/12.0": 3,
            "base/17.0": 4,
            "base/18.0": 2,
            "base/27.0": 3,
            "base/31.0": 3,
            "base/32.2": 3,
            "composition/vue-d-ensemble": 6,
            "fer-de-lance/plan/pre-bataille": 5,
            "fer-de-lance/plan/debut-de-round": 5,
        }
        assert len([key for key in nodes if re.fullmatch(r"base/10\.0/etape-\d", key)]) == 3


@pytest.mark.publication
class TestScopeAndRank:
    @pytest.mark.parametrize(
        ("key", "scope", "authority"),
        [
            ("base/17.1", _EVERYWHERE, "module"),
            ("aptitude/charge", _EVERYWHERE, "module"),
            ("base/10.0", _ADVANCED, "module"),
            ("aptitude/deploiement-d-unite", _ADVANCED, "module"),
            ("magie/4.0", _ADVANCED, "module"),
            ("aptitude/contre-charge", _ADVANCED, "module"),
            ("terrains/liste", _ADVANCED, "module"),
            ("guerre-de-frontieres/2", ("guerre-de-frontieres",), "plan-de-bataille"),
            ("fer-de-lance/1.1", ("fer-de-lance",), "plan-de-bataille"),
            ("aptitude/appeler-des-renforts", ("fer-de-lance",), "plan-de-bataille"),
            ("profil/griffarque", ("fer-de-lance",), "module"),
            ("fer-de-lance/reference/deploiement", ("fer-de-lance",), "resume"),
            ("composition/vue-d-ensemble/3", _ADVANCED, "resume"),
            ("glossaire/allouer", _EVERYWHERE, "glossaire"),
            ("glossaire/contre-charge", _ADVANCED, "glossaire"),
            ("base/15.1#resume-1", _EVERYWHERE, "resume"),
        ],
    )
    def test_where_a_rule_applies_and_how_it_ranks(
        self, nodes: dict[str, Provision], key: str, scope: tuple[str, ...], authority: str
    ) -> None:
        assert (nodes[key].scope, nodes[key].authority) == (scope, authority)

    def test_the_default_mode_comes_first(self, book: Rulebook) -> None:
        assert book.work.modes == _EVERYWHERE

    def test_only_the_damaged_warscroll_is_doubtful(self, nodes: dict[str, Provision]) -> None:
        doubtful = {key.split("#")[0] for key, piece in nodes.items() if piece.status is Status.DOUBTFUL}
        assert doubtful == {"profil/squigaliers"}


@pytest.mark.publication
class TestLinks:
    def test_explicit_references(self, book: Rulebook) -> None:
        modules = Counter(item.module for item in book.references if item.form == "number")
        bare = modules.pop(None)
        assert modules.total() == 151
        assert modules["Règles de Base"] == 97
        # 39 are printed with « voir »: two stand in further printings, whose words are those of the first; one has no « voir ».
        assert bare == 39 - 2 + 1

    def test_what_does_not_resolve_is_rightly_said(self, book: Rulebook) -> None:
        states = Counter(item.resolution for item in book.references)
        assert states == {Resolution.RESOLVED: 209, Resolution.DANGLING: 6, Resolution.SUSPECT: 4}
        lost = {(item.source, item.form) for item in book.references if item.resolution is Resolution.DANGLING}
        assert lost == {("aos/guerre-de-frontieres/regles-avancees", "page")}

    def test_the_wrong_ones_are_suspect_with_their_target(self, book: Rulebook) -> None:
        suspect = {
            (item.span.start, item.target): item.candidates
            for item in book.references
            if item.resolution is Resolution.SUSPECT
        }
        assert suspect == {
            (525, "15.4"): ("aos/base/15.3",),
            (662, "17.0"): ("aos/base/18.1",),
            (663, "18.3"): ("aos/base/18.2",),
            (2558, "24.0"): ("aos/base/24.0",),
        }

    def test_a_bare_number_means_its_own_module(self, book: Rulebook) -> None:
        targets = {(item.source, item.target): item.candidates for item in book.references}
        assert targets["aos/magie/2.0", "4.0"] == ("aos/magie/4.0",)
        assert targets["aos/terrain/1.7", "1.3"] == ("aos/terrain/1.3",)
        assert targets["aos/base/4.0", "5.0"] == ("aos/base/5.0",)

    def test_contradictions(self, book: Rulebook) -> None:
        pairs = {edge.source: edge.target for edge in book.edges if edge.type is EdgeType.CONTRADICTS}
        assert len(pairs) == 8
        assert {target.split("/")[1] for target in pairs.values()} == {"glossaire"}

    def test_every_curated_edge_has_its_reason(self, book: Rulebook) -> None:
        curated = [edge for edge in book.edges if edge.how is How.CURATED]
        assert len(curated) == 77
        assert all(edge.reason for edge in curated)


@pytest.fixture
def sample(tmp_path: Path) -> Publication:
    """The made-up publication, read with its own register and instructions."""
    shutil.copytree(_SAMPLE, tmp_path / "corpus" / "braises")
    return read_publication(_SAMPLE / "publication.txt", tmp_path / "corpus")


@pytest.fixture
def texts(sample: Publication) -> tuple[str, ...]:
    return tuple(text.text for text in sample.texts)


class TestPatterns:
    def test_nothing_is_amiss(self, sample: Publication) -> None:
        assert sample.diagnostics == ()

    def test_every_word_is_kept(self, sample: Publication) -> None:
        source = read_source(_SAMPLE / "publication.txt")
        assert_nothing_is_lost(sample, source.lines)
        assert_every_word_is_the_source_s(sample, source, SYNTAX[WORK])

    def test_a_contents_line_goes_with_what_it_announces(self, texts: tuple[str, ...]) -> None:
        assert "- LE FOYER (p. 3-9) : Le foyer ouvre la partie." in texts[0]

    def test_a_fraction_is_a_sign(self, texts: tuple[str, ...]) -> None:
        assert 'à ½" du vent.' in texts[1]

    def test_an_annotated_ability_leaves_its_legend(self, texts: tuple[str, ...]) -> None:
        assert "| Repère | Partie |\n| --- | --- |\n| 1 | Moment |\n| 2 | Nom |" in texts[1]

    def test_an_ability_printed_again_is_one_provision(self, sample: Publication) -> None:
        text = sample.texts[1]
        assert sum("Votre Phase de Veille" in other.text for other in sample.texts) == 1
        line = text.text.split("\n").index("- **Annonce** : Choisissez une braise amie.")
        assert len(text.line_map[line]) == 3

    def test_a_cost_stands_alone_or_at_the_end_of_the_timing(self, sample: Publication) -> None:
        text = sample.texts[2]
        line = text.text.split("\n").index("- **Coût** : 3")
        assert len(text.line_map[line]) == 2

    def test_unlabelled_parts_are_told_apart(self, texts: tuple[str, ...]) -> None:
        fields = "- **Utilisé par** : Un veilleur.\n- **Restriction** : On ne couvre pas deux fois.\n- **Effet** : Rien"
        assert "> **Note** : Le fer retombe." in texts[2]
        assert fields in texts[2]
        assert (
            "couvert :\n  - ni fumée ;\n  - ni tison.\n\nLa cendre compte pour rien.\n- **Mots-clés** : FEU" in texts[2]
        )

    def test_keywords_may_stand_on_the_next_line(self, texts: tuple[str, ...]) -> None:
        assert "- **Mots-clés** : VEILLE, FEU" in texts[1]

    def test_what_follows_an_ability_stays_with_its_section(self, texts: tuple[str, ...]) -> None:
        assert "garde le total.\n\nLe vent tombe, puis il reprend au matin." in texts[1]

    def test_a_text_that_differs_is_left_in_its_place(self, texts: tuple[str, ...]) -> None:
        assert "Pince: Avec deux doigts" in texts[2]
        assert "#### Pince {#outil/pince .aptitude}\n\nElle saisit" in texts[1]

    def test_a_term_in_italics_is_explained_below(self, texts: tuple[str, ...]) -> None:
        pelle = "#### Pelle {#outil/pelle .tactique}\n\n> **Note** : *Large et lourde.*\n\nElle porte deux braises."
        assert pelle in texts[1]

    def test_a_margin_goes_with_its_section(self, texts: tuple[str, ...]) -> None:
        assert "> **Résumé**\n> - Une braise éteinte ne compte plus.\n\n1. **Souffler**" in texts[1]

    def test_a_step_keeps_its_paragraph(self, texts: tuple[str, ...]) -> None:
        assert "1. **Souffler** : chacun souffle.\n\n   Un souffle dure un instant.\n\n2. **Compter**" in texts[1]
        assert (
            "1. **Poser les braises**\n\n   SIX BRAISES (une par joueur)\n\n2. **Les couvrir**\n\n   - avec" in texts[1]
        )

    def test_a_warscroll_is_a_profile(self, texts: tuple[str, ...]) -> None:
        assert '| MOUV. | VIE | SOUPLESSE |\n| --- | --- | --- |\n| 5" | 2 | 2 |' in texts[1]
        assert '| OUTILS | Portée | Perte |\n| --- | --- | --- |\n| Soufflet | 3" | 1 |' in texts[1]
        assert "Mots-clés : VEILLEUR, FEU\n\n> **Note** : Voilà un fier veilleur.\n\n##### Lent" in texts[1]

    def test_the_parts_of_an_example_are_put_in_order(self, texts: tuple[str, ...]) -> None:
        assert "Trois amis veillent.\n\n1. Le premier veille.\n\n2. Le second dort." in texts[1]
        assert "1. Ada souffle.\n\n   Ada passe son tour.\n\n2. Bo couvre." in texts[1]

    def test_a_glossary_entry_may_run_on(self, texts: tuple[str, ...]) -> None:
        assert "## Cendre (fine) {#lexique/cendre}\n\nCe qui reste. Voir le PORTE-BRAISE, de l'autre côté." in texts[3]
        assert "## Veille {#lexique/veille mode=jour}\n\nTour de garde." in texts[3]

    def test_a_table_whose_head_is_repeated_is_one(self, texts: tuple[str, ...]) -> None:
        rows = "| Mot | Sens |\n| --- | --- |\n| Feu | 1 |\n| Fer | 2 |\n| Vent | 3 |"
        assert f"Tableau : Mots du feu {{#mots/liste}}\n{rows}" in texts[4]

    def test_a_document_says_where_it_applies(self, texts: tuple[str, ...]) -> None:
        assert ["mode : jour nuit" in text for text in texts] == [True, True, False, False, False]


@pytest.mark.publication
@pytest.mark.parametrize("cut", [(80, 170), (600, 690), (990, 1080), (1770, 1860), (2290, 2380)])
def test_a_file_that_lacks_a_page_is_still_read(source: SourceText, tmp_path: Path, cut: tuple[int, int]) -> None:
    lines = [*source.lines[: cut[0]], *source.lines[cut[1] :]]
    other = tmp_path / "autre.txt"
    other.write_text("\n".join(lines), encoding="utf-8")
    publication = read_publication(other)
    assert publication.diagnostics
    assert all(fault.severity is not Severity.ERROR for fault in publication.diagnostics)
    assert parse_work(publication.texts).diagnostics == ()
    assert_nothing_is_lost(publication, lines)
