"""A misspelt word is mended by the words of the rulebook, and only when it is no word at all."""

import random
import time

import pytest

from kb.answer import Answerer
from kb.reading.data import read_lexicon
from kb.search.analysis import Analyzer
from kb.search.correction import Speller
from kb.system.data import data_dir

USES = {
    "jusque": 3,
    "lorsque": 3,
    "ralliement": 9,
    "rallié": 4,
    "déploiement": 8,
    "panique": 30,
    "fiasco": 5,
    "charge": 50,
    "charges": 12,
}
SPELLER = Speller(USES, Analyzer(read_lexicon(data_dir("corpus") / "lexicon", "wap")))


@pytest.mark.parametrize(
    ("question", "mended"),
    [
        ("test de paniqe raté", "test de panique raté"),
        ("le raliement des fuyards", "le ralliement des fuyards"),
        ("un fiaxco", "un fiasco"),
    ],
)
def test_a_slip_is_mended(question: str, mended: str) -> None:
    assert SPELLER.mend(question) == mended


@pytest.mark.parametrize(
    "question",
    [
        "test de panique",  # written in the rulebook
        "deploiement",  # without its accent
        "mon carré charge",  # words of the language
        "paniqqque",  # two slips away
        "CC5 ou LdV",  # too short to tell
        "save de mon perso",  # words of the lexicon
        "jusqu'à la haie, lorsqu'il charge",  # half a word, before an apostrophe
    ],
)
def test_what_may_be_meant_is_left_alone(question: str) -> None:
    assert SPELLER.mend(question) is None


def test_of_two_words_as_near_the_most_used_is_meant() -> None:
    speller = Speller({"charges": 1, "charger": 9}, Analyzer(read_lexicon(data_dir("corpus") / "lexicon", "wap")))
    assert speller.mend("chargew") == "charger"


def test_a_word_that_another_rulebook_uses_is_no_slip() -> None:
    other = Speller({"fiaxco": 2}, Analyzer(read_lexicon(data_dir("corpus") / "lexicon", "runewars")))
    assert SPELLER.mend("un fiaxco de paniqe") == "un fiasco de panique"
    assert SPELLER.mend("un fiaxco de paniqe", [other]) == "un fiaxco de panique"


def test_past_the_bound_words_stay_as_they_are() -> None:
    strange = [f"{first}{second}zzkw" for first in "bcdfghj" for second in "klmnpqr"]
    for count, mended in ((10, "panique"), (len(strange), "paniqe")):
        mend = SPELLER.mend(" ".join([*strange[:count], "test de paniqe"])) or "paniqe"
        assert mend.split()[-1] == mended


@pytest.mark.slow
@pytest.mark.parametrize("letters", ["abcdefghijklmnopqrstuvwxyz", "aeimnrst"])
def test_a_question_of_unknown_words_asked_of_every_game_costs_little_more_than_one_of_known_words(
    answerer: Answerer, letters: str
) -> None:
    chance = random.Random(3)  # noqa: S311 - words, not a secret
    # As many as a question may hold.
    words = ["charge", "unité", "attaque", "figurine", "joueur", "panique", "combat"]
    known = [" ".join(chance.choice(words) for _word in range(142)) for _time in range(5)]
    unknown = [" ".join("".join(chance.choices(letters, k=6)) for _word in range(142)) for _time in range(5)]

    def lasts(question: str) -> float:
        started = time.process_time()
        answerer.ask_all(question)
        return time.process_time() - started

    # What is read once of the base is no part of it.
    lasts(f"{known[0]} {unknown[0]}")
    assert min(map(lasts, unknown)) < 3 * min(map(lasts, known))
