"""Cases beside a rule serve its verdicts; search does as if they were not there."""

from __future__ import annotations

import numpy as np

from kb.model import Lexicon
from kb.search import Part, build_index
from kb.search.postings import SEGMENT
from kb.search.wording import WORDED
from kb.store import IndexData
from tests.canon import linked

RULES = """# Essai

## 1 Tir {#1}

**1.1** Une unité immobile tire.

> **Questions**
> - Une unité immobile tire-t-elle ? → oui
> - portée du tir
"""
CASES = """
> **Cas**
> - Mes frondeurs ont couru : ils tirent ? → non
> - Mes archers n'ont pas bougé, ils tirent ? → oui
"""


def index(text: str) -> IndexData:
    return build_index([linked(text).book], {"": Lexicon()}, frozenset())


def test_search_is_the_same_with_and_without_cases() -> None:
    bare, full = index(RULES), index(RULES + CASES)
    assert [(term.term, term.rarity, term.documents) for term in full.postings] == [
        (term.term, term.rarity, term.documents) for term in bare.postings
    ]
    assert full.pages == bare.pages
    assert [*full.forms] == [*bare.forms]
    assert full.meanings == bare.meanings


def test_cases_are_worded_with_the_questions_that_have_a_verdict() -> None:
    (view,) = index(RULES + CASES).views
    segments = np.frombuffer(view.segments, dtype=SEGMENT)
    worded = np.frombuffer(view.worded, dtype=WORDED)
    said = segments[worded["segment"]]
    assert sorted(said["verdict"][said["part"] == Part.CASE].tolist()) == [-1, 1]
    assert said["verdict"][said["part"] == Part.QUESTION].tolist() == [1]
    # After the questions, as a verdict counts them.
    assert sorted(said["unit"][said["part"] == Part.CASE].tolist()) == [2, 3]
