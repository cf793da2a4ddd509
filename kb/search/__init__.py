"""Search in French: analysis, index built once, ranking that explains itself."""

from kb.search.indexing import build_index
from kb.search.ranking import Hit, Ranking, Searcher

__all__ = ["Hit", "Ranking", "Searcher", "build_index"]
