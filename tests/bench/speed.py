"""How fast calls are, side by side."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence

from kb.evaluation import Question

# What is timed: a call on a question.
Call = Callable[[Question], object]


def quantiles(spent: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    cuts = statistics.quantiles(spent, n=100, method="inclusive") if len(spent) > 1 else [*spent, 0.0] * 99
    return cuts[49], cuts[98]


def side_by_side(
    calls: Mapping[str, Call], questions: Sequence[Question], rounds: int = 3
) -> dict[str, tuple[float, float]]:
    """Time calls on every question, one after another, taking turns so that the machine's noise falls on all alike.

    Gives p50 and p99 in milliseconds, of the round with the lowest median, which tells least of that noise.
    """
    best: dict[str, tuple[float, float]] = {}
    for _ in range(rounds):
        for name, call in calls.items():
            found = quantiles([_timed(call, question) for question in questions])
            best[name] = min(found, best.get(name, found))
    return best


def _timed(call: Call, question: Question) -> float:
    started = time.perf_counter()
    call(question)
    return (time.perf_counter() - started) * 1000
