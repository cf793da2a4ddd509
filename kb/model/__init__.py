"""The values that pass between stages: provisions, edges, references, and where each stands in its source.

Everything here is frozen. A stage receives values and returns new ones; nothing is changed in place.
"""

from kb.model.calculations import Calculation
from kb.model.links import CrossReference, Edge, EdgeType, How, Patch, PatchOperation, Resolution
from kb.model.moments import Moment, MomentWords, SheetBlock, TimingPhrase, Usage, Window
from kb.model.provisions import (
    CanonicalText,
    Departure,
    Dropped,
    Kind,
    Layer,
    PageMark,
    Provision,
    Repair,
    Source,
    Span,
    Status,
    Work,
)
from kb.model.rulebooks import Absent, Lexicon, Measure, Notion, Opening, Question, RowNames, Rulebook
