"""The templates of `site/templates`, with what every page needs: its root, its links, the counts in French."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from kb.site import urls
from kb.site.styling import Stylesheet, source
from kb.site.typography import typeset
from kb.site.wording import ACTORS, CLAUSES, KINDS, LAYERS, SEVERITIES, STATUSES, edition_name, grouped, plural
from kb.system.data import data_dir

if TYPE_CHECKING:
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
        self._environment.filters.update(
            typeset=typeset, edition=edition_name, plural=plural, grouped=grouped, room=_room
        )
        self._environment.globals.update(
            works=works,
            version=version,
            answering=answering,
            actors=ACTORS,
            clause_names=CLAUSES,
            kinds=KINDS,
            severities=SEVERITIES,
            statuses=STATUSES,
            layer_names=LAYERS,
            first_style=_STYLE,
            style_source=_SOURCE,
            urls=urls,
        )
        styles = (urls.STYLE, urls.ASKING_STYLE) if answering else (urls.STYLE,)
        self._stylesheet = Stylesheet("".join((data_dir("site") / path).read_text(encoding="utf-8") for path in styles))
        # Many pages have the same style.
        self._written = cache(lambda style: (style.encode(), source(style).encode()))

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

        html = self._environment.get_template(f"{template}.html.jinja").render(
            page=page, root=above or urls.root(page), to=to, **values
        )
        return typeset(html)

    def styled(self, html: str) -> bytes:
        """A bare page as it is written, with the style that it needs at first sight, which its own policy admits."""
        style, named = self._written(self._stylesheet.of(html))
        before, _, rest = html.encode().partition(_SOURCE.encode())
        between, _, after = rest.partition(_STYLE.encode())
        return b"".join((before, named, between, style, after))


def _room(count: int, each: float) -> str:
    """A class more for a section of so many items, each about so high (rem), that takes much room: see `content-visibility` in site.css."""
    height = count * each
    return " longer" if height >= _LONGER else " long" if height >= _LONG else ""
