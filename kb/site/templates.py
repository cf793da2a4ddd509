"""The templates of `site/templates`, with what every page needs: its root, its links, the counts in French."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from kb.site import french, urls
from kb.site.styling import Stylesheet, source
from kb.system.data import data_dir

if TYPE_CHECKING:
    from kb.model import Notion
    from kb.store import WorkInfo

# What stands in a page until it is whole: the style that it needs at first sight, and the source of that style. No text holds these signs.
_STYLE, _SOURCE = "\ue004", "\ue005"
# How many colours site.css has for games.
_HUES = 5
# From what height on a section is said to be long, and longer (rem).
_LONG, _LONGER = 24, 60


class Templates:
    """Renders pages; every text is escaped, every page is typeset."""

    def __init__(
        self,
        works: Sequence[WorkInfo],
        version: str,
        *,
        answering: bool = False,
        compared: Sequence[Notion] = (),
        url: str = "",
    ) -> None:
        """Read them, for a site of some works, with which the API may be `answering`; `compared` are the notions that have a page.

        `url` is the address of its root, with its last slash; empty where it is not known.
        """
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
        self._environment.filters.update(
            edition=french.edition_name,
            grouped=french.grouped,
            plural=french.plural,
            room=_room,
            typeset=french.typeset,
        )
        self._environment.globals.update(
            works=works,
            version=version,
            answering=answering,
            compared=compared,
            url=url,
            hue=lambda work: f"hue-{works.index(work) % _HUES + 1}",
            first_style=_STYLE,
            style_source=_SOURCE,
            urls=urls,
            french=french,
            words=french.WORDS,
        )
        styles = (urls.STYLE, urls.ASKING_STYLE) if answering else (urls.STYLE,)
        self._stylesheet = Stylesheet("".join((data_dir("site") / path).read_text(encoding="utf-8") for path in styles))

    def render(self, template: str, page: str, above: str = "", /, **values: object) -> str:
        """A page, whole; what it is made of: see `bare`."""
        return self.styled(self.bare(template, page, above, **values), above or urls.root(page)).decode()

    def bare(self, template: str, page: str, above: str = "", /, **values: object) -> str:
        """A page without its style, or a part of one: what a template shows of some values, by its path from the root of the site.

        Its links are relative, unless the address of that root is given (`above`), for a page shown in place of any other.
        """

        def to(target: str, part: str = "") -> str:
            return above + urls.relative(page, target, part)

        shown = {"page": page, "root": above or urls.root(page), "to": to, **values}
        return french.typeset(self._environment.get_template(f"{template}.html.jinja").render(shown))

    def styled(self, html: str, root: str) -> bytes:
        """A bare page as it is written, with the style that it needs at first sight, which its own policy admits; `root`: see `urls`."""
        style = self._stylesheet.of(html, root + urls.STYLE.rpartition("/")[0] + "/")
        return html.replace(_SOURCE, source(style), 1).replace(_STYLE, style, 1).encode()


def _room(count: int, each: float) -> str:
    """A class more for a section of so many items, each about so high (rem), that takes much room: see `content-visibility` in site.css."""
    height = count * each
    return " longer" if height >= _LONGER else " long" if height >= _LONG else ""
