"""The marks of games, the signs of phases, the sheet to print, the images of shared links."""

from kb.site import urls
from kb.site.templates import IMAGES, SIGNS
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.conftest import ADDRESS
from tests.site.conftest import Site

_HEAVIEST = 30_000


def test_each_drawing_is_unlike_the_others() -> None:
    assert len(set(SIGNS.values())) == len(SIGNS)


def test_each_game_has_a_mark_of_its_own_and_each_phase_of_its_turn_a_sign(base: KnowledgeBase) -> None:
    lines = {work.work: base.moments(work.work) for work in base.works()}
    marks = {moments[0].sign for moments in lines.values()}
    assert "" not in marks
    assert len(marks) == len(lines)
    assert marks.isdisjoint(moment.sign for moments in lines.values() for moment in moments[1:])
    lacking = {
        game: [one.id for one in moments if one.kind == "phase" and not one.sign and one.id.count("/") <= 3]
        for game, moments in lines.items()
    }
    # A grip is one of many under one sign; a first battle is set up like any other.
    assert {one.rpartition("/")[0] for held in lacking.values() for one in held} <= {
        "partie",
        "partie/prise-speciale",
        "partie/sequence-de-jeu/activation",
    }


def test_the_sheet_of_a_game_holds_its_sequence_and_its_tables_with_their_rules(bundled_site: Site) -> None:
    html = bundled_site.html(urls.part_page("t9a", "aide-memoire"))
    assert html.count('class="phase"') >= 5
    assert "<table>" in html
    assert f'href="{urls.relative("t9a/-/aide-memoire.html", "t9a/base/jet-pour-blesser/table.html")}"' in html


def test_a_shared_page_is_shown_by_the_image_of_its_game_and_kind(bundled_site: Site) -> None:
    shown = {
        "index.html": "arbitre",
        "aos.html": "aos-jeu",
        "runewars/35.html": "runewars-fiche",
        "wap/-/faq.html": "wap-jeu",
    }
    for page, image in shown.items():
        if (bundled_site.root / page).exists():
            assert f'content="{ADDRESS}images/{image}.png"' in bundled_site.html(page), page
            assert (bundled_site.root / urls.image(image)).is_file()
    assert all((data_dir("site") / urls.image(name)).stat().st_size <= _HEAVIEST for name in IMAGES)
