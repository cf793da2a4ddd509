"""What comes first, what a value becomes, who prevails: one engine for every game, its policy being data."""

from kb.precedence.engine import Precedence, precedence_of
from kb.precedence.rulings import Excluded, Limit, Modified, Modulation, Ordered, OrderStep, Prevailing
