"""What a service is given to serve, and how much it takes on."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from kb.store import View

# The folder where workers write their counts for one another; read by prometheus-client as soon as it is imported.
SHARED = "PROMETHEUS_MULTIPROC_DIR"
# What watches over the service asks there, and must see it when it is full.
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
# Where assistants are served.
MCP_PATH = "/mcp"


class LogDetail(StrEnum):
    """What the journal tells: faults, or also a line a request."""

    ERRORS = "erreurs"
    REQUESTS = "requetes"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one worker takes on; durations in seconds, sizes in bytes."""

    # Computations at once, of which a client has one, and of which one alone is younger than `turn`: two at once would only take turns on
    # the interpreter, and both be late, but what is long must not hold up what is short.
    running: int = 4
    turn: float = 0.03
    # Requests that wait for a place: past them the client that has most there is refused (429), and past `patience` whoever it is.
    waiting: int = 64
    patience: float = 1.0
    # From the request read to the answer: past it, 503.
    answering: float = 10.0
    # For the body of a request to come whole.
    arriving: float = 10.0
    # An address; the headers; a body.
    address: int = 16 * 1024
    head: int = 32 * 1024
    body: int = 64 * 1024
    # Connections, past which the client that has most loses the one that has been silent the longest.
    connections: int = 1000
    # Between two looks at the file served.
    watch: float = 0.5


@dataclass(frozen=True, slots=True)
class Service:
    """One base served, with a site when there is one; without `with_texts`, the précis alone.

    Where texts are shown, or `hosts` is given, the service answers to this machine and to the names of `hosts` alone. `proxies` are the
    addresses and networks whose `X-Forwarded-For` is believed; `admin` is the port that has nothing but the state of the service;
    `layer` is what assistants read; `apart` the socket of the process that computes what is large, where there is one.
    """

    base: Path
    site: Path | None = None
    with_texts: bool = False
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    admin: int | None = None
    layer: View = "both"
    detail: LogDetail = LogDetail.ERRORS
    limits: Limits = field(default_factory=Limits)
    apart: Path | None = None
