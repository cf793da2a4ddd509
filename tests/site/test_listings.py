import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from kb.site import build_site, urls
from kb.site.book import Book
from kb.store import KnowledgeBase
from tests.site.conftest import Site


def test_every_moment_of_the_timeline_is_shown_with_its_rules(whole: Site) -> None:
    page = "exemple/-/deroulement.html"
    seen = whole.seen(page)
    anchors = {attributes.get("id") for _tag, attributes in seen.elements}
    targets = {urls.resolve(page, href) for href, _text in seen.links}
    base = KnowledgeBase(whole.root.parent / "base.sqlite")
    moments = base.moments("exemple")
    assert len(moments) > 10
    for moment in moments:
        assert moment.title.replace("'", "’") in seen.text.replace("\u00a0", " ").replace("\u202f", " ")
        assert moment.id in anchors
        for cite in moment.cites:
            assert (urls.page_path(f"exemple/{cite}"), urls.fragment(f"exemple/{cite}")) in targets


def test_the_policy_is_readable_in_order_with_its_rules(whole: Site) -> None:
    seen = whole.seen("exemple/-/priorites.html")
    said = ["Deux tours", "Les vifs, puis le reste", "Coup vif, le rang : 3", "Les autres cas", "Rien de plus"]
    said += ["Ce que vaut une valeur", "Jamais plus de trois", "Quand deux règles se contredisent", "Qui lève, passe"]
    places = [seen.plain.rindex(words) for words in said]
    assert places == sorted(places)
    assert "livret, carnet" in seen.plain
    targets = {urls.resolve("exemple/-/priorites.html", href) for href, _text in seen.links}
    assert {("exemple/1.2.html", "2"), ("exemple/1.3.html", ""), ("exemple/4.1.html", "")} <= targets
    assert "<script>alert(1)</script>" in seen.text


def test_a_game_without_timeline_or_policy_has_no_such_page(whole: Site) -> None:
    for part in ("deroulement", "priorites"):
        assert not (whole.root / f"autre/-/{part}.html").exists()
        assert all(f"/-/{part}" not in href for href, _text in whole.seen("autre.html").links)


def test_abilities_and_tables_have_their_pages(whole: Site) -> None:
    base = KnowledgeBase(whole.root.parent / "base.sqlite")
    cards, tables = (whole.seen(f"exemple/-/{part}.html") for part in ("aptitudes", "tableaux"))
    known = [base.passage(identifier) for identifier in base.all_ids("exemple")]
    for page, kinds, seen in (("aptitudes", {"ability", "keyword"}, cards), ("tableaux", {"table", "profile"}, tables)):
        targets = {urls.resolve(f"exemple/-/{page}.html", href)[0] for href, _text in seen.links}
        wanted = {
            urls.page_path(p.id) for p in known if p.kind in kinds and p.redirect is None and p.status == "current"
        }
        assert wanted
        assert wanted <= targets
    assert sum(tag == "table" for tag, _attributes in tables.elements) >= 1


@pytest.mark.parametrize("work", ["runewars", "t9a", "wap", "warmachine"])
def test_first_words_that_announce_a_list_go_on_with_what_it_begins_by(base: KnowledgeBase, work: str) -> None:
    book = Book(base, base.work(work), "precis")
    stopped = [one.id for one in book.passages.values() if book.teaser(one, 320).endswith(":")]
    assert stopped == []


def test_what_is_announced_is_told_by_its_titles_or_by_its_words(base: KnowledgeBase) -> None:
    book = Book(base, base.work("t9a"), "precis")
    said = book.teaser(book.passages["t9a/resume/melee/6"], 320)
    assert said.startswith("Un Test de moral raté entraîne : Toute unité alliée")
    assert " · Le vainqueur" in said
    assert "étapes : Le combat débute · " in book.teaser(book.passages["t9a/base/melee/sequence"], 320)


def test_the_home_tells_which_game_a_sign_leads_to(bundled_site: Site) -> None:
    assert "Chaque signe est un jeu de la liste." in bundled_site.seen("index.html").plain


def test_abilities_stand_phase_after_phase_in_the_order_of_the_game(bundled_site: Site) -> None:
    html = bundled_site.html("aos/-/aptitudes.html")
    phases = re.findall(r'<h2 id="phase-\d+">(.*?)</h2>', html)
    wanted = ["Phase de déploiement", "Phase des héros", "Phase de mouvement", "Phase de charge", "Phase de mêlée"]
    assert [phase for phase in phases if phase in wanted] == wanted
    counter = re.search(r"<li data-phases=\"Phase de charge\" data-owners=\"opponent\"><h3><a[^>]*>Contre-charge", html)
    assert counter is not None
    for game in ("runewars", "t9a", "wap", "warmachine"):
        assert re.search(r'<li data-phases="[^"]+" data-owners="\w', bundled_site.html(f"{game}/-/aptitudes.html"))


