"""Move the questions that stand in the text of a work, as they once did, to files of their own.

A list of absent matters that is no TOML is a FaultyDataError; a file that cannot be read or written, an UnusableFileError.
"""

from collections.abc import Iterator
from pathlib import Path

from kb.build.works import works_named
from kb.parsing import parse_work
from kb.reading.corpus import parts, read_corpus
from kb.reading.data import ABSENTS_NAME
from kb.reading.questions import ABSENCES, FOLDER, add_questions, replaced, without_lines, without_listed


def move_questions(path: Path) -> tuple[tuple[Path, int], ...]:
    """Move the questions that stand in the text of the works of a folder, and in their lists of absent matters, to files of their own.

    Returns:
        Each file of questions written, and how many it has more.
    """
    return tuple(
        moved for folder in works_named(path, []) for moved in (*_without_inline(folder), *_without_listed(folder))
    )


def _without_inline(folder: Path) -> Iterator[tuple[Path, int]]:
    """The text of a work rid of its blocks of questions: what is moved is written before it is removed."""
    inline = parse_work(read_corpus(folder)).inline
    for path in parts(folder):
        blocks = [block for block in inline if block.file == path.name]
        moved = [question for block in blocks for question in block.questions]
        if moved:
            file = folder / FOLDER / f"{path.stem}.tsv"
            add_questions(file, moved)
            with path.open(encoding="utf-8", newline="") as text:
                replaced(path, without_lines(text.read(), [(block.first, block.last) for block in blocks]))
            yield file, len(moved)


def _without_listed(folder: Path) -> Iterator[tuple[Path, int]]:
    """The list of the matters that a work does not settle, rid of their questions."""
    path = folder / ABSENTS_NAME
    text, moved = without_listed(path, folder.name) if path.is_file() else ("", ())
    if moved:
        add_questions(folder / FOLDER / ABSENCES, moved)
        replaced(path, text)
        yield folder / FOLDER / ABSENCES, len(moved)
