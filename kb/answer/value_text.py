"""How a value that the engine worked out is written: the value, then how it is reached."""

import re
from collections.abc import Mapping
from typing import Any

from kb.policy import Quantity
from kb.precedence import Modified

# How a unit is written that may be one or many, and how many are many.
_ENDING, _MANY = re.compile(r"\((\w+)\)"), 2


def value_text(answer: Modified, request: Mapping[str, Any], quantity: Quantity) -> str | None:
    """The value, then how it is reached: « 7 : ×2 = 6, +1 = 7 »."""
    value = answer.needed or (None if answer.value is None else _figure(answer.value))
    if value is None and not answer.impossible:
        return None
    if answer.value is not None and quantity.signed and answer.value > 0:
        value = f"+{value}"
    value = answer.reason if value is None else f"{value} {_unit(quantity.unit, answer.value)}".strip()
    start = request.get("base", answer.steps[0].before if answer.steps else None)
    base = [_figure(start)] if start is not None else []
    steps = [
        f"{step.label.strip()} = {_figure(step.after)}"
        for step in answer.steps
        if step.after is not None and step.after != step.before
    ]
    value = f"{value[:1].upper()}{value[1:]}"
    return f"{value} : {', '.join([*base, *steps])}" if steps else value


def _unit(written: str, value: float | None) -> str:
    """A unit as that many are written: « figurine(s) »."""
    many = value is not None and abs(value) >= _MANY
    return _ENDING.sub(lambda ending: ending[1] if many else "", written)


def _figure(value: float) -> str:
    return f"{round(value, 2):g}".replace(".", ",")
