"""Figures as a French page writes them, and Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.evaluation.measures import Measure

_THOUSAND = 1000


def figure(value: float, digits: int = 0) -> str:
    """`1 234,5`: a comma, and narrow no-break spaces between thousands."""
    return f"{value:,.{digits}f}".replace(",", "\u202f").replace(".", ",")


def milliseconds(value: float) -> str:
    """`1,72 ms`, `12,5 ms`, `250 ms`: three figures tell enough."""
    return f"{figure(value, 2 if value < 10 else 1 if value < 100 else 0)} ms"


def seconds(value: float) -> str:
    """`0,25 s`, `12,5 s`, `250 s`."""
    return f"{figure(value, 2 if value < 10 else 1 if value < 100 else 0)} s"


def megabytes(value: float) -> str:
    """`250 Mo`, `1,5 Go`."""
    return f"{figure(value)} Mo" if value < _THOUSAND else f"{figure(value / 1024, 1)} Go"


def ratio(value: float, beside: float) -> str:
    """`× 1,4`: how many times the figure beside it; a dash where that one is nothing."""
    return f"× {figure(value / beside, 2)}" if beside else "—"


def interval(measure: Measure) -> str:
    """`0,87 [0,78–0,95]`."""
    return f"{figure(measure.mean, 2)} [{figure(measure.low, 2)}–{figure(measure.high, 2)}]"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table: what is named on the left, figures on the right."""
    rule = ["---", *["--:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))
