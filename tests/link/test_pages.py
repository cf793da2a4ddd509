"""The page of a provision: printed at its head, at the foot of the page where it begins, or in a table of contents."""

import pytest

from kb.link.printed import paged
from kb.model import Layer, PageMark
from kb.store import KnowledgeBase
from tests.canon import HEAD, linked

TEXT = "# Livret\n\n## Pont {#pont}\n\nUn pont.\n\n## Gué {#gue}\n\nUn gué.\n\n- Profond.\n\n## Bac {#bac}\n\nUn bac.\n"


def _pages(marks: list[PageMark], listed: list[tuple[str, str, str]]) -> dict[str, int | None]:
    provisions = linked(TEXT, layer=Layer.TEXTE).book.provisions
    return {one.id.removeprefix("essai/"): one.page for one in paged(provisions, marks, listed)}


def _line(words: str) -> int:
    return (HEAD + TEXT).split("\n").index(words) + 1


def test_a_number_at_the_foot_is_that_of_all_since_the_one_before() -> None:
    pages = _pages([PageMark(_line("Un pont.") + 1, 3, foot=True), PageMark(_line("- Profond.") + 1, 4, foot=True)], [])
    assert (pages["pont"], pages["gue"], pages["gue#2"], pages["bac"]) == (3, 4, 4, None)


def test_a_number_beside_a_title_is_that_of_the_title() -> None:
    pages = _pages([PageMark(_line("## Gué {#gue}"), 12, foot=False)], [("Livret", "7", "bac"), ("*", "8", "bac")])
    # Two tables of contents that disagree say nothing.
    assert pages == {"livret": None, "pont": None, "pont#1": None, "gue": 12, "gue#1": None, "gue#2": None} | {
        "bac": None,
        "bac#1": None,
    }
    assert _pages([], [("Livret", "7", "bac")])["bac"] == 7


@pytest.mark.publication
def test_the_pages_of_the_publications(text_base: KnowledgeBase) -> None:
    """Where the source prints them, all have theirs, in order."""
    held = {
        work: [text_base.passage(one, "texte") for one in text_base.all_ids(work, "texte")]
        for work in ("warmachine", "wap")
    }
    pages = {work: [one.page for one in passages if one.page is not None] for work, passages in held.items()}
    assert len(held["warmachine"]) - len(pages["warmachine"]) <= 1
    in_print = sorted(held["warmachine"], key=lambda passage: passage.source.spans[:1])
    numbers = [one.page for one in in_print if one.page is not None]
    assert numbers == sorted(numbers)
    assert len(pages["wap"]) >= 44
