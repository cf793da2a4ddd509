"""When things happen: the timeline of a game, and the order of two moments of it."""

from kb.timing.comparing import compare
from kb.timing.tree import Timeline
from kb.timing.values import Comparison, Place

__all__ = ["Comparison", "Place", "Timeline", "compare"]
