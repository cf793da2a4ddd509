"""`/v1/games`: the timeline of a game, the order of its moments, and what may be used at one."""

from __future__ import annotations

from fastapi import APIRouter

from api import compose_timing, wire_timing
from api.library import Library, Shared
from api.parameters import MomentName, PlayerSide, Viewed, WorkName
from api.problems import RequestProblem
from api.schema import problems
from kb.store import View
from kb.timing import Timeline, compare
from kb.timing import window as opening

router = APIRouter(prefix="/v1/games", tags=["Le temps"], responses=problems(403, 404, 409, 422))


@router.get("/{game}/timeline", summary="Lire la séquence d'un jeu")
def timeline(shared: Shared, view: Viewed, game: WorkName) -> wire_timing.Moment:
    """Les tours, phases et étapes d'un jeu, dans l'ordre, chacun avec les règles qui le placent là."""
    return compose_timing.timeline(_timeline(shared, game, view))


@router.get("/{game}/timing", summary="Comparer deux moments")
def timing(shared: Shared, view: Viewed, game: WorkName, a: MomentName, b: MomentName) -> wire_timing.Comparison:
    """Lequel de deux moments, règles ou aptitudes vient avant l'autre, et les règles qui le veulent."""
    return compose_timing.comparison(compare(_timeline(shared, game, view), a, b))


@router.get("/{game}/window", summary="Savoir ce qui est permis à un moment")
def window(
    shared: Shared, view: Viewed, game: WorkName, at: MomentName, player: PlayerSide = "active"
) -> wire_timing.Opening:
    """Les aptitudes, réactions et règles que le joueur dont c'est le tour, ou l'autre, peut utiliser à un moment."""
    return compose_timing.opening(opening(_timeline(shared, game, view), at, player, view))


def _timeline(shared: Library, game: str, view: View) -> Timeline:
    """The timeline of a game.

    Raises:
        RequestProblem: the work has none.
    """
    shared.work(game, view)
    found = Timeline(shared.base, game)
    if not found.roots:
        raise RequestProblem(404, "sans-chronologie", f"« {game} » n'a pas de chronologie")
    return found
