"""One read-only SQLite file: written atomically, opened immutable."""

from kb.store.assembling import Summary, check_place, sealed, write
from kb.store.contents import PARTS, Contents, Document, IndexedWitness, IndexedWork, Modal, Wording, WorkedExample
from kb.store.graph import neighbourhood, path_between, resting_on, whole_graph
from kb.store.notes import without_notes
from kb.store.reading import KnowledgeBase
from kb.store.records import (
    CrossReferenceRow,
    LayerName,
    LinkedNode,
    Passage,
    Proof,
    SourceRef,
    TableRow,
    View,
    WindowRow,
    WorkInfo,
)
from kb.store.writing import write_work
