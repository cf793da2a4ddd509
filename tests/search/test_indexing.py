"""The index: what a key weighs for a rule, and the small parts of rules that a question may resemble."""

from __future__ import annotations

from dataclasses import replace

from kb.model import Absent, Layer, Lexicon, Question
from kb.search import index_of
from kb.search.indexing import HEAVIEST, rarity
from kb.store import Document, IndexedWork
from tests.canon import linked

RULES = """# Essai

## 1 Tir {#1}

**1.1** Une unité immobile tire.

**1.2** Une unité engagée frappe ; une unité immobile attend.

## 2 Fuite {#2}

**2.1** Une unité en fuite court vers le bord.
"""
QUESTIONS = (
    Question("essai/1.1", "Une unité immobile tire-t-elle ?", "oui"),
    Question("essai/1.1", "portée du tir"),
    Question("essai/?cavalerie", "Comment charge la cavalerie ?"),
)


def index(*questions: Question, layers: tuple[Layer, ...] = (Layer.PRECIS,)) -> IndexedWork:
    absents = (Absent("cavalerie", "La cavalerie", "perdu", "Le livret n'en dit rien."),)
    book = replace(linked(RULES).book, questions=questions, absents=absents)
    return index_of(dict.fromkeys(layers, book), Lexicon())


def weight(work: IndexedWork, word: str, identifier: str) -> tuple[int, int, int]:
    number = next(place for place, row in enumerate(work.documents) if row.id == identifier)
    return dict(work.impacts[word]).get(number, (0, 0, 0))


def test_a_rare_word_tells_more_and_an_unknown_one_most() -> None:
    work = index()
    assert work.rarities["fuit"] > work.rarities["unit"]
    assert work.unknown > max(work.rarities.values())
    assert [rarity(100, held) for held in (1, 10, 100)] == sorted(
        (rarity(100, held) for held in (1, 10, 100)), reverse=True
    )


def test_a_word_weighs_more_where_more_of_the_questions_hold_it() -> None:
    bare, asked = weight(index(), "tir", "essai/1.1"), weight(index(*QUESTIONS), "tir", "essai/1.1")
    assert 0 < bare[2] < asked[2] <= HEAVIEST


def test_a_view_weighs_what_its_layer_holds() -> None:
    work = index(layers=(Layer.PRECIS,))
    precis, texte, both = weight(work, "tir", "essai/1.1")
    assert (texte, both) == (0, precis)
    assert all(weight(index(layers=(Layer.PRECIS, Layer.TEXTE)), "tir", "essai/1.1"))


def test_the_precis_weighs_alike_with_and_without_the_text() -> None:
    alone, both = index(*QUESTIONS), index(*QUESTIONS, layers=(Layer.PRECIS, Layer.TEXTE))
    ours, shared = (
        {key: [(place, weights[0]) for place, weights in held] for key, held in work.impacts.items()}
        for work in (alone, both)
    )
    assert ours == shared


def test_names_questions_and_clauses_bear_witness() -> None:
    work = index(*QUESTIONS)
    number = [row.id for row in work.documents].index("essai/1.1")
    found = [witness for document, witness in work.witnesses if document == number]
    assert [(one.part, one.unit, one.verdict) for one in found if one.part == "question"] == [
        ("question", 0, "oui"),
        ("question", 1, ""),
    ]
    # Only a question that has a verdict says how it is worded.
    assert [one.wording is not None for one in found if one.part == "question"] == [True, False]
    assert any("immobil" in one.keys for one in found if one.part == "precis")


def test_what_a_work_leaves_out_is_a_document_with_its_reason() -> None:
    assert index(*QUESTIONS).documents[-1] == Document(
        "essai/?cavalerie", "Le livret n'en dit rien.", (), 1, texte=False
    )
