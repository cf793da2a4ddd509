"""When a page is first painted, as a browser left alone tells it."""

import asyncio
from pathlib import Path

import pytest

from tests.bench.painting import EMPTY, first_paints

# How long a page is held up, in milliseconds: no machine is as slow of itself.
_HELD = 1500
_PAGE = '<!doctype html><html lang="fr"><title>Une page</title><p>Une page'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site of two pages; a script holds the second up."""
    folder = tmp_path / "site"
    (folder / "static").mkdir(parents=True)
    (folder / "static" / "icon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    (folder / "prompte.html").write_text(_PAGE, encoding="utf-8")
    late = f"<script>for (const end = performance.now() + {_HELD}; performance.now() < end; );</script>"
    (folder / "lente.html").write_text(_PAGE.replace("<title>", f"{late}<title>"), encoding="utf-8")
    return folder


@pytest.mark.proof
def test_a_page_held_up_is_painted_later_than_one_that_is_not(site: Path) -> None:
    found = asyncio.run(first_paints(site, ["prompte.html", "lente.html"], 1))
    assert list(found) == [EMPTY, "prompte.html", "lente.html"]
    assert all(took > 0 for both in found.values() for times in both for took in times)
    prompt, late = found["prompte.html"], found["lente.html"]
    assert prompt[0][0] < _HELD < late[0][0]
    assert prompt[1][0] < _HELD < late[1][0]
