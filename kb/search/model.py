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
# The threshold stays that of a work without questions until the bank is nearly full, so that as few good questions are refused on the way.
_LATE = 4


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

    Then of what a figure of a question is, and of whether a condition holds.
    """

    ranking: dict[str, float]
    bare: Linear
    full: Linear
    verdict: Linear
    value: Linear
    figure: dict[str, float]
    condition: dict[str, float]

    def score(self, features: Sequence[float]) -> float:
        """The score of a candidate."""
        return dot(self.ranking, features)

    def answers(self, features: Sequence[float], density: float) -> float:
        """How surely a rule answers, above 0 when it does, in a work that has so many questions a provision."""
        share, late = bank_share(density), bank_share(density) ** _LATE
        odds = (1 - share) * self.bare.odds(features) + share * self.full.odds(features)
        return odds - (1 - late) * self.bare.threshold - late * self.full.threshold


def dot(weights: Mapping[str, float], features: Sequence[float]) -> float:
    """What some features add up to, each by its weight."""
    return float(sum(map(mul, weights.values(), features)))


def bank_share(density: float) -> float:
    """How full a bank is, from 0 to 1, that has so many questions a provision."""
    return min(1.0, density / (density + _HALF_FULL) / _FULL)


@cache
def bundled() -> Model:
    """The model that comes with the program."""
    parts = tomllib.loads(PATH.read_text(encoding="utf-8"))
    bare, full, verdict, value = (_linear(parts[name]) for name in ("bare", "full", "verdict", "value"))
    return Model(parts["ranking"], bare, full, verdict, value, parts["figure"], parts["condition"])


def _linear(part: dict[str, dict[str, float] | float]) -> Linear:
    weights = {name: weight for name, weight in part.items() if isinstance(weight, float)}
    bias, threshold = weights.pop("bias", 0.0), weights.pop("threshold")
    return Linear(weights, bias, threshold)
