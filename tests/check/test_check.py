"""Each validation returns located findings; a sound work has none."""

from dataclasses import replace
from pathlib import Path

import pytest

from kb.build import check_path
from kb.check import check
from kb.model import Absent, Question
from kb.model.curation import Undefined
from tests.bases import read_folder
from tests.canon import HEAD, linked


def codes(body: str, registered: frozenset[str] = frozenset()) -> list[tuple[str, str | None]]:
    return [(finding.code, finding.id) for finding in check(linked(body).book, registered)]


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (Question("essai/1.1", "On passe à -1 ?", "non"), "VERDICTS-OPPOSES"),
        (Question("essai/1.2", "on passe à -1", "non"), "QUESTION-DOUBLE"),
        (Question("essai/1.1", "On passe à +1 ?", "non"), ""),
        (Question("essai/1.1", "On passe à -1 ?", "depend"), "QUESTION-DOUBLE"),
        (Question("essai/1.3", "Ailleurs ?"), "QUESTION-SANS-REGLE"),
        (Question("essai/?pluie", "Pleut-il ?"), "QUESTION-SANS-REGLE"),
        (Question("essai/?neige", "Neige-t-il ?"), ""),
    ],
)
def test_a_question_says_one_thing_of_what_exists(second: Question, expected: str) -> None:
    """Two rules of two modes may answer one question each in its way."""
    book = linked("# Livret\n\n**1.1** {mode=jour} Ici.\n\n**1.2** {mode=nuit} Là.\n").book
    absents = (Absent("neige", "Neige", "autre-jeu", "Il ne neige pas."),)
    first = Question("essai/1.1", "On passe à -1 ?", "oui")
    asked = (first, replace(second, file="questions/a.tsv", line=3))
    found = [
        (finding.code, finding.file, finding.line) for finding in check(replace(book, questions=asked, absents=absents))
    ]
    assert found == ([(expected, "questions/a.tsv", 3)] if expected else [])


def test_the_register_is_held_both_ways() -> None:
    body = "# Livret {#livret}\n\n**1.1** Bien.\n"
    assert codes(body, frozenset({"livret", "1.1"})) == []
    assert codes(body, frozenset({"livret", "1.2"})) == [("ID-HORS-REGISTRE", "essai/1.1"), ("ID-ABSENT", "essai/1.2")]


def test_a_term_without_definition_is_told_once_where_it_stands_first() -> None:
    book = linked(
        "# Livret\n\n**1.1** Lancez deux défis.\n\n**1.2** Un défi perdu.\n\n## Relève\n\n**2.1** Bien.\n"
    ).book
    terms = (Undefined("défi", "ailleurs"), Undefined("relève", ""), Undefined("tocsin", "", ("cloche",)))
    findings = [finding for finding in check(book, frozenset(), terms) if finding.code.startswith("TERME")]
    assert [(finding.code, finding.id) for finding in findings] == [
        ("TERME-INDEFINI", "essai/1.1"),
        ("TERME-DEFINI", "essai/livret/releve"),
    ]
    assert "2 passages" in findings[0].message


def test_a_file_at_fault_beside_a_work_hides_no_other_fault(tmp_path: Path) -> None:
    (tmp_path / "essai.md").write_text(f"{HEAD}# Livret {{#a\n\n**1.1** Bien.\n", encoding="utf-8")
    (tmp_path / "precedence.toml").write_text('[[situation]]\nid = "x"\n', encoding="utf-8")
    (tmp_path / "timeline.toml").write_text("[[moment]\n", encoding="utf-8")
    found = [(finding.code, Path(finding.file).name) for finding in read_folder(tmp_path)]
    assert ("MARQUE-OUVERTE", "essai.md") in found
    assert ("DONNEES", "precedence.toml") in found
    assert found.count(("DONNEES", "timeline.toml")) == 1


def test_a_notion_that_names_a_rule_which_its_work_lacks_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "essai"
    folder.mkdir()
    (folder / "essai.md").write_text(f"{HEAD}# Livret\n\n**1.1** Bien.\n", encoding="utf-8")
    notion = (
        '[[notion]]\nid = "gue"\ntitre = "Le gué"\nresume = "Passer l\'eau."\nessai = ["1.1", "1.7"]\nautre = ["3"]\n'
    )
    (tmp_path / "notions.toml").write_text(notion, encoding="utf-8")
    (checked,) = check_path(folder)
    (found,) = (one for one in checked.findings if one.code == "DONNEES")
    assert found.message.startswith("notion « gue » : essai/1.7 n'existe pas")


def test_numbers_of_two_chapters_and_steps_of_another_sequence_are_no_gap() -> None:
    body = "# Livret\n\n## 1 Un\n\n**1.1** Un.\n\n## 2 Deux\n\n**2.5** Cinq.\n\n1. Voyez l'étape 7 de « La marche »."
    assert codes(body) == []
