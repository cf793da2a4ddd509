from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.site import urls
from kb.site.book import Book
from kb.site.markdown import Linker
from kb.store import KnowledgeBase
from tests.canon import HEAD, canonical

if TYPE_CHECKING:
    from tests.site.conftest import Maker, Publish, Seen, Site

_PACK = re.compile(r"push\((.*)\);\s*$", re.DOTALL)


def _links(seen: Seen) -> dict[str, str]:
    """Text of each link, spaces made plain, to its target."""
    return {" ".join(text.replace("\u00a0", " ").replace("’", "'").split()): href for href, text in seen.links}


def test_every_provision_has_a_page_and_every_unit_an_anchor(site: Site, example_base: KnowledgeBase) -> None:
    for identifier in example_base.all_ids("exemple", units=True):
        seen = site.seen(urls.page_path(identifier))
        anchors = {attributes.get("id") for _tag, attributes in seen.elements}
        assert not urls.fragment(identifier) or urls.fragment(identifier) in anchors, identifier


def test_no_link_of_the_site_is_dead(site: Site) -> None:
    pages = {str(path.relative_to(site.root)): path for path in site.root.rglob("*.html")}
    anchors = {page: {attributes.get("id") for _t, attributes in site.seen(page).elements} for page in pages}
    checked = 0
    for page in pages:
        for href, _text in site.seen(page).links:
            if href.startswith("https:"):
                assert page == urls.ABOUT
                continue
            target, part = urls.resolve(page, href)
            assert target in pages, (page, href)
            assert not part or part in anchors[target], (page, href)
            checked += 1
    assert checked > 1000
    assert site.report.pages == len(pages)


def test_links_hold_from_any_sub_path(site: Site) -> None:
    for path in site.root.rglob("*.html"):
        for _tag, attributes in site.seen(str(path.relative_to(site.root))).elements:
            for name in ("href", "src", "action"):
                assert not attributes.get(name, "").startswith("/")


def test_a_printed_reference_is_a_link(site: Site) -> None:
    links = _links(site.seen("exemple/2.3@livret.html"))
    assert links["voir « La bousculade »"] == "3.1.html"
    assert links["l'étape « Reculer »"] == "3.1/4.html"


def test_a_reference_to_several_rules_links_each_number(site: Site) -> None:
    links = site.seen("exemple/4.3.html").links
    assert ("1.2.html", "1.2") in links
    assert ("4.1.html", "4.1") in links


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


def test_related_subjects_and_citations_are_shown_both_ways(site: Site) -> None:
    seen = site.seen("exemple/glossaire/compagnie.html")
    assert "Sujets connexes" in seen.plain
    assert ("lueur.html", "Lueur") in seen.links
    assert "Sujet connexe de" in site.seen("exemple/glossaire/lueur.html").plain
    assert "Cité par" in site.seen("exemple/4.1.html").plain


def test_a_rule_without_related_subjects_shows_those_of_its_entry(site: Site) -> None:
    assert "Sujets connexes de 1 Compagnies et lanternes" in site.seen("exemple/1.1.html").plain


def test_an_entry_shows_its_rules_in_full_with_their_anchors(site: Site) -> None:
    seen = site.seen("exemple/1.html")
    anchors = {attributes.get("id") for _tag, attributes in seen.elements}
    assert {"/1.1", "/1.2", "/1.2:1", "/1.2:5"} <= anchors
    assert "Celles qui sont éteintes restent sur son plateau." in seen.plain
    assert ("1.1.html", "1.1") in seen.links


def test_a_redirecting_entry_says_where_it_goes(site: Site) -> None:
    seen = site.seen("exemple/glossaire/bord-d-eau.html")
    assert "Cette entrée renvoie à Rive." in seen.plain
    assert ("rive.html", "Rive") in seen.links


def test_an_erratum_is_shown_from_both_sides(site: Site) -> None:
    for page in ("exemple/2.3.html", "exemple/errata/2.3.html", "exemple/-/errata.html"):
        text = site.seen(page).plain
        assert "Un pont porte deux compagnies au plus." in text, page
        assert "Un pont porte trois compagnies au plus." in text, page
    former = site.seen("exemple/2.3@livret.html")
    assert "Ce texte n'est plus en vigueur" in former.plain
    assert any(href == "2.3.html" for href, _text in former.links)
    deleted = site.seen("exemple/1.5.html")
    assert "Cette règle est supprimée par l'erratum Le prêt" in deleted.plain
    assert ("errata/1.5.html", "Le prêt") in deleted.links
    assert "Ajoute 4.4" in site.seen("exemple/errata/4.4.html").plain


