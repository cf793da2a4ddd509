"""When a page is first painted, as a browser left alone tells it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from kb.errors import UnusableFileError
from tests.bench.browser import Browser, Window, browsing
from tests.bench.painting import EMPTY, first_paints

if TYPE_CHECKING:
    from pathlib import Path

# How long a page is held up, in milliseconds: no machine is as slow of itself.
_HELD = 1500
# How long a browser may take to close, in seconds.
_CLOSING = 30
_PAGE = '<!doctype html><html lang="fr"><title>Une page</title><p>Une page'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site of two pages; a script holds the second up."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "icon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    (tmp_path / "prompte.html").write_text(_PAGE, encoding="utf-8")
    late = f"<script>for (const end = performance.now() + {_HELD}; performance.now() < end; );</script>"
    (tmp_path / "lente.html").write_text(_PAGE.replace("<title>", f"{late}<title>"), encoding="utf-8")
    return tmp_path


def test_a_page_held_up_is_painted_later_than_one_that_is_not(site: Path) -> None:
    empty, prompt, late = first_paints(site, ["prompte.html", "lente.html"], 1)
    assert (empty.page, prompt.page, late.page) == (EMPTY, "prompte.html", "lente.html")
    assert empty.first[0] > 0
    assert prompt.following[0] > 0
    assert late.first[0] > _HELD
    assert late.following[0] > _HELD > prompt.first[0]


def test_a_page_that_paints_nothing_is_told(site: Path) -> None:
    (site / "vide.html").write_text("<!doctype html>", encoding="utf-8")
    with pytest.raises(UnusableFileError, match="rien n'est peint"):
        first_paints(site, ["vide.html"], 1)


def test_what_the_browser_refuses_is_told() -> None:
    with browsing() as browser:
        window = Window(browser, "about:blank")
        assert window.painted() is None
        with pytest.raises(UnusableFileError, match=r"refuse Rien\.rien"):
            browser.ask("Rien.rien")
        window.close()


def _close(browser: Browser) -> None:
    """Close a browser, and ask it something until it answers no more."""
    browser.ask("Browser.close")
    end = time.monotonic() + _CLOSING
    while time.monotonic() < end:
        browser.ask("Target.getTargets")


def test_a_browser_that_stops_is_told() -> None:
    with browsing() as browser, pytest.raises(UnusableFileError, match="s'est arrêté"):
        _close(browser)


def test_a_browser_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_CHROMIUM", "/bin/false")
    with pytest.raises(UnusableFileError, match="ne démarre pas"), browsing():
        pass


def test_a_machine_without_browser_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ARBITRE_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnusableFileError, match="aucun navigateur"), browsing():
        pass
