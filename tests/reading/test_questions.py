"""The questions of a work, read line by line."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.errors import UnusableFileError
from kb.reading.questions import read_questions

TITLES = "provision\tclause-precis\tclause-texte\tverdict\tquestion"


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
