"""The lexicons of search: families that do not overlap, words that meet and words that must not."""

import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from kb.model import Lexicon
from kb.model.words import tokens
from kb.reading.data import read_lexicon
from kb.search.analysis import Analyzer
from kb.system.data import data_dir

LEXICONS = data_dir("corpus") / "lexicon"
WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")

CASES = tomllib.loads((Path(__file__).parent / "cases" / "lexiques.toml").read_text(encoding="utf-8"))


@cache
def analyzer(work: str) -> Analyzer:
    return Analyzer(read_lexicon(LEXICONS, work))


def groups(name: str, work: str) -> list[list[str]]:
    """The words of each group of a game: a bar parts them, or the end of a line."""
    return [group.split() for line in CASES[name][work].splitlines() for group in line.split("|") if group.strip()]


@pytest.mark.parametrize("work", [*WORKS, "commun"])
def test_no_word_is_in_two_families(work: str) -> None:
    lexicon = read_lexicon(LEXICONS, work)
    bare = Analyzer(Lexicon(protected=lexicon.protected))
    heads: dict[str, set[str]] = defaultdict(set)
    for family in lexicon.families:
        for word in family:
            heads[bare.analysed(word)].add(family[0])
    assert {key: found for key, found in heads.items() if len(found) > 1} == {}


@pytest.mark.parametrize("work", WORKS)
def test_each_word_is_given_once_and_no_stop_word_is_kin_or_short_for_anything(work: str) -> None:
    lexicon = read_lexicon(LEXICONS, work)
    members = [word for family in lexicon.families for word in family]
    assert sorted(set(members)) == sorted(members)
    assert set(members) & lexicon.stopwords == set()
    assert [pair for pair in lexicon.expansions if any(set(tokens(side)) <= lexicon.stopwords for side in pair)] == []


@pytest.mark.parametrize("work", WORKS)
def test_words_that_mean_one_thing_meet_and_those_of_two_notions_stay_apart(work: str) -> None:
    keys = analyzer(work).keys
    parted = [group for group in groups("ensemble", work) if len({key for word in group for key in keys(word)}) != 1]
    met = [
        (first, second)
        for first, second in groups("a-part", work)
        if not keys(first) or not keys(second) or {*keys(first)} & {*keys(second)}
    ]
    assert (parted, met) == ([], [])


@pytest.mark.parametrize("work", WORKS)
def test_an_abbreviation_holds_the_words_meant(work: str) -> None:
    meant, keys = CASES["veut-dire"][work], analyzer(work).keys
    assert [short for short, words in meant.items() if not {*keys(words)} <= {*keys(short)}] == []


@pytest.mark.parametrize(
    ("word", "here", "elsewhere"),
    [
        ("throw", "warmachine", "t9a"),
        ("dial", "runewars", "aos"),
        ("wheel", "wap", "aos"),
        ("twist", "aos", "wap"),
        ("steadfast", "t9a", "warmachine"),
    ],
)
def test_the_words_of_a_game_do_not_leak(word: str, here: str, elsewhere: str) -> None:
    assert analyzer(here).key(word) != analyzer("commun").key(word)
    assert analyzer(elsewhere).key(word) == analyzer("commun").key(word)


def test_the_lexicon_of_a_work_is_laid_over_the_common_one(tmp_path: Path) -> None:
    (tmp_path / "commun.toml").write_text(
        'mots_vides = "le la"\n[familles]\nliste = [["tir", "tirer"]]\n[abreviations]\n"pv" = "points de vie"\n',
        encoding="utf-8",
    )
    (tmp_path / "jeu.toml").write_text(
        '[proteges]\n"volée" = "volee"\n'
        '[familles]\nliste = [["tir", "shoot"], ["fuite", "fuir"]]\n'
        '[abreviations]\n"pv" = "blessures"\n',
        encoding="utf-8",
    )
    lexicon = read_lexicon(tmp_path, "jeu")
    assert lexicon.families == (("tir", "tirer", "shoot"), ("fuite", "fuir"))
    assert lexicon.expansions == (("pv", "blessures"),)
    assert lexicon.protected == (("volée", "volee"),)
    assert lexicon.stopwords == {"le", "la"}
