"""The application object, the base that commands read, and how they tell what they find."""

import gc
import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import platformdirs
import typer

from kb import __version__
from kb.errors import UnusableBaseError
from kb.store import KnowledgeBase

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(
    name="arbitre",
    help="Les règles des jeux de figurines, en français : chercher, demander, trancher.",
    pretty_exceptions_enable=False,
    add_completion=False,
)


def version(value: bool) -> None:
    """Print the version and stop."""
    if value:
        typer.echo(f"arbitre {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    _version: Annotated[bool, typer.Option("--version", callback=version, is_eager=True, help="La version.")] = False,
) -> None:
    """Les règles des jeux de figurines, en français : chercher, demander, trancher."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


def write_json(value: object) -> None:
    """A frozen value on the output, as the JSON of the API, that a person can read too."""
    # Slow to import, and most commands are not asked for JSON.
    from api.render import json_of  # noqa: PLC0415

    typer.echo(json.dumps(json_of(value), ensure_ascii=False, indent=2))


def write(value: object, lines: Iterable[str], *, as_json: bool) -> None:
    """What a command found: as JSON, or in lines for a person."""
    if as_json:
        write_json(value)
    else:
        typer.echo("\n".join(lines))


def say(message: str) -> None:
    """One line on stderr; nobody may read it, which stops nothing."""
    with suppress(OSError):
        sys.stderr.write(f"{message}\n")


def progress() -> "Console":
    """Where what goes on is shown: a terminal on stderr, else nowhere."""
    from rich.console import Console  # noqa: PLC0415 - for the few commands that take their time

    return Console(stderr=True, quiet=not sys.stderr.isatty())


def open_base(path: Path | None) -> KnowledgeBase:
    """The base named, that of `$ARBITRE_KB`, else the précis, built into the user's cache at first use.

    Raises:
        UnusableBaseError: the file named is missing, damaged or of another version.
    """
    # What is read of a base stays: looking through all of it for garbage would hold up one question in a hundred.
    gc.set_threshold(20_000, 50, 1_000)
    if named := path or os.environ.get("ARBITRE_KB"):
        return KnowledgeBase(Path(named))
    # The build and its stages: a command that is given a base does without.
    from kb.build import build, corpus_digest  # noqa: PLC0415

    cached = Path(platformdirs.user_cache_dir("arbitre")) / f"precis-{corpus_digest()[:16]}.sqlite"
    try:
        return KnowledgeBase(cached)
    except UnusableBaseError:
        say(f"première utilisation : construction du précis dans {cached}")
        build([], [], cached)
        return KnowledgeBase(cached)
