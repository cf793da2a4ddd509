"""The register of ids: its forms, its faults, and what a reading produced against it."""

from pathlib import Path

from kb.reading.register import Form, read_register


def _register(folder: Path, text: str) -> Path:
    (folder / "ids.toml").write_text(text, encoding="utf-8")
    return folder


def test_each_form_is_typed(tmp_path: Path) -> None:
    text = """
    [alias]
    "1.9" = "1.2"
    [livret]
    "livret/pont" = "## 3 Le pont@2 {.note enfants=regle}"
    "1.2" = "1.2"
    "faq/1" = "Q1"
    "livret/bourse" = "Tableau : Bourse"
    """
    register = read_register(_register(tmp_path, text))
    heading, number, question, caption = register.part("livret").entries
    assert (heading.form, heading.level, heading.number, heading.title) == (Form.HEADING, 2, "3", "Le pont")
    assert (heading.nth, heading.marks) == (2, ".note enfants=regle")
    assert (number.form, question.form, caption.form) == (Form.NUMBER, Form.QUESTION, Form.CAPTION)
    assert caption.title == "Bourse"
    assert register.aliases == (("1.9", "1.2"),)
    assert register.entry("1.2") == number
    assert register.entry("1.3") is None
    assert register.part("absente").entries == ()
