"""What of a stylesheet a page is given for its first sight."""

from __future__ import annotations

import re

import pytest

from kb.site.styling import Stylesheet, source
from kb.system.data import data_dir
from tests.site.conftest import Site

_PAGE = '<main><p class="lead calm">Une <em>règle</em></p></main>'


@pytest.mark.parametrize(
    ("written", "given"),
    [
        ("p { margin: 0; color: red }", "p{margin:0;color:red}"),
        (".lead { margin: 0; }", ".lead{margin:0}"),
        ("* { margin: 0 }", "*{margin:0}"),
        ("table { margin: 0 }", ""),
        (".lead.other { margin: 0 }", ""),
        ("main > .calm em, main table { margin: 0 }", "main > .calm em{margin:0}"),
        ("p:first-child { margin: 0 }", "p:first-child{margin:0}"),
        ("p:not(.other) { margin: 0 }", "p:not(.other){margin:0}"),
        ("p::before { content: ' ·  ;' }", 'p::before{content:" ·  ;"}'),
        ("p:hover, main:hover p { margin: 0 }", ""),
        ("p:focus-visible, p:target { margin: 0 }", "p:focus-visible,p:target{margin:0}"),
        ("/* Une note */ p { margin: 0 }", "p{margin:0}"),
        ("@media (width < 40rem) { p { margin: 0 } table { margin: 1px } }", "@media (width < 40rem){p{margin:0}}"),
        ("@media (width < 40rem) { table { margin: 0 } }", ""),
        ("@media print { p { margin: 0 } }", ""),
        ("p { width: calc(100% - 2px) }", "p{width:calc(100% - 2px)}"),
        ("em { color: red } p { margin: 0 } em { color: blue }", "em{color:red}p{margin:0}em{color:blue}"),
    ],
)
def test_a_page_is_given_what_can_match_it_in_its_order(written: str, given: str) -> None:
    assert Stylesheet(written).of(_PAGE) == given


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
