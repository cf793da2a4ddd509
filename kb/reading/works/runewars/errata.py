"""The layout of the errata: where the correction goes (a note), then the order and its new text."""

from __future__ import annotations

from dataclasses import dataclass

from kb.model import Repair
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter
from kb.reading.sections import Section
from kb.reading.works.runewars.prose import prose


@dataclass(frozen=True, slots=True)
class Order:
    """An erratum's order: the source line of its new text, the order in canonical words, the old text that it keeps."""

    line: int
    order: str
    kept: str
    reason: str


def errata(section: Section, writer: DocumentWriter, orders: tuple[Order, ...]) -> None:
    """Write one erratum, or the pages that gather several."""
    if ".section" in section.entry.marks or "enfants=" in section.entry.marks:
        prose(section, writer)
        return
    by_line = {order.line: order for order in orders}
    patched = False
    for line in section.lines:
        order = by_line.get(line.number)
        text = escaped(_unquoted(line.text))
        if order:
            patched = True
            if order.kept:
                writer.repairs.append(Repair(line.number, "", order.kept, order.reason))
                text = escaped(f"{_unquoted(line.text)} {order.kept}")
            writer.block(f"{order.order} : {text}", line.numbers, items=True)
        elif line.bullet and patched:
            writer.item(text, line.numbers)
        elif line.text.endswith(":"):
            writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
        else:
            writer.block(text, line.numbers, items=True)


def _unquoted(text: str) -> str:
    """A new text without the quotation marks around it, of which a bullet may hold only one."""
    opened = text.removeprefix("« ")
    return opened.removesuffix(" »") if opened.count("»") > opened.count("«") else opened
