"""L'Âme de la guerre: the golden counts on the user's own publication, then its patterns on made-up texts."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from kb.errors import Diagnostic
from kb.model import Kind, Provision, Rulebook, Status
from kb.model.words import words
from kb.reading.data import read_curation
from kb.reading.recognise import Publication
from kb.reading.repairs import Line, state_of
from kb.reading.sections import TITLE, title_key
from kb.reading.source import SourceText
from kb.reading.works.t9a.abilities import Linker
from kb.reading.works.t9a.cleaning import cleaned
from kb.reading.works.t9a.profiles import LABELS, read_profile
from kb.reading.works.t9a.spells import reprints
from kb.reading.works.t9a.titles import gathered, pointers_first, titled
from kb.system.data import data_dir
from tests.reading.laws import drops

CORPUS = data_dir("corpus")
Linked = tuple[Rulebook, tuple[Diagnostic, ...]]

# ---------------------------------------------------------------- The publication

WORK = "t9a"


def _entries(nodes: dict[str, Provision], folder: str, kind: Kind) -> list[str]:
    return [
        name
        for name, piece in nodes.items()
        if name.startswith(f"{folder}/") and piece.kind is kind and not piece.is_unit
    ]


@pytest.mark.publication
class TestPublication:
    def test_the_outline_is_that_of_the_table_of_contents(
        self, source: SourceText, nodes: dict[str, Provision]
    ) -> None:
        start = next(number for number, line in enumerate(source.lines) if "Table des matières" in line)
        rows = [line for line in source.lines[start + 1 : start + 50] if "\t" in line]
        assert len(rows) == 43
        pages = defaultdict(set)
        for _document, page, target in read_curation(CORPUS / "t9a").pages:
            pages[page].add(target)
        for row in rows:
            cells = re.sub(r"</?b>|(?: \.)+", "", row).split("\t")
            for title, page in zip(cells[::2], cells[1::2], strict=True):
                bare = set(words(re.sub(r"^(?:I|II|III|IV|V) ", "", title))) - {"immortellles"}
                assert any(bare <= set(words(nodes[target].title)) for target in pages[page.strip()]), title

    @pytest.mark.parametrize(
        ("folder", "next_folder", "printings", "names"),
        [("patrouilles", "avance", 70, 37), ("listes", "resume", 119, 109)],
    )
    def test_bold_definitions_by_faction(
        self,
        publication: Publication,
        source: SourceText,
        nodes: dict[str, Provision],
        folder: str,
        next_folder: str,
        printings: int,
        names: int,
    ) -> None:
        bold = re.compile(r"^ ?\*\*[^*]+?\s*(?:\*\*\s*:|:\s*\*\*)")
        first, last = nodes[folder].spans[0].start, nodes[next_folder].spans[0].start
        lines = {number for number in range(first, last) if bold.match(source.lines[number - 1])}
        assert len(lines) == printings
        rules = [nodes[name] for name in _entries(nodes, folder, Kind.RULE)]
        pointers = [
            piece
            for name, piece in nodes.items()
            if name.startswith(f"{folder}/") and piece.form == "bullet" and "cf. Bestiaire" in piece.text
        ]
        spans = [span for piece in (*rules, *pointers) for span in piece.spans]
        held = {number for span in spans for number in range(span.start, span.end + 1)}
        assert lines - {number for number, _reason in drops(publication)} <= held
        assert len(rules) + len(pointers) == names

    def test_profiles_are_rows(self, nodes: dict[str, Provision]) -> None:
        for folder, count, head in (("patrouilles", 80, "Effectif"), ("listes", 160, "Limite")):
            profiles = _entries(nodes, folder, Kind.PROFILE)
            assert len(profiles) == count
            for name in profiles:
                cells = dict(cell.split(" : ") for cell in nodes[f"{name}#1"].text.split(" ; "))
                if nodes[name].status is not Status.DOUBTFUL:
                    assert set(LABELS) - {"Rsr", "Æg"} <= set(cells), name
                assert {head, "Socle"} <= set(cells)

    def test_a_profile_split_by_an_option_is_read(self, nodes: dict[str, Provision]) -> None:
        row = nodes["listes/hautes-lignees-elfiques/mage#1"].text
        assert row == (
            'Limite : 0 - 2 ; Socle : 20×20mm ; MS : 5" ; MF : 10" ; Dis : 9 ; PV : 3 ; Déf : 4 ; Rés : 3 ; Arm : 1'
            " ; Att : 1 ; Off : 4 ; Fo : 3 ; PA : 0 ; Agi : 5"
        )


# ---------------------------------------------------------------- Patterns, on made-up texts


def _lines(text: str) -> tuple[Line, ...]:
    return cleaned(state_of("essai.txt", enumerate(text.split("\n"), 1))).lines


class TestCleaning:
    def test_tags_formulas_and_bullets(self) -> None:
        lines = _lines("Au 3<sup>e</sup> pas, $2D6''$ puis  $90^\\circ$ .\n\n- Un\n  - Deux")
        assert [line.text for line in lines] == ['Au 3e pas, 2D6" puis 90°.', "Un", "Deux"]
        assert [line.bullet for line in lines] == ["", "-", "--"]

    def test_a_signed_quotation_is_left_out_and_a_lone_one_kept(self) -> None:
        state = cleaned(state_of("essai.txt", enumerate(["*Ah !*", "", "— Un sot", "", "*Les gués sont bas.*"], 1)))
        assert [line.text for line in state.lines] == ["*Les gués sont bas.*"]
        assert [drop.span.start for drop in state.dropped] == [1, 3]


class TestTitles:
    @pytest.mark.parametrize(
        ("line", "texts"),
        [
            ("### 2. Pluie d'épingles (4+/8+)", ["2 Pluie d'épingles", "4+/8+"]),
            ("### Gros sabots (25 pts)", ["Gros sabots", "25 pts"]),
            ("## 3 – PHASE DE SIESTE", ["3 PHASE DE SIESTE"]),
            ("### Dernier mot (+)", ["Dernier mot"]),
            ("## Qui peut dormir ?", ["Qui peut dormir ?"]),
            ("**Ronfleur (0-1)** : Dort debout.", ["Ronfleur", "(0-1) Dort debout."]),
            ("**Rêveur :** Dort assis.", ["Rêveur", "Dort assis."]),
            ("10 Dormeurs\t\t20×20mm\t", ["Dormeurs"]),
            ("<b>Édredon (0 - 2)</b>\t\t60mm", ["Édredon"]),
        ],
    )
    def test_a_title_loses_what_is_not_it(self, line: str, texts: list[str]) -> None:
        found = list(titled(_lines(line), terms=True))
        assert [each.text for each in found] == texts
        assert found[0].role == TITLE

    @pytest.mark.parametrize("line", ["Un **mot** : non.", "- **Puce** : non.", "Ronfler\t+1", "1\t3\t2"])
    def test_what_is_no_title(self, line: str) -> None:
        assert all(each.role != TITLE for each in titled(_lines(line), terms=True))

    def test_pointers_go_below_their_faction_and_shared_rules_are_gathered(self) -> None:
        text = "## A\n\n**Nez** : Il sent.\n\n**Lit, Table** : cf. *Bestiaire*.\n\n## B\n\n**Nez** : Il sent.\n\n**Œil** : Il voit."

        def opens(line: Line) -> bool:
            return line.printed.startswith("## ")

        lines = tuple(titled(pointers_first(_lines(text), opens), terms=True))
        whole = gathered(lines, opens, Line((), "Communes", "", role=TITLE))
        assert [(line.text, line.numbers) for line in whole] == [
            ("Communes", ()),
            ("Nez", (3, 9)),
            ("Il sent.", (3, 9)),
            ("A", (1,)),
            ("**Lit, Table** : cf. *Bestiaire*.", (5,)),
            ("B", (7,)),
            ("Œil", (11,)),
            ("Il voit.", (11,)),
        ]


class TestSpells:
    def test_a_reprint_is_taken_out(self) -> None:
        text = (
            " **Sieste**  \nValeur de lancement : 5+\n\nTous dorment.\n\n### Rot\n\nValeur de lancement : 3+\n\nBruit."
        )
        state = state_of("essai.txt", enumerate(text.split("\n"), 1))
        state = cleaned(state)
        left, found = reprints(state, frozenset({title_key("Sieste")}))
        assert [line.number for line in left.lines] == [6, 8, 10]
        (printing,) = found[title_key("Sieste")]
        assert (printing.title.text, printing.cost.text) == ("Sieste", "5+")
        assert [line.number for line in printing.text] == [4]


class TestProfiles:
    @pytest.mark.parametrize(
        ("text", "pairs", "options", "doubtful"),
        [
            (
                'seul 50 pts\tMS\tMF\tDis\n\t4"\t8"\t7\n+Lit +5 pts\tPV\tDéf\n\t1\t2\nDort, Ronfle',
                {"MS": '4"', "MF": '8"', "Dis": "7", "PV": "1", "Déf": "2"},
                ["seul 50 pts", "+Lit +5 pts"],
                0,
            ),
            # An option between labels and values.
            ("\tPV\tDéf\nLit 5 pts\t\n\t1\t2", {"PV": "1", "Déf": "2"}, ["Lit 5 pts"], 0),
            # Values out of their columns, not as many as their labels, below a label out of its row.
            ("\tPV\tDéf\n1\t2", {"PV": "1", "Déf": "2"}, [], 1),
            ("\tPV\tDéf\n\t\t1\t2", {"PV": "1", "Déf": "2"}, [], 1),
            ("\tPV\tDéf\tRés\n1\t2", {}, [], 1),
            ("\tPV\tArm\tAgi\n\t1\t2\t4+", {"PV": "1", "Arm": "2", "Agi": "4+"}, [], 1),
            # Lost columns.
            ('MS MF PV Rés Arm\t\n7" 14"\t+2', {"MS": '7"', "MF": '14"', "Arm": "+2"}, [], 0),
            ('MS MF PV Rés Arm\t\n7" 14"\t4 +2', {"MS": '7"', "MF": '14"', "PV / Rés": "4", "Arm": "+2"}, [], 1),
        ],
    )
    def test_labels_say_what_values_are_and_doubts_are_told(
        self, text: str, pairs: dict[str, str], options: list[str], doubtful: int
    ) -> None:
        profile = read_profile(_lines(text))
        assert (dict(profile.pairs), [text for text, _line in profile.options]) == (pairs, options)
        assert len(profile.doubts) == doubtful

    def test_labels_without_values_are_left_out(self) -> None:
        assert read_profile(_lines("\tPV\tDéf\n\t1\t2\n\tAtt\tOff")).orphans == [3]


class TestAbilities:
    LINKER = Linker(
        {"l/a": {"nez": "l/a/nez", "long bra": "l/a/long-bras"}, "l/regles": {"oeil": "l/regles/oeil"}},
        "l/regles",
        {"dormir": "f/dormir", "nez": "f/nez"},
    )

    def test_the_faction_comes_first(self) -> None:
        text, unknown = self.LINKER.linked("Nez (4+), Œil; Dormir (D3, Fo 5), Rien", "l/a")
        assert text == "[Nez](#l/a/nez) (4+), [Œil](#l/regles/oeil); [Dormir](#f/dormir) (D3, Fo 5), Rien"
        assert unknown == ("Rien",)
        assert self.LINKER.linked("Nez", "l/b")[0] == "[Nez](#f/nez)"

    @pytest.mark.parametrize(
        ("option", "expected"),
        [
            ("+ Dormir + 75 pts", "+ [Dormir](#f/dormir) + 75 pts"),
            ("2×1 rang Nez (0-1) 50 pts", "2×1 rang [Nez](#l/a/nez) (0-1) 50 pts"),
            ("Bras 25 pts", "[Bras](#l/a/long-bras) 25 pts"),
            ("5×2 rangs 150 pts", "5×2 rangs 150 pts"),
            ("figurine seule 75 pts", "figurine seule 75 pts"),
        ],
    )
    def test_options(self, option: str, expected: str) -> None:
        assert self.LINKER.option(option, "l/a") == expected
