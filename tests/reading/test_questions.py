"""The questions of a work, read line by line."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.build import check_path
from kb.errors import UnusableFileError
from kb.reading.questions import read_questions
from tests.canon import HEAD

TITLES = "provision\tclause-precis\tclause-texte\tverdict\tquestion"
RULES = """# Essai {#essai}

## 1 Tir

**1.1** Une unité immobile tire.

**1.2** Elle vise.
"""


def codes(path: Path) -> list[str]:
    return [finding.code for checked in check_path(path) for finding in checked.findings]


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
