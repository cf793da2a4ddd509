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


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("vingt-cinq lanternes", "25 lanternes"),
        ("deux cent quarante points", "240 points"),
        ("deux mille cinq cents points", "2500 points"),
        ("quatre-vingt-dix, soixante et onze, dix-sept", "90, 71, 17"),
        # Two numbers stay two; « un » is an article, « pour cent » no number.
        ("six et quatre, vingt et deux", "6 et 4, 20 et 2"),
        ("deux lampes et un mât", "2 lampes et un mât"),
        ("25 pour cent", "25 pour cent"),
    ],
)
def test_a_number_of_several_words_is_one_figure(text: str, figures: str) -> None:
    assert ANALYZER.in_figures(text) == figures
