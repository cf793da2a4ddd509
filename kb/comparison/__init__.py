"""Two layers of a work, or two knowledge bases, side by side: what one holds and the other does not."""

from kb.comparison.bases import Change, Difference, compare_bases
from kb.comparison.layers import Finding, Weight, compare_layers
from kb.comparison.settling import Review, review

__all__ = ["Change", "Difference", "Finding", "Review", "Weight", "compare_bases", "compare_layers", "review"]
