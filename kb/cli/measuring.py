"""Commands that measure and export: eval, export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

import networkx as nx
import typer

from api.render import json_of
from kb.answer import Answerer, shown
from kb.cli import options
from kb.cli.app import app, open_base, write
from kb.evaluation import Outcome, Report, read_questions, reports, run
from kb.store import KnowledgeBase, View, whole_graph


@app.command("eval")
def eval_command(
    questions: Annotated[list[Path], typer.Argument(metavar="QUESTIONS.jsonl…")],
    kb: options.Kb = None,
    layer: options.Layer = "both",
    misses: Annotated[
        bool, typer.Option("--misses", help="Lister les questions dont la réponse n'est pas première.")
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Mesure la recherche sur des questions dont les lignes qui répondent sont connues."""
    answerer = Answerer(open_base(kb))
    asked = read_questions(questions)
    outcomes = run(answerer, asked, layer)
    found = reports(outcomes)
    write([_as_json(report) for report in found], map(_line, found), as_json=as_json)
    if misses:
        for outcome in outcomes:
            if outcome.rank != 1 and outcome.question.gold:
                typer.echo(_miss(outcome))


def _line(report: Report) -> str:
    measures = "  ".join(f"{name} {measure}" for name, measure in report.measures)
    return f"{report.name} ({report.count})  {measures}"


def _as_json(report: Report) -> dict[str, object]:
    measures = {
        name: {"mean": round(m.mean, 4), "low": round(m.low, 4), "high": round(m.high, 4)}
        for name, m in report.measures
    }
    return {"group": report.name, "count": report.count, "measures": measures}


def _miss(outcome: Outcome) -> str:
    question = outcome.question
    place = f"rang {outcome.rank}" if outcome.rank else "absente des dix premiers"
    return f"{question.id}  {place}  premier : {outcome.first}  « {question.text} »"


@app.command("export")
def export_command(
    kb: options.Kb = None,
    game: options.Game = None,
    format_: Annotated[Literal["jsonl", "graphml"], typer.Option("--format", help="jsonl ou graphml.")] = "jsonl",
    with_texts: Annotated[
        bool, typer.Option("--with-texts", help="Avec les textes des publications : usage personnel.")
    ] = False,
    layer: Annotated[
        View | None,
        typer.Option("--layer", help="La couche : précis (le défaut), texte, ou les deux (avec --with-texts)."),
    ] = None,
) -> None:
    """Écrit sur la sortie chaque nœud, puis chaque lien."""
    view = _exported(layer, with_texts=with_texts)
    base = open_base(kb)
    works = [base.work(game).work] if game else [info.work for info in base.works()]
    if format_ == "graphml":
        graph = nx.compose_all([whole_graph(base, work, view=view) for work in works])
        for line in nx.generate_graphml(nx.MultiDiGraph(graph)):
            typer.echo(line)
        return
    for work in works:
        for passage in base.passages(base.all_ids(work, view, units=True), view):
            # What of its text is ours, and no word of the publication, is said beside it.
            node = json_of(shown(passage)) | {"ours": base.lost(passage)}
            typer.echo(json.dumps(node, ensure_ascii=False))
    for work in works:
        _write_edges(base, work, view)


def _exported(layer: View | None, *, with_texts: bool) -> View:
    """What leaves this machine: the précis, and the texts only where that was said."""
    if layer is None:
        return "both" if with_texts else "precis"
    if layer != "precis" and not with_texts:
        raise typer.BadParameter(
            "les textes ne sortent qu'avec --with-texts, pour un usage personnel", param_hint="--layer"
        )
    return layer


def _write_edges(base: KnowledgeBase, work: str, view: View) -> None:
    """Each edge of a work once, the text's spans where both layers hold it."""
    seen: set[tuple[str, str, str]] = set()
    for source, target, kind, how, layer, spans in base.edge_rows(work):
        key = (source, target, kind)
        if key not in seen and view in {"both", layer}:
            seen.add(key)
            edge = {"from": source, "to": target, "type": kind, "how": how, "spans": json.loads(spans)}
            typer.echo(json.dumps(edge, ensure_ascii=False))
