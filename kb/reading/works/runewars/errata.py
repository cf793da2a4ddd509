"""The layout of the errata: where the correction goes (a note), then the order and its new text."""

from __future__ import annotations

from kb.errors import Diagnostic
from kb.model import Repair
from kb.reading.canonical import CanonicalWriter, escaped
from kb.reading.repairs import Line
from kb.reading.sections import Section
from kb.reading.works.runewars.context import Context, Order
from kb.reading.works.runewars.prose import prose


def errata(section: Section, writer: CanonicalWriter, context: Context) -> tuple[Diagnostic, ...]:
    """Write one erratum, or the pages that gather several."""
    if ".section" in section.entry.marks or "enfants=" in section.entry.marks:
        return prose(section, writer, context)
    orders = {order.line: order for order in context.orders}
    patched = False
    for line in section.lines:
        if line.number in orders:
            _write_order(line, orders[line.number], writer)
            patched = True
        elif line.bullet and patched:
            writer.item(escaped(_unquoted(line.text)), line.numbers)
        elif line.text.endswith(":"):
            writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
        else:
            writer.block(escaped(_unquoted(line.text)), line.numbers, items=True)
    return ()


def _write_order(line: Line, order: Order, writer: CanonicalWriter) -> None:
    text = _unquoted(line.text)
    if order.kept:
        writer.repair([Repair(line.number, "", order.kept, order.reason)])
        text = f"{text} {order.kept}"
    writer.block(f"{order.order} : {escaped(text)}", line.numbers, items=True)


def _unquoted(text: str) -> str:
    """A new text without the quotation marks around it, of which a bullet may hold only one."""
    opened = text.removeprefix("« ")
    return opened.removesuffix(" »") if opened.count("»") > opened.count("«") else opened
