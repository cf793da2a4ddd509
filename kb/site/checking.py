"""Every internal link of the site leads somewhere: taken in page after page, checked together at the end."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.errors import FaultyDataError
from kb.site import urls

# Every text is escaped, quotes too: these stand in tags alone, and each pattern is found by its plain beginning.
_LINKS = tuple(re.compile(rf' {name}="([^"]*)"') for name in ("href", "src", "action"))
_ANCHOR = re.compile(r' id="([^"]*)"')
_OUTSIDE = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_SHOWN = 5
# What a link to a part of its own page begins with; an empty one leads there too.
_HERE = "#?"


@dataclass(slots=True)
class LinkCheck:
    """The links and anchors of the pages seen so far."""

    links: int = 0
    _targets: dict[str, frozenset[str]] = field(default_factory=dict)
    _wanted: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    # The links of each folder to elsewhere: most are on all of its pages.
    _met: dict[str, set[str]] = field(default_factory=dict)

    def add(self, page: str, text: str) -> None:
        """Take in a page.

        Raises:
            FaultyDataError: two of its elements bear the same id.
        """
        anchors = [html.unescape(anchor) for anchor in _ANCHOR.findall(text)]
        if len(anchors) != len(set(anchors)):
            twice = next(anchor for anchor in anchors if anchors.count(anchor) > 1)
            raise FaultyDataError(
                f"{page} : l'ancre « {twice} » y est deux fois ; c'est une faute du site, signalez-la"
            )
        self._targets[page] = frozenset(anchors)
        links = [link for pattern in _LINKS for link in pattern.findall(text)]
        self.links += len(links)
        met = self._met.setdefault(page.rpartition("/")[0], set())
        found = [link for link in dict.fromkeys(links) if link not in met]
        met.update(link for link in found if link[:1] not in _HERE)
        for link in found:
            # Each target once, with the first page and link that name it.
            if not _OUTSIDE.match(link):
                written = html.unescape(link)
                self._wanted.setdefault(urls.resolve(page, written), (page, written))

    def add_file(self, path: str) -> None:
        """Take in a file that is no page."""
        self._targets[path] = frozenset()

    def take(self, other: LinkCheck) -> None:
        """Take in the pages that another has seen."""
        self.links += other.links
        self._targets |= other._targets
        for target, place in other._wanted.items():
            self._wanted.setdefault(target, place)

    def verify(self) -> None:
        """Look for each target.

        Raises:
            FaultyDataError: some link leads nowhere; the message names the page and the link.
        """
        dead = list(self._dead())
        if dead:
            shown = " ; ".join(f"{page} → {link}" for page, link in dead[:_SHOWN])
            more = f" ; et {len(dead) - _SHOWN} autres" if len(dead) > _SHOWN else ""
            raise FaultyDataError(f"liens morts, rien n'est publié : {shown}{more}")

    def _dead(self) -> Iterator[tuple[str, str]]:
        for (target, part), place in self._wanted.items():
            known = self._targets.get(target)
            if known is None or (part and part not in known):
                yield place
