"""The command `arbitre`: faults end in one French line on stderr; 0 done, 1 the data has errors, 2 wrong usage."""

from __future__ import annotations

import importlib
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
)

__all__ = ["main"]

# The modules that add commands to `app`, in the order in which help lists them.
_MODULES = (
    *("assisting", "authoring", "building", "comparing", "deciding", "judging", "measuring", "reading", "serving"),
    "timing",
)
# Commands that start without the others' modules, which would be most of the time that they take when nothing has changed.
_ALONE = {"site": "serving", "serve": "serving", "mcp": "assisting", "check": "authoring", "new": "authoring"}


def main() -> None:
    """Run the command line."""
    named = sys.argv[1] if len(sys.argv) > 1 else ""
    for module in (_ALONE[named],) if named in _ALONE else _MODULES:
        importlib.import_module(f"kb.cli.{module}")
    try:
        # What a command returns is its exit status: `typer.Exit` gives one.
        status = app(standalone_mode=False)
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
        sys.stderr.close()
    except (KeyboardInterrupt, typer.Abort):
        _stop("interrompu", 1)
    else:
        raise SystemExit(status if isinstance(status, int) else 0)


def _stop(message: str, status: int, details: tuple[str, ...] = ()) -> None:
    for line in (*details, f"arbitre : {message}"):
        sys.stderr.write(f"{line}\n")
    raise SystemExit(status)
