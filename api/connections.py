"""The connections of a worker: when there are too many, who has most loses the most silent one; and how what comes on one is answered."""

import asyncio
from collections import Counter
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from api.clients import client_of
from api.middleware import guards
from api.problems import problem


class Connections:
    """Those that are open, each with its client, the most silent first."""

    def __init__(self, most: int) -> None:
        """Start from nothing."""
        self.most = most
        self._clients: dict[Watched, str] = {}

    def active(self, connection: "Watched") -> None:
        """Note that one opens, or that something came on it; close another if that makes too many."""
        self._clients.pop(connection, None)
        self._clients[connection] = client_of({"client": connection.client})
        if len(self._clients) > self.most:
            greedy = Counter(self._clients.values()).most_common(1)[0][0]
            silent = next(one for one, client in self._clients.items() if client == greedy)
            self.closed(silent)
            silent.transport.abort()

    def closed(self, connection: "Watched") -> None:
        """Forget one; twice does no harm."""
        self._clients.pop(connection, None)


class Gathered:
    """A transport that sends in one piece what is written to it at one go: an answer leaves whole, its head with its body, or not at all.

    A proxy asks again for what it has seen nothing of; not for an answer whose head it has passed on.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        """Hold nothing yet."""
        self._transport, self._held = transport, list[bytes]()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the transport has it
        """All else is as it was."""
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send with what else is written before the loop turns."""
        if not self._held:
            asyncio.get_running_loop().call_soon(self._send)
        self._held.append(data)

    def close(self) -> None:
        """Send what is held, then close."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._held and not self._transport.is_closing():
            self._transport.write(b"".join(self._held))
        self._held.clear()


class Watched(H11Protocol):
    """uvicorn's own, but for the count, the transport, and what is said of what is no request."""

    def __init__(self, watching: Connections, **given: Any) -> None:  # noqa: ANN401 - as uvicorn gives it
        """Count among others."""
        super().__init__(**given)
        self.watching = watching

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """One more."""
        super().connection_made(cast("asyncio.Transport", Gathered(transport)))
        self.watching.active(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """One less."""
        self.watching.closed(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something came."""
        self.watching.active(self)
        super().data_received(data)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - as uvicorn has it
        """Refuse what is no request as anything else is refused."""
        detail = "ce qui est arrivé n'est pas une requête HTTP/1.1 lisible"
        answer = problem(400, "requete-illisible", detail, "", {"Connection": "close", "Cache-Control": "no-store"})
        headers = [*answer.raw_headers, *guards(answer.raw_headers, with_texts=True)]
        lines = [
            b"HTTP/1.1 400 Bad Request",
            *(name + b": " + value for name, value in headers),
            b"",
            bytes(answer.body),
        ]
        self.transport.write(b"\r\n".join(lines))
        self.transport.close()
