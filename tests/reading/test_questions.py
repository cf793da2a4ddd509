"""The questions of a work: read line by line, and moved there from the books that hold them in their text."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.build import build, check_path
from kb.errors import FaultyDataError, UnusableFileError
from kb.model import Question
from kb.reading.questions import add_questions, read_questions
from tests.canon import HEAD
from tests.commands import arbitre
from tests.proof import small

TITLES = "provision\tclause-precis\tclause-texte\tverdict\tquestion"
INLINE = """# Essai {#essai}

> **Questions**
> - À quoi
>   joue-t-on ?

## 1 Tir

**1.1** Une unité immobile tire.

> **Questions**
> - Une unité immobile tire-t-elle ? → oui
> - portée du tir

> **Cas**
> - Mes frondeurs ont *couru* : ils tirent ? → non

**1.2** Elle vise.
"""
RULES = """# Essai {#essai}

## 1 Tir

**1.1** Une unité immobile tire.

**1.2** Elle vise.
"""
ABSENTS = """# Nos absents.
[[absents]]
sujet = "Points d'expérience"
genre = "autre-jeu"
raison = "Rien n'en dépend."
questions = [
    "xp ] niveaux",  # deux mots
    'On gagne quoi ?',
]

[[absents]]
sujet = "Points d'expérience"
genre = "perdu"
raison = "Une page manque."
questions = []
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book whose questions stand in its text, on lines that end as on Windows."""
    folder = tmp_path / "essai"
    folder.mkdir()
    (folder / "01.md").write_bytes((HEAD + INLINE).replace("\n", "\r\n").encode())
    (folder / "absents.toml").write_text(ABSENTS, encoding="utf-8")
    return folder


def codes(path: Path) -> list[str]:
    return [finding.code for checked in check_path(path) for finding in checked.findings]


def test_questions_move_out_of_the_text_and_nothing_else_does(book: Path) -> None:
    told = arbitre("check", "--convert", book)
    assert (told.returncode, told.stdout) == (0, "")
    assert "questions/01.tsv : 4 question(s) rangée(s)" in told.stderr
    assert (book / "01.md").read_bytes() == (HEAD + RULES).replace("\n", "\r\n").encode()
    assert [(q.provision, q.verdict, q.text) for q in read_questions(book, "essai")[0]] == [
        ("essai/essai", "", "À quoi joue-t-on ?"),
        ("essai/1.1", "oui", "Une unité immobile tire-t-elle ?"),
        ("essai/1.1", "", "portée du tir"),
        ("essai/1.1", "non", "Mes frondeurs ont couru : ils tirent ?"),
        ("essai/?points-d-experience", "", "xp ] niveaux"),
        ("essai/?points-d-experience", "", "On gagne quoi ?"),
    ]
    absents = (book / "absents.toml").read_text(encoding="utf-8")
    assert absents.startswith("# Nos absents.\n[[absents]]\n")
    named = [entry["id"] for entry in tomllib.loads(absents)["absents"]]
    assert named == ["points-d-experience", "points-d-experience-2"]
    assert "rien à convertir" in arbitre("check", "--convert", book).stderr


def test_questions_moved_join_those_that_stand_there(book: Path) -> None:
    kept = Question("essai/1.2", "Elle vise ?", "oui")
    add_questions(book / "questions" / "01.tsv", [kept])
    arbitre("check", "--convert", book)
    questions = [question.text for question in read_questions(book, "essai")[0]]
    assert (len(questions), questions[0]) == (7, "Elle vise ?")


def test_a_build_stops_at_questions_in_the_text(book: Path, corpus: Path) -> None:
    assert codes(book) == ["QUESTIONS", "QUESTIONS", "QUESTIONS", "DONNEES"]
    with small.standing_in(corpus), pytest.raises(FaultyDataError) as refused:
        build([], [book], book.parent / "base.sqlite")
    assert all("arbitre check --convert" in str(finding) for finding in refused.value.diagnostics)
    assert not (book.parent / "base.sqlite").exists()


def test_an_entry_written_in_its_own_way_is_left_to_its_author(book: Path) -> None:
    strange = '[[absents]]\nsujet = "a"\ngenre = "perdu"\nraison = "r"\n"questions" = ["b"]\n'
    (book / "absents.toml").write_text(strange, encoding="utf-8")
    told = arbitre("check", "--convert", book)
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert "absents.toml : cette écriture n'est pas suivie ; donnez un id" in told.stderr
    assert (book / "absents.toml").read_text(encoding="utf-8") == strange


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1.1\t\t\t\tQui tire ?", []),
        ("1.1\t1.1#0.1\t1.1#2.1\tdepend\tQui tire ?", []),
        ("", []),
        ("1.1\tQui tire ?", ["questions/01.tsv:2: error QUESTIONS cette ligne a 2 colonne(s), et non 5"]),
        ("1.1\t\t\t\t", ["questions/01.tsv:2: error QUESTIONS cette ligne n'a pas de règle ou pas de question"]),
        ("\t\t\t\tQui tire ?", ["questions/01.tsv:2: error QUESTIONS cette ligne n'a pas de règle ou pas de question"]),
        ("1.1\t\t\tyes\tQui tire ?", ["questions/01.tsv:2: error VERDICT verdict inconnu : « yes »"]),
        (
            "1.9\t\t\t\tQui tire ?",
            ["questions/01.tsv:2: error QUESTION-SANS-REGLE « 1.9 », dont 1 question(s) parlent"],
        ),
    ],
)
def test_a_line_is_a_question_or_a_fault_told_where_it_stands(tmp_path: Path, line: str, told: list[str]) -> None:
    (tmp_path / "01.md").write_text(HEAD + RULES, encoding="utf-8")
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "01.tsv").write_text(f"{TITLES}\n{line}\n", encoding="utf-8")
    found = [str(finding) for checked in check_path(tmp_path) for finding in checked.findings]
    assert len(found) == len(told)
    assert all(one.startswith(start) for one, start in zip(found, told, strict=True))


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_file_is_read_or_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "questions").mkdir(exist_ok=True)
    (tmp_path / "questions" / "01.tsv").write_bytes(f"{TITLES}\n".encode() + content)
    try:
        questions, faults = read_questions(tmp_path, "essai")
    except UnusableFileError as refused:
        assert "01.tsv : " in str(refused)  # noqa: PT017 - nothing is refused otherwise
        assert "\n" not in str(refused)  # noqa: PT017
    else:
        assert all(question.provision and question.text for question in questions)
        # What is no text at all is told of the whole file.
        assert all(fault.line > 1 or fault.code == "DONNEES" for fault in faults)


def test_a_file_without_its_titles_is_told(tmp_path: Path) -> None:
    (tmp_path / "01.md").write_text(HEAD + RULES, encoding="utf-8")
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "01.tsv").write_text("1.1\t\t\t\tQui tire ?\n", encoding="utf-8")
    assert codes(tmp_path) == ["QUESTIONS"]
