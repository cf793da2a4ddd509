"""L'Âme de la guerre: its outline and its profiles, on the user's own publication."""

import re
from collections import defaultdict

import pytest

from kb.model import Kind, Provision, Status
from kb.model.words import words
from kb.reading.data import read_curation
from kb.reading.source import SourceText
from kb.reading.works.t9a.profiles import LABELS
from kb.system.data import data_dir

CORPUS = data_dir("corpus")
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
