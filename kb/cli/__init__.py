"""The command `arbitre`: faults end in one French line on stderr; 0 done, 1 the data has errors, 2 wrong usage."""

from __future__ import annotations

import sys

from kb.cli.app import app
from kb.errors import ArbitreError, FaultyDataError, UnknownIdError, UnknownWorkError

# Imported for the commands that they add to `app`.
from kb.cli import building, measuring, reading, serving  # noqa: F401 isort:skip

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    try:
        app()
    except FaultyDataError as fault:
        for finding in fault.diagnostics:
            sys.stderr.write(f"{finding}\n")
        _stop(str(fault), 1)
    except (UnknownIdError, UnknownWorkError) as fault:
        _stop(str(fault), 2)
    except ArbitreError as fault:
        _stop(str(fault), 1)
    except BrokenPipeError:
        # The reader of our output left (`| head`): nothing more to say.
        sys.stderr.close()
    except KeyboardInterrupt:
        _stop("interrompu", 1)


def _stop(message: str, status: int) -> None:
    sys.stderr.write(f"arbitre : {message}\n")
    raise SystemExit(status)
