"""Files of a site as they are made: rendered, kept by address, their links checked together at the end."""

from __future__ import annotations

import html
import re
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
class Made:
    """The files made so far, with their digests; the pages among them, with their anchors and links.

    Two files of one path, two elements of a page with one id, links that lead nowhere are each a FaultyDataError.
    """

    files: dict[str, str] = field(default_factory=dict)
    # Of the files, in bytes.
    size: int = 0
    links: int = 0
    anchors: dict[str, frozenset[str]] = field(default_factory=dict)
    # Each link once, by the folder that it is relative to (by the page, for its own anchors), with the first page that has it.
    wanted: dict[tuple[str, str], str] = field(default_factory=dict)
    # The paths as disks that know no letter case have them.
    _taken: set[str] = field(default_factory=set)

    def claim(self, path: str, digest: str) -> None:
        """Take in a file."""
        if path.casefold() in self._taken:
            raise FaultyDataError(
                f"{path} : deux pages du site auraient cette adresse ; changez l'un des deux identifiants"
            )
        self._taken.add(path.casefold())
        self.files[path] = digest

    def read(self, page: str, text: str) -> None:
        """Take in the links and anchors of a page."""
        anchors = [html.unescape(anchor) for anchor in _ANCHOR.findall(text)]
        self.anchors[page] = frozenset(anchors)
        if len(anchors) != len(self.anchors[page]):
            twice = next(anchor for anchor in anchors if anchors.count(anchor) > 1)
            raise FaultyDataError(
                f"{page} : l'ancre « {twice} » y est deux fois ; c'est une faute du site, signalez-la"
            )
        folder = page.rpartition("/")[0]
        for pattern in _LINKS:
            for link in pattern.findall(text):
                self.links += 1
                self.wanted.setdefault((page if link.startswith("#") else folder, link), page)

    def take(self, other: Made) -> None:
        """Take in what was made elsewhere."""
        for path, digest in other.files.items():
            self.claim(path, digest)
        self.links += other.links
        self.anchors |= other.anchors
        self.wanted = other.wanted | self.wanted

    def verify(self) -> None:
        """Look for what each link leads to."""
        wanted = ((page, html.unescape(link)) for (_where, link), page in self.wanted.items())
        dead = [f"{page} → {link}" for page, link in wanted if not _OUTSIDE.match(link) and not self._leads(page, link)]
        if dead:
            more = f" ; et {len(dead) - _SHOWN} autres" if len(dead) > _SHOWN else ""
            raise FaultyDataError(f"liens morts, rien n'est publié : {' ; '.join(dead[:_SHOWN])}{more}")

    def _leads(self, page: str, link: str) -> bool:
        target, part = urls.resolve(page, link)
        return target in self.files and (not part or part in self.anchors.get(target, ()))


class Renderer:
    """Makes files of a site: those of a game, or those of the whole; `shared` are the values that every page shows."""

    def __init__(self, templates: Templates, folder: SiteFolder, **shared: object) -> None:
        """Nothing is made yet."""
        self._templates, self._folder, self._shared = templates, folder, shared
        self.made = Made()

    def page(self, path: str, template: str, **values: object) -> None:
        """Make a page; see `Made` for what is raised."""
        text = self._templates.bare(template, path, **self._shared, **values)
        # Before its style is in it, which links to nothing and is as long as many a page.
        self.made.read(path, text)
        self.file(path, self._templates.styled(text, urls.root(path)))

    def file(self, path: str, content: str | bytes) -> None:
        """Keep a file."""
        held = content if isinstance(content, bytes) else content.encode()
        self.made.claim(path, self._folder.put(path, held))
        self.made.size += len(held)
