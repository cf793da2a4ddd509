"""The templates of `site/templates`, with what every page needs: its root, its links, the counts in French."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kb.data import data_dir
from kb.site import urls
from kb.site.doors import Door
from kb.site.styling import Stylesheet, source
from kb.site.typography import typeset, typeset_page
from kb.site.wording import edition_name, grouped, plural
from kb.store import WorkInfo

# What stands in a page until it is whole: the style that it needs at first sight, and the source of that style. No text holds these signs.
_STYLE, _SOURCE = "\ue004", "\ue005"
# From what height on a section is said to be long, and longer (rem).
_LONG, _LONGER = 24, 60


class Templates:
    """Renders pages; every text is escaped, every page is typeset."""

    def __init__(self, works: tuple[WorkInfo, ...], version: str, *, answering: bool = False) -> None:
        """`works` are the games that the search box offers; `answering`, whether the API answers beside the pages."""
        self._environment = Environment(
            loader=FileSystemLoader(data_dir("site") / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            # Nobody edits a template while a site is made: no file is looked at twice.
            auto_reload=False,
        )
        # The search form and the menu of the game are the same on every page of a folder, but for the mark of the page itself.
        self._form, self._menu = cache(self._search_form), cache(self._game_menu)
        # Many pages have the same style; a service that wrote its site keeps none of them.
        self._written = cache(_written)
        self._environment.filters.update(
            typeset=typeset, edition=edition_name, plural=_plural, grouped=grouped, room=_room
        )
        self._environment.globals.update(works=works, version=version, answering=answering)
        self._environment.globals.update(first_style=_STYLE, style_source=_SOURCE)
        styles = (urls.STYLE, urls.ASKING_STYLE) if answering else (urls.STYLE,)
        self._stylesheet = Stylesheet("".join((data_dir("site") / path).read_text(encoding="utf-8") for path in styles))
        self._works = works

    def share(self, **values: object) -> None:
        """Give every page some values more."""
        self._environment.globals.update(values)

    def render(self, template: str, page: str, above: str = "", /, **values: object) -> str:
        """A page, whole; what it is made of: see `bare`."""
        return self.styled(self.bare(template, page, above, **values)).decode()

    def bare(self, template: str, page: str, above: str = "", /, **values: object) -> str:
        """A page without its style.

        Args:
            template: its name, without ending.
            page: its path from the root of the site.
            above: the address of that root, for a page shown in place of any other; else its links are relative.
            values: what the template shows.
        """

        def to(target: str, part: str = "") -> str:
            return above + urls.relative(page, target, part)

        folder, game = page.rpartition("/")[0], values.get("game")
        work = game.work if isinstance(game, WorkInfo) else ""
        doors = cast("tuple[Door, ...]", values.get("doors", ()))
        here = next((door.part for door in doors if page == urls.part_page(work, door.part)), "")
        html = self._environment.get_template(f"{template}.html.jinja").render(
            page=page,
            root=above or urls.root(page),
            to=to,
            home=to(urls.HOME),
            search=to(urls.SEARCH),
            about=to(urls.ABOUT),
            style=to(urls.STYLE),
            script=to(urls.SCRIPT),
            icon=to(urls.ICON),
            reading=to(urls.READING),
            asking=to(urls.ASKING),
            asking_style=to(urls.ASKING_STYLE),
            manifest=to(urls.MANIFEST),
            compare=to(urls.notion_page()),
            to_file=to(urls.file_list(work)) if work else "",
            top_form=lambda: self._form(above, folder, work),
            game_menu=lambda: self._menu(above, folder, game, doors, here),
            page_path=urls.page_path,
            part_page=urls.part_page,
            index_script=urls.index_script,
            **values,
        )
        return typeset_page(html)

    def styled(self, html: str) -> bytes:
        """A bare page as it is written, with the style that it needs at first sight, which its own policy admits."""
        style, named = self._written(self._stylesheet.of(html))
        before, _, rest = html.encode().partition(_SOURCE.encode())
        between, _, after = rest.partition(_STYLE.encode())
        return b"".join((before, named, between, style, after))

    def _search_form(self, above: str, folder: str, work: str) -> Markup:
        """The search form at the head of the pages of a folder, those of a work or of none."""
        to = _ways(above, folder)
        game = next((info for info in self._works if info.work == work), None)
        shared = {"to": to, "search": to(urls.SEARCH), "game": game, "index_script": urls.index_script}
        module = self._environment.get_template("form.html.jinja").make_module(shared)
        return Markup(module.search_form("top-q"))  # type: ignore[attr-defined]  # noqa: S704 - a template's, escaped

    def _game_menu(self, above: str, folder: str, game: WorkInfo, doors: tuple[Door, ...], here: str) -> Markup:
        """The menu of a game at the head of the pages of a folder; `here` is the part that a page is, where it is one."""
        shared = {"to": _ways(above, folder), "game": game, "doors": doors, "here": here}
        shared |= {"page_path": urls.page_path, "part_page": urls.part_page}
        module = self._environment.get_template("menu.html.jinja").make_module(shared)
        return Markup(module.game_menu())  # type: ignore[attr-defined]  # noqa: S704 - a template's, escaped


def _written(style: str) -> tuple[bytes, bytes]:
    """A style and what names it, as they are written."""
    return style.encode(), source(style).encode()


def _ways(above: str, folder: str) -> Callable[[str], str]:
    """How the pages of a folder link to a page."""
    return lambda target: above + urls.relative(f"{folder}/" if folder else "", target)


def _plural(count: int, one: str, many: str = "") -> str:
    return plural(count, one, many)


def _room(count: int, each: float) -> str:
    """A class more for a section of so many items, each about so high (rem), that takes much room: see `content-visibility` in site.css."""
    height = count * each
    return " longer" if height >= _LONGER else " long" if height >= _LONG else ""
