"""When things happen: the timeline of a game, the order of two moments of it, and what may be used at one.

A name that means no moment of the game, or several that differ, is an UnknownMomentError.
"""

from kb.timing.chronology import Comparison, compare
from kb.timing.opening import TURN_SIDES, Opening, TurnSide, Usable, opening_at
from kb.timing.tree import Place, Timeline
