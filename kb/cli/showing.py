"""The command that shows a rule, an entry or a passage: show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli.app import (
    GameOption,
    JsonOption,
    KbOption,
    LayerOption,
    ModeOption,
    MostOption,
    app,
    open_base,
    write_json,
)
from kb.errors import OutsideModeError, UnknownIdError
from kb.store import KnowledgeBase, LayerName, LinkedNode, Passage, View, path_between, resting_on

if TYPE_CHECKING:
    from kb.answer import values

_OTHER: dict[LayerName, LayerName] = {"precis": "texte", "texte": "precis"}
# Of each type of link: the head of the list of those that leave a rule, of those that come to it; a step along it, and back.
_LINKS = {
    "related": ("Sujets connexes", "", "a pour sujet connexe", "est un sujet connexe de"),
    "cites": ("Renvoie à", "Cité par", "renvoie à", "est cité par"),
    "excepts": ("Fait exception à", "Exceptions", "fait exception à", "a pour exception"),
    "overrides": ("L'emporte sur", "Cède devant", "l'emporte sur", "cède devant"),
    "contradicts": ("Contredit", "Contredit par", "contredit", "est contredit par"),
    "restates": ("Redit", "Redit par", "redit", "est redit par"),
    "amends": ("Modifie", "Modifié par l'erratum", "modifie", "est modifié par"),
    "contains": ("", "", "contient", "est dans"),
    "defines": ("", "", "définit", "est défini par"),
    "precedes": ("", "", "précède", "suit"),
    "uses": ("", "", "emploie", "est employé par"),
}


@app.command("show")
def show_command(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    identifier: Annotated[str, typer.Argument(metavar="ID", help="Un identifiant, un numéro, un titre.")],
    kb: KbOption = None,
    game: GameOption = None,
    mode: ModeOption = None,
    layer: LayerOption = "both",
    limit: MostOption = None,
    as_json: JsonOption = False,
    start: Annotated[
        str | None, typer.Option("--path", metavar="ID", help="Ce qui mène de cette règle à l'autre, lien après lien.")
    ] = None,
    resting: Annotated[
        bool, typer.Option("--resting", help="Ce qui repose sur la règle : exceptions, renvois, de proche en proche.")
    ] = False,
) -> None:
    """Montre une règle, une entrée ou un passage ; ce qui la relie à une autre (--path), ce qui repose sur elle (--resting)."""
    base = open_base(kb)
    base.check_mode(mode, game, layer)
    passage = _one(base, identifier, game, layer, mode)
    if start is not None:
        _show_path(base, _one(base, start, game, layer, mode), passage, layer, as_json=as_json)
        return
    if resting:
        _show_resting(base, passage, layer, limit, as_json=as_json)
        return
    if as_json:
        # What the API gives: slow to import, and most who look at a rule do without.
        from api.render import json_of  # noqa: PLC0415
        from api.surroundings import rule  # noqa: PLC0415

        shown = json_of(rule(base, passage, layer))
        write_json({name: value[:limit] if _around(name, value) else value for name, value in shown.items()})
        return
    typer.echo(_header(passage))
    typer.echo(passage.text)
    if passage.summary:
        typer.echo(f"\nEn bref : {passage.summary}")
    if (lead := base.lead(passage)) is not None:
        typer.echo(f"\nDans la liste que mène : {lead.text}")
    for other in base.aligned(passage):
        typer.echo(f"\nDans l'autre couche : {base.passage(other, _OTHER[passage.layer]).text}")
    children = base.children(passage.id, layer)
    for child in children[:limit]:
        typer.echo(f"\n{child.number or child.title}  {child.text}")
    if limit is not None and len(children) > limit:
        typer.echo(f"\n… et {len(children) - limit} de plus")
    for label, names in _links(base, passage, layer):
        more = f" … et {len(names) - limit} de plus" if limit is not None and len(names) > limit else ""
        # Rules that clash are told one below the other, each with its words.
        apart = "\n  " if any("\n" in name for name in names) else ", "
        typer.echo(f"\n{label} : {apart.join(names[:limit])}{more}")


def _show_path(base: KnowledgeBase, start: Passage, end: Passage, view: View, *, as_json: bool) -> None:
    """Each step on a line: what the first of its two ends does to the other, or is done to it."""
    steps = path_between(base, start.id, end.id, view)
    if as_json:
        write_json({"path": [{"from": step.source, "to": step.target, "type": step.type} for step in steps]})
        return
    typer.echo(_named(base, start.id, view))
    here = start.id
    for step in steps:
        onwards = step.source == here
        here = step.target if onwards else step.source
        typer.echo(f"  {_LINKS[step.type][2 if onwards else 3]} {_named(base, here, view)}")
    if not steps and start.id != end.id:
        typer.echo(f"  aucun lien ne mène à {_named(base, end.id, view)}")


def _show_resting(base: KnowledgeBase, passage: Passage, view: View, limit: int | None, *, as_json: bool) -> None:
    found = resting_on(base, passage.id, view)
    if as_json:
        write_json({"resting": [{"id": identifier, "distance": far} for identifier, far in found[:limit]]})
        return
    typer.echo(f"{_named(base, passage.id, view)} : règles à relire si elle change : {len(found)}")
    for identifier, far in found[:limit]:
        typer.echo(f"  {far}  {_named(base, identifier, view)}")


def _named(base: KnowledgeBase, identifier: str, view: View) -> str:
    title = base.passage(identifier, view).title
    return f"{title} ({identifier})" if title else identifier


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
    return f"{passage.id}{status}\n{path}\n{place(passage)}\n"


def _links(base: KnowledgeBase, passage: Passage, view: View) -> Iterator[tuple[str, list[str]]]:
    for incoming in (False, True):
        edges = base.gathered(passage.id, incoming=incoming, view=view)
        for kind, heads in _LINKS.items():
            names = [f"{edge.title} ({edge.id}){_clash(base, edge, view)}" for edge in edges if edge.type == kind]
            if heads[incoming] and names:
                yield heads[incoming], names


def _clash(base: KnowledgeBase, edge: LinkedNode, view: View) -> str:
    """The words on either side of two rules that clash, and which prevails."""
    layers: tuple[View, ...] = ("precis",) if view == "precis" else ("texte", "precis")
    sides = [
        next((one.text for layer in layers for one in base.said_in(clause, layer)), "")
        for clause in (edge.near_clause, edge.far_clause)
    ]
    if not all(sides):
        return ""
    which = {True: "celle-là l'emporte", False: "celle-ci l'emporte", None: "le livre ne dit pas laquelle l'emporte"}[
        edge.prevails
    ]
    return f"\n    ici « {sides[0]} »\n    là « {sides[1]} »\n    {which}"


def place(passage: Passage | values.Passage) -> str:
    """The document and lines of a passage."""
    spans = passage.source.spans
    shown = ", ".join(f"{span.start}-{span.end}" if span.end > span.start else str(span.start) for span in spans)
    if not spans:
        return passage.source.document
    several = len(spans) > 1 or any(span.end > span.start for span in spans)
    page = f", p. {passage.page}" if passage.page is not None else ""
    return f"{passage.source.document}{page}, ligne{'s' if several else ''} {shown}"
