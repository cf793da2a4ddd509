"""Pages as they are made: rendered, their links taken in, set aside by address."""

from __future__ import annotations

from kb.errors import FaultyDataError
from kb.site.checking import LinkCheck
from kb.site.doors import Door
from kb.site.templates import Templates


class Pages:
    """Files of a site, by path from its root: the pages of a game, or those of the whole."""

    def __init__(self, templates: Templates) -> None:
        """None is made yet; `doors` are those of the game whose pages come next."""
        self._templates = templates
        self._taken: set[str] = set()
        self.doors: tuple[Door, ...] = ()
        self.files: dict[str, bytes] = {}
        self.check = LinkCheck()
        self.count = 0

    def page(self, path: str, template: str, **values: object) -> None:
        """Make a page.

        Raises:
            FaultyDataError: another has the same path, or two of its elements bear the same id.
        """
        values.setdefault("game", None)
        values.setdefault("doors", self.doors)
        html = self._templates.render(template, path, **values)
        self.check.add(path, html)
        self._set(path, html.encode())
        self.count += 1

    def file(self, path: str, content: str | bytes) -> None:
        """Set a file aside that is no page.

        Raises:
            FaultyDataError: another has the same path.
        """
        self.check.add_file(path)
        self._set(path, content if isinstance(content, bytes) else content.encode())

    def take(self, files: dict[str, bytes], check: LinkCheck, count: int) -> None:
        """Take in what was made elsewhere: files, their links, how many are pages.

        Raises:
            FaultyDataError: two files have one path.
        """
        for path, content in files.items():
            self._set(path, content)
        self.check.take(check)
        self.count += count

    def _set(self, path: str, content: bytes) -> None:
        # Some disks know no letter case.
        if path.casefold() in self._taken:
            raise FaultyDataError(
                f"{path} : deux pages du site auraient cette adresse ; changez l'un des deux identifiants"
            )
        self._taken.add(path.casefold())
        self.files[path] = content
