"""What goes wrong, as an assistant reads it: one French line, what and what to do, never a traceback."""

from __future__ import annotations

import logging

from pydantic import ValidationError

from api.problems import RequestProblem, parameter_fault
from kb.errors import ArbitreError

_log = logging.getLogger(__name__)


def line(fault: Exception) -> str:
    """The line of a fault, then the candidates of an ambiguous name; what nobody foresaw stays in the log."""
    match fault:
        case ValidationError():
            parts = [parameter_fault(dict(error), error["loc"]) for error in fault.errors()]
            return " ; ".join(f"{part.parameter} {part.detail}" for part in parts)
        case RequestProblem():
            return "\n".join([fault.detail, *(f"- {link.id} : {link.title}" for link in fault.candidates or ())])
        case ArbitreError():
            return str(fault)
        case _:
            _log.error("échec d'une requête", exc_info=fault)
            return "Arbitre a échoué sur cette requête ; l'erreur est dans son journal"
