"""The command `arbitre`: whatever happens ends in one French line on stderr, and in a status (see `main`).

Nothing is imported here but what Python has loaded to start: a command can be interrupted as soon as it begins.
"""

import os
import signal
import sys
from types import FrameType

# The commands of each module, in the order in which help lists them. One that is named is imported without the others, which would be
# most of the time that it takes.
COMMANDS = {
    "asking": ("show", "search", "ask", "judge"),
    "authoring": ("build", "check", "new"),
    "diff": ("diff",),
    "deciding": ("situations", "order", "modify", "conflict", "resolve", "timeline", "timing", "window"),
    "measuring": ("eval", "export"),
    "publishing": ("site", "serve", "mcp"),
}
# The modules whose commands write, or answer until they are stopped: they undo what they began before they end.
_UNDOING = frozenset({"authoring", "publishing"})
_STOPPED = 130


def main() -> None:
    """Run the command line.

    The status is 0 when all is done, 1 when data have errors or a file cannot be used, 2 for wrong usage, 70 when the program is at fault;
    as for any command of a shell, 130 when it was interrupted (128 + SIGINT) and 141 when whoever reads its output left (128 + SIGPIPE):
    what it would have said is not known then.
    """
    # What is run in the background has this signal ignored, and keeps it so.
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeded:
        signal.signal(signal.SIGINT, _end)
    named = [module for module, commands in COMMANDS.items() if {*sys.argv[1:2]} & {*commands}]
    try:
        from kb.cli.running import run  # noqa: PLC0415 - with the frameworks, once a signal can be met

        if heeded and not _UNDOING.isdisjoint(named):
            sys.unraisablehook = _end_for
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = run(named or [*COMMANDS])
    except KeyboardInterrupt:
        # All is undone; what Python does yet as it ends could be interrupted in its turn.
        _end(signal.SIGINT, None)
    if heeded:
        # All is said: what ends cannot be interrupted any more.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise SystemExit(status)


def _end(_signal: int, _frame: FrameType | None) -> None:
    """End at once, wherever the program is: a base half built in the cache is removed by the next command that builds it."""
    try:
        os.write(2, b"arbitre : interrompu\n")
    finally:
        os._exit(_STOPPED)


def _end_for(fault: "sys.UnraisableHookArgs") -> None:
    """End at once for an interruption met where Python can raise nothing, and would print what it met."""
    if issubclass(fault.exc_type, KeyboardInterrupt):
        _end(signal.SIGINT, None)
    sys.__unraisablehook__(fault)
