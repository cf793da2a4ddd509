"""When things happen: the timeline of a game, the order of two moments of it, and what may be used at one."""

from kb.timing.comparing import compare
from kb.timing.tree import Timeline
from kb.timing.usable import window
from kb.timing.values import Comparison, Opening, Place, Usable

__all__ = ["Comparison", "Opening", "Place", "Timeline", "Usable", "compare", "window"]
