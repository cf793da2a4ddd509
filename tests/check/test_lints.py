"""What an author would rather know before a player does: opposed rules, terms left hanging, links one way, steps out of order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from kb.check import check
from kb.check.posture import directives
from kb.errors import Diagnostic
from kb.model import EdgeType, Rulebook
from kb.model.curation import Curation, Relation, Undefined
from kb.policy import Conflict, Policy, PolicyClause
from tests.canon import linked

MAY = "Une unité engagée peut tirer une flèche."
MAY_NOT = "Une unité engagée ne peut pas tirer de flèche."
CANNOT_FIRST = Policy(
    conflict=Conflict(clauses=(PolicyClause(genre="dire", cites=("1.1",), above="cannot", below=("can",)),))
)


def found(book: Rulebook, code: str, undefined: Iterable[Undefined] = ()) -> list[Diagnostic]:
    return [finding for finding in check(book, undefined=tuple(undefined)) if finding.code == code]


def livret(*rules: str) -> str:
    """A body of rules 1.1, 1.2…"""
    return "# Livret\n\n" + "\n\n".join(f"**1.{place}** {rule}" for place, rule in enumerate(rules, 1))


def opposed(*rules: str, relations: tuple[Relation, ...] = ()) -> list[str | None]:
    book = linked(livret(*rules), Curation(relations=relations)).book
    return [finding.id for finding in found(book, "REGLES-OPPOSEES")]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Une unité en fuite ne peut pas tirer.", ("interdit", "tir")),
        ("Elle ne tire pas.", ("interdit", "tir")),
        ("Elles ne tirent jamais.", ("interdit", "tir")),
        ("Il est interdit de tirer au contact.", ("interdit", "tir")),
        ("L'unité doit tirer.", ("oblige", "tir")),
        ("Le joueur a le droit de tirer.", ("permet", "tir")),
        ("L'unité peut être ciblée.", ("permet", "cibl")),
    ],
)
def test_a_sentence_allows_orders_or_forbids_an_act(sentence: str, told: tuple[str, str]) -> None:
    assert [(item.says, item.act) for item in directives(sentence)] == [told]


@pytest.mark.parametrize(
    "sentence",
    [
        "Une unité peut-elle tirer ?",
        "Elle ne peut tirer que de jour.",
        "Elle ne tire pas plus d'une fois.",
        "Elle peut tirer même si elle fuit.",
        "La troupe est grande.",
    ],
)
def test_a_question_a_limit_or_an_avowed_exception_says_nothing_to_oppose(sentence: str) -> None:
    assert list(directives(sentence)) == []


@pytest.mark.parametrize("other", [MAY, "Une unité engagée doit tirer une flèche."])
def test_two_rules_that_say_contrary_things_of_one_case_are_told_where_one_forbids(other: str) -> None:
    assert opposed(other, MAY_NOT) == ["essai/1.2"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (MAY, "Une unité engagée ne peut pas tirer de boulet."),
        (MAY, "Un cavalier ne peut pas tirer de flèche."),
        (MAY, "Une unité engagée ne peut pas ramasser de flèche."),
        (
            "Une unité peut tirer une flèche quand elle avance.",
            "Une unité ne peut pas tirer de flèche quand elle fuit.",
        ),
        (MAY, "Ce tireur ne peut pas tirer de flèche."),
    ],
)
def test_another_object_subject_act_or_case_opposes_nothing(one: str, other: str) -> None:
    assert opposed(one, other) == []


@pytest.mark.parametrize("kind", [EdgeType.EXCEPTS, EdgeType.OVERRIDES, EdgeType.CONTRADICTS])
def test_what_a_relation_or_another_mode_settles_is_not_told(kind: EdgeType) -> None:
    assert opposed(MAY, MAY_NOT, relations=(Relation("1.2", kind, "1.1", "au contact, on se bat"),)) == []
    assert opposed(f"{{mode=siege}} {MAY}", MAY_NOT) == []


def test_what_the_policy_of_the_game_settles_is_not_told() -> None:
    book = linked(livret(MAY, MAY_NOT)).book
    assert found(book, "REGLES-OPPOSEES")
    assert not found(replace(book, policy=CANNOT_FIRST), "REGLES-OPPOSEES")


def terms(*rules: str, more: str = "", undefined: Iterable[Undefined] = ()) -> list[str]:
    findings = found(linked(f"{livret(*rules)}\n\n{more}").book, "TERME-SANS-DEFINITION", undefined)
    return [finding.message.split(" »")[0].removeprefix("« ") for finding in findings]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (("Un **preux** avance.", "Un **preux** tire."), ["preux"]),
        (("Un *preux* avance.", "Un *preux* tire."), ["preux"]),
        (("Un PREUX avance.", "Deux PREUX tirent."), ["PREUX"]),
        (("La DEF monte.", "La DEF baisse."), ["DEF"]),
        # A term of one rule is its own affair.
        (("Un **preux** avance, un **preux** tire.", "Rien."), []),
        # A word of insistence.
        (("Elle **doit** tirer.", "Elle **doit** courir."), []),
        # An abbreviation beside what it stands for.
        (("La DEF monte.", "La DEF baisse.", "On lit la défense (DEF)."), []),
    ],
)
def test_a_term_that_stands_out_twice_and_is_defined_nowhere_is_told_once(
    rules: tuple[str, ...], expected: list[str]
) -> None:
    assert terms(*rules) == expected


@pytest.mark.parametrize(
    "more",
    [
        "## Preux {.definition}\n\nUn brave.",
        "## Brave\n\nAussi : preux\n\nDu cœur.",
        "- **Preux** : un brave.",
        "On appelle **preux** un brave.",
        "Un **preux** est un brave.",
        "On nomme un **preux**, le plus brave.",
        "## Rang de preux\n\nUn grade.",
    ],
)
def test_a_title_another_name_a_label_or_a_sentence_defines_a_term(more: str) -> None:
    assert terms("Un **preux** avance.", "Un **preux** tire.", more=more) == []


def test_a_declared_term_is_left_alone() -> None:
    assert terms("Un **preux** avance.", "Un **preux** tire.", undefined=[Undefined("preux", "ailleurs")]) == []


@pytest.mark.parametrize(
    ("text", "unused"), [("On court.", 1), ("Au son du tocsin.", 0), ("On entend deux tocsins.", 0)]
)
def test_an_entry_that_nothing_names_is_told(text: str, unused: int) -> None:
    book = linked(f"{livret(text)}\n\n## Tocsin {{.definition}}\n\nUne cloche : le tocsin.").book
    assert len(found(book, "TERME-INUTILISE")) == unused


def test_a_related_entry_owes_a_link_back_to_one_of_its_kind_alone() -> None:
    entry = "## {0} {{.{2}}}\n\nSujets connexes : {1}\n\nDu texte sur {1}."
    course = "## Course {.definition}\n\nDu texte sur la marche et le livret."
    one_way = linked(f"# Livret\n\n{entry.format('Marche', 'Course', 'definition')}\n\n{course}").book
    (finding,) = found(one_way, "CONNEXE-SENS-UNIQUE")
    assert (finding.id, "« Marche »" in finding.message) == ("essai/livret/course", True)
    rule = linked(f"# Livret\n\n{entry.format('Marche', 'Course', 'regle')}\n\n{course}").book
    assert found(rule, "CONNEXE-SENS-UNIQUE") == []


def test_numbers_of_two_chapters_and_steps_of_another_sequence_are_no_gap() -> None:
    body = "# Livret\n\n## 1 Un\n\n**1.1** Un.\n\n## 2 Deux\n\n**2.5** Cinq.\n\n1. Voyez l'étape 7 de « La marche »."
    assert found(linked(body).book, "NUMERO-MANQUANT") == []
    assert found(linked(body).book, "ETAPE-INCONNUE") == []
