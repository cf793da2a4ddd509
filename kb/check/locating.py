"""A finding on a provision: its file, its first line, its id."""

from __future__ import annotations

from kb.errors import Diagnostic, Severity
from kb.model import Provision


def at(provision: Provision, code: str, severity: Severity, message: str, hint: str) -> Diagnostic:
    """A finding that stands where a provision begins; line 0 when the provision has no span."""
    line = provision.spans[0].start if provision.spans else 0
    return Diagnostic(code, severity, message, hint, provision.source, line, id=provision.id)
