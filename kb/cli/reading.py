"""Commands that read the base: show, search, ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from api import surroundings
from api.render import json_of
from api.wording import order_lines, relation
from kb.answer import Answer, Answerer, Answers, values
from kb.cli.app import (
    GameOption,
    JsonOption,
    KbOption,
    LayerChoice,
    LayerOption,
    LimitOption,
    ModeOption,
    MostOption,
    app,
    open_base,
    write_json,
)
from kb.cli.batches import answered
from kb.errors import OutsideModeError, UnknownIdError
from kb.precedence import Ordered, Prevailing
from kb.store import KnowledgeBase, Passage, View

_RELATIONS = {
    "related": "Sujets connexes",
    "cites": "Renvoie à",
    "excepts": "Fait exception à",
    "overrides": "L'emporte sur",
    "contradicts": "Contredit",
    "restates": "Redit",
    "amends": "Modifie",
}
_INVERSE = {
    "cites": "Cité par",
    "excepts": "Exceptions",
    "overrides": "Cède devant",
    "contradicts": "Contredit par",
    "restates": "Redit par",
    "amends": "Modifié par l'erratum",
}


# Characters of a passage that one line of results shows.
_SHOWN = 160


@app.command("show")
def show_command(
    identifier: Annotated[str, typer.Argument(metavar="ID", help="Un identifiant, un numéro, un titre.")],
    kb: KbOption = None,
    game: GameOption = None,
    mode: ModeOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    limit: MostOption = None,
    as_json: JsonOption = False,
) -> None:
    """Montre une règle, une entrée ou un passage."""
    base = open_base(kb)
    base.check_mode(mode, game, layer.view)
    passage = _one(base, identifier, game, layer.view, mode)
    if as_json:
        shown = json_of(surroundings.rule(base, passage, layer.view))
        write_json({name: value[:limit] if _around(name, value) else value for name, value in shown.items()})
        return
    typer.echo(_header(passage))
    typer.echo(passage.text)
    if passage.summary:
        typer.echo(f"\nEn bref : {passage.summary}")
    children = base.children(passage.id, layer.view)
    for child in children[:limit]:
        typer.echo(f"\n{child.number or child.title}  {child.text}")
    if limit is not None and len(children) > limit:
        typer.echo(f"\n… et {len(children) - limit} de plus")
    for label, names in _links(base, passage, layer.view):
        more = f" … et {len(names) - limit} de plus" if limit is not None and len(names) > limit else ""
        typer.echo(f"\n{label} : {', '.join(names[:limit])}{more}")


def _around(name: str, value: object) -> bool:
    """True for a list of what surrounds a rule; what it is made of is never cut."""
    return name not in {"units", "fields"} and isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _one(base: KnowledgeBase, text: str, game: str | None, view: View, mode: str | None) -> Passage:
    """The passage that a text names, among the rules of the mode; an entry of the glossary before what shares its title.

    Raises:
        OutsideModeError: the one that bears that name is of other modes.
        UnknownIdError: nothing bears that name, or several provisions do.
    """
    if game is not None:
        base.work(game)
    found = base.lookup(text, game)
    if mode is not None:
        outside = base.outside(found, mode, view)
        found = tuple(one for one in found if one not in outside) or found
    named = base.passages(found, view) if len(found) > 1 else [base.passage((*found, text)[0], view)]
    entries = [passage for passage in named if passage.kind in {"definition", "keyword", "ability"}]
    passage = next((only[0] for only in (named, entries) if len(only) == 1), None)
    if passage is None:
        raise UnknownIdError(f"{text} (plusieurs : {', '.join(found)})")
    if mode is not None and mode not in passage.scope:
        raise OutsideModeError(passage.id, mode, passage.scope)
    return passage


def _header(passage: Passage) -> str:
    path = " › ".join(passage.path)
    status = {"superseded": " [remplacé]", "deleted": " [supprimé]", "doubtful": " [douteux]"}.get(passage.status, "")
    return f"{passage.id}{status}\n{path}\n{_place(passage)}\n"


def _links(base: KnowledgeBase, passage: Passage, view: View) -> Iterator[tuple[str, list[str]]]:
    for labels, incoming in ((_RELATIONS, False), (_INVERSE, True)):
        edges = base.edges(passage.id, incoming=incoming, view=view)
        for kind, label in labels.items():
            names = [f"{edge.title} ({edge.id})" for edge in edges if edge.type == kind]
            if names:
                yield label, names


@app.command("search")
def search_command(
    text: Annotated[str, typer.Argument(metavar="TEXTE")],
    kb: KbOption = None,
    game: GameOption = None,
    mode: ModeOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    limit: LimitOption = 10,
    as_json: JsonOption = False,
) -> None:
    """Cherche des passages."""
    base = open_base(kb)
    base.check_mode(mode, game, layer.view)
    found = Answerer(base).search(text, game, None, limit, 0, layer.view, mode)
    if as_json:
        write_json(json_of(found))
        return
    if not found.results:
        typer.echo("aucun passage ne contient ces mots")
    if found.corrected:
        typer.echo(f"Compris : « {found.corrected} »")
    for scored in found.results:
        typer.echo(_line(scored))


def _line(passage: values.Passage) -> str:
    first = passage.text.replace("\n", " ")
    shown = first if len(first) <= _SHOWN else f"{first[: _SHOWN - 1]}…"
    return f"{passage.score or 0:7.2f}  {passage.id}  {passage.title}\n         {shown}\n         {' · '.join(passage.why)}"


@app.command("ask")
def ask_command(
    text: Annotated[str | None, typer.Argument(metavar="TEXTE")] = None,
    kb: KbOption = None,
    game: GameOption = None,
    mode: ModeOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    limit: LimitOption = 10,
    batch: Annotated[
        Path | None, typer.Option("--batch", metavar="FICHIER.jsonl", help="Une question par ligne.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Répond à une question, règle citée à l'appui."""
    if (text is None) == (batch is None):
        raise typer.BadParameter("donnez une question, ou un fichier avec --batch", param_hint="TEXTE")
    base = open_base(kb)
    base.check_mode(mode, game, layer.view)
    answerer = Answerer(base)

    def answer(line: dict[str, Any]) -> dict[str, Any]:
        return _asked(answerer, line["question"], line.get("game"), line.get("mode", mode), layer.view, limit)

    if batch is not None:
        for found in answered(batch, answer, "une « question »", ("question",)):
            typer.echo(json.dumps(found, ensure_ascii=False))
        return
    question = text or ""
    if as_json:
        write_json(_asked(answerer, question, game, mode, layer.view, limit))
        return
    one = {game: answerer.ask(question, game, limit, layer.view, mode)} if game else None
    answers = one or answerer.ask_all(question, limit, layer.view, mode)
    if not answers:
        typer.echo("aucune règle ne répond à cette question")
    for work, one_game in answers.items():
        typer.echo(told(base, work, one_game))


