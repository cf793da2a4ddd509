"""`/v1/works`, `/v1/diagnostics` and `/v1/coverage`."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Response

from api import wire_works
from api.answers import Paged, told
from api.library import Library, Shared
from api.parameters import Viewed, WorkName
from api.schema import PAGES, problems
from kb.store import WorkInfo

router = APIRouter(prefix="/v1", tags=["Œuvres"])
_PROBLEMS = problems(403, 404, 422)


@router.get("/works", summary="Lister les œuvres", responses=problems(403, 422))
def works(shared: Shared, view: Viewed) -> wire_works.Works:
    """Les jeux de la base, leurs modes, leurs couches et l'état de leurs renvois."""
    return wire_works.Works(works=[_work(shared, info) for info in shared.base.works(view=view)])


@router.get("/works/{work}", summary="Décrire une œuvre", responses=_PROBLEMS)
def work(shared: Shared, view: Viewed, work: WorkName) -> wire_works.Work:
    """Un jeu : ses modes, celui par défaut, ses couches et l'état de ses renvois."""
    return _work(shared, shared.work(work, view))


@router.get(
    "/diagnostics/{work}",
    summary="Lire les constats",
    response_model=wire_works.Diagnostics,
    responses={200: PAGES, **_PROBLEMS},
)
def diagnostics(shared: Shared, view: Viewed, work: WorkName, page: Paged) -> Response:
    """Ce que les contrôles ont trouvé dans les données d'une œuvre, les erreurs d'abord."""
    shared.work(work, view)
    found = shared.base.diagnostics(work, view)
    findings = [wire_works.Finding(**asdict(item)) for item in page.of(found)]
    return told(wire_works.Diagnostics(diagnostics=findings, total=len(found)), page.links(len(found)))


@router.get(
    "/coverage/{work}",
    summary="Mesurer la couverture",
    response_model=wire_works.Coverage,
    responses={200: PAGES, **_PROBLEMS},
)
def coverage(shared: Shared, view: Viewed, work: WorkName, page: Paged) -> Response:
    """Combien de lignes de la source la base tient, et ce qu'elle a laissé, avec la raison."""
    shared.work(work, view)
    found = shared.base.coverage(work, view)
    left = page.of(found.dropped)
    value = wire_works.Coverage(
        lines=found.lines,
        held=found.held,
        dropped=[wire_works.DroppedLines(lines=(first, last), reason=reason) for first, last, reason in left],
        total=len(found.dropped),
        references=_references(found.references),
    )
    return told(value, page.links(len(found.dropped)))


def _work(shared: Library, info: WorkInfo) -> wire_works.Work:
    editions = shared.base.editions(info.work)
    return wire_works.Work(
        work=info.work,
        title=info.title,
        edition=info.edition,
        modes=list(info.modes),
        default_mode=info.modes[0],
        layers=list(info.layers),
        editions={layer: editions[layer] for layer in info.layers},
        nodes=info.nodes,
        references=_references(info.references),
    )


def _references(states: tuple[tuple[str, int], ...]) -> wire_works.References:
    return wire_works.References(**dict(states))
