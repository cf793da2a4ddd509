"""One read-only SQLite file: written atomically, opened immutable."""

from kb.store.contents import Contents, IndexData, IndexedDocument, IndexedView, PageIndex, Posting, Worded
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
    "VIEWS",
    "Contents",
    "Coverage",
    "CrossReferenceRow",
    "Examined",
    "IndexData",
    "IndexedDocument",
    "IndexedView",
    "KnowledgeBase",
    "LinkedNode",
    "PageIndex",
    "Passage",
    "Posting",
    "Proof",
    "SourceRef",
    "TableRow",
    "UsageRow",
    "View",
    "WindowRow",
    "Worded",
    "WorkInfo",
    "check_place",
    "neighbourhood",
    "whole_graph",
    "write",
]
