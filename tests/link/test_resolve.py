"""A printed reference ends resolved, ambiguous, dangling or suspect; it is never dropped, never guessed."""

from __future__ import annotations

import pytest

from kb.model import CrossReference, EdgeType, Resolution
from kb.model.curation import Choice, Correction, Curation, Relation
from tests.canon import Linked, linked

GLOSSARY = """# Livret

## Glossaire {enfants=definition}

### 1 Choc

Deux troupes se touchent.

**1.1** Une troupe qui heurte s'arrête {reference}

Sujets connexes : Marche

### 2 Marche

Aller droit devant.

**2.1 Étape 1 – Viser la cible.** On vise.

### 3 Pas

Voir « Marche ».
"""


def only(work: Linked, form: str) -> CrossReference:
    found = [reference for reference in work.book.references if reference.form == form]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("printed", "form", "target"),
    [
        ("(voir 2.1).", "number", "2.1"),
        ("(voir 2.0).", "number", "2"),
        ("(voir « Marche »).", "title", "2"),
        ("(voir « marches »).", "title", "2"),
        ("à l'étape « Visez la cible ».", "step", "2.1"),
        ("comme la [marche](#2).", "link", "2"),
        ("(voir page 12).", "page", "2"),
        # The former number of 2.1.
        ("(voir 9.9).", "number", "2.1"),
    ],
)
def test_a_reference_finds_its_one_target(printed: str, form: str, target: str) -> None:
    work = linked(GLOSSARY.replace("{reference}", printed), Curation(pages=(("livret", "12", "2"),)), (("9.9", "2.1"),))
    reference = only(work, form)
    assert reference.resolution is Resolution.RESOLVED
    assert reference.candidates == (f"essai/{target}",)
    assert ("1.1", target) in work.edges(EdgeType.CITES)
    assert work.codes() == []


@pytest.mark.parametrize("printed", ["(voir 7.4).", "(voir « Nage »).", "(voir page 12).", "voir [ici](#nulle/part)."])
def test_a_reference_without_target_is_kept_and_told(printed: str) -> None:
    work = linked(GLOSSARY.replace("{reference}", printed))
    dangling = [reference for reference in work.book.references if reference.resolution is Resolution.DANGLING]
    assert len(dangling) == 1
    assert work.codes() == ["RENVOI-PERDU"]
    assert work.diagnostics[0].line > 0


CAMPS = "# Livret\n\n## Camp\n\nUn.\n\n## Fort\n\n### Camp\n\nDeux.\n\n## Suite\n\n**1.1** Rentrer {reference}\n"


def test_a_name_that_two_provisions_bear_is_ambiguous_and_gives_both() -> None:
    work = linked(CAMPS.replace("{reference}", "(voir « Camp »)."))
    reference = only(work, "title")
    assert reference.resolution is Resolution.AMBIGUOUS
    assert set(reference.candidates) == {"essai/livret/camp", "essai/livret/fort/camp"}
    assert work.edges(EdgeType.CITES) == []
    assert work.codes() == ["RENVOI-AMBIGU"]


def test_a_correction_makes_a_reference_suspect_and_gives_the_right_target() -> None:
    curation = Curation(corrections=(Correction("1.1", "2.1", "3", "l'imprimé vise la marche, le sujet est le pas"),))
    work = linked(GLOSSARY.replace("{reference}", "(voir 2.1)."), curation)
    reference = only(work, "number")
    assert (reference.resolution, reference.candidates) == (Resolution.SUSPECT, ("essai/3",))
    assert work.codes() == ["RENVOI-SUSPECT"]


def test_an_editor_chooses_among_what_a_page_holds() -> None:
    pages = (("*", "12", "livret/fort"), ("*", "12", "livret/camp"))
    text = CAMPS.replace("{reference}", "(voir page 12).")
    assert linked(text, Curation(pages=pages)).codes() == ["RENVOI-AMBIGU"]
    work = linked(text, Curation(pages=pages, choices=(Choice("1.1", "12", "livret/camp", "le camp"),)))
    reference = only(work, "page")
    assert (reference.resolution, reference.candidates) == (Resolution.RESOLVED, ("essai/livret/camp",))


def test_a_number_that_restarts_is_looked_up_in_its_own_module_first() -> None:
    body = (
        "# Base {prefixe=base}\n\n**1.1** Avancer.\n\n# Magie {prefixe=magie}\n\n**1.1** Incanter.\n\n"
        "**2.1** Dissiper (voir 1.1).\n\n**2.2** Bouger (Base, 1.1).\n"
    )
    work = linked(body)
    assert set(work.edges(EdgeType.CITES)) == {("magie/2.1", "magie/1.1"), ("magie/2.2", "base/1.1")}


def test_related_topics_and_redirects_become_edges() -> None:
    work = linked(GLOSSARY.replace("{reference}", "net."))
    assert work.edges(EdgeType.RELATED) == [("1", "2")]
    assert work["3"].redirect == "Marche"
    assert ("3", "2") in work.edges(EdgeType.CITES)


def test_what_cites_an_entry_that_only_refers_to_another_cites_that_one() -> None:
    work = linked(GLOSSARY.replace("{reference}", "(voir « Pas »)."))
    assert only(work, "title").candidates == ("essai/3",)
    assert [target for source, target in work.edges(EdgeType.CITES) if source == "1.1"] == ["2"]


@pytest.mark.parametrize(("registered", "severity"), [((), "error"), (("8.8",), "warning")])
def test_a_relation_whose_end_is_missing_is_told(registered: tuple[str, ...], severity: str) -> None:
    """An error, save of a published id that this layer alone lacks."""
    curation = Curation(relations=(Relation("1.1", EdgeType.EXCEPTS, "8.8#2", "exception"),))
    work = linked(GLOSSARY.replace("{reference}", "net."), curation, registered=frozenset(registered))
    assert [(finding.code, finding.severity) for finding in work.diagnostics] == [("RELATION-CIBLE", severity)]


def test_a_relation_to_a_unit_that_this_layer_lacks_holds_for_the_rule() -> None:
    curation = Curation(relations=(Relation("2.1#4", EdgeType.EXCEPTS, "1.1", "exception"),))
    work = linked(GLOSSARY.replace("{reference}", "net."), curation)
    assert work.edges(EdgeType.EXCEPTS) == [("2.1", "1.1")]
    assert work.codes() == []
