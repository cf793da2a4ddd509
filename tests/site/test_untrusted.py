import re
from pathlib import Path

import pytest

from kb.reading.corpus import read_corpus
from tests.site.conftest import Site, made_base, published


@pytest.fixture(scope="module")
def harm(tmp_path_factory: pytest.TempPathFactory) -> Site:
    top = tmp_path_factory.mktemp("mal")
    return published(made_base(top / "base.sqlite", read_corpus(Path(__file__).parent / "piege")), top / "site" / "out")


def test_html_and_scripts_of_a_corpus_stay_text(harm: Site) -> None:
    pages = list(harm.root.rglob("*.html"))
    assert pages
    for path in pages:
        elements = harm.seen(str(path.relative_to(harm.root))).elements
        # The style that every page of ours holds, which its policy names.
        assert [tag for tag, _attributes in elements].count("style") == 1, path
        for tag, attributes in elements:
            assert tag not in {"img", "b", "u", "i", "iframe", "object"}, path
            assert tag != "script" or re.fullmatch(r"(?:\.\./)*static/[a-z-]+\.js", attributes["src"]), path
            assert not [name for name in attributes if name.startswith("on")], path
            href = attributes.get("href", "")
            assert not re.match(r"(?i)\s*(?:javascript|data|vbscript):", href), path
            assert path.name == "a-propos.html" or "exemple.org" not in href, path
    assert "<script>alert(4)</script>" in harm.seen("piege/1.html").text


def test_signs_of_markdown_that_the_format_lacks_stay_signs(harm: Site) -> None:
    text = harm.seen("piege/1.html").text
    assert "[un lien](javascript:alert(5))" in text
    assert "![une image](https://exemple.org/x.png)" in text
    assert "&lt;script&gt;" in text
    assert "{signe}" in text
    assert "`code`" in text
    assert "__souligné__" in text


def test_no_id_leaves_the_folder_or_takes_a_page_of_ours(harm: Site) -> None:
    assert sorted(path.name for path in harm.root.parent.iterdir()) == ["out"]
    assert not (harm.root.parent.parent / "trop-haut.html").exists()
    assert (harm.root / "piege/..~/..~/trop-haut.html").is_file()
    assert "Glossaire" in harm.seen("piege/-/glossaire.html").text
    assert "Ce n’est pas le glossaire." in harm.seen("piege/-~/glossaire.html").text


def test_a_link_to_nothing_is_marked_and_leads_nowhere(harm: Site) -> None:
    seen = harm.seen("piege/..~/..~/trop-haut.html")
    assert "nulle part (renvoi incertain)" in seen.text
    assert all("nulle" not in href for href, _text in seen.links)


def test_the_index_script_closes_no_element(harm: Site) -> None:
    for script in ("search.js", "apercus.js"):
        assert "<" not in (harm.root / "piege/-" / script).read_text(encoding="utf-8")


def test_a_reference_that_leads_nowhere_or_to_two_places_is_marked(harm: Site) -> None:
    seen = harm.seen("piege/1.1.html")
    titles = [attributes.get("title", "") for _tag, attributes in seen.elements if attributes.get("class") == "doubt"]
    assert "Renvoi incertain\u00a0: aucune règle connue ne porte ce nom" in titles
    assert "voir 9.9 (renvoi incertain)" in seen.plain
    assert "Renvois incertains" in seen.plain
    double = harm.seen("piege/..~/..~/trop-haut.html")
    assert "plusieurs règles portent ce nom" in double.plain
    assert {"../../double/1.html", "../../double/2.html"} <= {href for href, _text in double.links}


def test_the_quality_page_tells_them(harm: Site) -> None:
    seen = harm.seen("piege/-/qualite.html")
    assert "RENVOI-PERDU" in seen.plain
    assert "RENVOI-AMBIGU" in seen.plain
    assert re.search(r"Renvois ambigus ?1", seen.plain)
