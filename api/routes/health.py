"""`/healthz` and `/metrics`: what watches over the service, answered even when it is full."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from api import compose, metrics, wire_works
from api.library import Shared

router = APIRouter(tags=["Service"])


@router.get("/healthz", summary="Savoir si le service répond")
async def health(shared: Shared) -> wire_works.Health:
    """L'état du service, la version et l'empreinte de la base, les œuvres servies."""
    served = compose.base_version(shared.base)
    works = [info.work for info in shared.base.works(view=shared.view("both"))]
    return wire_works.Health(status="ok", version=served.version, digest=served.digest, works=works)


@router.get(
    "/metrics",
    summary="Lire les mesures du service",
    response_class=Response,
    responses={200: {"description": "Le texte de Prometheus.", "content": {"text/plain": {}}}},
)
async def measures(request: Request) -> Response:
    """Requêtes, durées, refus, changements de base, au format texte de Prometheus ; de tous les processus ensemble."""
    counted: metrics.Metrics = request.app.state.metrics
    return Response(counted.text(), media_type=metrics.MEDIA_TYPE)
