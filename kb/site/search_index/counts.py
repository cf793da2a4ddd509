"""How often each key stands in each field of a document: what the segments tell, and where a field differs from what they tell.

The impacts of the base are floats, one an entry; these counts are small numbers, mostly foreseen, from which a page works the same
impacts out again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from kb.search import Analyzer, Part
from kb.search.analysis import prefix_keys
from kb.search.signals import Index
from kb.store import KnowledgeBase, View

COUNTED = ("title", "names", "body", "summary", "questions")
"""The fields whose counts the segments foretell, in the order of a difference."""

# A field is one of these parts, in this order within a document; the first name is the title.
NAME, QUESTION, CLAUSE, SUMMARY = range(4)
PARTS = 4


@dataclass(frozen=True, slots=True)
class Written:
    """A provision as it is indexed: the keys of each field, its path, the beginnings of its words."""

    number: str = ""
    titled: bool = True
    fields: Mapping[str, Counter[str]] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    beginnings: Counter[str] = field(default_factory=Counter)


def written(base: KnowledgeBase, work: str, view: View, analyzer: Analyzer) -> dict[str, Written]:
    """Every provision that may be a document of a view, by id."""
    rows = base.rows(
        "SELECT id, layer, number, title, path, text, questions FROM nodes WHERE work = ? AND instr(id, '#') = 0",
        (work,),
    )
    layers: dict[str, dict[str, Sequence[str]]] = {}
    for row in rows:
        layers.setdefault(row[0], {})[row[1]] = row[2:]
    keys, stopwords = cache(analyzer.keys), analyzer.lexicon.stopwords
    order = ("precis", "texte") if view == "precis" else ("texte", "precis")
    found = {}
    for identifier, versions in layers.items():
        shown = [versions[layer] for layer in order if layer in versions]
        found[identifier] = _written(shown, keys, stopwords, both=view == "both")
    return found


def _written(
    versions: Sequence[Sequence[str]], keys: Callable[[str], list[str]], stopwords: frozenset[str], *, both: bool
) -> Written:
    """One provision, from its versions, the one shown first."""
    number, title, path, text, _questions = versions[0]
    titles: list[str] = json.loads(path)
    questions = list(dict.fromkeys(question for version in versions for question in json.loads(version[4])))
    titled = not (titles and titles[-1].endswith(title))
    summary = versions[1][3] if both and len(versions) > 1 else ""
    return Written(
        number or "",
        titled,
        {
            "title": Counter(keys(title) if titled else ()),
            "body": Counter(keys(text)),
            "summary": Counter(keys(summary)),
            "questions": Counter(key for question in questions for key in keys(question)),
        },
        tuple(sorted(keys(" ".join(titles[1:])))),
        Counter(key for part in (title, text, *questions) for key in prefix_keys(part, stopwords)),
    )


def field_of(index: Index, place: int) -> int:
    """Which part a segment is; -1 for an event."""
    part, unit = int(index.parts[place]), int(index.segments["unit"][place])
    if part == Part.CLAUSE:
        # What a work does not settle has no unit to show, and no summary.
        return SUMMARY if unit < 0 and not index.unsettled[index.segments["document"][place]] else CLAUSE
    return {Part.NAME: NAME, Part.QUESTION: QUESTION}.get(Part(part), -1)
