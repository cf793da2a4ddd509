"""An erratum changes what is in force and keeps what was printed."""

from __future__ import annotations

import pytest

from kb.link.errata import apply_patches
from kb.model import EdgeType, Status
from kb.parsing import parse_work
from tests.canon import HEAD, canonical, linked

RULES = """# Livret

## 5 Gué {.definition}

**5.1** On passe le gué au pas.
- Un cheval boit.
- Un boiteux attend.

**5.2** Le gué est étroit.

## Errata {enfants=erratum autorite=erratum}

### Gué

"""


def test_replacing_a_bullet_keeps_both_texts() -> None:
    work = linked(RULES + "Remplacer 5.1#2 : un boiteux passe le dernier.\n- Porté, il passe avant.\n")
    assert work["5.1#2"].text == "Un boiteux passe le dernier.\n  - Porté, il passe avant."
    assert work["5.1"].text.splitlines()[:2] == ["On passe le gué au pas.", "- Un cheval boit."]
    assert "le dernier" in work["5.1"].text
    assert "attend" not in work["5.1"].text
    former = work["5.1@livret"]
    assert former.status is Status.SUPERSEDED
    assert former.superseded_by == "essai/5.1"
    assert "Un boiteux attend." in former.text
    assert work["5.1@livret#2"].text == "Un boiteux attend."
    assert work.edges(EdgeType.AMENDS) == [("livret/errata/gue", "5.1#2")]


@pytest.mark.parametrize(
    ("erratum", "rule"),
    [
        # The lead alone changes, and the bullets stay.
        ("5.1 : on passe le gué en courant.", "On passe le gué en courant.\n- Un cheval boit.\n- Un boiteux attend."),
        # Bullets take the place of the rule's own.
        ("5.1 : on passe le gué :\n- **Vite** : en courant.", "On passe le gué :\n- Vite : en courant."),
        # Two errata on one rule both hold.
        (
            "5.1#1 : un cheval nage.\n\nRemplacer 5.1#2 : un boiteux nage.",
            "On passe le gué au pas.\n- Un cheval nage.\n- Un boiteux nage.",
        ),
    ],
)
def test_the_rule_has_the_new_text_and_the_former_is_kept(erratum: str, rule: str) -> None:
    work = linked(f"{RULES}Remplacer {erratum}\n")
    assert (work["5.1"].text, work["5.1"].own) == (rule, rule.partition("\n")[0])
    assert ("5.1#2" in work.ids()) is ("\n- Un boiteux" in rule)
    assert work["5.1@livret"].text == "On passe le gué au pas.\n- Un cheval boit.\n- Un boiteux attend."
    assert work["5.1@livret#2"].text == "Un boiteux attend."
    assert work.edges(EdgeType.DEFINES) == []


def test_replacing_a_paragraph_under_a_heading() -> None:
    work = linked(
        "# Livret\n\n## 7 Bac {.definition}\n\nLent.\n\n## Errata\n\n### Bac {.erratum}\n\nRemplacer 7#1 : vif.\n"
    )
    assert (work["7"].text, work["7@livret"].text) == ("Vif.", "Lent.")


def test_adding_a_rule_places_it_last_in_its_entry() -> None:
    work = linked(RULES + "Ajouter 5.3 : on ne dort pas dans le gué.\n")
    added = work["5.3"]
    assert (added.title, added.number, added.authority) == ("Gué", "5.3", "erratum")
    order = work.ids()
    assert order.index("5.2") < order.index("5.3") < order.index("livret/errata")


def test_deleting_a_rule_marks_it_and_its_bullets() -> None:
    work = linked(RULES + "Supprimer 5.1 : on passe le gué au pas.\n")
    assert work["5.1"].status is Status.DELETED
    assert work["5.1"].superseded_by == "essai/livret/errata/gue"
    assert work["5.1#1"].status is Status.DELETED


def test_an_erratum_already_in_print_changes_nothing() -> None:
    work = linked(RULES + "Remplacer 5.2 : le gué est étroit.\n")
    assert "5.2@livret" not in work.ids()
    assert work.edges(EdgeType.AMENDS) == [("livret/errata/gue", "5.2")]


def test_an_erratum_without_target_is_an_error() -> None:
    work = linked(RULES + "Remplacer 6.1 : rien.\n\nAjouter 5.2 : déjà là.\n")
    assert work.codes() == ["ERRATUM-CIBLE", "ERRATUM-CIBLE"]


def test_errata_of_another_file_keep_the_lines_of_the_rule() -> None:
    rules = canonical(HEAD + "# Livret\n\n## 5 Gué {.definition}\n\n**5.1** Au pas.\n", "a.md")
    errata = canonical(HEAD + "# Errata\n\n## Gué {.erratum}\n\nRemplacer 5.1 : au trot.\n", "b.md")
    parsed = parse_work([rules, errata])
    assert parsed.rulebook is not None
    book, faults = apply_patches(parsed.rulebook)
    assert faults == ()
    rule = next(provision for provision in book.provisions if provision.id == "essai/5.1")
    assert (rule.text, rule.source) == ("Au trot.", "a.md")
