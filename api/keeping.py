"""The last good base: a copy of our own, which nothing that becomes of the file served can harm, and the application that serves it."""

import logging
import shutil
import time
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path

from fastapi import FastAPI

from api.app import application
from api.metrics import Metrics
from api.reloading import settle, stamp, warm
from api.settings import Service
from api.supervising import FORKED
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
        self._taking: BaseProcess | None = None
        self._stamp = stamp(self.source)
        take(self.source, self.service.base, self._count)
        self.app = application(self.service)
        warm(self.app.state.reloader.session)
        settle()

    def look(self) -> None:
        """See whether the file has changed; if so, have it copied by a process apart, which may meet anything there."""
        if self._taking is not None and not self._taking.is_alive():
            taken, self._taking = self._taking.exitcode == 0, None
            # While the new base is opened here, nobody is replaced: a second, for all the games.
            reloader = self.app.state.reloader
            if taken and reloader.changed() and reloader.reload():
                settle()
                self._tidy()
        now = time.monotonic()
        if now < self._due or self._taking is not None:
            return
        self._due, found = now + self.service.limits.watch, stamp(self.source)
        if found is not None and found != self._stamp:
            self._stamp, self._count = found, self._count + 1
            self._taking = FORKED.Process(target=_try, args=(self.source, self.service.base, self._count), daemon=True)
            self._taking.start()

    def _tidy(self) -> None:
        """Remove the copies that new workers do not begin with; those that still read one hold it open."""
        served = self.service.base.resolve()
        for copy in served.parent.glob("*.sqlite"):
            if copy not in {served, self.service.base}:
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


def _try(source: Path, link: Path, number: int) -> None:
    """Take what stands there now, in a process of its own, whose status says whether it did."""
    try:
        take(source, link, number)
    except ArbitreError as fault:
        link.with_name(f"{number}.sqlite").unlink(missing_ok=True)
        Metrics().swaps.labels("refusée").inc()
        fault_text = str(fault).replace(str(link.with_name(f"{number}.sqlite")), str(source))
        _log.warning("nouvelle base refusée, l'ancienne reste servie : %s", fault_text)
        raise SystemExit(1) from None
