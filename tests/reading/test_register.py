"""The register of ids: its forms, its faults, and what a reading produced against it."""

from pathlib import Path

from kb.reading.register import Entry, read_register


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
    (tmp_path / "ids.toml").write_text(text, encoding="utf-8")
    register = read_register(tmp_path)
    ((heading, *others),) = (part.entries for part in register.parts)
    assert heading == Entry("livret/pont", 2, "3", "Le pont", 2, marks=".note enfants=regle")
    assert others == [Entry("1.2"), Entry("faq/1"), Entry("livret/bourse", caption="Bourse")]
    assert register.aliases == (("1.9", "1.2"),)
