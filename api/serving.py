"""Run the application in processes that share a socket, under a supervisor; each serves the same copy of the last good base."""

import asyncio
import functools
import logging.config
import os
import socket
import sys
from collections.abc import Coroutine, Sequence
from ctypes import c_double
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn

from api import journal
from api.settings import SHARED, Service
from api.supervising import BEAT, Supervisor, Task, beat

if TYPE_CHECKING:
    from fastapi import FastAPI

    from api.keeping import Kept


# Whole seconds given to requests under way when the service stops; the supervisor gives one more.
_STOPPING = 2
# Seconds that a computation keeps the interpreter while what comes and goes waits for it; Python's own are five times as long.
_TURN = 0.001
# How much the process apart yields: next to one that wants all of a processor, it is left a quarter.
_YIELDING = 5
# Seconds of silence after which a worker is replaced; the process apart may have to wait for a processor.
_SILENT, _SILENT_APART = 0.75, 1.5


def serve(service: Service, listeners: Sequence[socket.socket], folder: Path, workers: int = 1) -> None:
    """Answer on listening sockets until asked to stop; `folder` holds what the processes share, and is removed by the caller.

    Raises:
        UnusableBaseError: the base is missing, damaged, or of another version.
    """
    logging.config.dictConfig(journal.configuration(service.detail))
    counts = folder / "mesures"
    counts.mkdir()
    os.environ[SHARED] = str(counts)
    # Once the folder of the counts is known, for prometheus-client looks for it when it is imported.
    from api.keeping import Kept  # noqa: PLC0415

    if sys.platform == "win32":
        uvicorn.Server(configuration(service, Kept(service, folder).app)).run([*listeners])
        return
    apart = _listening(folder / "apart")
    kept = Kept(replace(service, apart=None if apart is None else folder / "apart"), folder)
    tasks = [Task(functools.partial(_work, kept, listeners), _SILENT)] * workers
    if apart is not None:
        tasks.append(Task(functools.partial(_work_apart, kept, apart), _SILENT_APART))
    Supervisor(tasks, kept.look).run()


def _listening(path: Path) -> socket.socket | None:
    """The socket of the process apart; None where a path so long cannot be one."""
    listener = socket.socket(socket.AF_UNIX)
    try:
        listener.bind(str(path))
    except OSError:
        listener.close()
        return None
    return listener


def configuration(service: Service, app: "FastAPI") -> uvicorn.Config:
    """How uvicorn runs the application."""
    from api.connections import Watched  # noqa: PLC0415

    return uvicorn.Config(
        app,
        http=functools.partial(Watched, app.state.connections),  # type: ignore[arg-type]  # no more is done of a class than to call it
        ws="none",
        log_config=journal.configuration(service.detail),
        access_log=False,
        server_header=False,
        proxy_headers=bool(service.proxies),
        forwarded_allow_ips=[*service.proxies],
        timeout_graceful_shutdown=_STOPPING,
    )


def _work(kept: "Kept", listeners: Sequence[socket.socket], last: c_double) -> None:
    """One worker, until it is asked to stop or its supervisor is gone."""
    config = configuration(kept.service, kept.app)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_serve(kept, uvicorn.Server(config).serve([*listeners]), last))


def _work_apart(kept: "Kept", listener: socket.socket, last: c_double) -> None:
    """The process that computes what is large (see `api.bulkhead`), and yields the processors to the others."""
    from api.bulkhead import Apart  # noqa: PLC0415

    os.nice(_YIELDING)
    asyncio.run(_serve(kept, Apart(kept.app).serve(listener), last))


async def _serve(kept: "Kept", served: Coroutine[Any, Any, None], last: c_double) -> None:
    """Serve, and beat from the same loop: one that is stuck falls silent, and one that computes without end is made to."""
    sys.setswitchinterval(_TURN)
    kept.app.state.reloader.inherited()
    serving = asyncio.create_task(served)
    while not serving.done():
        if not kept.app.state.places.stuck():
            beat(last)
        await asyncio.wait([serving], timeout=BEAT)
    serving.result()
