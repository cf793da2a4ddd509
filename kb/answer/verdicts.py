"""Yes or no, where a rule settles it (being written)."""

from __future__ import annotations

from kb.search import Measured, Searcher


def verdict_of(_question: str, _identifier: str, _measured: Measured, _searcher: Searcher) -> str | None:
    """No verdict yet."""
    return None
