"""What is not sent twice: the base never changes while it is served, so an address names its answer."""

import hashlib

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.admission import address
from api.reloading import SESSION
from api.session import Session
from kb import __version__

_OK = 200


class Cache:
    """Weak ETags on what is read under `/v1`: 304, without any computing, to who holds the answer already."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell who holds the answer so, or pass the request on and label its answer."""
        if scope["method"] != "GET" or not scope["path"].startswith("/v1/"):
            await self.app(scope, receive, send)
            return
        asked, shared = Headers(scope=scope), scope[SESSION]
        # What is JSON for a program may be a page, or a part of one, for a browser.
        etag = _etag(shared, address(scope) + asked.get("Accept", "").encode())
        labels = {
            "ETag": etag,
            "Cache-Control": "private, no-cache" if shared.with_texts else "public, max-age=300",
            "Vary": "Accept-Encoding, Accept",
        }
        if _holds(asked.getlist("If-None-Match"), etag):
            await Response(status_code=304, headers=labels)(scope, receive, send)
            return

        async def send_labelled(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = message["status"] == _OK
                added = labels if found else {"Vary": labels["Vary"], "Cache-Control": "no-store"}
                MutableHeaders(scope=message).update(added)
            await send(message)

        await self.app(scope, receive, send_labelled)


def _etag(shared: Session, asked: bytes) -> str:
    """The label of what a base answers: also of the program, and of the layers that leave it."""
    seed = f"{__version__} {shared.base.meta['digest']} {shared.with_texts} ".encode()
    return f'W/"{hashlib.sha256(seed + asked).hexdigest()[:32]}"'


def _holds(conditions: list[str], etag: str) -> bool:
    """True when one of the tags of `If-None-Match` is this one, strong or weak."""
    held = {tag.strip().removeprefix("W/") for condition in conditions for tag in condition.split(",")}
    return etag.removeprefix("W/") in held
