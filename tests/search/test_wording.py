"""What tells apart two questions on one matter: their very words, the side that each takes, what it denies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from kb.data import data_dir
from kb.model import Lexicon
from kb.reading.data import read_lexicon
from kb.search import Searcher
from kb.search.wording import ASKED, ASKED_BY_WORD, TOLD, TOLD_BY_WORD, contrary, is_pair, wording_of
from kb.store import KnowledgeBase

LEXICON = read_lexicon(data_dir("corpus") / "lexicon", "aos")


def test_the_words_and_the_pairs_of_a_question() -> None:
    terms = wording_of("L'archer tire-t-il ?", LEXICON).terms
    assert {term for term in terms if not is_pair(term)} == {"l", "archer", "tire", "t", "il"}
    assert {term for term in terms if is_pair(term)} == {"< l", "l archer", "archer tire", "tire t", "t il", "il >"}
    assert wording_of("?", LEXICON).terms == ()


@pytest.mark.parametrize(
    ("question", "denied"),
    [
        ("elle garde son bonus ?", 0),
        ("elle ne garde pas son bonus ?", ASKED),
        ("j'ai pas le droit de tirer ?", ASKED),
        ("elle n'a pas bougé : elle tire ?", TOLD),
        ("elle n'a pas bougé : elle ne tire plus ?", TOLD | ASKED),
        ("elle ne peut pas ne jamais tirer ?", 0),
        ("est-ce que ça compte ou pas ?", 0),
        ("n'est-ce pas trop loin ?", 0),
        ("est-il interdit de tirer ?", ASKED_BY_WORD),
        ("il n'est pas interdit de tirer ?", ASKED | ASKED_BY_WORD),
        ("le tir a échoué : elle perd son bonus ?", TOLD_BY_WORD | ASKED_BY_WORD),
        ("est-il interdit de refuser ?", 0),
    ],
)
def test_what_is_denied(question: str, denied: int) -> None:
    assert wording_of(question, LEXICON).denies == denied


def test_a_lexicon_without_words_that_deny_denies_nothing_by_them() -> None:
    assert wording_of("est-il interdit de tirer ?", Lexicon()).denies == 0


@pytest.mark.parametrize(
    ("one", "other", "figures", "marks"),
    [
        ("trois archers tirent ?", "3 archers tirent ?", 0, 0),
        ("trois archers tirent ?", "deux archers tirent ?", 2, 0),
        ("je frappe de flanc ?", "je frappe sur le côté ?", 0, 0),
        ("je frappe de flanc ?", "je frappe de front ?", 0, 2),
        ("2 archers ?", "2 archers à 60 pas ?", 1, 0),
        # An article tells no figure.
        ("un archer tire ?", "l'archer tire ?", 0, 0),
    ],
)
def test_figures_and_sides_tell_two_cases_apart(one: str, other: str, figures: int, marks: int) -> None:
    first, second = wording_of(one, LEXICON), wording_of(other, LEXICON)
    assert (first.figures ^ second.figures).bit_count() == figures
    assert (first.marks ^ second.marks).bit_count() == marks


@pytest.mark.parametrize(
    ("one", "other", "opposed"),
    [
        ("elle garde son bonus ?", "elle perd son bonus ?", True),
        ("le tir est permis ?", "le tir est interdit ?", True),
        ("on tire avant de bouger ?", "on tire après avoir bougé ?", True),
        ("elle garde son bonus ?", "elle conserve son bonus ?", False),
        ("le tir est permis ?", "elle perd son bonus ?", False),
        # Both sides in one question: it takes neither.
        ("permis ou interdit ?", "le tir est interdit ?", False),
        # Only what is asked takes a side, not the case told before.
        ("j'ai perdu le combat : je tire ?", "j'ai gagné le combat : je tire ?", False),
    ],
)
def test_two_questions_may_take_contrary_sides(one: str, other: str, opposed: bool) -> None:  # noqa: FBT001 - a column
    first, second = wording_of(one, LEXICON).sides, wording_of(other, LEXICON).sides
    assert contrary(np.array([first], dtype=np.uint32), second)[0] == opposed
    assert contrary(np.array([second], dtype=np.uint32), first)[0] == opposed


def test_a_question_is_worded_like_itself(base: KnowledgeBase) -> None:
    searcher = Searcher(base)
    index = searcher.index("warmachine", "both")
    for identifier in base.all_ids("warmachine", "precis")[:20]:
        for question, _verdict in _settled(base, identifier):
            likeness = searcher.likeness(question, "warmachine", "both")
            # Another may have the same words in another order.
            best = int((likeness.words + likeness.pairs).argmax())
            assert likeness.words[best] == pytest.approx(1, abs=1e-3)
            assert likeness.pairs[best] == pytest.approx(1, abs=1e-3)
            assert not likeness.contrary[best]
            assert not likeness.denied[best]
            assert not likeness.refused[best]
            assert likeness.figures[best]
            assert not likeness.apart[best]
            assert likeness.words.max() <= 1.001
            assert likeness.segments[best] < len(index.segments)


def test_words_that_no_question_has_are_like_none(base: KnowledgeBase) -> None:
    likeness = Searcher(base).likeness("xylophone zygomatique", "warmachine", "both")
    assert not likeness.words.any()
    assert not likeness.pairs.any()


def _settled(base: KnowledgeBase, identifier: str) -> list[tuple[str, int]]:
    """The questions beside a provision that have a verdict."""
    index = Searcher(base).index("warmachine", "both")
    if identifier not in index.places:
        return []
    at = index.places[identifier]
    questions = base.asked_beside(identifier)
    segments = index.segments[index.starts[at] : index.starts[at + 1]]
    return [(questions[int(part["unit"])], int(part["verdict"])) for part in segments if part["verdict"]]


def test_a_work_prepared_reads_no_array_at_its_first_question(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    searcher, read, rows = Searcher(base), list[str](), base.rows

    def reading(query: str, values: Sequence[object] = ()) -> list[Any]:
        read.append(query)
        return rows(query, values)

    searcher.prepare("warmachine", "both")
    monkeypatch.setattr(base, "rows", reading)
    assert searcher.measured("mon warjack peut-il charger ?", "warmachine", "both") is not None
    searcher.likeness("mon warjack peut-il charger ?", "warmachine", "both")
    assert read
    assert not [query for query in read if "FROM views" in query]
