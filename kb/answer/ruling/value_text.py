"""How a value that the engine worked out is written: the value, then how it is reached."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kb.policy import Quantity
from kb.precedence import Limit, Modified, Modulation

# How a unit is written that may be one or many, and how many are many.
_ENDING, _MANY = re.compile(r"\((\w+)\)"), 2
# The label of a modifier that has no name says what it does, and nothing else.
_NAMELESS = re.compile(r"[=+−×÷] ?[\d,]+")
_LIMITS = {"cap": "au plus", "floor": "au moins", "rounding": "arrondi à"}
_SCALED = ("multiply", "divide")

Figure = int | float


def value_text(answer: Modified, request: Mapping[str, Any], quantity: Quantity) -> str | None:
    """The value, then each change on the way to it: « 7 : 4, ×2, −1 », « 6+ : 4+, +1 (Longue portée), +1 (Couvert) »."""
    value = answer.needed or (None if answer.value is None else _figure(answer.value))
    if value is None and not answer.impossible:
        return None
    if answer.value is not None and quantity.signed and answer.value > 0:
        value = f"+{value}"
    value = answer.reason if value is None else f"{value} {_unit(quantity.unit, answer.value)}".strip()
    value = f"{value[:1].upper()}{value[1:]}"
    # What is read in a table may be the figure by which it is read.
    steps = [step for step in answer.steps if step.after is not None and (step.after != step.before or _is_read(step))]
    if not steps:
        return value
    start = request.get("base", answer.steps[0].before)
    base = [] if start is None else [f"{_figure(start)}{quantity.needed}"]
    return f"{value} : {', '.join([*base, *_changes(steps, answer)])}"


def _is_read(step: Modulation) -> bool:
    """True for a value that a rule sets by its name, and no effect."""
    return step.op == "set" and _NAMELESS.fullmatch(step.label.strip()) is None


def _changes(steps: list[Modulation], answer: Modified) -> Iterator[str]:
    """Each step as what it does, then what it is called; each bound where it held the value."""
    held, limits = steps[0].before, list(answer.limits)
    for step in steps:
        if held is not None and step.before != held:
            yield from _limited(limits, step.before)
        # Nought to begin with changes nothing.
        if held is not None or step.after != 0 or len(steps) == 1:
            named = step.label.strip()
            yield named if _NAMELESS.fullmatch(named) else f"{_change(step)} ({named})"
        held = step.after
    if not answer.impossible:
        yield from _limited(limits, answer.value if answer.needed is None else int(answer.needed.rstrip("+-")))


def _limited(limits: list[Limit], reached: Figure | None) -> Iterator[str]:
    """The first bounds, up to the one that gives the value reached; all, where none does: a bound of what is added in all."""
    place = next((at for at, limit in enumerate(limits) if limit.value == reached), len(limits) - 1)
    for limit in limits[: place + 1]:
        whole = " en tout" if limit.value != reached and limit.kind != "rounding" else ""
        yield f"{_LIMITS[limit.kind]} {_figure(limit.value)}{whole}"
    del limits[: place + 1]


def _change(step: Modulation) -> str:
    """What a step does to a value: `+2`, `×3`; the value itself, where there was none."""
    before, after = step.before, step.after or 0
    if before is None:
        return _figure(after)
    if step.op == "set":
        return f"= {_figure(after)}"
    if step.op in _SCALED and before and after:
        return f"×{_figure(after / before)}" if abs(after) > abs(before) else f"÷{_figure(before / after)}"
    return f"{'+' if after > before else '−'}{_figure(abs(after - before))}"


def _unit(written: str, value: Figure | None) -> str:
    """A unit as that many are written: « figurine(s) »."""
    many = value is not None and abs(value) >= _MANY
    return _ENDING.sub(lambda ending: ending[1] if many else "", written)


def _figure(value: Figure) -> str:
    return f"{round(value, 2):g}".replace(".", ",").replace("-", "−")
