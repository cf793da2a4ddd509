"""What was learned on our own questions, readable in its file: a weight a signal to rank, a weight a ground to decide."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from kb.search.signals import SIGNALS, Floats

PATH = Path(__file__).parent / "model.toml"


@dataclass(frozen=True, slots=True)
class Model:
    """The weight of each signal, in the order of `SIGNALS`.

    Then, to decide whether a rule answers, the weight of each ground (see `kb.answer.deciding`), what is added to them, and the
    confidence from which it does. Last, for a verdict (see `kb.answer.verdicts`): the weight of each plea, and the logarithm of the odds
    from which it is given.
    """

    weights: tuple[float, ...]
    grounds: tuple[float, ...]
    bias: float
    threshold: float
    pleas: tuple[float, ...]
    margin: float

    def scores(self, signals: Floats) -> Floats:
        """The score of each candidate."""
        return np.asarray(signals @ np.array(self.weights, dtype=np.float32), dtype=np.float32)


@cache
def bundled() -> Model:
    """The model that comes with the program."""
    parts = tomllib.loads(PATH.read_text(encoding="utf-8"))
    decision = parts["decision"]
    return Model(
        weights=tuple(float(parts["ranking"][name]) for name in SIGNALS),
        grounds=tuple(float(weight) for weight in decision["grounds"].values()),
        bias=float(decision["bias"]),
        threshold=float(decision["threshold"]),
        pleas=tuple(float(weight) for weight in parts["verdict"]["pleas"].values()),
        margin=float(parts["verdict"]["margin"]),
    )
