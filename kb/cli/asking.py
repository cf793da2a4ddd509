"""Commands that read a rule or ask a question: show, search, ask, judge."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from api.render import json_of
from api.session import Session
from api.text import as_text, rule
from kb.cli import options
from kb.cli.app import app, open_base, write, write_json
from kb.cli.batches import tell_batch
from kb.errors import WrongRequestError
from kb.model.french import WORDS
from kb.store import View, path_between, resting_on
from kb.store.graph import PathStep
from kb.system import bounds


def _session(kb: Path | None, layer: View) -> Session:
    """What answers from a base, on this machine: with the texts."""
    return Session.opened(open_base(kb), with_texts=True).of(layer)


@app.command("show")
def show_command(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    identifier: Annotated[str, typer.Argument(metavar="ID", help="Un identifiant, un numéro, un titre.")],
    kb: options.Kb = None,
    game: options.Game = None,
    mode: options.Mode = None,
    layer: options.Layer = "both",
    limit: options.Most = None,
    as_json: options.AsJson = False,
    start: Annotated[
        str | None, typer.Option("--path", metavar="ID", help="Ce qui mène de cette règle à l'autre, lien après lien.")
    ] = None,
    resting: Annotated[
        bool, typer.Option("--resting", help="Ce qui repose sur la règle : exceptions, renvois, de proche en proche.")
    ] = False,
) -> None:
    """Montre une règle, une entrée ou un passage ; ce qui la relie à une autre (--path), ce qui repose sur elle (--resting)."""
    session = _session(kb, layer)
    found = session.rule(identifier, (), game, mode)
    if start is not None:
        steps = path_between(session.base, session.rule(start, (), game, mode).id, found.id, layer)
        path = [{"from": one.source, "to": one.target, "type": one.type} for one in steps]
        write({"path": path}, _path(session, found.id, steps), as_json=as_json)
    elif resting:
        below = resting_on(session.base, found.id, layer)
        listed = [{"id": one, "distance": far} for one, far in below[:limit]]
        lines = (f"  {far}  {_named(session, one)}" for one, far in below[:limit])
        write({"resting": listed}, chain([f"Règles à relire si elle change : {len(below)}"], lines), as_json=as_json)
    elif as_json:
        write_json({name: value[:limit] if _around(name, value) else value for name, value in json_of(found).items()})
    else:
        typer.echo(rule(session, found, limit or sys.maxsize))


def _path(session: Session, end: str, steps: Sequence[PathStep]) -> Iterator[str]:
    """The rules of a way, each after what the link that leads to it says."""
    if not steps:
        yield f"Aucun lien ne mène à {_named(session, end)}."
        return
    # The way ends where the last link does: what each link joins is said from there.
    here = end
    lines = []
    for step in reversed(steps):
        onwards = step.target == here
        label = WORDS["outgoing" if onwards else "incoming"].get(step.type, step.type)
        lines.append(f"  {label} : {_named(session, here)}")
        here = step.source if onwards else step.target
    yield from (_named(session, here), *reversed(lines))


def _named(session: Session, identifier: str) -> str:
    title = session.base.passage(identifier, session.view).title
    return f"{title} ({identifier})" if title else identifier


def _around(name: str, value: object) -> bool:
    """True for a list of what surrounds a rule; what it is made of is never cut."""
    return name not in {"units", "fields"} and isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _bounded(text: str) -> str:
    """A question, whoever asks it: it says something."""
    if not any(map(str.isalnum, text)):
        raise WrongRequestError("question vide : écrivez ce que vous cherchez, par exemple « qui joue en premier ? »")
    most = bounds.QUESTION_CHARACTERS
    if len(text) > most:
        raise WrongRequestError(f"question de {len(text)} caractères, plus que les {most} admis ; raccourcissez-la")
    return text


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
    found = session.search(_bounded(text), game, mode, None, limit, 0)
    write(found, [as_text(session, found)], as_json=as_json)


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
    session.check(game, mode)

    def answer_line(line: dict[str, Any]) -> object:
        asked = options.as_known(line.get("game", game))
        return session.ask(_bounded(line["question"]), asked, line.get("mode", mode), limit)

    if batch is not None:
        tell_batch(batch, answer_line, "une « question »", ("question",))
        return
    found = session.ask(_bounded(text or ""), game, mode, limit)
    write(found, [as_text(session, found)], as_json=as_json)


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
    whole = session.card(_bounded(text), game, mode)
    # The rules that a ruling rests on, the deciding one first; no exception is ever left out.
    found = replace(whole, rests_on=whole.rests_on[:limit])
    lines = [as_text(session, found)]
    left = 0 if whole.elsewhere else len(whole.rests_on) - len(found.rests_on)
    lines += [f"… et {left} de plus"] if left else []
    lines += [f"Page : {found.permalink}"] if found.permalink and not found.elsewhere else []
    write(found, lines, as_json=as_json)
