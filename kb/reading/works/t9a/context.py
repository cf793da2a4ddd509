"""What the layouts know beside the section that they set."""

from __future__ import annotations

from dataclasses import dataclass

from kb.reading import documents
from kb.reading.repairs import Line
from kb.reading.works.t9a.abilities import Linker
from kb.reading.works.t9a.titles import Text


@dataclass(frozen=True, slots=True)
class Printing:
    """A spell as a patrol prints it: its title, its cost, its text, each with its lines."""

    title: Line
    cost: Line
    text: tuple[Line, ...]


Reprints = dict[Text, list[Printing]]


@dataclass(frozen=True, slots=True)
class Context(documents.Context):
    """With what names of abilities lead to, and the spells printed again."""

    linker: Linker
    reprints: Reprints
