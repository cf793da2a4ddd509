"""Commands about time and precedence: situations, order, modify, conflict, resolve for requests of all kinds, timeline, timing, window."""

from pathlib import Path
from typing import Annotated, Any

import typer

from api.games import as_value
from api.text import as_text
from kb.answer import Draft, Resolver
from kb.cli import options
from kb.cli.app import app, open_base, write
from kb.cli.batches import STANDARD_INPUT, json_in, tell_batch, text_of
from kb.errors import UnusableFileError
from kb.precedence import slots
from kb.reading.data import read_precedence, read_timeline
from kb.store import View
from kb.timing import TurnSide

RequestArgument = Annotated[
    Path | None, typer.Argument(metavar="[FICHIER]", help="La requête en JSON ; sans fichier, l'entrée standard.")
]
DraftOption = Annotated[
    Path | None,
    typer.Option(
        "--corpus",
        metavar="DOSSIER",
        help="Le dossier de l'œuvre, ou de plusieurs : precedence.toml et timeline.toml y sont lus, le reste dans la base.",
    ),
]


def _resolver(kb: Path | None, layer: View, game: str, corpus: Path | None) -> Resolver:
    """What answers about a game, by the files of `corpus` where it is given."""
    return Resolver(open_base(kb), layer, None if corpus is None else _draft(corpus, game))


def _draft(corpus: Path, game: str) -> Draft:
    folder = corpus / game if (corpus / game).is_dir() else corpus
    policy, moments = read_precedence(folder), read_timeline(folder)
    if policy is None and not moments:
        message = f"{folder} : ni precedence.toml ni timeline.toml ; --corpus veut le dossier de « {game} »"
        raise UnusableFileError(message)
    return Draft(game, policy, moments or None)


def _tell(resolver: Resolver, asked: tuple[str, str, object], mode: str | None, *, as_json: bool) -> None:
    """Answer a request: the game, what is asked of it, and with what."""
    found = as_value(resolver.resolve(*asked, mode))
    write(found, [as_text(resolver, found)], as_json=as_json)


# The commands that show what a game has, and those that answer a request, differ by their names alone.
_SHOWN = {
    "situations": "Montre ce que le moteur sait ordonner ou calculer dans un jeu, et ce qu'une requête doit dire.",
    "timeline": "Montre la séquence d'un jeu : tours, phases, étapes, et les règles qui la fixent.",
}
_ANSWERED = {
    "order": "Met dans l'ordre ce que dit une requête, et cite les règles qui le veulent.",
    "modify": "Calcule une valeur modifiée, ou le jet qu'il faut, et cite les règles appliquées.",
    "conflict": f"Dit laquelle de deux règles contraires l'emporte, et cite ce qui le décide.\n\nPar exemple : {slots.CONFLICT_EXAMPLE}",
}


def shown_command(
    context: typer.Context,
    game: options.OneGame,
    mode: options.Mode = None,
    kb: options.Kb = None,
    layer: options.Layer = "both",
    corpus: DraftOption = None,
    as_json: options.AsJson = False,
) -> None:
    """Show what the command is called after."""
    _tell(_resolver(kb, layer, game, corpus), (game, str(context.info_name), {}), mode, as_json=as_json)


def answered_command(
    context: typer.Context,
    game: options.OneGame,
    request: RequestArgument = None,
    mode: options.Mode = None,
    kb: options.Kb = None,
    layer: options.Layer = "both",
    corpus: DraftOption = None,
    as_json: options.AsJson = False,
) -> None:
    """Answer the request of a file, or of standard input."""
    advice = f"voyez « arbitre situations --game {game} »"
    given = json_in(text_of(request), str(request or STANDARD_INPUT), advice)
    _tell(_resolver(kb, layer, game, corpus), (game, str(context.info_name), given), mode, as_json=as_json)


for _command, _helps in ((shown_command, _SHOWN), (answered_command, _ANSWERED)):
    for _name, _help in _helps.items():
        app.command(_name, help=_help)(_command)


@app.command("resolve")
def resolve_command(
    batch: Annotated[Path, typer.Option("--batch", metavar="FICHIER.jsonl", help="Une requête par ligne.")],
    kb: options.Kb = None,
    layer: options.Layer = "both",
    as_json: options.AsJson = False,
) -> None:
    """Répond à des requêtes de tous genres, une par ligne : {"game", "endpoint", "request"}."""
    every = Resolver(open_base(kb), layer)

    def answer(line: dict[str, Any]) -> object:
        game, endpoint = str(line.get("game")), str(line.get("endpoint"))
        return as_value(every.resolve(game, endpoint, line.get("request", {})))

    tell_batch(batch, answer, "« game », « endpoint » et « request »", indent=None if as_json else 2)


@app.command("timing")
def timing_command(
    a: Annotated[str, typer.Argument(metavar="A", help="Un moment, une règle ou une aptitude.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Un autre.")],
    game: options.OneGame,
    mode: options.Mode = None,
    kb: options.Kb = None,
    layer: options.Layer = "both",
    corpus: DraftOption = None,
    as_json: options.AsJson = False,
) -> None:
    """Dit lequel de deux moments vient avant l'autre, et quelle règle le veut."""
    _tell(_resolver(kb, layer, game, corpus), (game, "timing", {"a": a, "b": b}), mode, as_json=as_json)


@app.command("window")
def window_command(
    at: Annotated[str, typer.Argument(metavar="MOMENT", help="Un moment, une règle ou une aptitude.")],
    game: options.OneGame,
    player: Annotated[
        TurnSide,
        typer.Option("--player", help="Le joueur dont c'est le tour (active), ou l'autre (opponent)."),
    ] = "active",
    mode: options.Mode = None,
    kb: options.Kb = None,
    layer: options.Layer = "both",
    corpus: DraftOption = None,
    as_json: options.AsJson = False,
) -> None:
    """Dit ce qu'un joueur peut utiliser à un moment : aptitudes, réactions, règles, et où elles sont imprimées."""
    _tell(_resolver(kb, layer, game, corpus), (game, "window", {"at": at, "player": player}), mode, as_json=as_json)
