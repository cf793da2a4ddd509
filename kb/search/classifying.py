"""Yes or no by the words of a question alone: a linear classifier a provision, learnt at build from its questions.

It is a ridge regression on the pieces of four letters that a question is made of, each by its rarity among them, solved by coordinate
descent (Shalev-Shwartz and Zhang, 2013). Where the questions nearest to one are asked of the same case in other words, it weighs what parts
those that have yes from those that have no.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count, repeat

from kb.store import Wording

_PIECE = 4
_SIDES = frozenset({"oui", "non"})
# So many questions at least, both verdicts among them, teach anything.
_FEWEST = 8
# The penalty, as a part of the mean square of an example; how often each is gone through; how many weights are kept, in which unit.
_PENALTY, _PASSES, _KEPT, _UNIT = 0.3, 3, 300, 1000

Classifier = Mapping[str, int]
"""What each piece of a question weighs for yes (above 0) or no."""


def examples(settled: Iterable[tuple[str, Wording]]) -> list[tuple[str, int]]:
    """The words of each question that has yes (1) or no (-1), were what it asks not denied; others teach nothing."""
    return [
        (wording.words, 1 if (verdict == "oui") != wording.turned else -1)
        for verdict, wording in settled
        if verdict in _SIDES and not wording.turning
    ]


def trained(examples: Sequence[tuple[str, int]]) -> dict[str, int]:
    """What tells apart the questions that have yes and no; empty when there are too few of either, or no piece to tell them by."""
    mean = math.fsum(side for _words, side in examples) / max(1, len(examples))
    written = [pieces_of(words) for words, _side in examples]
    uses = Counter(chain.from_iterable(written))
    if len(examples) < _FEWEST or abs(mean) == 1 or not uses:
        return {}
    # Pieces by their numbers: a list is sooner read than a mapping.
    numbers = dict(zip(uses, count(), strict=False))
    held = [[*map(numbers.__getitem__, pieces)] for pieces in written]
    squares = [math.log((len(held) + 1) / (often + 0.5)) ** 2 for often in uses.values()]
    lengths = [sum(map(squares.__getitem__, pieces)) / max(1, len(pieces)) for pieces in held]
    penalty = _PENALTY * sum(lengths) / len(lengths)
    # Each times its rarity: what a question is said to be is a plain sum.
    weights = [0.0] * len(squares)
    duals = [0.0] * len(held)
    for place in [*range(len(held))] * _PASSES:
        pieces = held[place]
        scale = 1 / math.sqrt(max(1, len(pieces)))
        said = scale * sum(map(weights.__getitem__, pieces))
        step = (examples[place][1] - mean - said - penalty * duals[place]) / (lengths[place] + penalty)
        duals[place] += step
        step *= scale
        for piece in pieces:
            weights[piece] += step * squares[piece]
    return _heaviest(dict(zip(uses, weights, strict=True)))


def classified(weights: Classifier, words: str) -> float:
    """What a question, as worded, is said to be: above 0 for yes, about 1 where it is clear."""
    pieces = pieces_of(words)
    return sum(map(weights.get, pieces, repeat(0))) / _UNIT / math.sqrt(max(1, len(pieces)))


def _heaviest(weights: Mapping[str, float]) -> dict[str, int]:
    kept = sorted((-abs(weight), piece) for piece, weight in weights.items())[:_KEPT]
    return {piece: round(weights[piece] * _UNIT) for piece in sorted(piece for _weight, piece in kept)}


@lru_cache(maxsize=64)  # a question is weighed by several rules
def pieces_of(words: str) -> Sequence[str]:
    """The pieces of some words, each once: those of four letters, over the blanks."""
    written = f" {words} "
    return tuple(dict.fromkeys([written[at : at + _PIECE] for at in range(len(written) - _PIECE + 1)]))
