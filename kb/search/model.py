"""What was learned on our own questions, readable in its file: weights to rank, to refuse, to give a verdict."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul
from pathlib import Path

PATH = Path(__file__).parent / "model.toml"

# A bank with so many questions a provision is half full; from this share on it is taken for full.
_HALF_FULL, _FULL = 8.0, 0.8
# How many questions a provision a thin bank has, and a thick one: the threshold goes from that of a work without questions to that of
# the one, then to that of the other.
THIN, THICK = 12.0, 50.0


@dataclass(frozen=True, slots=True)
class Linear:
    """The weight of each feature, by name, what is added to them, and the sum from which the answer is yes."""

    weights: dict[str, float]
    bias: float
    threshold: float

    def odds(self, features: Sequence[float]) -> float:
        """What some features add up to."""
        return dot(self.weights, features) + self.bias


@dataclass(frozen=True, slots=True)
class Model:
    """The weights of ranking; whether a rule answers, in a work without questions and in one with a full bank; of a verdict, of a value.

    Between these two works the weights are between theirs, and the threshold is at first `thin`. Then the weights of what a figure of a
    question is, and of whether a condition holds.
    """

    ranking: dict[str, float]
    bare: Linear
    full: Linear
    thin: float
    verdict: Linear
    value: Linear
    figure: dict[str, float]
    condition: dict[str, float]

    def score(self, features: Sequence[float]) -> float:
        """The score of a candidate."""
        return dot(self.ranking, features)

    def answers(self, features: Sequence[float], density: float) -> float:
        """How surely a rule answers, above 0 when it does, in a work that has so many questions a provision."""
        share = bank_share(density)
        odds = (1 - share) * self.bare.odds(features) + share * self.full.odds(features)
        return odds - self._threshold(density)

    def _threshold(self, density: float) -> float:
        if density < THIN:
            return _between(self.bare.threshold, self.thin, density / THIN)
        return _between(self.thin, self.full.threshold, min(1.0, (density - THIN) / (THICK - THIN)))


def dot(weights: Mapping[str, float], features: Sequence[float]) -> float:
    """What some features add up to, each by its weight."""
    return float(sum(map(mul, weights.values(), features)))


def bank_share(density: float) -> float:
    """How full a bank is, from 0 to 1, that has so many questions a provision."""
    return min(1.0, density / (density + _HALF_FULL) / _FULL)


def _between(start: float, end: float, share: float) -> float:
    return (1 - share) * start + share * end


@cache
def bundled() -> Model:
    """The model that comes with the program."""
    parts = tomllib.loads(PATH.read_text(encoding="utf-8"))
    bare, full, verdict, value = (_linear(parts[name]) for name in ("bare", "full", "verdict", "value"))
    return Model(
        parts["ranking"], bare, full, parts["thin"]["threshold"], verdict, value, parts["figure"], parts["condition"]
    )


def _linear(part: dict[str, dict[str, float] | float]) -> Linear:
    weights = {name: weight for name, weight in part.items() if isinstance(weight, float)}
    bias, threshold = weights.pop("bias", 0.0), weights.pop("threshold")
    return Linear(weights, bias, threshold)
