"""The help of the commands in French: what typer says of its own in English, and the types that it names as Python does."""

from typing import Any

from typer import Context, rich_utils

# What a type is for who types a value; a flag takes none.
_TYPES = {
    "<bool>": None,
    "<int>": "<entier>",
    "<int range>": "<entier>",
    "<float>": "<nombre>",
    "<str>": "<texte>",
    "<path>": "<chemin>",
    "<file>": "<fichier>",
    "<directory>": "<dossier>",
    "<list[str]>": "<textes>",
    "<list[Path]>": "<chemins>",
}


def in_french(command: Any) -> None:  # noqa: ANN401 - a class that typer does not export
    """Have a command, and those below it, tell their help in French."""
    rich_utils.DEFAULT_STRING, rich_utils.REQUIRED_LONG_STRING = "[défaut : {}]", "[obligatoire]"
    rich_utils.COMMANDS_PANEL_TITLE = "Commandes"
    for one in (command, *getattr(command, "commands", {}).values()):
        one.get_help_option(Context(one)).help = "Montre cette aide."
        if hasattr(one, "subcommand_metavar"):
            one.subcommand_metavar = "COMMANDE [ARGUMENTS]..."
        one.get_usage = _usage(one.get_usage)
        for part in (*one.params, one.get_help_option(Context(one))):
            part.display_type_rich = _type(part.display_type_rich)


def _usage(usage: Any) -> Any:  # noqa: ANN401 - a method of typer
    return lambda context: usage(context).replace("Usage:", "Usage :")


def _type(display: Any) -> Any:  # noqa: ANN401 - a method of typer
    def shown(ctx: Context) -> str | None:
        said = display(ctx=ctx)
        return _TYPES.get(said, said)

    return shown
