"""What an editor says of printed references; the others are in `cases/renvois.md`."""

import pytest

from kb.model import CrossReference, EdgeType, Resolution
from kb.model.curation import Correction, Curation, Relation
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
        ("(voir page 12).", "page", "2"),
        # The former number of 2.1.
        ("(voir 9.9).", "number", "2.1"),
    ],
)
def test_a_page_of_the_contents_and_a_former_number_find_their_target(printed: str, form: str, target: str) -> None:
    work = linked(GLOSSARY.replace("{reference}", printed), Curation(pages=(("livret", "12", "2"),)), (("9.9", "2.1"),))
    reference = only(work, form)
    assert reference.resolution is Resolution.RESOLVED
    assert reference.candidates == (f"essai/{target}",)
    assert ("1.1", target) in work.edges(EdgeType.CITES)
    assert work.codes() == []


CAMPS = "# Livret\n\n## Camp\n\nUn.\n\n## Fort\n\n### Camp\n\nDeux.\n\n## Suite\n\n**1.1** Rentrer {reference}\n"


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
    work = linked(text, Curation(pages=pages, choices=(Correction("1.1", "12", "livret/camp", "le camp"),)))
    reference = only(work, "page")
    assert (reference.resolution, reference.candidates) == (Resolution.RESOLVED, ("essai/livret/camp",))


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
