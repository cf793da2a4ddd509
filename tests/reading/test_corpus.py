"""A work already in canonical text: its files in order, each line its own source."""

from pathlib import Path

from kb.model import Layer
from kb.reading.corpus import read_corpus


def test_files_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("20-suite.md", "10-debut.md", "README.md", "notes.txt"):
        (tmp_path / name).write_text(f"# {name}\n\ntexte\n", encoding="utf-8")
    files = read_corpus(tmp_path)
    assert [file.source.document for file in files] == ["10-debut.md", "20-suite.md"]
    assert files[0].layer is Layer.PRECIS
    assert files[0].line_map == ((1,), (2,), (3,))
    assert files[0].text == "# 10-debut.md\n\ntexte"
