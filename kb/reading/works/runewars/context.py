"""What the layouts of the publication know beside the section that they set."""

from __future__ import annotations

from dataclasses import dataclass

from kb.reading import documents


@dataclass(frozen=True, slots=True)
class Order:
    """An erratum's order: the source line of its new text, the order in canonical words, the old text that it keeps."""

    line: int
    order: str
    kept: str
    reason: str


@dataclass(frozen=True, slots=True)
class Context(documents.Context):
    """With the work's title, and the orders of its errata."""

    title: str
    orders: tuple[Order, ...]
