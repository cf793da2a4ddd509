"""Case files of one case a line: titles, then columns that tabulations part; `#` opens a remark, an empty line is none."""

from pathlib import Path


def rows_of(path: Path) -> list[tuple[str, ...]]:
    """The cases of a file, each as long as its titles."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    titles, *cases = (tuple(line.split("\t")) for line in lines)
    assert [case for case in cases if len(case) != len(titles)] == [], path.name
    return cases
