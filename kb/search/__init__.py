"""Search in French: analysis, index built once, ranking that explains itself."""

from kb.search.analysis import Analyzer
from kb.search.indexing import build_index
from kb.search.likeness import Likeness
from kb.search.model import Model, bundled
from kb.search.postings import Part
from kb.search.ranking import Hit, Measured, Searcher, read_analyzer, read_lexicon
from kb.search.signals import SIGNALS, spread

__all__ = [
    "SIGNALS",
    "Analyzer",
    "Hit",
    "Likeness",
    "Measured",
    "Model",
    "Part",
    "Searcher",
    "build_index",
    "bundled",
    "read_analyzer",
    "read_lexicon",
    "spread",
]
