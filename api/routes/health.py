"""`/healthz`."""

from __future__ import annotations

from fastapi import APIRouter

from api import compose, wire_works
from api.library import Shared

router = APIRouter(tags=["Service"])


@router.get("/healthz", summary="Savoir si le service répond")
def health(shared: Shared) -> wire_works.Health:
    """L'état du service, la version et l'empreinte de la base, les œuvres servies."""
    served = compose.base_version(shared.base)
    works = [info.work for info in shared.base.works(view=shared.view("both"))]
    return wire_works.Health(status="ok", version=served.version, digest=served.digest, works=works)
