"""The base being served, and its replacement under traffic: a request keeps to its end the base that it began with."""

import asyncio
import gc
import logging
import time
from pathlib import Path

from api.metrics import Metrics
from api.session import Session
from api.settings import Service
from kb.errors import ArbitreError

_log = logging.getLogger(__name__)
# Where a request keeps its session.
SESSION = "arbitre.session"


class Reloader:
    """One open base; when its file is replaced, the new one is opened and warmed meanwhile, then takes its place."""

    def __init__(self, service: Service, metrics: Metrics) -> None:
        """Open the base."""
        self.service, self.metrics = service, metrics
        self._stamp = stamp(service.base)
        self.session = self._opened()

    def inherited(self) -> None:
        """Go on in a process that was forked, with what its parent has opened."""
        self.session.base.reopen()
        self.metrics.opened.set(time.time())

    async def watch(self) -> None:
        """Look at the file for ever, and swap when it has changed; what is left of a former base is freed meanwhile."""
        async with asyncio.TaskGroup() as settling:
            while True:
                await asyncio.sleep(self.service.limits.watch)
                if await asyncio.to_thread(self.changed) and await asyncio.to_thread(self.reload):
                    settling.create_task(self._settled())

    async def _settled(self) -> None:
        # By then no request is left that reads the former base.
        await asyncio.sleep(self.service.limits.answering)
        await asyncio.to_thread(settle)

    def changed(self) -> bool:
        """True when another file stands there than the one last looked at."""
        found = stamp(self.service.base)
        changed = found is not None and found != self._stamp
        self._stamp = found or self._stamp
        return changed

    def reload(self) -> bool:
        """Serve the file that stands there now; a faulty one is logged, and the former base goes on being served."""
        try:
            session = self._opened()
            warm(session)
        except ArbitreError as fault:
            self.metrics.swaps.labels("refusée").inc()
            _log.warning("nouvelle base refusée, l'ancienne reste servie : %s", fault)
            return False
        self.session = session
        self.metrics.swaps.labels("faite").inc()
        _log.info("nouvelle base servie", extra={"fields": {"digest": session.base.meta["digest"]}})
        return True

    def _opened(self) -> Session:
        session = Session.opened(self.service.base.resolve(), with_texts=self.service.with_texts)
        self.metrics.opened.set(time.time())
        return session.of(self.service.layer)


def warm(session: Session) -> None:
    """Read what the first question of each work would read."""
    for info in session.infos():
        # A word that no work holds opens the dictionary.
        session.answerer.searcher.analyzer(info.work).knows("?")
        session.answerer.ask(info.title, info.work, view=session.view)
        session.answerer.resolver(session.view).timeline(info.work)


def settle() -> None:
    """Free a base that is served no more, and keep the one served out of the collector's rounds: it is there to stay."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def stamp(path: Path) -> tuple[int, int, int] | None:
    """What tells a file from the one that takes its place; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
