"""The command that shows a rule, an entry or a passage: show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Annotated

import typer

from kb.cli import options
from kb.cli.app import app, open_base, write, write_json
from kb.errors import OutsideModeError, UnknownIdError
from kb.store import (
    KnowledgeBase,
    LayerName,
    LinkedNode,
    Passage,
    PathStep,
    View,
    path_between,
    resting_on,
    without_notes,
)

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
    base = open_base(kb)
    base.check_mode(mode, game, layer)
    passage = _one(base, identifier, game, layer, mode)
    if start is not None:
        origin = _one(base, start, game, layer, mode)
        steps = path_between(base, origin.id, passage.id, layer)
        path = [{"from": step.source, "to": step.target, "type": step.type} for step in steps]
        write({"path": path}, _path(base, origin.id, passage.id, steps, layer), as_json=as_json)
    elif resting:
        found = resting_on(base, passage.id, layer)
        below = [{"id": one, "distance": far} for one, far in found[:limit]]
        head = f"{_named(base, passage.id, layer)} : règles à relire si elle change : {len(found)}"
        lines = (f"  {far}  {_named(base, one, layer)}" for one, far in found[:limit])
        write({"resting": below}, chain([head], lines), as_json=as_json)
    elif as_json:
        # What the API gives: slow to import, and most who look at a rule do without.
        from api.render import json_of  # noqa: PLC0415
        from api.rule_links import rule  # noqa: PLC0415

        shown = json_of(rule(base, passage, layer))
        write_json({name: value[:limit] if _around(name, value) else value for name, value in shown.items()})
    else:
        typer.echo("\n".join(_lines(base, passage, layer, limit)))


def _path(base: KnowledgeBase, start: str, end: str, steps: Sequence[PathStep], view: View) -> Iterator[str]:
    """Each step on a line: what the first of its two ends does to the other, or is done to it."""
    yield _named(base, start, view)
    here = start
    for step in steps:
        onwards = step.source == here
        here = step.target if onwards else step.source
        yield f"  {_LINKS[step.type][2 if onwards else 3]} {_named(base, here, view)}"
    if here != end:
        yield f"  aucun lien ne mène à {_named(base, end, view)}"


def _lines(base: KnowledgeBase, passage: Passage, view: View, limit: int | None) -> Iterator[str]:
    """A rule, what it holds and what is linked to it."""
    path = " › ".join(passage.path)
    page = f"p. {passage.page}" if passage.page is not None else ""
    place = ", ".join(filter(None, (passage.source.document, page, passage.source.lines)))
    status = {"superseded": " [remplacé]", "deleted": " [supprimé]", "doubtful": " [douteux]"}.get(passage.status, "")
    yield f"{passage.id}{status}\n{path}\n{place}\n\n{_noted(base, passage)}"
    if passage.summary:
        yield f"\nEn bref : {passage.summary}"
    if (lead := base.lead(passage)) is not None:
        yield f"\nDans la liste que mène : {lead.text}"
    for other in base.aligned(passage):
        yield f"\nDans l'autre couche : {base.passage(other, _OTHER[passage.layer]).text}"
    children = base.children(passage.id, view)
    yield from (f"\n{child.number or child.title}  {_noted(base, child)}" for child in children[:limit])
    if left := len(children[limit:]) if limit else 0:
        yield f"\n… et {left} de plus"
    for label, names in _links(base, passage, view):
        more = f" … et {left} de plus" if limit and (left := len(names[limit:])) else ""
        # Rules that clash are told one below the other, each with its words.
        apart = "\n  " if any("\n" in name for name in names) else ", "
        yield f"\n{label} : {apart.join(names[:limit])}{more}"


def _noted(base: KnowledgeBase, passage: Passage) -> str:
    """The words of a passage, then the notes that its rows call."""
    notes = base.notes(passage)
    return "\n".join([without_notes(passage.text, notes), *(note.shown for note in notes)]) if notes else passage.text


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


def _links(base: KnowledgeBase, passage: Passage, view: View) -> Iterator[tuple[str, list[str]]]:
    for incoming in (False, True):
        edges = base.gathered(passage.id, incoming=incoming, view=view)
        for kind, heads in _LINKS.items():
            names = [f"{edge.title} ({edge.id}){_clash(base, edge, view)}" for edge in edges if edge.type == kind]
            if heads[incoming] and names:
                yield heads[incoming], names


def _clash(base: KnowledgeBase, edge: LinkedNode, view: View) -> str:
    """The words on either side of two rules that clash, and which prevails."""
    sides = base.face_to_face(edge, view)
    if not all(sides):
        return ""
    which = {True: "celle-là l'emporte", False: "celle-ci l'emporte", None: "le livre ne dit pas laquelle l'emporte"}[
        edge.prevails
    ]
    return f"\n    ici « {sides[0]} »\n    là « {sides[1]} »\n    {which}"
