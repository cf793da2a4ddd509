"""Two layers of a work, or two knowledge bases, side by side: what one holds and the other does not."""

from kb.comparison.bases import Change, Difference, Node, compare_bases
from kb.comparison.layers import Finding, Review, compare_layers, review
