"""No page shows the marks of the language that it is written in, nor a list of nothing; nor does a text of a publication hold any."""

import re
from html import unescape

import pytest

from kb.store import KnowledgeBase
from tests.site.conftest import Site

# An address in brackets, emphasis, the call of a note: what Markdown would have read.
_MARKS = re.compile(r"\]\(|\*\*|\[\^|\\\\[*_\[]")
_TAGS = re.compile(r"<(style|script)\b.*?</\1>|<[^>]*>", re.DOTALL)


def test_no_page_shows_a_mark_of_markdown(bundled_site: Site) -> None:
    for path in bundled_site.root.rglob("*.html"):
        shown = unescape(_TAGS.sub("\n", path.read_text(encoding="utf-8")))
        assert not _MARKS.search(shown), path


def test_asterisks_that_fill_a_cell_are_the_call_of_its_note(bundled_site: Site) -> None:
    html = bundled_site.html("wap/types-de-troupes.html")
    assert re.search(r'<td id="7.4"[^>]*><sup class="call"><a href="#note-2-1">2</a></sup></td>', html)


def test_no_page_has_an_empty_list(bundled_site: Site) -> None:
    for path in bundled_site.root.rglob("*.html"):
        assert not re.search(r"<(ul|ol|dl)\b[^>]*>\s*</\1>", path.read_text(encoding="utf-8")), path


@pytest.mark.publication
def test_a_text_of_a_publication_has_its_words_without_the_marks_of_a_link(text_base: KnowledgeBase) -> None:
    for info in text_base.works():
        for passage in text_base.passages(text_base.all_ids(info.work, "texte", units=True), "texte"):
            assert "](" not in passage.text, passage.id
