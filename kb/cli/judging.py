"""The command `judge`: a ruling card."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from api.render import json_of
from api.ruling import with_permalink
from api.wording import order_lines, relation
from kb.answer import Answerer, Card, Judge
from kb.cli.app import (
    GameOption,
    JsonOption,
    KbOption,
    LayerChoice,
    LayerOption,
    ModeOption,
    MostOption,
    app,
    open_base,
)
from kb.precedence import Ordered, Prevailing
from kb.timing import Comparison


@app.command("judge")
def judge_command(
    text: Annotated[
        str, typer.Argument(metavar="TEXTE", help="Une question, une règle, un terme, deux règles, un moment.")
    ],
    kb: KbOption = None,
    game: GameOption = None,
    mode: ModeOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    limit: MostOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rend la fiche d'un arbitre : ce qui tranche, sur quoi cela repose, les exceptions, ou qu'aucune règle ne tranche."""
    base = open_base(kb)
    base.check_mode(mode, game, layer.view)
    found = Judge(Answerer(base)).card(text, game, mode, layer.view)
    told = json_of(with_permalink(found))
    # The rules that a ruling rests on, the deciding one first; no exception is ever left out.
    left, told["rests_on"] = len(told["rests_on"][limit:]) if limit else 0, told["rests_on"][:limit]
    typer.echo(json.dumps(told, ensure_ascii=False, indent=2) if as_json else "\n".join(_lines(told, found, left)))


def _lines(told: dict[str, Any], found: Card, left: int) -> list[str]:
    """The card as a person reads it; `left` are the rules that it rests on and does not show."""
    lines = [told["question"], ""]
    if told["undecided"]:
        lines += [f"Aucune règle ne tranche : {told['reason'] or 'les règles citées laissent le cas ouvert'}", ""]
    decision = told["decision"]
    if decision:
        lines += [decision["verdict"].capitalize(), ""] if decision["verdict"] else []
        lines += [f"« {decision['text']} »", f"— {decision['citation']}", ""]
    if isinstance(found.order, Ordered):
        lines += [*order_lines(found.order), ""]
    elif isinstance(found.order, Prevailing):
        lines += [found.order.reason, ""]
    elif isinstance(found.order, Comparison):
        lines += [relation(found.order), ""]
    others = told["rests_on"][1:]
    lines += [f"Repose aussi sur : {ground['citation']} ({ground['id']})" for ground in others]
    lines += [f"… et sur {left} règle(s) de plus"] if left else []
    lines += [f"Exception : {link['title']} ({link['id']})" for link in told["exceptions"]]
    return [*lines, f"Page : {told['permalink']}"] if told["permalink"] else lines
