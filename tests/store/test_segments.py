"""The publication's layer is the publication: each word at its lines, or told to come from elsewhere."""

import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pytest

from kb.link.provenance import departures
from kb.model import Layer, Repair
from kb.model.words import words
from kb.parsing import parse_work
from kb.store import KnowledgeBase
from tests.bases import file_of
from tests.canon import HEAD, canonical

WORKS = ["aos", "runewars", "t9a", "wap", "warmachine"]


def _holds(lines: Sequence[str], said: Sequence[str]) -> bool:
    """Whether words stand in some lines in this order, one that a hyphen cuts at the end of a line counted whole."""
    joined = "\n".join(lines).replace("-\n", "")
    for text in ("\n".join(lines), joined):
        printed = iter(words(text))
        if all(word in printed for word in said):
            return True
    return False


@pytest.mark.publication
@pytest.mark.parametrize("work", WORKS)
def test_every_word_of_a_publication_stands_at_its_lines(text_base: KnowledgeBase, texts: Path, work: str) -> None:
    """Put end to end, the segments are the text; the words of a span, or of an erratum, stand at its lines, in order."""
    lines = unicodedata.normalize("NFC", file_of(text_base, texts, work)).split("\n")
    seen = 0
    for identifier in text_base.all_ids(work, "texte", units=True):
        passage = text_base.passage(identifier, "texte")
        segments = text_base.segments(passage)
        assert "".join(segment.text for segment in segments) == passage.text, identifier
        for segment in segments:
            if segment.origin in {"span", "erratum"}:
                seen += 1
                at = [line for first, last in segment.spans for line in lines[first - 1 : last]]
                assert _holds(at, words(segment.text)), (identifier, segment)
            else:
                assert segment.reason or segment.origin == "absence", (identifier, segment)
    assert seen > 300


@pytest.mark.publication
@pytest.mark.parametrize("work", WORKS)
def test_lines_held_and_lines_left_out_are_the_lines_of_the_publication(
    text_base: KnowledgeBase, texts: Path, work: str
) -> None:
    data = file_of(text_base, texts, work)
    coverage = text_base.coverage(work)
    assert coverage.held + coverage.left_out == coverage.lines == sum(map(bool, map(str.strip, data.split("\n"))))
    assert coverage.left_out <= sum(last - first + 1 for first, last, _ in coverage.dropped)


def test_words_that_no_line_prints_are_told_with_their_reason() -> None:
    text = (
        "# Livret\n\n## Pont {#pont}\n\nUne compagnie traverse le pont.\n\n"
        "> **Absent de la source** : la carte.\n\n## Prix {#prix .tableau}\n\n| Nom | Coût |\n| --- | --- |\n| Barque | 3 |\n"
    )
    book = parse_work([canonical(HEAD + text, layer=Layer.TEXTE)]).rulebook
    assert book is not None
    lines = (
        (HEAD + text).replace("compagnie traverse", "compagnle traverse").replace("| Barque", "| Radeau").split("\n")
    )
    repair = Repair(lines.index("Une compagnle traverse le pont.") + 1, "compagnle", "compagnie", "lettre mal lue")
    found = departures(book, lines, [repair])
    told = [(one.id.rpartition("/")[2], one.origin, one.reason, one.line) for one in found]
    assert told[:2] == [
        ("pont#1", "repair", "lettre mal lue", repair.line),
        ("pont#absent-1", "absence", "", repair.line + 2),
    ]
    # « Barque » stands at no line: the row that names it is told so.
    assert ("prix#1", "repair") in {(one.id.rpartition("/")[2], one.origin) for one in found[2:]}
    assert departures(parse_work([canonical(HEAD + text)]).rulebook or book, lines, []) == ()