def test_a_doubtful_text_says_so(site: Site) -> None:
    assert "ce texte est douteux" in site.seen("exemple/1.6.html").plain


def test_source_lines_and_kind_are_shown(site: Site) -> None:
    seen = site.seen("exemple/1.2.html")
    assert re.search(r"10-livret\.md, lignes \d+–\d+", seen.plain)
    assert "Règle" in seen.plain
    assert "Précis, dans nos mots" in seen.plain
    assert "Aussi : éclat, niveau de lumière" in seen.plain


def test_escaped_signs_are_ordinary(site: Site) -> None:
    text = site.seen("exemple/carnet/signes.html").plain
    assert "a|b" in text
    assert "{ }" in text
    assert "# suivi d'un chiffre" in text
    assert "3. à la fin" in text


def test_a_note_call_leads_to_its_note(site: Site) -> None:
    assert ("#note-1-1", "1") in site.seen("exemple/livret/materiel.html").links


def test_modes_are_named_where_there_are_several(site: Site) -> None:
    assert "Orage" in site.seen("exemple/orage/1.1.html").plain


def test_the_pages_of_a_game(site: Site) -> None:
    assert "Compagnie" in site.seen("exemple/-/glossaire.html").plain
    assert "troupe" in site.seen("exemple/-/glossaire.html").plain
    assert "Oui (voir 2.3 ou 2.2), mais elle ne le tient pas." in site.seen("exemple/-/faq.html").plain
    assert "Renvois résolus" in site.seen("exemple/-/qualite.html").plain
    home = site.seen("exemple.html")
    assert ("exemple/livret.html", "Livret des passeurs") in home.links


def test_both_layers_show_the_text_and_the_precis_in_brief(two_layers: Site) -> None:
    text = two_layers.seen("exemple/1.4.html").plain
    assert "En bref" in text
    assert "retournez une fanal" in text
    assert "retournez une lanterne" in text


def test_the_pack_of_a_work_names_every_rule(site: Site) -> None:
    script = (site.root / urls.search_pack("exemple")).read_text(encoding="utf-8")
    found = _PACK.search(script)
    assert found
    documents = json.loads(found[1])["documents"]
    place = documents["ids"].split("\n").index("1.2")
    assert documents["numbers"].split("\n")[place] == "1.2"
    assert documents["titles"].split("\n")[place] == "La lueur"
    assert [place, 3, "niveau de lumière"] in documents["names"]


def test_pages_ask_nothing_of_other_servers(site: Site) -> None:
    for path in site.root.rglob("*.html"):
        page = str(path.relative_to(site.root))
        elements = site.seen(page).elements
        assert [tag for tag, _attributes in elements].count("style") == 1
        for tag, attributes in elements:
            assert "style" not in attributes
            assert tag != "script" or attributes["src"] in urls.root(page) + "static/" + posixpath.basename(
                attributes["src"]
            )
            assert tag == "a" or not re.match(r"[a-z]+:", attributes.get("href", "") + attributes.get("src", ""))


def test_every_page_has_a_title_a_language_and_one_heading(site: Site) -> None:
    for path in site.root.rglob("*.html"):
        tags = [tag for tag, _attributes in site.seen(str(path.relative_to(site.root))).elements]
        assert tags.count("h1") == 1, path
        assert tags.count("main") == 1
        assert tags.count("title") == 1


@pytest.mark.slow
def test_the_page_of_a_former_id_leads_to_the_new_one(base: KnowledgeBase, bundled_site: Site) -> None:
    for work, name, identifier in base.rows("SELECT work, name, id FROM names WHERE role = 'former'"):
        if work in {info.work for info in base.works()}:
            page = urls.page_path(f"{work}/{name}")
            targets = {urls.resolve(page, href)[0] for href, _text in bundled_site.seen(page).links}
            assert urls.page_path(identifier) in targets


@pytest.mark.slow
def test_the_bundled_works_build(base: KnowledgeBase, bundled_site: Site) -> None:
    home = bundled_site.seen(urls.HOME)
    for info in base.works():
        assert any(href == urls.page_path(info.work) for href, _text in home.links)
    assert not (bundled_site.root / "exemple.html").exists()


def test_a_page_with_nothing_to_show_is_not_made(
    make_base: Maker, publish: Publish, site: Site, tmp_path: Path
) -> None:
    bare = make_base(tmp_path / "nu.sqlite", [canonical(HEAD + "# Livret\n\n## Pas\n\n**1.1** Avancer.\n")])
    made = publish(bare, tmp_path / "site")
    for part in ("aptitudes", "tableaux", "errata", "faq"):
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
