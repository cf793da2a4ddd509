import posixpath
import re
import tomllib
from html import unescape
from pathlib import Path

import pytest

from kb.model.words import words
from kb.site import SiteReport, build_site, urls
from kb.site.book import Book
from kb.site.margin import notes
from kb.site.markdown import Linker
from kb.store import KnowledgeBase
from tests.canon import HEAD, canonical
from tests.site.conftest import Seen, Site, made_base, published


def test_every_provision_has_a_page_and_every_unit_an_anchor(site: Site, example_base: KnowledgeBase) -> None:
    for identifier in example_base.all_ids("exemple", units=True):
        seen = site.seen(urls.page_path(identifier))
        anchors = {attributes.get("id") for _tag, attributes in seen.elements}
        assert not urls.fragment(identifier) or urls.fragment(identifier) in anchors, identifier


def test_a_clause_is_lit_by_its_address(bundled_site: Site, base: KnowledgeBase) -> None:
    """What the element holds is the clause, whatever links and emphasis stand in it; hardly a unit has none."""
    lit = 0
    for identifier in base.all_ids("warmachine"):
        page = bundled_site.html(urls.page_path(identifier))
        units = [base.passage(identifier), *base.children(identifier, units=True)]
        for clause in (clause for unit in units for clause in base.clauses(unit)):
            element = rf'<(span|td) id="{urls.fragment(clause.id)}">(.*?)</\1>'
            held = re.search(rf"{element}(?=<span id|</p>|</li>|</td>|\s*<[uo]l)", page, re.DOTALL)
            if held is not None:
                lit += 1
                shown = re.sub(r"<span class=\"(?:label|vh)\">.*?</span>|<[^>]*>", "", held[2])
                assert words(unescape(shown))[-3:] == words(clause.text)[-3:], clause
    assert lit > 500


