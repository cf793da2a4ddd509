"""Run a command: its streams made fit to be written to, its arguments text, and each fault that it meets reported in one French line."""

import importlib
import io
import os
import re
import sys
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from traceback import extract_tb
from typing import Any

import typer

from kb.cli.app import app, say
from kb.errors import ArbitreError, FaultyDataError, WrongRequestError, reason
from kb.system.processes import ends_at_once

# What every fault of usage is: a command, option, argument or value that cannot be. Typer keeps the exceptions of its parser to itself,
# but for `BadParameter`: the family is that one's, its members tell what they mean.
_UsageFault: type[Exception] = typer.BadParameter.__mro__[1]
_DATA, _USAGE, _PROGRAM, _UNREAD = 1, 2, 70, 141
# What Python has for bytes that are no text.
_NO_TEXT = re.compile("[\ud800-\udfff]")


def run(modules: Iterable[str]) -> int:
    """Run the command of `sys.argv`, which is in one of these modules; its exit status."""
    ends_at_once()
    status = 0
    try:
        if not _streams():
            return _fail("la sortie standard est fermée ; redirigez-la, vers /dev/null si rien n'est à lire", _DATA)
        if broken := next(filter(_NO_TEXT.search, sys.argv[1:]), None):
            return _fail(f"{broken!a} : ce n'est pas du texte UTF-8 ; retapez-le, ou renommez le fichier", _USAGE)
        for module in modules:
            importlib.import_module(f"kb.cli.{module}")
        # As typer would, but for what a reader who left and an interruption come to.
        command = typer.main.get_command(app)
        if not sys.argv[1:] or "--help" in sys.argv:
            # With what draws help, which no command waits for.
            importlib.import_module("kb.cli.help").in_french(command)
        with command.make_context("arbitre", sys.argv[1:]) as context:
            command.invoke(context)
    except typer.Exit as ended:
        status = ended.exit_code
    except SystemExit:
        # What prints the help ends so when nobody reads it.
        return _UNREAD
    except Exception as fault:  # noqa: BLE001 - nobody who types a command is shown a traceback
        return _failed(fault)
    try:
        # All that it wrote must be gone.
        sys.stdout.flush()
    except OSError as fault:
        return _failed(fault)
    return status


def _streams() -> bool:
    """Give a closed stream, but standard output, its place and nothing behind it; false when that one is closed.

    A file opened later would take its place otherwise. What cannot be written in the encoding of the terminal is written in escapes.
    """
    was_open = sys.stdout is not None
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), "r" if name == "stdin" else "w"))
        elif isinstance(stream, io.TextIOWrapper) and name != "stdin":
            stream.reconfigure(errors="backslashreplace")
    return was_open


def _failed(fault: Exception) -> int:
    """Tell a fault; the status that it ends with."""
    if isinstance(fault, _UsageFault):
        return _fail(_usage(fault), _USAGE)
    if isinstance(fault, FaultyDataError):
        places = sorted(fault.diagnostics, key=attrgetter("file", "line", "column"))
        return _fail(str(fault), _DATA, *map(str, places))
    if isinstance(fault, ArbitreError):
        details = (f"arbitre : {detail}" for detail in fault.details)
        return _fail(str(fault), _USAGE if isinstance(fault, WrongRequestError) else _DATA, *details)
    if isinstance(fault, BrokenPipeError):
        _drop_output()
        return _UNREAD
    if isinstance(fault, OSError):
        _drop_output()
        return _fail(_refused(fault), _DATA)
    if sys.flags.dev_mode:
        raise fault
    last = extract_tb(fault.__traceback__)[-1]
    place = f"{Path(last.filename).name}:{last.lineno}"
    return _fail(f"faute du programme ({type(fault).__name__}, {place}) ; signalez-la avec la commande", _PROGRAM)


def _fail(message: str, status: int, *details: str) -> int:
    for line in (*details, f"arbitre : {message}"):
        say(line)
    return status


def _refused(fault: OSError) -> str:
    """What the system refused: a file by its name, else our own output."""
    where = str(fault.filename) if fault.filename else "la sortie"
    return f"{where} : impossible de lire ou d'écrire ({reason(fault)}) ; libérez la place ou changez de dossier"


def _drop_output() -> None:
    """Have what is still to be written go nowhere, so that Python does not try again as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        # What is still held goes with what it was written to.
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _usage(fault: Any) -> str:  # noqa: ANN401 - a class that typer does not export
    """One line: what is wrong with the command as typed, and where its help is."""
    name = fault.ctx.command_path if getattr(fault, "ctx", None) else "arbitre"
    message = fault.format_message()
    usages = tomllib.loads(Path(__file__).with_name("usages.toml").read_text(encoding="utf-8"))["usage"]
    found = ((re.match(usage["dit"], message), usage["francais"]) for usage in usages)
    line = next((french.format(*match.groups()) for match, french in found if match), message)
    return f"{' '.join(line.split())} ; voyez « {name} --help »"
