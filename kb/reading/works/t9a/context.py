"""What the layouts know beside the section that they set."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.errors import Diagnostic, Severity
from kb.reading.instructions import PartInstructions
from kb.reading.register import Part
from kb.reading.repairs import Line
from kb.reading.works.t9a.abilities import Linker
from kb.reading.works.t9a.titles import Text


@dataclass(frozen=True, slots=True)
class Printing:
    """A spell as a patrol prints it: its title, its cost, its text, each with its lines."""

    title: Line
    cost: Line
    text: tuple[Line, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """All its lines."""
        return (self.title, self.cost, *self.text)


Reprints = dict[Text, list[Printing]]


@dataclass(frozen=True, slots=True)
class Context:
    """The file's name, the part's register and instructions, what names of abilities lead to, the spells printed again."""

    file: str
    part: Part
    told: PartInstructions
    linker: Linker
    reprints: Reprints = field(default_factory=dict)

    def fault(self, code: str, message: str, hint: str, line: int, severity: Severity = Severity.WARNING) -> Diagnostic:
        """A finding about a source line."""
        return Diagnostic(code, severity, message, hint, self.file, line)