@pytest.mark.parametrize(
    ("game", "rule"),
    [("runewars", "58.1"), ("runewars", "50"), ("warmachine", "situations/relances"), ("t9a", "base/roue")],
)
def test_what_one_may_choose_to_use_has_a_card_and_what_one_must_do_has_none(
    bundled_site: Site, game: str, rule: str
) -> None:
    html = bundled_site.html(f"{game}/-/aptitudes.html")
    assert f'<h3><a href="../{rule}.html">' in html
    assert html.count('<h2 id="phase-') > 2
    assert '<a href="../9.1.html">' not in html


def test_a_term_of_the_glossary_says_what_it_means(bundled_site: Site) -> None:
    terms = re.findall(r"<li><a href.*?</li>", bundled_site.html("runewars/-/glossaire.html"), re.DOTALL)
    assert sum("<p>" in term for term in terms) > 0.8 * len(terms)


def test_a_notion_stands_side_by_side_and_its_rules_lead_to_it(whole: Site) -> None:
    seen = whole.seen("-/comparer/pont.html")
    assert seen.plain.count("Un pont porte trois compagnies au plus.") == 2
    assert {"../../exemple/2.3.html", "../../autre/2.3.html"} <= {href for href, _text in seen.links}
    assert "Pont <b>" in seen.text
    assert ("../-/comparer/pont.html", "Pont <b>") in whole.seen("exemple/2.1.html").links
    assert ("-/comparer/pont.html", "Pont <b>") in whole.seen(urls.HOME).links


def test_a_notion_of_one_game_is_not_compared(site: Site) -> None:
    assert not (site.root / "-").exists()
    assert "Comparer" not in site.seen(urls.HOME).plain


def test_the_picture_of_a_rule_links_its_neighbours(site: Site) -> None:
    html = site.html("exemple/4.1.html")
    picture = re.search(r'<svg class="net".*?</svg>', html, re.DOTALL)
    assert picture is not None
    found = re.findall(r'<a href="([^"]+)"[^>]*aria-label="([^"]+)"', picture[0])
    assert any(name.startswith("Cité par") for _href, name in found)
    for href, _name in found:
        assert (site.root / urls.resolve("exemple/4.1.html", href)[0]).is_file()


def test_previews_hold_every_rule_and_each_unit_that_is_linked(site: Site) -> None:
    script = (site.root / "exemple/-/apercus.js").read_text(encoding="utf-8")
    held = json.loads(script[script.index('= {"') + 2 : script.rindex(";")])
    assert held["1.2"][0].startswith("1.2 ")
    assert all(len(text) <= 321 for _label, text in held.values())
    assert any("#" in identifier for identifier in held)


def test_the_list_of_a_game_names_all_its_files(site: Site) -> None:
    listed = set(json.loads((site.root / "exemple/-/fichiers.json").read_text(encoding="utf-8")))
    pages = {str(path.relative_to(site.root)) for path in (site.root / "exemple").rglob("*") if path.is_file()}
    # As a browser writes an address that a script makes.
    wanted = {quote(path) for path in {*pages, "exemple.html"} - {"exemple/-/fichiers.json"}}
    assert listed == wanted
    assert "exemple/1.2%40livret.html" in listed


def test_the_size_of_a_game_is_said_before_it_is_taken_along(site: Site) -> None:
    megabytes = sum(path.stat().st_size for path in (site.root / "exemple").rglob("*") if path.is_file()) / 1e6
    said = f"environ {max(1, round(megabytes))} Mo"
    assert said in site.seen("exemple.html").plain
    assert said in site.seen(urls.OFFLINE).plain


def test_the_worker_changes_with_any_page_and_with_nothing_else(
    two_layers: Site, site: Site, example_base: KnowledgeBase, tmp_path: Path
) -> None:
    build_site(example_base, tmp_path / "out")
    worker = (site.root / urls.WORKER).read_text(encoding="utf-8")
    assert (tmp_path / "out" / urls.WORKER).read_text(encoding="utf-8") == worker
    assert (two_layers.root / urls.WORKER).read_text(encoding="utf-8").splitlines()[0] != worker.splitlines()[0]
