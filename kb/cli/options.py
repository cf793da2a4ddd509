"""The options that commands share."""

from pathlib import Path
from typing import Annotated

import typer

from kb.store import View

Kb = Annotated[
    Path | None, typer.Option("--kb", metavar="FICHIER", help="La base à lire (défaut : $ARBITRE_KB, sinon le précis).")
]
Layer = Annotated[View, typer.Option("--layer", help="La couche : précis, texte, ou les deux.")]
AsJson = Annotated[bool, typer.Option("--json", help="Écrire du JSON, comme l'API.")]


def as_known(game: str | None) -> str | None:
    """A game as its id is written: capitals are all one."""
    return game.strip().lower() if game is not None else None


Game = Annotated[
    str | None,
    typer.Option("--game", metavar="JEU", help="Le jeu, par le nom de son dossier dans corpus/.", callback=as_known),
]
OneGame = Annotated[
    str, typer.Option("--game", metavar="JEU", help="Le jeu, par le nom de son dossier.", callback=as_known)
]
Mode = Annotated[str | None, typer.Option("--mode", metavar="MODE", help="Le mode de jeu.")]
HostNames = Annotated[
    list[str] | None,
    typer.Option(
        "--host-name",
        metavar="NOM",
        help="Avec les textes, un nom sous lequel d'autres machines viennent ici (répétable).",
    ),
]
Limit = Annotated[int, typer.Option("--limit", min=1, max=50, help="Combien de passages.")]
Most = Annotated[
    int | None, typer.Option("--limit", min=1, help="Combien de passages au plus dans chaque liste ; sans elle, tous.")
]
