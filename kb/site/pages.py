"""Pages as they are made: rendered, set aside by address, and their links checked together at the end."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.errors import FaultyDataError
from kb.site import urls
from kb.site.output import SiteFolder
from kb.site.templates import Templates

# Every text is escaped, quotes too: these stand in tags alone, and each pattern is found by its plain beginning.
_LINKS = tuple(re.compile(rf' {name}="([^"]*)"') for name in ("href", "src", "action"))
_ANCHOR = re.compile(r' id="([^"]*)"')
_OUTSIDE = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_SHOWN = 5


@dataclass(slots=True)
class LinkCheck:
    """The links and anchors of the pages seen so far."""

    links: int = 0
    targets: dict[str, frozenset[str]] = field(default_factory=dict)
    # Each target once, with the first page and link that name it.
    wanted: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)

    def add(self, page: str, text: str) -> None:
        """Take in a page.

        Raises:
            FaultyDataError: two of its elements bear the same id.
        """
        anchors = [html.unescape(anchor) for anchor in _ANCHOR.findall(text)]
        self.targets[page] = frozenset(anchors)
        if len(anchors) != len(self.targets[page]):
            twice = next(anchor for anchor in anchors if anchors.count(anchor) > 1)
            raise FaultyDataError(
                f"{page} : l'ancre « {twice} » y est deux fois ; c'est une faute du site, signalez-la"
            )
        links = [link for pattern in _LINKS for link in pattern.findall(text)]
        self.links += len(links)
        for link in map(html.unescape, dict.fromkeys(links)):
            if not _OUTSIDE.match(link):
                self.wanted.setdefault(urls.resolve(page, link), (page, link))

    def take(self, other: LinkCheck) -> None:
        """Take in the pages that another has seen."""
        self.links += other.links
        self.targets |= other.targets
        self.wanted = other.wanted | self.wanted

    def verify(self) -> None:
        """Look for each target.

        Raises:
            FaultyDataError: some link leads nowhere; the message names the page and the link.
        """
        dead = [
            f"{page} → {link}"
            for (target, part), (page, link) in self.wanted.items()
            if target not in self.targets or (part and part not in self.targets[target])
        ]
        if dead:
            more = f" ; et {len(dead) - _SHOWN} autres" if len(dead) > _SHOWN else ""
            raise FaultyDataError(f"liens morts, rien n'est publié : {' ; '.join(dead[:_SHOWN])}{more}")


class Pages:
    """Files of a site with their digests, by path from its root: those of a game, or those of the whole."""

    def __init__(self, templates: Templates, folder: SiteFolder, **shared: object) -> None:
        """None is made yet; `shared` are the values that every page shows."""
        self._templates, self._folder = templates, folder
        self._shared = {"game": None, "nav": (), **shared}
        self._taken: set[str] = set()
        self.files: dict[str, str] = {}
        self.check = LinkCheck()
        self.count = 0

    def page(self, path: str, template: str, **values: object) -> None:
        """Make a page.

        Raises:
            FaultyDataError: another file has the same path, or two elements of the page bear the same id.
            UnusableFileError: it cannot be written.
        """
        text = self._templates.bare(template, path, **{**self._shared, **values})
        # Before its style is in it, which links to nothing and is as long as many a page.
        self.check.add(path, text)
        self._claim(path, self._folder.put(path, self._templates.styled(text)))
        self.count += 1

    def file(self, path: str, content: str | bytes) -> None:
        """Set a file aside that is no page, as `page` does one."""
        self.check.targets[path] = frozenset()
        self._claim(path, self._folder.put(path, content if isinstance(content, bytes) else content.encode()))

    def take(self, files: Mapping[str, str], check: LinkCheck, count: int) -> None:
        """Take in what was made elsewhere: files, their links, how many are pages."""
        for path, digest in files.items():
            self._claim(path, digest)
        self.check.take(check)
        self.count += count

    def _claim(self, path: str, digest: str) -> None:
        # Some disks know no letter case.
        if path.casefold() in self._taken:
            raise FaultyDataError(
                f"{path} : deux pages du site auraient cette adresse ; changez l'un des deux identifiants"
            )
        self._taken.add(path.casefold())
        self.files[path] = digest
