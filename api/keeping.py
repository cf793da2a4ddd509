"""The last good base: a copy of our own, which nothing that becomes of the file served can harm, and the application that serves it."""

import logging
import shutil
import time
from dataclasses import replace
from pathlib import Path

from fastapi import FastAPI

from api.app import application
from api.reloading import settle, stamp, warm
from api.settings import Service
from kb.errors import ArbitreError, UnusableBaseError, reason
from kb.store import KnowledgeBase

_log = logging.getLogger(__name__)


class Kept:
    """The application of the last good base: what a worker begins with, as it is when that worker is forked."""

    app: FastAPI

    def __init__(self, service: Service, folder: Path) -> None:
        """Copy the base to a folder, and open the copy.

        Raises:
            UnusableBaseError: the file is missing, damaged, or cannot be copied.
        """
        # Workers that serve look at this link, and see it change.
        self.service = replace(service, base=folder / "base.sqlite")
        self.source, self._due, self._count = service.base, 0.0, 0
        self._stamp = stamp(self.source)
        take(self.source, self.service.base, self._count)
        self.app = application(self.service)
        warm(self.app.state.reloader.session)
        settle()

    def look(self) -> None:
        """See whether the file has changed, and serve it if it is whole. Nobody is replaced meanwhile: a second, for all the games."""
        now = time.monotonic()
        if now < self._due:
            return
        self._due, found = now + self.service.limits.watch, stamp(self.source)
        if found is None or found == self._stamp:
            return
        self._stamp, self._count = found, self._count + 1
        try:
            take(self.source, self.service.base, self._count)
        except ArbitreError as fault:
            self.app.state.metrics.swaps.labels("refusée").inc()
            _log.warning("%s : nouvelle base refusée, l'ancienne reste servie : %s", self.source, fault)
        reloader, link = self.app.state.reloader, self.service.base
        if reloader.changed() and reloader.reload():
            settle()
        # The copies that new workers do not begin with are removed; those that still read one hold it open.
        for copy in {*link.parent.glob("*.sqlite")} - {link, link.resolve(), reloader.session.base.path}:
            copy.unlink(missing_ok=True)


def take(source: Path, link: Path, number: int) -> None:
    """Make a link lead to a numbered copy of a base, if it is whole.

    Raises:
        UnusableBaseError: it is not, or cannot be copied.
    """
    copy, swap = link.with_name(f"{number}.sqlite"), link.with_suffix(".lien")
    try:
        shutil.copyfile(source, copy)
        KnowledgeBase(copy)
        swap.unlink(missing_ok=True)
        swap.symlink_to(copy)
        swap.replace(link)
    except OSError as fault:
        raise UnusableBaseError(f"{source} : la base ne se copie pas dans {link.parent} ({reason(fault)})") from fault
