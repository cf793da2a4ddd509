"""Words that stand in the same rules lie near each other; the same input gives the same space."""

from __future__ import annotations

import numpy as np
import pytest

from kb.search.documents import Document
from kb.search.space import DIMENSIONS, LARGEST, Counts, counted, learn, packed, unit, unpacked


def document(name: str, *keys: str) -> Counts:
    fields = {
        "title": [],
        "names": [],
        "number": [],
        "path": [],
        "body": list(keys),
        "summary": [],
        "questions": [],
        "prefix": [],
    }
    return counted(Document(name, 1.0, fields, ()))


DOCUMENTS = [
    document("a", "fuir", "paniquer", "moral"),
    document("b", "fuir", "detaler", "moral"),
    document("c", "detaler", "paniquer"),
    document("d", "tirer", "arc", "portee"),
    document("e", "tirer", "fusil", "portee"),
    document("f", "arc", "fusil"),
]


def test_words_of_the_same_rules_lie_near(monkeypatch: pytest.MonkeyPatch) -> None:
    # Six documents have no more than two directions that matter.
    monkeypatch.setattr("kb.search.space.DIMENSIONS", 2)
    space = learn(DOCUMENTS)
    fuir, detaler, arc = (unit(space.words[space.places[word]]) for word in ("fuir", "detaler", "arc"))
    assert fuir @ detaler > fuir @ arc + 0.5


def test_the_same_documents_give_the_same_space() -> None:
    assert np.array_equal(learn(DOCUMENTS).words, learn(DOCUMENTS).words)


def test_a_document_has_a_vector_of_length_one_and_of_zero_without_any_word() -> None:
    space = learn(DOCUMENTS)
    assert abs(float(np.linalg.norm(space.of_document(DOCUMENTS[0]))) - 1) < 1e-5
    assert not space.of_document(document("z", "inconnu")).any()


def test_words_are_whole_numbers_that_survive_their_bytes() -> None:
    vectors = learn(DOCUMENTS).words
    assert np.array_equal(vectors, np.rint(vectors))
    assert vectors.any(axis=1).all()
    assert np.abs(vectors).max() <= LARGEST
    assert np.array_equal(unpacked(packed(vectors)), vectors)
    assert unpacked(packed(vectors)).shape == (len(vectors), DIMENSIONS)
