"""One read-only SQLite file: written atomically, opened immutable."""

from kb.store.contents import SIDES, Contents, IndexedWitness, IndexedWork, Wording
from kb.store.graph import neighbourhood, whole_graph
from kb.store.opening import Examined
from kb.store.reading import KnowledgeBase
from kb.store.values import (
    VIEWS,
    Coverage,
    CrossReferenceRow,
    LinkedNode,
    Passage,
    Proof,
    SourceRef,
    TableRow,
    UsageRow,
    View,
    WindowRow,
    WorkInfo,
)
from kb.store.writing import check_place, write

__all__ = [
    "SIDES",
    "VIEWS",
    "Contents",
    "Coverage",
    "CrossReferenceRow",
    "Examined",
    "IndexedWitness",
    "IndexedWork",
    "KnowledgeBase",
    "LinkedNode",
    "Passage",
    "Proof",
    "SourceRef",
    "TableRow",
    "UsageRow",
    "View",
    "WindowRow",
    "Wording",
    "WorkInfo",
    "check_place",
    "neighbourhood",
    "whole_graph",
    "write",
]
