"""Commands about precedence: situations, order, modify, conflict, and resolve for requests of all kinds."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from api.engine import answered as handed_out
from api.render import json_of
from api.wording import order_lines
from kb.answer import Resolver
from kb.cli.app import (
    GameArgument,
    JsonOption,
    KbOption,
    LayerChoice,
    LayerOption,
    ModeOption,
    app,
    open_base,
    write_json,
)
from kb.cli.batches import answered, text_of
from kb.cli.drafting import DraftOption, resolver
from kb.errors import UnusableFileError
from kb.precedence import Modified, Ordered, Prevailing
from kb.precedence.fields import accepted
from kb.store import Proof

RequestArgument = Annotated[
    Path | None, typer.Argument(metavar="[FICHIER]", help="La requête en JSON ; sans fichier, l'entrée standard.")
]


@app.command("situations")
def situations_command(
    game: GameArgument,
    mode: ModeOption = None,
    kb: KbOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    corpus: DraftOption = None,
    as_json: JsonOption = False,
) -> None:
    """Montre ce que le moteur sait ordonner ou calculer dans un jeu, et ce qu'une requête doit dire."""
    engine = resolver(kb, layer, game, corpus).precedence(game, mode)
    if as_json:
        write_json(handed_out(engine))
        return
    for part in engine.policy.parts:
        typer.echo(f"{part.id}  {part.title}  [{', '.join(f'{game}/{cite}' for cite in part.cites)}]")
        for attribute in part.attributes:
            typer.echo(f"    {attribute.name} ({', '.join(accepted(attribute))}) : {attribute.meaning}")


@app.command("order")
def order_command(
    game: GameArgument,
    request: RequestArgument = None,
    mode: ModeOption = None,
    kb: KbOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    corpus: DraftOption = None,
    as_json: JsonOption = False,
) -> None:
    """Met dans l'ordre ce que dit une requête, et cite les règles qui le veulent."""
    _answer("order", game, mode, request, resolver(kb, layer, game, corpus), as_json=as_json)


@app.command("modify")
def modify_command(
    game: GameArgument,
    request: RequestArgument = None,
    mode: ModeOption = None,
    kb: KbOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    corpus: DraftOption = None,
    as_json: JsonOption = False,
) -> None:
    """Calcule une valeur modifiée, ou le jet qu'il faut, et cite les règles appliquées."""
    _answer("modify", game, mode, request, resolver(kb, layer, game, corpus), as_json=as_json)


@app.command("conflict")
def conflict_command(
    game: GameArgument,
    request: RequestArgument = None,
    mode: ModeOption = None,
    kb: KbOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    corpus: DraftOption = None,
    as_json: JsonOption = False,
) -> None:
    """Dit laquelle de deux règles contraires l'emporte, et cite ce qui le décide."""
    _answer("conflict", game, mode, request, resolver(kb, layer, game, corpus), as_json=as_json)


@app.command("resolve")
def resolve_command(
    batch: Annotated[Path, typer.Option("--batch", metavar="FICHIER.jsonl", help="Une requête par ligne.")],
    kb: KbOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    as_json: JsonOption = False,
) -> None:
    """Répond à des requêtes de tous genres, une par ligne : {"game", "endpoint", "request"}."""
    every = Resolver(open_base(kb), layer.view)

    def answer(line: dict[str, Any]) -> dict[str, Any]:
        game, endpoint = str(line.get("game")), str(line.get("endpoint"))
        found: dict[str, Any] = json_of(handed_out(every.resolve(game, endpoint, line.get("request", {}))))
        return found

    for found in answered(batch, answer, "« game », « endpoint » et « request »"):
        typer.echo(json.dumps(found, ensure_ascii=False, indent=None if as_json else 2))


def _answer(
    endpoint: str,
    game: str,
    mode: str | None,
    path: Path | None,
    asked: Resolver,
    *,
    as_json: bool,
) -> None:
    """Answer the request of a file, or of standard input."""
    try:
        given = json.loads(text_of(path) if path is not None else sys.stdin.read())
    except ValueError as fault:
        place = path or "entrée standard"
        raise UnusableFileError(
            f"{place} : ce n'est pas du JSON ; voyez « arbitre situations --game {game} »"
        ) from fault
    found = asked.resolve(game, endpoint, given, mode)
    if as_json:
        write_json(handed_out(found))
    elif isinstance(found, Ordered):
        _tell_order(found)
    elif isinstance(found, Modified):
        _tell_value(found)
    elif isinstance(found, Prevailing):
        typer.echo(found.reason)
        _tell_proofs(found.decided_by)


def _tell_order(found: Ordered) -> None:
    for line in order_lines(found):
        typer.echo(line)
    _tell_proofs(found.decided_by)


def _tell_value(found: Modified) -> None:
    for step in found.steps:
        typer.echo(f"{step.label} : {step.before} → {step.after}  [{', '.join(step.decided_by)}]")
    for limit in found.limits:
        typer.echo(f"borne : {limit.value}  [{', '.join(limit.decided_by)}]")
    told = found.needed if found.needed is not None else found.value
    typer.echo("impossible" if found.impossible else "aucune règle ne tranche" if told is None else f"= {told}")
    _tell_proofs(found.decided_by)


def _tell_proofs(proofs: tuple[Proof, ...]) -> None:
    for proof in proofs:
        typer.echo(f"\n« {proof.quote} »\n— {proof.id}")
