"""Of two rules that clash: the clause of the publication that a relation names is the one shown, while it begins as the relation says."""

from dataclasses import replace
from pathlib import Path

import pytest

from kb.comparison import compare_layers
from kb.link.alignment import aligned
from kb.model import EdgeType, Layer
from kb.model.curation import Curation, Relation
from kb.store import KnowledgeBase
from tests.bases import write_base
from tests.canon import linked

PRECIS = """# Livret

**1.1** Pour passer le gué, une troupe jette un dé et s'arrête sur la berge.

**1.2** Les cavaliers passent le gué sans s'arrêter sur la berge.
"""
TEXTE = """# Livret

**1.1** Toute troupe qui passe le gué jette un dé. Elle s'arrête ensuite sur la berge.

**1.2** Sans s'arrêter sur la berge, les cavaliers passent le gué.
"""
SAYS = Relation("1.2", EdgeType.EXCEPTS, "1.1", "à cheval, on passe", "#0.1", "#0.1")
NAMED = replace(SAYS, target_texte="#0.2 Elle s'arrête")


def base(folder: Path, relation: Relation, precis: str = PRECIS, texte: str = TEXTE) -> KnowledgeBase:
    relations = Curation(relations=(relation,))
    layers = (precis, Layer.PRECIS), (texte, Layer.TEXTE)
    books = tuple(linked(body, relations, layer=which).book for body, which in layers)
    out = folder / "base.sqlite"
    write_base(books, out, alignments=aligned(*books))
    return KnowledgeBase(out)


def shown(base: KnowledgeBase) -> list[str]:
    """What is shown of the rule that the exception is taken from, in the text."""
    edges = [edge for edge in base.edges("essai/1.2") if edge.type == EdgeType.EXCEPTS]
    return [said.text for edge in edges if (said := base.clashing(edge.far_clause, "texte", edge.far_texte))]


def test_where_none_is_named_the_sentence_that_has_most_of_the_words_is_shown(tmp_path: Path) -> None:
    assert shown(base(tmp_path, SAYS)) == ["Toute troupe qui passe le gué jette un dé."]


def test_a_sentence_named_is_shown(tmp_path: Path) -> None:
    assert shown(base(tmp_path, NAMED)) == ["Elle s'arrête ensuite sur la berge."]


@pytest.mark.parametrize("texte", ["#0.2 Elle repart", "#0.3 Elle s'arrête", "#7.1 Elle s'arrête"])
def test_a_sentence_that_the_publication_lacks_there_is_told_and_is_as_if_it_were_not_named(
    tmp_path: Path, texte: str
) -> None:
    relation = replace(SAYS, target_texte=texte)
    relations = Curation(relations=(relation,))
    assert linked(TEXTE, relations, layer=Layer.TEXTE).codes() == ["RELATION-SANS-PHRASE"]
    assert linked(PRECIS, relations).codes() == []
    assert shown(base(tmp_path, relation)) == ["Toute troupe qui passe le gué jette un dé."]


def test_a_clause_said_in_several_sentences_or_in_none_is_to_settle_until_the_relation_names_one(
    tmp_path: Path,
) -> None:
    def found(name: str, relation: Relation, texte: str = TEXTE) -> list[str]:
        (tmp_path / name).mkdir()
        findings = compare_layers(base(tmp_path / name, relation, texte=texte), "essai")
        return [finding.id for finding in findings if finding.code == "PHRASE"]

    assert found("several", SAYS) == ["essai/1.1"]
    assert found("named", NAMED) == []
    none = TEXTE.replace("Sans s'arrêter sur la berge, les cavaliers passent le gué.", "Nul besoin de halte à cheval.")
    assert found("none", NAMED, none) == ["essai/1.2"]
    assert found("none, named", replace(NAMED, source_texte="#0.1 Nul besoin"), none) == []


def test_of_the_row_of_a_table_the_whole_is_shown(tmp_path: Path) -> None:
    table = "\n\n| Allure | Dés |\n| --- | --- |\n| Pas | 1 |\n| Trot | 2 |\n"
    row = Relation("1.2", EdgeType.EXCEPTS, "1.1#2", "à cheval, on passe", "#0.1", "#2.2")
    written = base(tmp_path, row, *(body.replace("\n\n**1.2**", f"{table}\n**1.2**") for body in (PRECIS, TEXTE)))
    assert shown(written) == ["Allure : Trot ; Dés : 2"]
