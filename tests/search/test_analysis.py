"""Words to keys: what must meet meets, what must not stays apart."""

import pytest

from kb.model.words import tokens
from kb.reading.data import read_lexicon
from kb.search.analysis import Analyzer
from kb.system.data import data_dir

ANALYZER = Analyzer(read_lexicon(data_dir("corpus") / "lexicon", "runewars"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L'unité d'élite", ["unité", "élite"]),
        ("jusqu'à 2D6+1 et 4+", ["à", "2d6", "1", "et", "4+"]),
        ("voir 35.3, 10.12.1", ["voir", "35.3", "10.12.1"]),
        ("mots-clefs ; cœur", ["mots", "clefs", "coeur"]),
        ("", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_an_abbreviation_gives_the_words_meant() -> None:
    assert set(ANALYZER.keys("LdV")) >= set(ANALYZER.keys("ligne vue"))


def test_dice_survive_the_loss_of_accents() -> None:
    assert ANALYZER.keys("des dés") == (ANALYZER.key("dés"),)


def test_stop_words_are_dropped_and_an_accentless_word_is_known_once_seen() -> None:
    known = Analyzer(ANALYZER.lexicon, [("~immobilise", "immobilis")])
    assert known.keys("est-ce que l'unité est immobilise") == (known.key("unité"), "immobilis")


def test_a_quoted_phrase_is_a_key_even_when_all_its_words_are_common() -> None:
    assert "«ne peut pas»" in ANALYZER.keys("une carte qui dit « ne peut pas »")
    assert ANALYZER.keys("« Quand »")[-1] == "«quand»"
