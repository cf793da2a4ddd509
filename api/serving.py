"""Run the application: in this process, or in several that share one socket and one read-only file."""

import functools
import os
import shutil
import socket
import sys
import tempfile

import uvicorn
from uvicorn.supervisors import Multiprocess

from api import journal
from api.metrics import SHARED
from api.settings import Service

# Seconds given to requests under way when the service stops, and to a worker to say that it lives: opening a base takes a while.
_STOPPING = 10
_LIVING = 30
# Seconds that a computation keeps the interpreter while what comes and goes waits for it; Python's own are five times as long.
_TURN = 0.001
# A heap for each thread of a worker would hold what another has given back.
_ARENAS = ("MALLOC_ARENA_MAX", "2")


def serve(service: Service, listener: socket.socket, workers: int = 1) -> None:
    """Answer on a listening socket until asked to stop.

    Raises:
        UnusableBaseError: the base is missing, damaged, or of another version.
    """
    if workers == 1:
        uvicorn.Server(configuration(service)).run(sockets=[listener])
        return
    folder = tempfile.mkdtemp(prefix="arbitre-mesures-")
    os.environ[SHARED] = folder
    os.environ.setdefault(*_ARENAS)
    try:
        Multiprocess(configuration(service, workers), [listener]).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def configuration(service: Service, workers: int = 1) -> uvicorn.Config:
    """How uvicorn runs the application; each worker makes its own."""
    return uvicorn.Config(
        functools.partial(_application, service),
        factory=True,
        workers=workers,
        http="h11",
        ws="none",
        limit_concurrency=service.limits.connections,
        log_config=journal.configuration(service.detail),
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_STOPPING,
        timeout_worker_healthcheck=_LIVING,
    )


def _application(service: Service) -> object:
    sys.setswitchinterval(_TURN)
    # In a worker, once the folder of the counts is known: prometheus-client looks for it when it is imported.
    from api.app import application  # noqa: PLC0415
    from api.metrics import forget_dead  # noqa: PLC0415

    forget_dead()
    return application(service)
