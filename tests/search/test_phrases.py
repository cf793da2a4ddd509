"""Phrases as editors write them: put in keys, then found in what a player tells."""

import pytest

from kb.reading.data import read_lexicon
from kb.search import WHATEVER, Analyzer, Utterance, in_keys
from kb.system.data import data_dir


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    return Analyzer(read_lexicon(data_dir("corpus") / "lexicon", "exemple"))


@pytest.mark.parametrize(
    ("phrase", "keyed"),
    [
        ("le chariot", "chariot"),
        ("Chargé/plein", "charge/plein"),
        ("rivière … glac*", "rivi … glac*"),
        ("n'est pas chargé", "!pas charge"),
        (WHATEVER, WHATEVER),
        ("de la", ""),
    ],
)
def test_a_phrase_is_put_in_keys_once(analyzer: Analyzer, phrase: str, keyed: str) -> None:
    assert in_keys([phrase, phrase], analyzer) == ((keyed,) if keyed else ())


@pytest.mark.parametrize(
    ("phrase", "told", "words"),
    [
        ("chariot", "Mes chariots roulent", "chariots"),
        ("chariot plein", "Mon chariot, bien plein, roule", None),
        ("chariot plein", "Mon chariot était bien plein", "chariot était bien plein"),
        ("chariot plein", "Mon chariot passe quand je suis plein", None),
        ("chariot … plein", "Mon chariot passe quand je suis plein", "chariot passe quand je suis plein"),
        ("glac*", "La rivière glacée", "glacée"),
        ("glacier*", "La rivière glacée", None),
        ("chariot/brouette", "La brouette roule", "brouette"),
        (WHATEVER, "La brouette roule", None),
    ],
)
def test_a_phrase_is_found_where_its_words_follow(
    analyzer: Analyzer, phrase: str, told: str, words: str | None
) -> None:
    read = Utterance(told, analyzer)
    found = [" ".join(token.word for token in read.tokens[one.first : one.last + 1]) for one in read.said([phrase])]
    assert found == ([_bare(words)] if words else [])


def _bare(words: str) -> str:
    return words.replace("é", "e")


def test_a_step_denies_nothing(analyzer: Analyzer) -> None:
    read = Utterance("Mon chariot est à 8 pas rempli, et à huit pas plein", analyzer)
    assert not any(read.denies(place) for place in read.said(["rempli", "plein", "8 pas"]))


def test_what_is_denied_is_told_unless_the_phrase_denies_itself(analyzer: Analyzer) -> None:
    read = Utterance("Mon chariot n'est pas chargé", analyzer)
    (plain,), (denying,) = read.said(["chargé"]), read.said(["n'est pas chargé"])
    assert read.denies(plain)
    assert not read.denies(denying)


def test_the_figure_beside_a_phrase(analyzer: Analyzer) -> None:
    read = Utterance("Il roule de 4,5 pouces puis de six pas", analyzer)
    assert [read.figure(place) for place in read.said(["pouces", "pas"])] == [4.5, 6.0]
