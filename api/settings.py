"""What a service is given to serve, and how much it takes on."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class LogDetail(StrEnum):
    """What the journal tells: faults, or also a line a request."""

    ERRORS = "erreurs"
    REQUESTS = "requetes"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one worker takes on; durations in seconds, sizes in bytes."""

    # Requests computed at once, and those that wait for a place: past them, or past `patience`, the answer is 429. Two at once would only
    # take turns on the interpreter, and both be late.
    running: int = 1
    waiting: int = 64
    patience: float = 2.0
    # From the request read to the answer: past it, 503.
    answering: float = 10.0
    # For the body of a request to come whole.
    arriving: float = 10.0
    # An address; the headers; a body.
    address: int = 16 * 1024
    head: int = 32 * 1024
    body: int = 64 * 1024
    # Connections and requests under way, past which uvicorn answers 503.
    connections: int = 1000
    # Between two looks at the file served.
    watch: float = 1.0


@dataclass(frozen=True, slots=True)
class Service:
    """One base served, with a site when there is one; without `with_texts`, the précis alone.

    Where texts are shown, the service answers to this machine and to the names of `hosts` alone.
    """

    base: Path
    site: Path | None = None
    with_texts: bool = False
    hosts: tuple[str, ...] = ()
    detail: LogDetail = LogDetail.ERRORS
    limits: Limits = field(default_factory=Limits)