_SAID = tomllib.loads((Path(__file__).parent / "cases" / "pages.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", _SAID)
def test_what_a_page_says_and_where_it_leads(page: str, site: Site) -> None:
    seen = site.seen(page)
    known = {(" ".join(text.replace("\u00a0", " ").replace("’", "'").split()), href) for href, text in seen.links}
    assert [said for said in _SAID[page].get("dit", ()) if said not in seen.plain] == []
    assert _SAID[page].get("mene", {}).items() <= known


def test_source_lines_and_figures_are_shown(site: Site) -> None:
    assert re.search(r"10-livret\.md, lignes \d+–\d+", site.seen("exemple/1.2.html").plain)
    figures = r"Renvois qui mènent quelque part ?\d+,\d % ?Liens par règle ?\d+,\d"
    assert re.search(figures, site.seen("exemple/-/qualite.html").plain)


def test_every_resolved_reference_of_the_work_is_a_link_on_its_page(site: Site, example_base: KnowledgeBase) -> None:
    checked = 0
    references = example_base.cross_references("exemple")
    for identifier in example_base.all_ids("exemple"):
        page = urls.page_path(identifier)
        targets = {urls.resolve(page, href)[0] for href, _text in site.seen(page).links}
        for row in references.get((identifier, "precis"), ()):
            if row.resolution == "resolved" and row.candidates[0].partition("#")[0] != identifier:
                assert urls.page_path(row.candidates[0]) in targets, (identifier, row)
                checked += 1
    assert checked


def test_a_term_is_linked_once_a_paragraph_and_never_inside_a_link(site: Site) -> None:
    repeated = 0
    for path in site.root.glob("exemple/**/*.html"):
        blocks = re.findall(
            r"<(p|li|td)\b[^>]*>((?:(?!<(?:p|li|td|ul|ol)\b).)*?)</\1>", path.read_text(encoding="utf-8"), re.DOTALL
        )
        found = [re.findall(r'<a class="term" href="([^"]*)"', inside) for _tag, inside in blocks]
        assert all(len(terms) == len(set(terms)) for terms in found), path
        every = [term for terms in found for term in terms]
        repeated += len(every) - len(set(every))
    assert repeated > 0
    for page in site.root.rglob("*.html"):
        assert not re.search(r"<a [^>]*>(?:(?!</a>).)*<a ", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(
    ("page", "title", "beside", "other", "tag"),
    [
        ("exemple/1.4.html", "Fait exception", "1.4#0.1", "1.1#0.2", "Cède :"),
        ("exemple/1.1.html", "Exception", "1.1#0.2", "1.4#0.1", "L'emporte :"),
    ],
)
def test_what_another_rule_says_stands_beside_the_words_that_it_bears_on_and_nowhere_else(
    site: Site, example_base: KnowledgeBase, page: str, title: str, beside: str, other: str, tag: str
) -> None:
    html = site.html(page)
    block = re.search(
        rf'<div class="noted"><p[^>]*>(?:(?!</p>).)*id="{beside.partition("#")[2]}".*?</details>', html, re.DOTALL
    )
    assert block is not None
    shown = Seen()
    shown.feed(block[0])
    said = example_base.passage(f"exemple/{other}").text
    assert re.search(rf"{title} : .*{tag} ?« {re.escape(said)} »", shown.plain), shown.plain
    assert site.seen(page).plain.count(f"« {said} »") == 1


def test_what_clashes_is_told_the_same_from_both_sides(base: KnowledgeBase) -> None:
    turned = {"L'emporte :": "Cède :", "Cède :": "L'emporte :"}
    told: set[tuple[str, str, str]] = set()
    for info in base.works():
        book = Book(base, info, "precis")
        found = [note for passage in book.pages() for note in notes(book, passage) if "#" in note.anchor and note.words]
        told |= {(one.anchor, one.other, one.words[0][0]) for one in found if one.words[0][0].endswith(":")}
    assert told == {(other, beside, turned.get(tag, tag)) for beside, other, tag in told}
    assert len({tag for _beside, _other, tag in told}) == len(("prevails", "yields", "undecided"))


def test_the_notes_of_a_table_stand_together_below_it_in_order_each_once(bundled_site: Site) -> None:
    called = 0
    for path in sorted(bundled_site.root.rglob("*.html")):
        html = path.read_text(encoding="utf-8")
        if 'class="footnote"' not in html:
            continue
        own = html.partition('<div class="prose own">')[2]
        for table, after in re.findall(r"<table>(.*?)</table>(.*?)(?=<table>|\Z)", own, re.DOTALL):
            assert 'class="footnote"' not in table, path
            first = re.match(r"\s*</div>((?:<p [^>]*footnote.*?</p>\s*)*)", after, re.DOTALL)
            calls = re.findall(r'id="note-(\w+)-1"', first[1]) if first else []
            assert calls == sorted(calls, key=lambda call: (len(call), call)), path
            called += len(calls)
    assert called > 10
    html = bundled_site.html("wap/armes/tir.html")
    assert re.findall(r'class="footnote" id="note-(\d+)-1"|id="note-(\d+)-1" class="footnote"', html)
    assert html.count('id="note-1-1"') == 1


def test_a_table_of_words_too_wide_for_a_phone_names_the_column_of_each_cell(bundled_site: Site) -> None:
    html = bundled_site.html("wap/armes/tir.html")
    assert 'class="table in-cards"' in html
    heads = re.findall(r'<th scope="col">(.*?)</th>', html)
    first = re.findall(r'data-head="(.*?)"', re.findall(r"<tr.*?</tr>", html, re.DOTALL)[1])
    assert [head.replace("\u00a0", " ") for head in first] == [re.sub("<[^>]+>", "", head) for head in heads]
    assert "in-cards" not in bundled_site.html("wap/blesser.html"), "a grid of figures keeps its columns"


def test_each_table_says_what_it_is_and_each_cell_what_it_is_of(bundled_site: Site) -> None:
    """A screen reader says the title of a table, then for each cell that of its column and what names its row."""
    named = 0
    for path in bundled_site.root.rglob("*.html"):
        for table in re.findall(r"<table>(.*?)</table>", path.read_text(encoding="utf-8"), re.DOTALL):
            assert re.match(r'\s*<caption class="vh">[^<]*\w[^<]*</caption>', table), path
            heads = re.findall(r"<th\b([^>]*)>", table)
            assert all('scope="col"' in one or 'scope="row"' in one for one in heads), path
            named += 'scope="row"' in table
    assert named > 100
    page = bundled_site.html("wap/toucher-au-corps-a-corps.html")
    assert '<caption class="vh">Jet pour toucher au corps à corps</caption>' in page
    assert '<th scope="row"><span id="3.1">3</span></th>' in page


@pytest.mark.parametrize(
    ("page", "first"),
    [
        ("wap/types-de-troupes.html", "Infanterie"),
        # Quantities, several alike, name nothing; nor do the empty cells of a dial.
        ("runewars/livret/materiel.html", None),
        ("runewars/livret/cadrans/archers.html", None),
    ],
)
def test_the_first_column_heads_the_rows_that_it_names(bundled_site: Site, page: str, first: str | None) -> None:
    found = re.search(r'<th[^>]* scope="row">(?:<span[^>]*>)?([^<(]*)', bundled_site.html(page))
    assert (found and found[1].strip()) == first


def test_a_profile_is_a_line_of_labelled_figures_with_its_abilities_beside_it(bundled_site: Site) -> None:
    page = "t9a/patrouilles/elfes-noirs/exarque-du-temple.html"
    html = bundled_site.html(page)
    figures = re.findall(r"<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", html)
    assert '<abbr title="MF (Marche forcée)">MF</abbr>' in {value: head for head, value in figures}["10&quot;"]
    assert "<table" not in html
    assert "Œil de Darag" in re.findall(r"<summary><b>(.*?)</b>", html)


def test_both_layers_show_the_text_and_the_precis_in_brief(two_layers: Site) -> None:
    text = two_layers.seen("exemple/1.4.html").plain
    assert "En bref" in text
    assert "retournez une fanal" in text
    assert "retournez une lanterne" in text


def test_every_page_stands_alone_below_any_path_with_a_title_and_a_heading(site: Site) -> None:
    pages = [path.relative_to(site.root).as_posix() for path in site.root.rglob("*.html")]
    assert len(pages) == site.report.pages
    assert site.report.links > 1000
    for page in pages:
        elements = site.seen(page).elements
        tags = [tag for tag, _attributes in elements]
        assert [tags.count(tag) for tag in ("h1", "main", "title", "style")] == [1, 1, 1, 1], page
        for tag, attributes in elements:
            assert "style" not in attributes
            for name in ("href", "src", "action"):
                address = attributes.get(name, "")
                assert not address.startswith("/"), (page, address)
                assert tag == "a" or not re.match(r"[a-z]+:", address), (page, address)
            script = posixpath.basename(attributes.get("src", ""))
            assert tag != "script" or attributes["src"] == f"{urls.root(page)}static/{script}"


@pytest.mark.slow
def test_the_page_of_a_former_id_leads_to_the_new_one(base: KnowledgeBase, bundled_site: Site) -> None:
    for work, name, identifier in base.rows("SELECT work, name, id FROM names WHERE role = 'former'"):
        if work in {info.work for info in base.works()}:
            page = urls.page_path(f"{work}/{name}")
            targets = {urls.resolve(page, href)[0] for href, _text in bundled_site.seen(page).links}
            assert urls.page_path(identifier) in targets


def test_a_page_with_nothing_to_show_is_not_made(site: Site, tmp_path: Path) -> None:
    bare = made_base(tmp_path / "nu.sqlite", [canonical(HEAD + "# Livret\n\n## Pas\n\n**1.1** Avancer.\n")])
    made = published(bare, tmp_path / "site")
    for part in ("glossaire", "aptitudes", "tableaux", "errata", "faq"):
        assert not (made.root / urls.part_page("essai", part)).exists()
        assert all(part not in href for href, _text in made.seen("essai.html").links)
        assert (site.root / urls.part_page("exemple", part)).exists()


def test_the_text_in_force_of_a_corrected_bullet_keeps_its_links_and_its_own_bullets(base: KnowledgeBase) -> None:
    book = Book(base, base.work("runewars"), "precis")
    links = Linker(book, "runewars/-/errata.html")
    html = links.html(book.passages["runewars/51.1#2"])
    assert html.count("<li>") == 2
    assert '<a class="term" href="../73.html"' in html
    cited = links.html(book.passages["runewars/livret/cartes-objectif#3"])
    assert '<a class="ref" href="../guide/mise-en-place.html"' in cited


def test_a_rule_stands_among_those_of_its_section(bundled_site: Site, base: KnowledgeBase) -> None:
    """Six on either side at most, itself lit among them."""
    shown = 0
    for identifier in base.all_ids("warmachine"):
        page = bundled_site.html(urls.page_path(identifier))
        beside = re.search(r'<nav class="siblings".*?</nav>', page, re.DOTALL)
        if beside is None:
            continue
        links = re.findall(r'<li><a href="([^"]*)"( aria-current="page")?>', beside[0])
        assert [href for href, lit in links if lit] == ["#contenu"], identifier
        assert 1 < len(links) <= 13, identifier
        shown += 1
    assert shown > 60


def test_a_page_of_several_sections_lists_them(bundled_site: Site) -> None:
    page = bundled_site.html("aos/base/15.0.html")
    contents = re.search(r'<nav class="panel contents".*?</nav>', page, re.DOTALL)
    assert contents is not None
    listed = re.findall(r'href="#([^"]*)"', contents[0])
    assert len(listed) > 2
    assert all(f'id="{anchor}"' in page for anchor in listed)


def test_each_page_describes_itself_in_words_of_its_own(site: Site) -> None:
    described = {
        attributes["content"]
        for path in site.root.glob("exemple/[0-9]*.html")
        for _tag, attributes in site.seen(str(path.relative_to(site.root))).elements
        if attributes.get("name") == "description"
    }
    # Two rules may say the same.
    assert len(described) >= len(list(site.root.glob("exemple/[0-9]*.html"))) - 2
    assert all(10 < len(one) < 200 for one in described)


def test_a_site_with_an_address_says_it_on_each_page(example_base: KnowledgeBase, tmp_path: Path) -> None:
    build_site(example_base, tmp_path / "site", url="https://exemple.org/regles/")
    seen = Site(tmp_path / "site", SiteReport(0, 0, 0)).seen("exemple/1.2.html").elements
    address = "https://exemple.org/regles/exemple/1.2.html"
    assert ("link", {"rel": "canonical", "href": address}) in seen
    assert ("meta", {"property": "og:url", "content": address}) in seen
    assert f"<loc>{address}</loc>" in (tmp_path / "site" / urls.SITE_MAP).read_text(encoding="utf-8")
    # Shown in place of any page, its links begin at the root.
    lost = Site(tmp_path / "site", SiteReport(0, 0, 0)).seen(urls.LOST).links
    assert {href for href, _text in lost if not href.startswith(("#", "/regles/"))} == set()


def test_a_site_without_an_address_says_none(site: Site) -> None:
    tags = {attributes.get("rel") for _tag, attributes in site.seen("exemple/1.2.html").elements}
    assert "canonical" not in tags
    assert not (site.root / urls.SITE_MAP).exists()
