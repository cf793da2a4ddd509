"""Commands that ask a question: search, ask, judge."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from api.card import with_permalink
from api.sentences import OPEN, concluded, ruled, understood
from kb.answer import Answer, Answerer, Answers, Card, Judge, Results, values
from kb.cli import options
from kb.cli.app import app, open_base, write
from kb.cli.batches import answered
from kb.cli.showing import place
from kb.store import KnowledgeBase

# Characters of a passage that one line of results shows.
_SHOWN = 160


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
    base = open_base(kb)
    base.check_mode(mode, game, layer)
    found = Answerer(base).search(text, game, None, limit, 0, layer, mode)
    write(found, _results(found), as_json=as_json)


def _results(found: Results) -> Iterator[str]:
    if not found.results:
        yield "aucun passage ne contient ces mots"
    yield from understood(found.corrected)
    yield from map(_line, found.results)


def _line(passage: values.Passage) -> str:
    return f"{passage.score or 0:7.2f}  {passage.id}  {passage.title}\n         {_first(passage)}\n         {' · '.join(passage.why)}"


def _first(passage: values.Passage) -> str:
    """The beginning of a passage, on one line."""
    first = passage.text.replace("\n", " ")
    return first if len(first) <= _SHOWN else f"{first[: _SHOWN - 1]}…"


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
    base = open_base(kb)
    base.check_mode(mode, game, layer)
    answerer = Answerer(base)

    def answer(question: str, game: str | None, mode: str | None) -> Answer | Answers:
        base.check_mode(mode, game, layer)
        if game is not None:
            return answerer.ask(question, game, limit, layer, mode)
        return Answers(answerer.ask_all(question, limit, layer, mode))

    def answer_line(line: dict[str, Any]) -> object:
        return answer(line["question"], line.get("game"), line.get("mode", mode))

    if batch is not None:
        for line in answered(batch, answer_line, "une « question »", ("question",)):
            typer.echo(json.dumps(line, ensure_ascii=False))
        return
    found = answer(text or "", game, mode)
    answers = found.games.values() if isinstance(found, Answers) else [found]
    lines = (written(base, one_game) for one_game in answers)
    write(found, lines if answers else ["aucune règle ne répond à cette question"], as_json=as_json)


def written(base: KnowledgeBase, answer: Answer) -> str:
    """An answer as a person reads it."""
    title = base.work(answer.game).title
    lines = understood(answer.corrected)
    if not answer.answerable:
        lines.append(f"{title} : aucune règle ne répond" + (f". {answer.reason}" if answer.reason else ""))
        # A player is told neither scores nor stems.
        nearest = [f"  {one.title} ({one.id}) : {_first(one)}" for one in answer.passages[:3]]
        lines += ["Les plus proches :", *nearest] if nearest else []
        return "\n".join(lines)
    best = answer.passages[0]
    lines += [title, ""]
    reply, ruling = answer.answer, ruled(answer.precedence)
    lines += _block(concluded(reply))
    if answer.cell is not None:
        lines += [f"{answer.cell.column} : {answer.cell.value}", ""]
    lines += [*(f"{f'{clause.heading} — ' if clause.heading else ''}{clause.shown}" for clause in reply.because), ""]
    lines += [*_block(ruled(answer.timing)), *_block(ruling)]
    if reply.steps and not ruling:
        lines += [*(f"{step.order}. {step.text.splitlines()[0]}" for step in reply.steps), ""]
    lines.append(f"— {citation(base, best)}")
    for label, links in (
        ("Ensuite", answer.consequences),
        ("Exceptions", answer.exceptions),
        ("Voir aussi", answer.related),
    ):
        if links:
            lines.append(f"{label} : " + ", ".join(f"{link.title} ({link.id})" for link in links))
    lines += ["", "Autres passages :", *(f"  {passage.id}  {passage.title}" for passage in answer.passages[1:5])]
    return "\n".join(lines)


def citation(base: KnowledgeBase, passage: values.Passage) -> str:
    """`Runewars…, Guide de référence, 35.3 Déplacement (runewars.txt, lignes 1629-1633)`."""
    name = f"{passage.number} {passage.title}" if passage.number else passage.title
    return f"{base.work(passage.work).title}, {passage.path[0]}, {name} ({place(passage)})"


def _block(lines: list[str]) -> list[str]:
    """Some lines and a blank one; nothing where there are none."""
    return [*lines, ""] if lines else []


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
    base = open_base(kb)
    base.check_mode(mode, game, layer)
    found = Judge(Answerer(base)).card(text, game, mode, layer)
    # The rules that a ruling rests on, the deciding one first; no exception is ever left out.
    left = len(found.rests_on[limit:]) if limit else 0
    found = with_permalink(replace(found, rests_on=found.rests_on[:limit]))
    write(found, _card(found, left), as_json=as_json)


def _card(found: Card, left: int) -> list[str]:
    """The card as a person reads it; `left` are the rules that it rests on and does not show."""
    lines = [found.question, ""]
    if found.undecided:
        lines += [f"Aucune règle ne tranche : {found.reason or OPEN}", ""]
    if found.decision is not None:
        quote = found.rests_on[0].quote
        lines += [found.decision.text, ""] if found.decision.text != quote else []
        lines += [f"« {quote} »", f"— {found.decision.citation}", ""]
    lines += _block(ruled(found.order))
    for ground in found.rests_on[1:]:
        told = f"{ground.heading} : « {ground.quote} »" if ground.heading else f"Repose aussi sur : {ground.citation}"
        lines.append(f"{told} ({ground.id})")
    lines += [f"… et sur {left} règle(s) de plus"] if left else []
    lines += [f"Exception : {link.title} ({link.id})" for link in found.exceptions]
    return [*lines, f"Page : {found.permalink}"] if found.permalink else lines
