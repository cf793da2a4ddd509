"""Whether the service can answer: what a proxy or an orchestrator asks before it sends anybody here."""

from dataclasses import dataclass

from fastapi import APIRouter

from api.openapi import problems
from api.routes import Given, answers

probes = APIRouter(tags=["Service"], responses=problems(403, 422))


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether the base can be read, and which one it is."""

    ready: bool
    digest: str


@answers(probes, "/readyz", "Savoir si le service peut répondre")
def readiness(given: Given) -> Readiness:
    """La base servie, après l'avoir lue ; 503 quand elle ne se lit plus. `/healthz` dit seulement que le service est en vie."""
    given.base.probe()
    return Readiness(ready=True, digest=given.base.meta["digest"])
