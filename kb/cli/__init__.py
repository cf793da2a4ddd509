"""The command `arbitre`: faults end in one French line on stderr; 0 done, 1 the data has errors, 2 wrong usage."""

from __future__ import annotations

import importlib
import os
import sys

import typer

from kb.cli.app import app
from kb.cli.usage import UsageFault, usage_fault
from kb.errors import (
    ArbitreError,
    FaultyDataError,
    InvalidRequestError,
    UnknownIdError,
    UnknownModeError,
    UnknownMomentError,
    UnknownWorkError,
    reason,
)
from kb.system.processes import ends_at_once

__all__ = ["main"]

# The commands of each module, in the order in which help lists them. One that is named is imported without the others, which would be
# most of the time that it takes.
_COMMANDS = {
    "asking": ("search", "ask"),
    "assisting": ("mcp",),
    "authoring": ("check", "new"),
    "building": ("build",),
    "comparing": ("diff",),
    "deciding": ("situations", "order", "modify", "conflict", "resolve"),
    "judging": ("judge",),
    "measuring": ("eval", "export"),
    "serving": ("site", "serve"),
    "showing": ("show",),
    "timing": ("timeline", "timing", "window"),
}


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
    except UsageFault as fault:
        _stop(usage_fault(fault), 2)
    except FaultyDataError as fault:
        _stop(str(fault), 1, tuple(map(str, fault.diagnostics)))
    except (InvalidRequestError, UnknownIdError, UnknownModeError, UnknownMomentError, UnknownWorkError) as fault:
        _stop(str(fault), 2)
    except ArbitreError as fault:
        _stop(str(fault), 1, tuple(f"arbitre : {detail}" for detail in fault.details))
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
