"""Pages as they are made: rendered, their links taken in, set aside by address."""

from __future__ import annotations

from collections.abc import Mapping

from kb.errors import FaultyDataError
from kb.site.checking import LinkCheck
from kb.site.output import Draft, Written
from kb.site.templates import Templates


class Pages:
    """Files of a site, by path from its root: the pages of a game, or those of the whole."""

    def __init__(self, templates: Templates, draft: Draft, **shared: object) -> None:
        """None is made yet; `shared` are the values that every page shows."""
        self._templates, self._draft = templates, draft
        self._shared = {"game": None, "nav": (), **shared}
        self._taken: set[str] = set()
        self.files: dict[str, Written] = {}
        self.check = LinkCheck()
        self.count = 0

    def page(self, path: str, template: str, **values: object) -> None:
        """Make a page.

        Raises:
            FaultyDataError: another has the same path, or two of its elements bear the same id.
            UnusableFileError: it cannot be written.
        """
        html = self._templates.bare(template, path, **{**self._shared, **values})
        # Before its style is in it, which links to nothing and is as long as many a page.
        self.check.add(path, html)
        self._put(path, self._templates.styled(html))
        self.count += 1

    def file(self, path: str, content: str | bytes) -> None:
        """Set a file aside that is no page.

        Raises:
            FaultyDataError: another has the same path.
            UnusableFileError: it cannot be written.
        """
        self.check.add_file(path)
        self._put(path, content if isinstance(content, bytes) else content.encode())

    def take(self, files: Mapping[str, Written], check: LinkCheck, count: int) -> None:
        """Take in what was made elsewhere: files, their links, how many are pages.

        Raises:
            FaultyDataError: two files have one path.
        """
        for path, written in files.items():
            self._claim(path)
            self.files[path] = written
        self.check.take(check)
        self.count += count

    def _put(self, path: str, content: bytes) -> None:
        self._claim(path)
        self.files[path] = self._draft.put(path, content)

    def _claim(self, path: str) -> None:
        # Some disks know no letter case.
        if path.casefold() in self._taken:
            raise FaultyDataError(
                f"{path} : deux pages du site auraient cette adresse ; changez l'un des deux identifiants"
            )
        self._taken.add(path.casefold())
