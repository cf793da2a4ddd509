"""Commands about time: timeline, timing, window."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from api.engine import moment as tree
from api.wording import relation
from kb.cli.app import (
    GameArgument,
    JsonOption,
    KbOption,
    LayerChoice,
    LayerOption,
    ModeOption,
    app,
    write_json,
)
from kb.cli.drafting import DraftOption, resolver
from kb.errors import UnusableFileError
from kb.timing import Timeline, compare, window

_PLAYERS = {"active": "le joueur dont c'est le tour", "opponent": "l'autre joueur"}


class Player(StrEnum):
    """Who asks: the player whose turn it is, or the other."""

    ACTIVE = "active"
    OPPONENT = "opponent"


def _opened(kb: Path | None, game: str, layer: LayerChoice, mode: str | None, corpus: Path | None = None) -> Timeline:
    """The timeline of a game, or of one of its modes.

    Raises:
        UnknownModeError: the work has no such mode.
        UnusableFileError: it has no timeline.
    """
    found = resolver(kb, layer, game, corpus).timeline(game, mode)
    if not found.roots:
        raise UnusableFileError(f"« {game} » n'a pas de chronologie ; écrivez son timeline.toml")
    return found


@app.command("timeline")
def timeline_command(
    game: GameArgument,
    mode: ModeOption = None,
    kb: KbOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    corpus: DraftOption = None,
    as_json: JsonOption = False,
) -> None:
    """Montre la séquence d'un jeu : tours, phases, étapes, et les règles qui la fixent."""
    timeline = _opened(kb, game, layer, mode, corpus)
    if as_json:
        write_json(tree(timeline.roots[0], timeline.work))
        return
    for node in timeline.walk():
        moment = node.moment
        depth = moment.id.count("/")
        repeated = f" ({moment.repeat})" if moment.repeat else ""
        cited = ", ".join(f"{game}/{identifier}" for identifier in moment.cites)
        typer.echo(f"{'  ' * depth}{f'{node.order}. ' if depth else ''}{moment.title}{repeated}  [{cited}]")


@app.command("timing")
def timing_command(
    a: Annotated[str, typer.Argument(metavar="A", help="Un moment, une règle ou une aptitude.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Un autre.")],
    game: GameArgument,
    mode: ModeOption = None,
    kb: KbOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    corpus: DraftOption = None,
    as_json: JsonOption = False,
) -> None:
    """Dit lequel de deux moments vient avant l'autre, et quelle règle le veut."""
    found = compare(_opened(kb, game, layer, mode, corpus), a, b)
    if as_json:
        write_json(found)
        return
    typer.echo(relation(found))
    for proof in found.decided_by:
        typer.echo(f"\n« {proof.quote} »\n— {proof.id}")


@app.command("window")
def window_command(
    at: Annotated[str, typer.Argument(metavar="MOMENT", help="Un moment, une règle ou une aptitude.")],
    game: GameArgument,
    player: Annotated[
        Player, typer.Option("--player", help="Le joueur dont c'est le tour (active), ou l'autre (opponent).")
    ] = Player.ACTIVE,
    mode: ModeOption = None,
    kb: KbOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    as_json: JsonOption = False,
) -> None:
    """Dit ce qu'un joueur peut utiliser à un moment : aptitudes, réactions, règles, et où elles sont imprimées."""
    found = window(_opened(kb, game, layer, mode), at, player.value)
    if as_json:
        write_json(found)
        return
    typer.echo(f"{found.moment.title} : {_PLAYERS[player.value]}")
    for usable in found.usable:
        often = f" ({usable.frequency})" if usable.frequency else ""
        step = f" — {usable.step}" if usable.step else ""
        typer.echo(f"- {usable.title}{often} : {usable.timing}{step}  [{usable.id}]")
    if not found.usable:
        typer.echo("aucune règle ne donne rien à utiliser à ce moment")
