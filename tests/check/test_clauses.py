"""What points at a clause by its number: a clause that is not there, or no longer begins as it did, is a finding."""

from pathlib import Path

import pytest

from kb.build import assemble, mark_clauses
from kb.check.additions import openings
from kb.reading.corpus import read_corpus
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.bases import read_folder
from tests.canon import HEAD

WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")
BOOK = (
    "# Livret\n\n**1.1** On passe le gué. Il faut une corde.\n\n**1.2** Sans corde, on attend. La nuit, nul ne passe.\n"
)
QUESTIONS = (
    "provision\tclause-precis\tclause-texte\tverdict\tquestion\n1.1\t#0.2\t\toui\tFaut-il une corde pour le gué ?\n"
)
RELATION = """[[relation]]
from = "1.2"
from-clause = "#0.1"
type = "excepts"
to = "1.1"
to-clause = "#0.1"
reason = "qui n'a pas de corde ne passe pas"
"""


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "essai"
    (folder / "questions").mkdir(parents=True)
    (folder / "livret.md").write_text(HEAD + BOOK, encoding="utf-8")
    (folder / "questions" / "livret.tsv").write_text(QUESTIONS, encoding="utf-8")
    (folder / "relations.toml").write_text(RELATION, encoding="utf-8")
    mark_clauses(folder)
    return folder


def found(folder: Path) -> list[str]:
    return [f"{finding.code} {finding.line}" for finding in read_folder(folder) if "PHRASE" in finding.code]


def test_the_first_words_of_what_is_pointed_at_are_written(work: Path) -> None:
    lines = (work / "clauses.tsv").read_text(encoding="utf-8").splitlines()
    assert lines == [
        "clause\tdebut",
        "1.1#0.1\tOn passe le gué.",
        "1.1#0.2\tIl faut une corde.",
        "1.2#0.1\tSans corde, on attend.",
    ]
    assert found(work) == []


@pytest.mark.parametrize(
    ("file", "before", "after", "expected"),
    [
        # A sentence put in front moves the others down.
        ("livret.md", "On passe", "Le gué est profond. On passe", ["PHRASE-CHANGEE 2", "PHRASE-CHANGEE 3"]),
        # What ends otherwise still begins as it did.
        ("livret.md", "une corde.", "une corde. Ou un âne.", []),
        ("livret.md", " Il faut une corde.", "", ["PHRASE-CHANGEE 3", "QUESTION-SANS-PHRASE 2"]),
        ("livret.md", "Sans corde, on attend. La nuit, nul ne passe.", "Voir 1.1.", ["PHRASE-CHANGEE 4"]),
        ("relations.toml", '"#0.1"\ntype', '"#0.7"\ntype', ["RELATION-SANS-PHRASE 0"]),
    ],
)
def test_a_clause_that_changed_or_is_not_there_is_found(
    work: Path, file: str, before: str, after: str, expected: list[str]
) -> None:
    text = (work / file).read_text(encoding="utf-8")
    (work / file).write_text(text.replace(before, after), encoding="utf-8")
    assert found(work) == expected


def test_a_file_without_its_columns_is_told(work: Path) -> None:
    (work / "clauses.tsv").write_text("clause\tdebut\n1.1#0.1\n", encoding="utf-8")
    (finding,) = (finding for finding in read_folder(work) if finding.code == "DONNEES")
    assert (finding.file, finding.message.split(" ; ")[0]) == (
        "clauses.tsv",
        "ligne 2 : deux colonnes séparées par une tabulation, clause et debut",
    )


# A name that is not there yet is written by `arbitre check --clauses`: the works whole, one by one, are long to read again.
@pytest.mark.parametrize("name", ["exemple", *(pytest.param(work, marks=pytest.mark.proof) for work in WORKS)])
def test_every_clause_pointed_at_in_the_corpus_has_its_first_words(name: str) -> None:
    folder = data_dir("corpus") / name
    book, _findings = assemble(read_corpus(folder), folder, data_dir("corpus") / "lexicon")
    assert {one.clause for one in openings(book)} == {one.clause for one in book.openings}


def test_rules_of_the_corpus_that_clash_name_their_clauses(base: KnowledgeBase) -> None:
    query = "SELECT source, target, source_clause, target_clause FROM edges WHERE how = 'curated' AND type IN ('excepts', 'contradicts')"
    clashing = base.rows(query)
    without = [edge for edge in clashing if not (edge[2] and edge[3])]
    # What a whole chapter, or a heading, is the exception to has no clause of its own.
    assert 0 < len(without) * 20 <= len(clashing), without


@pytest.mark.parametrize(
    ("cited", "expected"),
    [("1.1", []), ("1.2#0.1", []), ("1.3", ["BLOC-SANS-REGLE"]), ("1.1#0.7", ["BLOC-SANS-REGLE"])],
)
def test_a_sheet_that_shows_what_is_not_there_is_found(work: Path, cited: str, expected: list[str]) -> None:
    (work / "aide-memoire.toml").write_text(f'[[bloc]]\ntitre = "Le gué"\ncite = ["{cited}"]\n', encoding="utf-8")
    assert [finding.code for finding in read_folder(work) if finding.file == "aide-memoire.toml"] == expected
