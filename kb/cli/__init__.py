"""The command `arbitre`: faults end in one French line on stderr; 0 done, 1 the data has errors, 2 wrong usage."""

import importlib
import os
import re
import sys
import tomllib
from operator import attrgetter
from pathlib import Path
from typing import Any

import typer

from kb.cli.app import app
from kb.errors import ArbitreError, FaultyDataError, WrongRequestError, reason
from kb.system.processes import ends_at_once

__all__ = ["main"]

# The commands of each module, in the order in which help lists them. One that is named is imported without the others, which would be
# most of the time that it takes.
_COMMANDS = {
    "asking": ("show", "search", "ask", "judge"),
    "authoring": ("build", "check", "new"),
    "diff": ("diff",),
    "deciding": ("situations", "order", "modify", "conflict", "resolve", "timeline", "timing", "window"),
    "measuring": ("eval", "export"),
    "publishing": ("site", "serve", "mcp"),
}


# What every fault of usage is: a command, option, argument or value that cannot be. Typer keeps the exceptions of its parser to itself,
# but for `BadParameter`: the family is that one's, its members tell what they mean.
_UsageFault: type[Exception] = typer.BadParameter.__mro__[1]


def main() -> None:
    """Run the command line."""
    ends_at_once()
    named = [module for module, commands in _COMMANDS.items() if {*sys.argv[1:2]} & {*commands}]
    for module in named or _COMMANDS:
        importlib.import_module(f"kb.cli.{module}")
    try:
        # What a command returns is its exit status: `typer.Exit` gives one.
        status = app(standalone_mode=False)
        sys.stdout.flush()
    except _UsageFault as fault:
        _stop(_usage(fault), 2)
    except FaultyDataError as fault:
        places = sorted(fault.diagnostics, key=attrgetter("file", "line", "column"))
        _stop(str(fault), 1, tuple(map(str, places)))
    except ArbitreError as fault:
        details = tuple(f"arbitre : {detail}" for detail in fault.details)
        _stop(str(fault), 2 if isinstance(fault, WrongRequestError) else 1, details)
    except BrokenPipeError:
        # The reader of our output left (`| head`): nothing more to say.
        _drop_output()
    except OSError as fault:
        _drop_output()
        _stop(_refused(fault), 1)
    except (KeyboardInterrupt, typer.Abort):
        _stop("interrompu", 1)
    else:
        raise SystemExit(status if isinstance(status, int) else 0)


def _refused(fault: OSError) -> str:
    """What the system refused: a file by its name, else our own output."""
    where = str(fault.filename) if fault.filename else "la sortie"
    return f"{where} : impossible de lire ou d'écrire ({reason(fault)}) ; libérez la place ou changez de dossier"


def _drop_output() -> None:
    """Have what is still to be written go nowhere, so that Python does not try again as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _stop(message: str, status: int, details: tuple[str, ...] = ()) -> None:
    for line in (*details, f"arbitre : {message}"):
        sys.stderr.write(f"{line}\n")
    raise SystemExit(status)


def _usage(fault: Any) -> str:  # noqa: ANN401 - a class that typer does not export
    """One line: what is wrong with the command as typed, and where its help is."""
    path = fault.ctx.command_path if getattr(fault, "ctx", None) else ""
    name = " ".join(["arbitre", *path.removeprefix("python -m kb.cli").removeprefix("arbitre").split()])
    message = fault.format_message()
    usages = tomllib.loads(Path(__file__).with_name("usages.toml").read_text(encoding="utf-8"))["usage"]
    found = ((re.match(usage["dit"], message), usage["francais"]) for usage in usages)
    line = next((french.format(*match.groups()) for match, french in found if match), message)
    return f"{line} ; voyez « {name} --help »"
