"""What the layouts of the publication know beside the section that they set."""

from __future__ import annotations

from dataclasses import dataclass

from kb.errors import Diagnostic, Severity
from kb.reading.instructions import PartInstructions
from kb.reading.register import Part, Register


@dataclass(frozen=True, slots=True)
class Order:
    """An erratum's order: the source line of its new text, the order in canonical words, the old text that it keeps."""

    line: int
    order: str
    kept: str
    reason: str


@dataclass(frozen=True, slots=True)
class Context:
    """The file's name, the work's title, its register, the part, its instructions and errata."""

    file: str
    title: str
    register: Register
    part: Part
    told: PartInstructions
    orders: tuple[Order, ...]

    def fault(self, code: str, message: str, hint: str, line: int) -> Diagnostic:
        """A warning about a source line."""
        return Diagnostic(code, Severity.WARNING, message, hint, self.file, line)
