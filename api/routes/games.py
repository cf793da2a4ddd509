"""`/v1/games`: time and precedence: timelines, moments, orders, values, conflicts, what may be used."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body

from api import compose_precedence, compose_timing, wire_precedence, wire_timing
from api.library import Library, Shared
from api.parameters import Mode, MomentName, PlayerSide, Viewed, WorkName
from api.problems import RequestProblem
from api.schema import problems
from kb.precedence import Precedence
from kb.store import View
from kb.timing import Timeline, compare
from kb.timing import window as opening

router = APIRouter(prefix="/v1/games", tags=["Le temps"], responses=problems(403, 404, 409, 422))
_POSTED = problems(413)
REQUEST = "La requête ; `/v1/games/{game}/situations` dit ce que chaque jeu y accepte."


@router.get("/{game}/timeline", summary="Lire la séquence d'un jeu")
def timeline(shared: Shared, view: Viewed, game: WorkName, mode: Mode = None) -> wire_timing.Moment:
    """Les tours, phases et étapes d'un jeu, dans l'ordre, chacun avec les règles qui le placent là."""
    return compose_timing.timeline(_timeline(shared, game, view, mode))


@router.get("/{game}/timing", summary="Comparer deux moments")
def timing(
    shared: Shared, view: Viewed, game: WorkName, a: MomentName, b: MomentName, mode: Mode = None
) -> wire_timing.Comparison:
    """Lequel de deux moments, règles ou aptitudes vient avant l'autre, et les règles qui le veulent."""
    return compose_timing.comparison(compare(_timeline(shared, game, view, mode), a, b))


@router.get("/{game}/window", summary="Savoir ce qui est permis à un moment")
def window(
    shared: Shared, view: Viewed, game: WorkName, at: MomentName, player: PlayerSide = "active", mode: Mode = None
) -> wire_timing.Opening:
    """Les aptitudes, réactions et règles que le joueur dont c'est le tour, ou l'autre, peut utiliser à un moment."""
    return compose_timing.opening(opening(_timeline(shared, game, view, mode), at, player))


@router.get("/{game}/situations", summary="Savoir ce qui peut être tranché")
def situations(shared: Shared, view: Viewed, game: WorkName, mode: Mode = None) -> wire_precedence.Situations:
    """Les situations à mettre dans l'ordre et les valeurs à calculer d'un jeu, avec les attributs que chaque requête donne."""
    return compose_precedence.situations(_engine(shared, game, view, mode))


@router.post("/{game}/order", summary="Mettre dans l'ordre", responses=_POSTED)
def order(
    shared: Shared,
    view: Viewed,
    game: WorkName,
    request: Annotated[dict[str, Any], Body(description=REQUEST)],
    mode: Mode = None,
) -> wire_precedence.Ordered:
    """Qui ou quoi vient d'abord, qui choisit, et les règles qui le veulent ; `undecided` là où aucune ne tranche."""
    return compose_precedence.ordered(_engine(shared, game, view, mode).order(request))


@router.post("/{game}/modify", summary="Calculer une valeur modifiée", responses=_POSTED)
def modify(
    shared: Shared,
    view: Viewed,
    game: WorkName,
    request: Annotated[dict[str, Any], Body(description=REQUEST)],
    mode: Mode = None,
) -> wire_precedence.Modified:
    """Ce que devient une valeur, ou le jet qu'il faut, modificateur après modificateur, avec les bornes que le jeu fixe."""
    return compose_precedence.modified(_engine(shared, game, view, mode).modify(request))


@router.post("/{game}/conflict", summary="Dire quelle règle l'emporte", responses=_POSTED)
def conflict(
    shared: Shared,
    view: Viewed,
    game: WorkName,
    request: Annotated[dict[str, Any], Body(description=REQUEST)],
    mode: Mode = None,
) -> wire_precedence.Prevailing:
    """Laquelle de deux règles contraires l'emporte, et pourquoi."""
    return compose_precedence.prevailing(_engine(shared, game, view, mode).conflict(request))


def _engine(shared: Library, game: str, view: View, mode: str | None) -> Precedence:
    shared.work(game, view)
    shared.check_mode(mode, game, view)
    return shared.resolver(view).precedence(game, mode)


def _timeline(shared: Library, game: str, view: View, mode: str | None) -> Timeline:
    """The timeline of a game, or of one of its modes.

    Raises:
        RequestProblem: the work has none, or no such mode.
    """
    shared.work(game, view)
    shared.check_mode(mode, game, view)
    found = shared.resolver(view).timeline(game, mode)
    if not found.roots:
        raise RequestProblem(404, "sans-chronologie", f"« {game} » n'a pas de chronologie")
    return found
