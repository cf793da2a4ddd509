"""The command that compares: diff, of two bases or of the two layers of one."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from kb.cli import options
from kb.cli.app import app, open_base, write
from kb.comparison import Change, Difference, Review, compare_bases, compare_layers, review
from kb.reading.data import read_settled
from kb.store import KnowledgeBase
from kb.system.data import data_dir

LayersOption = Annotated[
    tuple[str, str] | None,
    typer.Option("--layers", metavar="COUCHE COUCHE", help="Comparer les deux couches d'une base : precis texte."),
]


@app.command("diff")
def diff_command(
    first: Annotated[Path | None, typer.Argument(metavar="[A]")] = None,
    second: Annotated[Path | None, typer.Argument(metavar="[B]")] = None,
    layers: LayersOption = None,
    game: options.Game = None,
    kb: options.Kb = None,
    as_json: options.AsJson = False,
) -> None:
    """Compare deux bases, ou le précis d'un jeu à son texte : 1 si un constat sur les couches n'est pas tranché."""
    if layers is None:
        if first is None or second is None:
            raise typer.BadParameter("donnez deux bases, ou --layers precis texte", param_hint="A B")
        if game is not None:
            raise typer.BadParameter("ne sert qu'avec --layers", param_hint="--game")
        between = compare_bases(KnowledgeBase(first), KnowledgeBase(second))
        write(between, _between(between), as_json=as_json)
        return
    if first is not None or sorted(layers) != ["precis", "texte"]:
        raise typer.BadParameter("les deux couches d'une base sont precis et texte", param_hint="--layers")
    reviews = _reviews(open_base(kb), game)
    lines = chain.from_iterable(map(_lines, reviews))
    write({"works": [_as_json(found) for found in reviews]}, lines, as_json=as_json)
    raise typer.Exit(1 if any(found.open for found in reviews) else 0)


def _reviews(base: KnowledgeBase, game: str | None) -> list[Review]:
    """The findings on the game named, or on every game that has both layers, with what is settled; on any where none has."""
    both = [info.work for info in base.works(unlisted=True) if len(info.layers) > 1]
    works = [game] if game else both or base.work_ids()
    corpus = data_dir("corpus")
    return [review(work, compare_layers(base, work), read_settled(corpus / work)) for work in works]


def _lines(found: Review) -> Iterable[str]:
    """Each finding left to settle, each line that settles nothing, and a summary."""
    yield from map(str, found.open)
    for line in found.stale:
        yield f"{line.id}: PERIME {line.code} : rien à trancher ici ; retirez cette ligne de fidelity.toml"
    counts = Counter(finding.code for finding in found.open)
    detail = f" ({', '.join(f'{code} {count}' for code, count in sorted(counts.items()))})" if counts else ""
    yield f"{found.work} : {len(found.open)} à trancher{detail}, {len(found.settled)} tranchés, {len(found.stale)} périmés"


def _as_json(found: Review) -> dict[str, object]:
    findings = [*found.open, *found.settled]
    return {"work": found.work, "unsettled": len(found.open), "findings": findings, "stale": found.stale}


def _between(found: Difference) -> Iterable[str]:
    """One line a difference, then how many."""
    yield from (f"+ {node.id} ({node.layer})" for node in found.added)
    yield from (f"- {node.id} ({node.layer})" for node in found.removed)
    yield from (f"> {_changed(change)}" for change in found.moved)
    yield from (f"~ {_changed(change)}" for change in found.changed)
    yield (
        f"{len(found.added)} ajoutés, {len(found.removed)} retirés, {len(found.moved)} déplacés, {len(found.changed)} changés"
    )


def _changed(change: Change) -> str:
    return f"{change.id} ({change.layer}) : {', '.join(change.what)}"
