"""The index: what a key weighs for a rule, and the small parts of rules that a question may resemble."""

from dataclasses import replace

from kb.model import Absent, Layer, Lexicon, Question
from kb.search import index_of
from kb.search.indexing import HEAVIEST
from kb.store import IndexedWork
from kb.store.contents import PARTS
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
    precis, texte, both = (held.get(number, 0) for held in work.impacts[word].values())
    return precis, texte, both


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
    ours, shared = ({key: views["precis"] for key, views in work.impacts.items()} for work in (alone, both))
    assert ours == shared


def test_the_order_in_which_layers_are_given_changes_nothing() -> None:
    told, turned = (
        index(*QUESTIONS, layers=layers) for layers in ((Layer.PRECIS, Layer.TEXTE), (Layer.TEXTE, Layer.PRECIS))
    )
    assert told == turned
    for witnesses in told.witnesses:
        parts = [PARTS.index(witness.part) for witness in witnesses]
        assert parts == sorted(parts)
