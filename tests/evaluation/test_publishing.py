from __future__ import annotations

from pathlib import Path

from kb.store import KnowledgeBase
from tests.bench.publishing import write_markdown


def test_the_rival_is_given_every_page_with_the_same_words(base: KnowledgeBase, tmp_path: Path) -> None:
    count = write_markdown(base, tmp_path / "docs")
    files = {str(path.relative_to(tmp_path / "docs")) for path in (tmp_path / "docs").rglob("*.md")}
    ids = [identifier for info in base.works(view="precis") for identifier in base.all_ids(info.work, "precis")]
    assert files == {"index.md", *(f"{identifier}.md" for identifier in ids)}
    assert count == len(files)
    text = (tmp_path / "docs" / "runewars/35.md").read_text(encoding="utf-8")
    for identifier in ("runewars/35", "runewars/35.1", "runewars/35.3"):
        assert base.passage(identifier, "precis").markdown in text
    assert "](../runewars/50.md)" in text
