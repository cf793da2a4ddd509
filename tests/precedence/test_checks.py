"""A policy at fault is found by `arbitre check`: by its cases, by its reasons, or by the rules that it cites."""

import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from kb.check.additions import contrary_clauses
from kb.policy import read_policy
from kb.system.data import data_dir
from tests.bases import read_folder
from tests.canon import linked
from tests.precedence.mutants import LEAST, measured

POLICY_CODES = {"CAS-POLITIQUE", "CLAUSE-CONTRAIRE", "CLAUSE-SANS-REGLE"}


@pytest.fixture
def example(tmp_path: Path) -> Path:
    return Path(shutil.copytree(data_dir("corpus") / "exemple", tmp_path / "exemple"))


def turned(folder: Path, name: str, written: str, other: str) -> list[str]:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert written in text
    path.write_text(text.replace(written, other, 1), encoding="utf-8")
    return [str(finding) for finding in read_folder(folder) if finding.code in POLICY_CODES | {"DONNEES"}]


def test_a_case_that_does_not_hold_is_told_where_it_stands(example: Path) -> None:
    found = turned(example, "precedence.toml", "au-plus = 6", "au-plus = 5")
    place = "precedence.cases.toml:88: error CAS-POLITIQUE « un 6 réussit toujours », "
    assert [finding.startswith(place) for finding in found] == [True, True]
    assert "attendu : 6+ ; obtenu : 5+" in found[0]
    assert "bornes : cap 6 [3.1/2#1, 3.1/2#2] ; obtenu : cap 5 [3.1/2#1, 3.1/2#2]" in found[1]


def test_what_is_no_case_is_told_where_it_stands(example: Path) -> None:
    found = turned(example, "precedence.cases.toml", "attendu = 1\n", "")
    assert len(found) == 1
    assert "« les effets changent le Pas », ce n'est pas un cas : il manque « attendu »" in found[0]


@pytest.mark.parametrize(
    ("written", "other", "told"),
    [
        ("attendu = 1\n", "attendue = 1\n", "clé inconnue : attendue ; sont connues : quantite, base,"),
        ("attendu = 1\n", "attendue = 1\n", "voulez-vous dire « attendu » ?"),
        (
            "etape=souffler",
            "etape=souffler etap=3",
            "].etap : « bousculade » n'a pas cet attribut ; voulez-vous dire « etape » ?",
        ),
        ("contexte = { ", "contexte = { orrage = 1, ", "context.orrage : « "),
        ("contexte = { ", "contexte = { orrage = 1, ", "voulez-vous dire « orage » ?"),
    ],
)
def test_what_a_case_names_and_the_policy_does_not_is_told(example: Path, written: str, other: str, told: str) -> None:
    found = turned(example, "precedence.cases.toml", written, other)
    assert [told in finding for finding in found] == [True]


@pytest.mark.parametrize(
    ("written", "other", "told"),
    [
        ("l'erratum corrige le livret", "le livret d'abord", None),
        ("sans Pas, on n'avance pas", "à un ou moins, on n'avance pas", "jusqu-a = 0, et il est dit 1"),
        ("l'orage retire un à chaque souffle", "deux de plus", "constante = 1, et il est dit 2"),
    ],
)
def test_a_reason_that_says_the_contrary_is_told(example: Path, written: str, other: str, told: str | None) -> None:
    found = turned(example, "precedence.toml", f'motif = "{written}"', f'motif = "{other}"')
    assert ["CLAUSE-CONTRAIRE" in finding and str(told) in finding for finding in found] == [True] * bool(told)


def test_a_rule_that_says_the_contrary_is_told_once() -> None:
    text = '[[situation]]\nid = "x"\ntitre = "X"\ncite = ["1.1"]\nattribut = [{ nom = "n", type = "nombre", sens = "n" }]\n'
    text += (
        '[[situation.clause]]\ngenre = "trier"\npar = "n"\nsens = "decroissant"\nmotif = "un par un"\ncite = ["1.1"]\n'
    )
    both = text.replace("un par un", "la plus basse d'abord")
    cases = ((text, "croissant", 1), (text, "décroissant", 0), (text, "quelconque", 0), (both, "croissant", 1))
    for policy, said, times in cases:
        book = linked(f"# Livret\n\n**1.1** On joue dans l'ordre {said} des numéros.\n").book
        book = replace(book, policy=read_policy(tomllib.loads(policy)))
        assert [finding.code for finding in contrary_clauses(book)] == ["CLAUSE-CONTRAIRE"] * times


def test_one_fault_put_into_a_policy_is_found() -> None:
    false, faults, caught, missed = measured("exemple")
    assert not false
    assert caught >= LEAST * faults, missed