def _asked(
    answerer: Answerer, question: str, game: str | None, mode: str | None, view: View, limit: int
) -> dict[str, Any]:
    answerer.base.check_mode(mode, game, view)
    if game is not None:
        one: dict[str, Any] = json_of(answerer.ask(question, game, limit, view, mode))
        return one
    answers = answerer.ask_all(question, limit, view, mode)
    games: dict[str, Any] = json_of(Answers(answers))
    return games


def told(base: KnowledgeBase, work: str, answer: Answer) -> str:
    """An answer as a person reads it."""
    title = base.work(work).title
    lines = [f"Compris : « {answer.corrected} »"] if answer.corrected else []
    if not answer.answerable:
        lines.append(f"{title} : aucune règle ne répond" + (f". {answer.reason}" if answer.reason else ""))
        lines += ["Les plus proches :", *(_line(scored) for scored in answer.passages[:3])] if answer.passages else []
        return "\n".join(lines)
    best = answer.passages[0]
    lines += [title, ""]
    if answer.verdict:
        lines += [f"{answer.verdict.capitalize()} (à la question « {answer.settled_by} »)", ""]
    if answer.cell is not None:
        lines += [f"{answer.cell.column} : {answer.cell.value}", ""]
    lines += [*(f"« {quote.text} »" for quote in answer.answer.quotes), ""]
    if answer.timing is not None:
        lines += [relation(answer.timing), ""]
    if isinstance(answer.precedence, Ordered):
        lines += [*order_lines(answer.precedence), ""]
    elif isinstance(answer.precedence, Prevailing):
        lines += [answer.precedence.reason.capitalize(), ""]
    elif answer.answer.steps:
        lines += [*(f"{step.order}. {step.text.splitlines()[0]}" for step in answer.answer.steps), ""]
    lines.append(f"— {citation(base, best)}")
    for label, links in (
        ("Ensuite", answer.consequences),
        ("Exceptions", answer.exceptions),
        ("Voir aussi", answer.related),
    ):
        if links:
            lines.append(f"{label} : " + ", ".join(f"{link.title} ({link.id})" for link in links))
    lines += [
        "",
        "Autres passages :",
        *(f"  {passage.id}  {passage.title}" for passage in answer.passages[1:5]),
    ]
    return "\n".join(lines)


def citation(base: KnowledgeBase, passage: values.Passage) -> str:
    """`Runewars…, Guide de référence, 35.3 Déplacement (runewars.txt, lignes 1629-1633)`."""
    name = f"{passage.number} {passage.title}" if passage.number else passage.title
    return f"{base.work(passage.work).title}, {passage.path[0]}, {name} ({_place(passage)})"


def _place(passage: Passage | values.Passage) -> str:
    """The document and lines of a passage."""
    spans = passage.source.spans
    shown = ", ".join(f"{span.start}-{span.end}" if span.end > span.start else str(span.start) for span in spans)
    several = len(spans) > 1 or any(span.end > span.start for span in spans)
    return f"{passage.source.document}, ligne{'s' if several else ''} {shown}"
