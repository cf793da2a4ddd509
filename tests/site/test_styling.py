"""What of a stylesheet a page is given for its first sight."""

import re
from pathlib import Path

import pytest

from kb.site import urls
from kb.site.styling import Stylesheet, source
from kb.system.data import data_dir
from tests.rows import rows_of
from tests.site.conftest import Site

_HEAVIEST = 60_000
_PAGE = '<main><p class="lead calm">Une <em>règle</em></p></main>'


@pytest.mark.parametrize(("written", "given"), rows_of(Path(__file__).parent / "cases" / "styles.tsv"))
def test_a_page_is_given_what_can_match_it_in_its_order(written: str, given: str) -> None:
    assert (Stylesheet(written).of(_PAGE) or "—") == given


def test_each_page_holds_its_style_and_its_policy_names_it(site: Site) -> None:
    sheet = Stylesheet("".join((data_dir("site") / path).read_text("utf-8") for path in ("typeface.css", urls.STYLE)))
    pages = [path.relative_to(site.root).as_posix() for path in site.root.rglob("*.html")]
    assert pages
    for page in pages:
        html = site.html(page)
        found = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
        assert found is not None, page
        assert found[1] == sheet.of(html, f"{urls.root(page)}static/"), page
        assert f"style-src 'self' {source(found[1])};" in html, page
    # Said a second time, the typeface would come to a page that was painted without, and move it.
    assert "@font-face" not in site.html(urls.STYLE)


# Shown in the reader's own typeface: the two marks of what opens, which the typeface lacks.
_LEFT_OUT = set("▸▾↔")


def signs_asked() -> set[str]:
    """The signs for which the typeface is asked, and for which it was cut down (.ci/typeface)."""
    written = re.findall(r"unicode-range: ([^;]+);", (data_dir("site") / "typeface.css").read_text("utf-8"))
    assert len(set(written)) == 1
    ends = [one.partition("-") for one in written[0].replace("U+", "").split(", ")]
    return {chr(code) for first, _dash, last in ends for code in range(int(first, 16), int(last or first, 16) + 1)}


def test_the_typeface_has_the_signs_of_every_page(bundled_site: Site) -> None:
    shown = {sign for path in bundled_site.root.rglob("*.html") for sign in path.read_text(encoding="utf-8")}
    assert shown - signs_asked() - _LEFT_OUT == {"\n"}
    assert set("\u202f\u00a0→≥≤×−«»œéÀÇ’…") <= signs_asked()


def test_the_typeface_is_light_free_and_in_the_site(site: Site) -> None:
    fonts = sorted(site.root.glob("static/*.woff2"))
    assert [path.name for path in fonts] == ["serif-bold.woff2", "serif.woff2"]
    assert sum(path.stat().st_size for path in fonts) <= _HEAVIEST
    assert "SIL Open Font License" in (site.root / "static" / "serif.LICENSE.txt").read_text(encoding="utf-8")
    assert all(f'"static/{path.name}"' in site.html(urls.WORKER) for path in fonts)
