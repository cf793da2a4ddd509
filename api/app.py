"""Compose the application: the API first, the static site below it, and what stands around every request."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from operator import attrgetter
from typing import Any

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles

from api import openapi, problems, reloading
from api.admission import Admission, Bounded, Unambiguous
from api.bulkhead import Bulkhead
from api.cache import Cache
from api.connections import Connections
from api.fairness import Places
from api.mcp.refusals import InFrench
from api.mcp.running import over_http
from api.metrics import Metrics
from api.middleware import Addresses, KnownHost, OtherPages
from api.observing import Observed
from api.routes import ROUTERS
from api.settings import MCP_PATH, Service
from kb import __version__

# What pages may ask for from elsewhere: nothing changes anything here.
_ASKED_FROM_PAGES = ["GET", "HEAD", "POST"]
_SMALLEST_ZIPPED = 1000
# Past this level, an answer takes longer to shrink than it gains on the way.
_ZIP_LEVEL = 5
# Pages of this machine may read the texts that it serves to itself; those of other sites may not.
_LOCAL_PAGES = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
# What such pages send besides what any may: to the API, then to the tools.
_SENT_HEADERS = ["If-None-Match", "MCP-Protocol-Version", "MCP-Session-ID", "MCP-Method", "MCP-Name", "Last-Event-ID"]
_READABLE_HEADERS = ["ETag", "Retry-After", "X-Request-ID"]


def application(service: Service) -> FastAPI:
    """The application that answers for a service.

    Raises:
        UnusableBaseError: the base is missing, damaged, or of another version.
    """
    app = openapi.DescribedApi(
        title="Arbitre",
        description=openapi.descriptions()["Api"]["_"],
        version=__version__,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=attrgetter("name"),
        lifespan=_living,
    )
    app.state.metrics = Metrics()
    app.state.places = Places(service.limits)
    app.state.connections = Connections(service.limits.connections)
    app.state.tools = over_http()
    app.state.reloader = reloading.Reloader(service, app.state.metrics)
    problems.install(app)
    for router in ROUTERS:
        app.include_router(router)
    tools: Any = InFrench(app.state.tools.asgi_app)
    app.add_route(MCP_PATH, tools, methods=["POST"], include_in_schema=False)
    if service.site is not None:
        app.mount("/", StaticFiles(directory=service.site, html=True))
    _wrap(app, service)
    # Else the first who asks would wait for it, and for the routes that it goes through.
    app.openapi()
    return app


@contextlib.asynccontextmanager
async def _living(app: FastAPI) -> AsyncIterator[None]:
    """From the first request to the last: the file of the base is watched."""
    served: reloading.Reloader = app.state.reloader
    watching = asyncio.create_task(served.watch())
    try:
        async with app.state.tools.run():
            yield
    finally:
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching


def _wrap(app: FastAPI, service: Service) -> None:
    """Add what happens around every request, the innermost first."""
    metrics, limits = app.state.metrics, service.limits
    app.add_middleware(GZipMiddleware, minimum_size=_SMALLEST_ZIPPED, compresslevel=_ZIP_LEVEL)
    app.add_middleware(Unambiguous)
    app.add_middleware(Admission, places=app.state.places, metrics=metrics)
    app.add_middleware(Cache)
    app.add_middleware(Bulkhead, apart=service.apart, answering=limits.patience + limits.answering)
    app.add_middleware(Bounded, limits=limits, metrics=metrics)
    app.add_middleware(Addresses, routes=_methods(service), admin=service.admin)
    origins = {"allow_origin_regex": _LOCAL_PAGES} if service.with_texts else {"allow_origins": ["*"]}
    headers: Any = {"allow_headers": _SENT_HEADERS, "expose_headers": _READABLE_HEADERS}
    app.add_middleware(OtherPages, allow_methods=_ASKED_FROM_PAGES, **headers, **origins)
    if service.with_texts or service.hosts:
        app.add_middleware(KnownHost, names=service.hosts, admin=service.admin)
    app.add_middleware(Observed, with_texts=service.with_texts, reloader=app.state.reloader, metrics=metrics)


def _methods(service: Service) -> list[tuple[re.Pattern[str], frozenset[str]]]:
    """The addresses and their methods; what no route knows is a page, where there are some."""
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    found = [(route.path_regex, frozenset(route.methods or ())) for route in routes]
    found += [(re.compile(f"{MCP_PATH}$"), frozenset({"POST"})), (re.compile("/openapi.json$"), frozenset({"GET"}))]
    if service.site is not None:
        found.append((re.compile(rf"(?!/v1(/|$)|{MCP_PATH}$)"), frozenset({"GET"})))
    return found
