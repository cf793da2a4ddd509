"""A bulkhead: what may cost much is computed by a process apart, which leaves the processors to those that answer what is small."""

import asyncio
import socket
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from fastapi import FastAPI
from msgspec import MsgspecError, msgpack
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.admission import COMPUTED, once, refused
from api.journal import REQUEST
from api.reloading import SESSION

# Bytes of a query and a body together, past which a request is computed apart; a question of three hundred letters is shorter.
_LARGE = 600
# What is passed of a request: what it asks, and whose it is.
_PASSED = (
    "type",
    "http_version",
    "method",
    "scheme",
    "path",
    "raw_path",
    "root_path",
    "query_string",
    "headers",
    "client",
)
# Seconds past those given to an answer, after which none is awaited.
_MORE = 3.0


class Bulkhead:
    """Pass on what is small; have what is large answered by the process apart, or here when that one fails."""

    def __init__(self, app: ASGIApp, apart: Path | None, answering: float) -> None:
        """Wrap an application; `apart` is the socket of the process apart, where there is one."""
        self.app, self.apart, self.answering = app, apart, answering

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, its body in one piece."""
        if self.apart is None or not scope["path"].startswith(COMPUTED):
            await self.app(scope, receive, send)
            return
        body = await receive()
        if len(scope["query_string"]) + len(body.get("body", b"")) > _LARGE:
            asked = REQUEST.get(), {name: scope[name] for name in _PASSED}, body
            try:
                async with asyncio.timeout(self.answering + _MORE):
                    answer = await _answer(self.apart, msgpack.encode(asked))
                path, messages = msgpack.decode(answer)
            except TimeoutError:
                await refused("lenteur", scope)(scope, receive, send)
                return
            except (OSError, EOFError, MsgspecError):
                # Here the failure is reported as any other is.
                pass
            else:
                scope["route"] = SimpleNamespace(path=path)
                for message in messages:
                    await send(message)
                return
        await self.app(scope, once(body, receive), send)


async def _answer(apart: Path, asked: bytes) -> bytes:
    """What the process apart answers; cut short when it fails.

    Raises:
        OSError: it is not there, or is there no more.
    """
    reader, writer = await asyncio.open_unix_connection(apart)
    with closing(writer):
        writer.write(asked)
        writer.write_eof()
        return await reader.read()


class Apart:
    """What the process apart runs: the application, from the bulkhead inwards."""

    def __init__(self, app: FastAPI) -> None:
        """Wrap an application."""
        stack: Any = app.build_middleware_stack()
        while not isinstance(stack, Bulkhead):
            stack = stack.app
        self.app, self.inward = app, stack.app

    async def serve(self, listener: socket.socket) -> None:
        """Answer what workers pass on, for ever."""
        async with self.app.router.lifespan_context(self.app):
            await (await asyncio.start_unix_server(self._answer, sock=listener)).serve_forever()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request, with the base served at its arrival here; nothing is said of one that fails."""
        # Who asked may be gone.
        with closing(writer), suppress(OSError):
            identity, asked, body = msgpack.decode(await reader.read())
            REQUEST.set(identity)
            scope: Scope = {**asked, "app": self.app, "state": {}, SESSION: self.app.state.reloader.session}
            messages = list[Message]()

            async def send(message: Message) -> None:
                messages.append(message)

            await self.inward(scope, once(body, asyncio.Future), send)
            path = scope["route"].path if "route" in scope else "?"
            writer.write(msgpack.encode((path, messages)))
            await writer.drain()
