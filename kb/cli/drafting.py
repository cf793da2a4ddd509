"""A policy or a timeline asked as it is being written: from its files, the rest from the last base."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kb.answer import Draft, Resolver
from kb.cli.app import LayerChoice, open_base
from kb.errors import UnusableFileError
from kb.reading.data import read_precedence, read_timeline

DraftOption = Annotated[
    Path | None,
    typer.Option(
        "--corpus",
        metavar="DOSSIER",
        help="Le dossier de l'œuvre, ou de plusieurs : precedence.toml et timeline.toml y sont lus, le reste dans la base.",
    ),
]


def resolver(kb: Path | None, layer: LayerChoice, game: str, corpus: Path | None) -> Resolver:
    """What answers about a game, by the files of `corpus` where it is given.

    Raises:
        FaultyDataError: one of the files is at fault.
        UnusableFileError: the folder holds neither.
    """
    return Resolver(open_base(kb), layer.view, None if corpus is None else _draft(corpus, game))


def _draft(corpus: Path, game: str) -> Draft:
    folder = corpus / game if (corpus / game).is_dir() else corpus
    policy, moments = read_precedence(folder), read_timeline(folder)
    if policy is None and not moments:
        message = f"{folder} : ni precedence.toml ni timeline.toml ; --corpus veut le dossier de « {game} »"
        raise UnusableFileError(message)
    return Draft(game, policy, moments or None)
