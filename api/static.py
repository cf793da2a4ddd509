"""The site below the API: whole files, under their own address alone."""

from __future__ import annotations

from urllib.parse import quote

from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

# What no address of a page holds between two slashes.
_STEPS = frozenset({"", ".", ".."})


class SiteFiles(StaticFiles):
    """The files of a site; a folder without its last slash leads to itself, whatever host the request names."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as if no part of a file had been asked for: a list of parts would be work for nothing."""
        headers = [pair for pair in scope["headers"] if pair[0] not in {b"range", b"if-range"}]
        await super().__call__({**scope, "headers": headers}, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the way to its folder.

        Raises:
            HTTPException: there is no such file, or the address climbs or doubles a slash.
        """
        steps = scope["path"].removeprefix("/").split("/")
        if any(step in _STEPS for step in steps[:-1]) or steps[-1] in {".", ".."}:
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        if isinstance(response, RedirectResponse):
            response.headers["Location"] = f"{quote(steps[-1])}/"
        return response
