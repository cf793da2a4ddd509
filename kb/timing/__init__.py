"""When things happen: the timeline of a game, the order of two moments of it, and what may be used at one."""

from kb.timing.comparing import Comparison, compare
from kb.timing.tree import Place, Timeline
from kb.timing.usable import Opening, Usable, window

__all__ = ["Comparison", "Opening", "Place", "Timeline", "Usable", "compare", "window"]
