import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.site import urls

# What the grammar lets an id hold, and what stands between.
_STEP = st.text(st.sampled_from("abz019.-_é"), max_size=6)
_PATH = st.lists(_STEP, min_size=1, max_size=4).map("/".join)
_AUTHORITY = st.sampled_from(["", "@guide"])
_UNIT = st.sampled_from(["", "1", "12", "note-1", "note-a-1"])


@st.composite
def _identifiers(draw: st.DrawFn) -> str:
    unit = draw(_UNIT)
    return f"jeu/{draw(_PATH)}{draw(_AUTHORITY)}{'#' + unit if unit else ''}"


@pytest.mark.parametrize(
    ("identifier", "page", "fragment"),
    [
        ("runewars/35.3", "runewars/35.3.html", ""),
        ("runewars/35.3#2", "runewars/35.3.html", "2"),
        ("runewars/49@guide#1", "runewars/49@guide.html", "1"),
        ("aos/base/17.1", "aos/base/17.1.html", ""),
        ("runewars", "runewars.html", ""),
    ],
)
def test_where_an_id_stands(identifier: str, page: str, fragment: str) -> None:
    assert urls.page_path(identifier) == page
    assert urls.fragment(identifier) == fragment


@given(_identifiers(), _identifiers())
def test_two_ids_have_no_address_in_common(one: str, other: str) -> None:
    addresses = {(urls.page_path(identifier), urls.fragment(identifier)) for identifier in (one, other)}
    assert len(addresses) == len({one, other})


@given(_identifiers())
def test_a_page_stays_inside_the_folder_of_its_work(identifier: str) -> None:
    page = urls.page_path(identifier)
    assert posixpath.normpath(page) == page
    assert page.startswith("jeu/")
    assert not page.startswith("jeu/-/")


@given(_identifiers(), _identifiers())
def test_a_link_leads_where_it_says_from_any_page(here: str, there: str) -> None:
    page, target = urls.page_path(here), urls.page_path(there)
    for part in (urls.fragment(there), urls.shown_fragment(there)):
        assert urls.resolve(page, urls.relative(page, target, part)) == (target, part)


@given(_identifiers())
def test_the_root_is_the_root(identifier: str) -> None:
    page = urls.page_path(identifier)
    assert urls.resolve(page, urls.root(page) + urls.HOME) == (urls.HOME, "")
