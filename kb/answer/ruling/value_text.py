"""How a value that the engine worked out is written: the value, then how it is reached."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kb.policy import Quantity
from kb.precedence import Limit, Modified, Modulation

# How a unit is written that may be one or many, and how many are many.
_ENDING, _MANY = re.compile(r"\((\w+)\)"), 2
# The label of a modifier that has no name says what it does, and nothing else.
_NAMELESS = re.compile(r"[=+−×÷] ?[\d,]+")
_LIMITS = {"cap": "au plus", "floor": "au moins", "rounding": "arrondi à"}
_SCALED = ("multiply", "divide")
# How near a figure of two decimals one is that a division has rounded.
_NEARLY = 1e-6

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
    reached = None if answer.impossible else answer.value if answer.needed is None else int(answer.needed.rstrip("+-"))
    limits = list(answer.limits)
    return f"{value} : {', '.join([*base, *_changes(steps if base else _turned(steps, limits), limits, reached)])}"


def _turned(steps: Sequence[Modulation], limits: list[Limit]) -> Sequence[Modulation]:
    """Steps by which a value is first what is taken from another: that other first, then what is taken from it, with how it is reached.

    « −6 (Blessures), +20 (Figurines) » reads « 20 (Figurines), −6 (Blessures) ».
    """
    turns = [at for at, step in enumerate(steps) if (step.after or 0) < 0 <= (step.before or 0)]
    last = next((at for at, step in enumerate(steps) if at and (step.before or 0) < 0 and step.op == "add"), None)
    begins = len(turns) == 1 and (turns[0] == 0 or steps[turns[0]].op in _SCALED)
    if not begins or last is None or last <= turns[0]:
        return steps
    taken, whole = -(steps[last].before or 0), steps[last]
    turn, before = steps[turns[0]], [limit for limit in limits if limit.after <= last]
    del limits[: len(before)]
    inner = steps[:last]
    if turns[0]:
        # What turns it round has the name of what is taken.
        scaled = turns[0] > 1 and turn.after != -(turn.before or 0)
        inner = [*steps[: turns[0]], *([replace(turn, after=taken)] if scaled else [])]
    said = [
        *_changes([_positive(step) for step in inner], [replace(one, value=abs(one.value)) for one in before], taken)
    ]
    name = turn.label.strip()
    detail = f"{name} : {', '.join(said)}" if turns[0] else ", ".join(said)
    total = (whole.after or 0) + taken
    return [
        replace(whole, before=None, after=total),
        replace(whole, label=name if len(said) == 1 else detail, op="subtract", before=total),
        *steps[last + 1 :],
    ]


def _positive(step: Modulation) -> Modulation:
    """A step of what is taken away, as one of what it comes to."""
    return replace(step, before=step.before and abs(step.before), after=step.after and abs(step.after))


def _is_read(step: Modulation) -> bool:
    """True for a value that a rule sets by its name, and no effect."""
    return step.op == "set" and _NAMELESS.fullmatch(step.label.strip()) is None


def _changes(steps: Sequence[Modulation], limits: list[Limit], reached: Figure | None) -> Iterator[str]:
    """Each step as what it does, then what it is called; each bound where it held the value, up to what is `reached`."""
    held = steps[0].before
    for step in steps:
        if held is not None and step.before != held:
            yield from _limited(limits, step.before)
        # Nought to begin with changes nothing.
        if held is not None or step.after != 0 or len(steps) == 1:
            named = step.label.strip()
            yield named if _NAMELESS.fullmatch(named) else f"{_change(step)} ({named})"
        held = step.after
    if reached is not None:
        yield from _limited(limits, reached)


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
    if step.op in _SCALED and before == -after:
        return "sans le signe" if before < 0 else "en moins"
    if step.op in _SCALED and before and after:
        return _scale(Fraction(str(before)), Fraction(str(after)))
    return f"{'+' if after > before else '−'}{_figure(abs(after - before))}"


def _scale(before: Fraction, after: Fraction) -> str:
    """By what a figure is multiplied or divided, whichever needs no rounding: ×1,5 and ÷2, and ×0,75 rather than ÷1,33."""
    by = after / before
    # A figure of six digits may itself be rounded.
    shown = next((one for one in (by, 1 / by) if abs(float(one) - round(float(one), 2)) < _NEARLY), by)
    whole = next(
        (one for one in (1 / by, by) if abs(float(one) - round(float(one))) < _NEARLY and abs(one) >= 1), shown
    )
    return f"×{_figure(float(whole))}" if whole == by else f"÷{_figure(float(whole))}"


def _unit(written: str, value: Figure | None) -> str:
    """A unit as that many are written: « figurine(s) »."""
    many = value is not None and abs(value) >= _MANY
    return _ENDING.sub(lambda ending: ending[1] if many else "", written)


def _figure(value: Figure) -> str:
    return f"{round(value, 2):g}".replace(".", ",").replace("-", "−")
