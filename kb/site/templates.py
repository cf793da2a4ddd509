"""The templates of `site/templates`, with what every page needs: its root, its links, the counts in French."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kb.model import french
from kb.site import urls
from kb.site.styling import Stylesheet, source
from kb.system.data import data_dir, site

if TYPE_CHECKING:
    from kb.store import WorkInfo

# What stands in a page until it is whole: the style that it needs at first sight, and the source of that style. No text holds these signs.
_STYLE, _SOURCE = "\ue004", "\ue005"
# The rules of the typeface, which stand in pages alone.
_TYPEFACE = "typeface.css"
# How many colours site.css has for games.
HUES = 5
# What each sign is drawn by.
SIGNS: Mapping[str, str] = site("signes")
# The images that shared pages are shown by: tests/bench/cards.py draws them.
IMAGES = frozenset(path.stem for path in (data_dir("site") / "images").glob("*.png"))
# From what height on a section is said to be long, and longer (rem).
_LONG, _LONGER = 24, 60


class Templates:
    """Renders pages; every text is escaped, every page is typeset."""

    def __init__(self, works: Sequence[WorkInfo], version: str, *, answering: bool = False, **shared: object) -> None:
        """Read them, for a site of some works, with which the API may be `answering`; `shared` is what every page of it shows.

        A page of the site, base.html.jinja, shows `compared`, the notions that have a page; `names`, what players call each work; `marks`,
        the signs of games, by their work; `url`, the address of its root, with its last slash, empty where it is not known.
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
            figure=french.figure,
            grouped=french.grouped,
            plural=french.plural,
            room=_room,
            typeset=french.typeset,
        )
        self._environment.globals.update(
            works=works,
            version=version,
            answering=answering,
            sign=_sign,
            card=_card,
            hue=lambda work: f"hue-{works.index(work) % HUES + 1}",
            first_style=_STYLE,
            style_source=_SOURCE,
            urls=urls,
            french=french,
            words=french.WORDS,
            **shared,
        )
        styles = (_TYPEFACE, urls.STYLE, *([urls.ASKING_STYLE] if answering else []))
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

        shown = {"template": template, "page": page, "root": above or urls.root(page), "to": to, **values}
        return french.typeset(self._environment.get_template(f"{template}.html.jinja").render(shown))

    def styled(self, html: str, root: str) -> bytes:
        """A bare page as it is written, with the style that it needs at first sight, which its own policy admits; `root`: see `urls`."""
        style = self._stylesheet.of(html, root + urls.STYLE.rpartition("/")[0] + "/")
        return html.replace(_SOURCE, source(style), 1).replace(_STYLE, style, 1).encode()


def _sign(name: str | None) -> Markup:
    """The drawing of a sign, next to words that say the same; nothing without a name."""
    drawn = Markup('<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>')
    return drawn.format(SIGNS[name]) if name else Markup()


def _card(work: WorkInfo | None, template: str) -> str:
    """The image that a shared page is shown by: that of its game and kind, or of its game, or of the whole site."""
    names = (f"{work.work}-{template}", f"{work.work}-jeu") if work is not None else ()
    return urls.image(next((name for name in names if name in IMAGES), "arbitre"))


def _room(count: int, each: float) -> str:
    """A class more for a section of so many items, each about so high (rem), that takes much room: see `content-visibility` in site.css."""
    height = count * each
    return " longer" if height >= _LONGER else " long" if height >= _LONG else ""
