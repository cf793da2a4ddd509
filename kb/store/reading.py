"""A knowledge base opened for reading: each question that it answers is a function of one of the modules by meaning.

Those are called within the package; outside, this list is the one way to ask.
"""

from kb.store import edges as _edges
from kb.store import names as _names
from kb.store import notes as _notes
from kb.store import ours as _ours
from kb.store import passages as _passages
from kb.store import search as _search
from kb.store import segments as _segments
from kb.store import works as _works
from kb.store.opening import OpenedBase


class KnowledgeBase(OpenedBase):
    """A knowledge base opened for reading: any thread may ask, none ever writes."""

    works = _works.works
    work_ids = _works.work_ids
    work = _works.work
    check_mode = _works.check_mode
    editions = _works.editions
    policy = _works.policy
    notions = _works.notions
    diagnostics = _works.diagnostics
    coverage = _works.coverage
    measures = _works.measures
    departures = _works.departures

    lookup = _names.lookup
    meant_by = _names.meant_by
    names = _names.names
    called = _names.called
    row_names = _names.row_names
    rows_called = _names.rows_called
    nearest = _names.nearest
    glossary = _names.glossary

    passage = _passages.passage
    passages = _passages.passages
    clauses = _passages.clauses
    lead = _passages.lead
    segments = _segments.segments
    aligned = _passages.aligned
    said_in = _passages.said_in
    clashing = _passages.clashing
    sides = _passages.sides
    outside = _passages.outside
    children = _passages.children
    versions = _passages.versions
    neighbours = _passages.neighbours
    all_ids = _passages.all_ids
    says = _passages.says
    asked_of = _passages.asked_of
    settled_of = _passages.settled_of
    answered_by = _passages.answered_by
    texts_as_set = _passages.texts_as_set
    mentions = _passages.mentions
    questions = _passages.questions
    leads = _ours.leads
    table = _passages.table

    printed = _ours.printed
    is_ours = _ours.is_ours
    lost = _ours.lost

    notes = _notes.notes
    marked = _notes.marked

    edges = _edges.edges
    gathered = _edges.gathered
    edges_within = _edges.edges_within
    contradicted = _edges.contradicted
    overriding = _edges.overriding
    edge_rows = _edges.edge_rows
    cross_references = _edges.cross_references

    moments = _works.moments
    timing_lines = _works.timing_lines
    times_printed = _works.times_printed
    windows = _works.windows
    usages = _works.usages
    sheet = _works.sheet

    lexicon = _search.lexicon
    forms = _search.forms
    documents = _search.documents
    rarities = _search.rarities
    unknown_rarity = _search.unknown_rarity
    weights = _search.weights
    impacts = _search.impacts
    in_rules = _search.in_rules
    in_names = _search.in_names
    witnesses = _search.witnesses
    settled_wordings = _search.settled_wordings
    classifier = _search.classifier
    issues = _search.issues
    examples = _search.examples
