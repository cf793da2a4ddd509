"""The templates of `site/templates`, with what every page needs: its root, its links, the counts in French."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.runtime import Context
from markupsafe import Markup

from kb.site import french, urls
from kb.site.styling import Stylesheet, source
from kb.system.data import data_dir

if TYPE_CHECKING:
    from kb.model import Notion
    from kb.store import WorkInfo

# What stands in a page until it is whole: the style that it needs at first sight, and the source of that style. No text holds these signs.
_STYLE, _SOURCE = "\ue004", "\ue005"
# Where a page and its frame are cut: texts are escaped, none holds a tag.
_CUT = Markup("<cut>")
# From what height on a section is said to be long, and longer (rem).
_LONG, _LONGER = 24, 60


class _Context(Context):
    """Where a template runs; nothing that ours call asks for the context itself, and they call by the hundred thousand."""

    def call(self, called: Callable[..., object], *given: object, **named: object) -> object:
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*given, **named)


class Templates:
    """Renders pages; every text is escaped, every page is typeset."""

    def __init__(
        self,
        works: Sequence[WorkInfo],
        version: str,
        *,
        answering: bool = False,
        compared: Sequence[Notion] = (),
    ) -> None:
        """Read them, for a site of some works, beside which the API may be `answering`; `compared` are the notions that have a page."""
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
        self._environment.context_class = _Context
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
            cut=_CUT,
            first_style=_STYLE,
            style_source=_SOURCE,
            urls=urls,
            french=french,
            words=french.WORDS,
        )
        self._frames: dict[tuple[object, ...], list[str]] = {}
        styles = (urls.STYLE, urls.ASKING_STYLE) if answering else (urls.STYLE,)
        self._stylesheet = Stylesheet("".join((data_dir("site") / path).read_text(encoding="utf-8") for path in styles))

    def render(self, template: str, page: str, above: str = "", /, **values: object) -> str:
        """A page, whole; what it is made of: see `bare`."""
        return self.styled(self.bare(template, page, above, **values)).decode()

    def bare(self, template: str, page: str, above: str = "", /, **values: object) -> str:
        """A page without its style, or a part of one: what a template shows of some values, by its path from the root of the site.

        Its links are relative, unless the address of that root is given (`above`), for a page shown in place of any other.
        """

        def to(target: str, part: str = "") -> str:
            return above + urls.relative(page, target, part)

        shown = {"page": page, "root": above or urls.root(page), "to": to, **values}
        own = french.typeset(self._rendered(template, shown)).split(_CUT)
        return _framed(self._frame(shown), own) if len(own) > 1 else own[0]

    def _rendered(self, template: str, shown: Mapping[str, object]) -> str:
        return self._environment.get_template(f"{template}.html.jinja").render(shown)

    def _frame(self, shown: Mapping[str, Any]) -> list[str]:
        """What a page shares with all those of its folder, made once."""
        game, page = shown["game"], shown["page"]
        # A page about a game is marked in the menu.
        key = (shown["root"], game, page if "/-/" in page else page.rpartition("/")[0])
        if key not in self._frames:
            self._frames[key] = french.typeset(self._rendered("frame", shown)).split(_CUT)
        return self._frames[key]

    def styled(self, html: str) -> bytes:
        """A bare page as it is written, with the style that it needs at first sight, which its own policy admits."""
        style = self._stylesheet.of(html)
        return html.replace(_SOURCE, source(style), 1).replace(_STYLE, style, 1).encode()


def _framed(frame: Sequence[str], own: Sequence[str]) -> str:
    """A page, of the pieces of its frame and what it has of its own; the search box of the frame, unless it has one."""
    opening, headers, top, search, menu, end = frame
    head, title, own_search, main = own
    return "".join((opening, head, headers, title, top, own_search or search, menu, main, end))


def _room(count: int, each: float) -> str:
    """A class more for a section of so many items, each about so high (rem), that takes much room: see `content-visibility` in site.css."""
    height = count * each
    return " longer" if height >= _LONGER else " long" if height >= _LONG else ""
