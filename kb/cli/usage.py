"""Wrong usage of the command line, told in French.

Typer keeps the exceptions of its parser to itself, but for `BadParameter`: the family is that one's, its members tell what they mean.
"""

from __future__ import annotations

import re
from typing import Any

import typer

# What every fault of usage is: a command, option, argument or value that cannot be.
UsageFault: type[Exception] = typer.BadParameter.__mro__[1]

# What the parser says, and what we say; the groups of a pattern fill the braces.
_MESSAGES = (
    (r"No such command '(.*?)'", "commande inconnue : {}"),
    (r"No such option: (\S+) \(Possible options: (\S+?)[,)]", "option inconnue : {}, voulez-vous dire {} ?"),
    (r"No such option: (\S+)", "option inconnue : {}"),
    (r"Got unexpected extra argument.*? \(([^()]*)\)$", "argument en trop : {}"),
    (r"Missing (?:argument|option|parameter) '(\S+?)'", "il manque {}"),
    (r"Missing command", "il manque une commande"),
    (r"Option '(.*?)' requires an argument", "l'option {} veut une valeur"),
    (r"Option '(.*?)' requires (\d+) arguments", "l'option {} veut {} valeurs"),
    (r"Option '(.*?)' does not take a value", "l'option {} ne prend pas de valeur"),
    (r"Invalid value for '(\S+?)'.*: .*less than or equal to (\S+)", "{} : {} au plus"),
    (r"Invalid value for '(\S+?)'.*: .*greater than or equal to (\S+)", "{} : {} au moins"),
    (r"Invalid value for '(\S+?)'.*: .*valid integer", "{} : il faut un nombre entier"),
    (r"Invalid value for '(\S+?)'.*: .*is not one of (.*?)\.?$", "{} : valeurs admises : {}"),
    # Our own words, of a parameter that we name.
    (r"Invalid value for '?(.+?)'?: (.*)$", "{} : {}"),
)


def usage_fault(fault: Any) -> str:  # noqa: ANN401 - a class that typer does not export
    """One line: what is wrong with the command as typed, and where its help is."""
    path = fault.ctx.command_path if getattr(fault, "ctx", None) else ""
    name = " ".join(["arbitre", *path.removeprefix("python -m kb.cli").removeprefix("arbitre").split()])
    message = fault.format_message()
    found = ((re.match(pattern, message), french) for pattern, french in _MESSAGES)
    told = next((french.format(*match.groups()) for match, french in found if match), message)
    return f"{told} ; voyez « {name} --help »"
