"""A knowledge base opened for reading: each question that it answers is a function of one of the modules by meaning."""

from __future__ import annotations

from kb.store import edges as _edges
from kb.store import moments as _moments
from kb.store import names as _names
from kb.store import provisions as _provisions
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
    names = _names.names
    called = _names.called
    name_keys = _names.name_keys
    nearest = _names.nearest
    glossary = _names.glossary

    passage = _provisions.passage
    passages = _provisions.passages
    clauses = _provisions.clauses
    lead = _provisions.lead
    segments = _segments.segments
    aligned = _provisions.aligned
    said_in = _provisions.said_in
    outside = _provisions.outside
    children = _provisions.children
    versions = _provisions.versions
    neighbours = _provisions.neighbours
    all_ids = _provisions.all_ids
    says = _provisions.says
    asked_beside = _provisions.asked_beside
    answered_by = _provisions.answered_by
    mentions = _provisions.mentions
    questions = _provisions.questions
    leads = _provisions.leads
    table = _provisions.table

    edges = _edges.edges
    gathered = _edges.gathered
    edges_within = _edges.edges_within
    overriding = _edges.overriding
    edge_rows = _edges.edge_rows
    cross_references = _edges.cross_references

    moments = _moments.moments
    timing_lines = _moments.timing_lines
    times_printed = _moments.times_printed
    windows = _moments.windows
    usages = _moments.usages
