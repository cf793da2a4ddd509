"""Compose the application: the API first, the static site below it."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from api import problems
from api.library import Library
from api.middleware import BodilessHead, ReadableOnly, Unchanged
from api.routes import ROUTERS
from api.schema import DESCRIPTION, DescribedApi
from kb import __version__

_SMALLEST_ZIPPED = 1000
# Pages of this machine may read the texts that it serves to itself; those of other sites may not.
_LOCAL_PAGES = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"


def create_app(base_path: Path, site: Path | None, with_texts: bool) -> FastAPI:  # noqa: FBT001 - see the command `serve`
    """The application that serves a base, and a site when there is one; without `with_texts`, the précis alone.

    Raises:
        UnusableBaseError: the base is missing, damaged, or of another version.
    """
    app = DescribedApi(
        title="Arbitre",
        description=DESCRIPTION,
        version=__version__,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=_operation_id,
    )
    app.state.library = Library.opened(base_path, with_texts=with_texts)
    problems.install(app)
    for router in ROUTERS:
        app.include_router(router)
    for rest in ("/v1", "/v1/{rest:path}"):
        app.add_api_route(rest, _nothing_here, include_in_schema=False)
    if site is not None:
        app.mount("/", StaticFiles(directory=site, html=True))
    _wrap(app, app.state.library)
    return app


def _operation_id(route: APIRoute) -> str:
    return route.name


def _nothing_here() -> None:
    """An address under `/v1` that no route knows never falls through to the site.

    Raises:
        HTTPException: always.
    """
    raise HTTPException(404)


def _wrap(app: FastAPI, shared: Library) -> None:
    """Add what happens around every request, the innermost first."""
    meta = shared.base.meta
    seed = f"{__version__} {meta['digest']} {shared.with_texts} "
    cache_control = "private, no-cache" if shared.with_texts else "public, max-age=300"
    app.add_middleware(GZipMiddleware, minimum_size=_SMALLEST_ZIPPED)
    app.add_middleware(Unchanged, seed=seed, cache_control=cache_control)
    app.add_middleware(BodilessHead)
    app.add_middleware(ReadableOnly)
    origins = {"allow_origin_regex": _LOCAL_PAGES} if shared.with_texts else {"allow_origins": ["*"]}
    app.add_middleware(CORSMiddleware, allow_methods=["GET", "HEAD"], expose_headers=["ETag"], **origins)
