"""Clauses: where a text is cut, how one is read by its id, and how the two layers are joined."""

import pytest

from kb.errors import UnknownIdError
from kb.link.alignment import aligned
from kb.model import Layer
from kb.model.clauses import clause_id, clauses_of
from kb.store import KnowledgeBase
from tests.canon import linked

_CUTS = {
    "Un arc tire. La cible tombe !": ["Un arc tire.", "La cible tombe !"],
    "Elle dit « Halte ! » Puis elle part.": ["Elle dit « Halte ! »", "Puis elle part."],
    "Voir p. 20 et cf. Peur (ex. 3). Fin.": ["Voir p. 20 et cf. Peur (ex. 3).", "Fin."],
    "1. Posez un dé. 2 dés suivent, à 1.5 pouce.": ["1. Posez un dé.", "2 dés suivent, à 1.5 pouce."],
    "Trois cas :\n- de face\n- de dos": ["Trois cas :", "- de face", "- de dos"],
    "Il pleut ; on rentre.": ["Il pleut ; on rentre."],
    "": [],
}


@pytest.mark.parametrize("text", _CUTS)
def test_a_text_is_cut_into_sentences(text: str) -> None:
    assert list(clauses_of(text)) == _CUTS[text]


def test_a_row_is_cut_into_cells() -> None:
    assert clauses_of("Nom : Arc ; Portée : 24 ; puis 12", "row") == ("Nom : Arc", "Portée : 24 ; puis 12")


@pytest.mark.parametrize(
    ("identifier", "named"),
    [
        ("jeu/35.3#2.1", ("jeu/35.3#2", 1)),
        ("jeu/35.3#note-1.12", ("jeu/35.3#note-1", 12)),
        ("jeu/35.3#2", None),
        ("jeu/35.3", None),
    ],
)
def test_the_id_of_a_clause(identifier: str, named: tuple[str, int] | None) -> None:
    assert clause_id(identifier) == named


def test_every_clause_is_read_by_its_id_as_it_stands_in_its_unit(base: KnowledgeBase) -> None:
    seen = 0
    for work in base.work_ids():
        for passage in base.passages(base.all_ids(work, units=True)):
            text = "".join(passage.text.split())
            clauses = base.clauses(passage)
            for clause in clauses:
                assert clause.text in passage.text, clause
            # Nothing of a unit is in no clause, but what sets cells apart.
            if passage.is_unit and passage.form != "row":
                assert "".join("".join(clause.text.split()) for clause in clauses) == text, passage.id
            for clause in clauses[-1:]:
                seen += 1
                held = base.passage(clause.id)
                assert (held.id, held.text, held.source) == (clause.id, clause.text, passage.source)
                assert base.lookup(clause.id) == (clause.id,)
    assert seen > 5_000


def test_a_clause_that_is_not_there_gives_its_unit_or_an_error(base: KnowledgeBase) -> None:
    first = next(one for one in base.all_ids("exemple", units=True) if "#" in one)
    assert base.passage(f"{first}.99").id == first
    with pytest.raises(UnknownIdError):
        base.passage("exemple/nulle-part#1.1")


def test_an_item_knows_what_leads_its_list(base: KnowledgeBase) -> None:
    led = [base.passage(one) for one in base.all_ids("aos", units=True)]
    leads = {one.id: lead for one in led if (lead := base.lead(one)) is not None}
    assert len(leads) > 50
    for identifier, lead in leads.items():
        assert lead.text.endswith(":")
        assert lead.id.partition("#")[0] == identifier.partition("#")[0]
        assert base.lead(base.passage(f"{identifier}.1")) == lead


def test_layers_are_joined_clause_by_clause() -> None:
    """One sentence printed may be two of the précis; a row is known by its first cell; what only one layer says is joined to nothing."""
    precis = """# Livret

## Pont {#pont}

La compagnie traverse le pont. Elle y perd sa lanterne. On en reparle.

## Prix {#prix .tableau}

| Nom | Coût |
| --- | --- |
| Barque | 3 |
"""
    texte = """# Livret

## Pont {#pont}

Autrefois, nul ne passait. Une compagnie qui traverse un pont y perd toujours sa lanterne.

## Prix {#prix .tableau}

| Nom | Coût |
| --- | --- |
| Radeau | 1 |
| Barque | 3 |
"""
    pairs = aligned(linked(precis).book, linked(texte, layer=Layer.TEXTE).book)
    assert [(one.rpartition("/")[2], other.rpartition("/")[2]) for one, other in pairs] == [
        ("pont#1.1", "pont#1.2"),
        ("pont#1.2", "pont#1.2"),
        ("prix#1.1", "prix#2.1"),
        ("prix#1.2", "prix#2.2"),
    ]


@pytest.mark.publication
@pytest.mark.parametrize("work", ["aos", "runewars", "t9a", "wap", "warmachine"])
def test_most_clauses_of_a_publication_are_joined_to_some_of_the_precis(text_base: KnowledgeBase, work: str) -> None:
    texts = [text_base.passage(one, "texte") for one in text_base.all_ids(work, "texte", units=True)]
    clauses = [clause for passage in texts for clause in text_base.clauses(passage)]
    joined = [text_base.aligned(text_base.passage(one.id, "texte")) for one in clauses]
    assert sum(map(bool, joined)) > 0.8 * len(clauses)
    for other in (other for others in joined for other in others):
        assert text_base.passage(other, "precis").id == other
