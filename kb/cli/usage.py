"""Wrong usage of the command line, told in French.

Typer keeps the exceptions of its parser to itself, but for `BadParameter`: the family is that one's, its members are known by name.
"""

from __future__ import annotations

import re
from typing import Any

import typer

# What every fault of usage is: a command, option, argument or value that cannot be.
UsageFault: type[Exception] = typer.BadParameter.__mro__[1]


def usage_fault(fault: Any) -> str:  # noqa: ANN401 - a class that typer does not export
    """One line: what is wrong with the command as typed, and where its help is."""
    path = fault.ctx.command_path if getattr(fault, "ctx", None) else ""
    name = " ".join(["arbitre", *path.removeprefix("python -m kb.cli").removeprefix("arbitre").split()])
    told = _TOLD.get(type(fault).__name__, _other)(fault)
    return f"{told} ; voyez « {name} --help »"


def _no_such_option(fault: Any) -> str:  # noqa: ANN401 - as above
    near = f", voulez-vous dire {fault.possibilities[0]} ?" if fault.possibilities else ""
    return f"option inconnue : {fault.option_name}{near}"


def _missing(fault: Any) -> str:  # noqa: ANN401 - as above
    return f"il manque {_parameter(fault)}"


def _bad(fault: Any) -> str:  # noqa: ANN401 - as above
    message = str(fault.message)
    for english, french in _REASONS:
        match = re.search(english, message)
        if match:
            return f"{_parameter(fault)} : {french.format(*match.groups())}"
    return f"{_parameter(fault)} : {message}"


def _other(fault: Any) -> str:  # noqa: ANN401 - as above
    message = str(fault)
    for english, french in _MESSAGES:
        match = re.search(english, message)
        if match:
            return french.format(*match.groups())
    return message


def _parameter(fault: Any) -> str:  # noqa: ANN401 - as above
    if isinstance(fault.param_hint, str):
        return fault.param_hint
    if fault.param is None:
        return "un argument"
    options = [name for name in fault.param.opts if name.startswith("-")]
    return options[0] if options else str(fault.param.metavar or fault.param.name)


_TOLD = {"NoSuchOption": _no_such_option, "MissingParameter": _missing, "BadParameter": _bad}

# What the parser says, and what we say; the groups of a pattern fill the braces.
_REASONS = (
    (r"less than or equal to (\S+)", "{} au plus"),
    (r"greater than or equal to (\S+)", "{} au moins"),
    (r"valid integer", "il faut un nombre entier"),
    (r"is not one of (.*?)\.?$", "valeurs admises : {}"),
)
_MESSAGES = (
    (r"No such command '(.*?)'", "commande inconnue : {}"),
    (r"Got unexpected extra argument.*? \(([^()]*)\)$", "argument en trop : {}"),
    (r"Option '(.*?)' requires an argument", "l'option {} veut une valeur"),
    (r"Missing command", "il manque une commande"),
)
