"""Commands that read a rule or ask a question: show, search, ask, judge."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from api.render import json_of
from api.session import Session
from api.text import rule, told
from kb.cli import options
from kb.cli.app import app, open_base, write, write_json
from kb.cli.batches import answered
from kb.store import View


def _session(kb: Path | None, layer: View) -> Session:
    """What answers from a base, on this machine: with the texts."""
    return Session.opened(open_base(kb), with_texts=True).of(layer)


@app.command("show")
def show_command(
    identifier: Annotated[str, typer.Argument(metavar="ID", help="Un identifiant, un numéro, un titre.")],
    kb: options.Kb = None,
    game: options.Game = None,
    mode: options.Mode = None,
    layer: options.Layer = "both",
    limit: options.Most = None,
    as_json: options.AsJson = False,
) -> None:
    """Montre une règle, une entrée ou un passage, avec ce qui l'entoure."""
    session = _session(kb, layer)
    found = session.rule(identifier, (), game, mode)
    if as_json:
        write_json({name: value[:limit] if _around(name, value) else value for name, value in json_of(found).items()})
    else:
        typer.echo(rule(session, found, limit or sys.maxsize))


def _around(name: str, value: object) -> bool:
    """True for a list of what surrounds a rule; what it is made of is never cut."""
    return name not in {"units", "fields"} and isinstance(value, list) and all(isinstance(one, dict) for one in value)


@app.command("search")
def search_command(
    text: Annotated[str, typer.Argument(metavar="TEXTE")],
    kb: options.Kb = None,
    game: options.Game = None,
    mode: options.Mode = None,
    layer: options.Layer = "both",
    limit: options.Limit = 10,
    as_json: options.AsJson = False,
) -> None:
    """Cherche des passages."""
    session = _session(kb, layer)
    found = session.search(text, game, mode, None, limit, 0)
    write(found, [told(session, found)], as_json=as_json)


@app.command("ask")
def ask_command(
    text: Annotated[str | None, typer.Argument(metavar="TEXTE")] = None,
    kb: options.Kb = None,
    game: options.Game = None,
    mode: options.Mode = None,
    layer: options.Layer = "both",
    limit: options.Limit = 10,
    batch: Annotated[
        Path | None, typer.Option("--batch", metavar="FICHIER.jsonl", help="Une question par ligne.")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Répond à une question, règle citée à l'appui."""
    if (text is None) == (batch is None):
        raise typer.BadParameter("donnez une question, ou un fichier avec --batch", param_hint="TEXTE")
    session = _session(kb, layer)

    def answer_line(line: dict[str, Any]) -> object:
        return session.ask(line["question"], line.get("game"), line.get("mode", mode), limit)

    if batch is not None:
        for line in answered(batch, answer_line, "une « question »", ("question",)):
            typer.echo(json.dumps(line, ensure_ascii=False))
        return
    found = session.ask(text or "", game, mode, limit)
    write(found, [told(session, found)], as_json=as_json)


@app.command("judge")
def judge_command(
    text: Annotated[
        str, typer.Argument(metavar="TEXTE", help="Une question, une règle, un terme, deux règles, un moment.")
    ],
    kb: options.Kb = None,
    game: options.Game = None,
    mode: options.Mode = None,
    layer: options.Layer = "both",
    limit: options.Most = None,
    as_json: options.AsJson = False,
) -> None:
    """Rend la fiche d'un arbitre : ce qui tranche, sur quoi cela repose, les exceptions, ou qu'aucune règle ne tranche."""
    session = _session(kb, layer)
    whole = session.card(text, game, mode)
    # The rules that a ruling rests on, the deciding one first; no exception is ever left out.
    found = replace(whole, rests_on=whole.rests_on[:limit])
    lines = [told(session, found)]
    lines += [f"… et {left} de plus"] if (left := len(whole.rests_on) - len(found.rests_on)) else []
    lines += [f"Page : {found.permalink}"] if found.permalink else []
    write(found, lines, as_json=as_json)
