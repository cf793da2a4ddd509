"""What of a stylesheet a page is given for its first sight."""

import re
from pathlib import Path

import pytest

from kb.site.styling import Stylesheet, source
from kb.system.data import data_dir
from tests.rows import rows_of
from tests.site.conftest import Site

_PAGE = '<main><p class="lead calm">Une <em>règle</em></p></main>'


@pytest.mark.parametrize(("written", "given"), rows_of(Path(__file__).parent / "cases" / "styles.tsv"))
def test_a_page_is_given_what_can_match_it_in_its_order(written: str, given: str) -> None:
    assert (Stylesheet(written).of(_PAGE) or "—") == given


def test_each_page_holds_its_style_and_its_policy_names_it(site: Site) -> None:
    sheet = Stylesheet((data_dir("site") / "static" / "site.css").read_text(encoding="utf-8"))
    pages = [path.relative_to(site.root).as_posix() for path in site.root.rglob("*.html")]
    assert pages
    for page in pages:
        html = site.html(page)
        found = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
        assert found is not None, page
        assert found[1] == sheet.of(html), page
        assert f"style-src 'self' {source(found[1])};" in html, page
