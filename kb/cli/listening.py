"""Where a server listens: an address, a port."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

from kb.errors import UnusableFileError, reason


@contextlib.contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A listening socket on `port`, or on a free one when it is taken.

    Raises:
        UnusableFileError: the address cannot be listened on.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in (port, 0):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(128)
        except OSError as fault:
            listener.close()
            if candidate == 0 or fault.errno not in {98, 48, 10048}:
                raise UnusableFileError(f"{host} : impossible d'écouter sur cette adresse ({reason(fault)})") from fault
            continue
        with listener:
            yield listener
        return
