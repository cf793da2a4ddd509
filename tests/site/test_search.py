"""The search of the pages gives what the program gives: run by a JavaScript engine on the bundled précis."""

from __future__ import annotations

import gzip
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import Stemmer

from kb.answer import Answerer
from kb.data import data_dir
from kb.evaluation.questions import Question, read_questions
from kb.search.portable.symbols import Bits
from kb.site import search_index
from kb.store import KnowledgeBase
from tests.bench import offline

_SAME = 0.95
# What is loaded until the first results in one work, and for all: bytes, compressed.
_ONE, _ALL = 250_000, 700_000

Run = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def folder(base: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of the search, as the site has them."""
    out = tmp_path_factory.mktemp("recherche")
    for path, text in search_index.scripts(base, base.works(), "both"):
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text(text, encoding="utf-8")
    for script in (data_dir("site") / "static").glob("*.js"):
        shutil.copy(script, out / "static")
    return out


@pytest.fixture(scope="module")
def run(folder: Path, base: KnowledgeBase) -> Run:
    """Asks questions of the pages' search."""
    if shutil.which("node") is None:
        pytest.skip(
            "aucun moteur JavaScript : installez « node » (apt-get install nodejs) pour essayer la recherche des pages"
        )
    return lambda questions=(), **more: offline.run(folder, base.work_ids(), questions, **more)


@pytest.fixture(scope="module")
def asked() -> list[Question]:
    """Our own questions, those that the model learns on."""
    return read_questions(sorted((Path(__file__).parents[1] / "questions" / "dev").glob("*.jsonl")))


@pytest.fixture(scope="module")
def questions(asked: list[Question]) -> list[tuple[str, str]]:
    """The same, each with its game."""
    return [(question.text, question.game) for question in asked]


@pytest.fixture(scope="module")
def answers(run: Run, questions: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """What the pages answer to each of them."""
    found: list[dict[str, Any]] = run(questions)["answers"]
    return found


@pytest.mark.usefixtures("run")
@pytest.mark.parametrize("within", [True, False], ids=["un jeu", "tous"])
def test_the_pages_find_what_the_program_finds_in_the_same_order(
    folder: Path, asked: list[Question], answerer: Answerer, *, within: bool
) -> None:
    assert offline.parity(answerer, folder, asked, "both", within=within) >= _SAME


def test_the_pages_refuse_what_the_program_refuses(
    answers: list[dict[str, Any]], questions: list[tuple[str, str]], answerer: Answerer
) -> None:
    decided = sum(
        answer["answerable"] == answerer.ask(question, game, limit=1).answerable
        for (question, game), answer in zip(questions, answers, strict=True)
    )
    assert decided / len(questions) >= _SAME


def test_a_key_stroke_is_answered_at_once(answers: list[dict[str, Any]]) -> None:
    took = sorted(answer["took"] for answer in answers)
    assert took[len(took) // 2] < 16


def test_what_is_loaded_is_small(folder: Path, base: KnowledgeBase) -> None:
    one, all_works = offline.weights(folder, base.work_ids())
    assert one <= _ONE
    assert all_works <= _ALL
    for piece in folder.glob("*/-/search-excerpts-*.js"):
        assert len(gzip.compress(piece.read_bytes(), 9)) < 20_000


@pytest.mark.parametrize("game", ["", "t9a"])
def test_nothing_that_is_typed_breaks_the_search(run: Run, game: str) -> None:
    drawn = random.Random(0)  # noqa: S311 - odd texts, not secrets
    odd = [
        "", " ", "\0", "a\0b", "?", "«»", "« »", '"""', "~", "^$", "\\", "<script>", "🎲🎲", "ÉÈÀÇ ŒÆ", "ﬁgurine", "İstanbul", "ß",
        "e\u0301tat", "\u202e", "\ud800", "__proto__", "constructor", "toString", "x" * 10_000, "le " * 4000, "é" * 10_000,
        "2d6 3+ 35.3 1.2.3.4 ١٢", *("".join(chr(drawn.randrange(1, 0x2FFF)) for _ in range(200)) for _ in range(20)),
    ]  # fmt: skip
    found = run([(text, game) for text in odd])["answers"]
    assert len(found) == len(odd)
    assert found[0]["count"] == found[2]["count"] == 0
    assert not found[0]["answerable"]


def test_accents_and_case_change_nothing(run: Run) -> None:
    first, second, third = run(
        [(text, "t9a") for text in ("Unité démoralisée", "unite demoralisee", "UNITÉ DÉMORALISÉE")]
    )["answers"]
    assert first["ids"] == second["ids"] == third["ids"]


def test_a_name_that_is_typed_whole_comes_first(run: Run, base: KnowledgeBase, answerer: Answerer) -> None:
    rows = base.rows(
        "SELECT DISTINCT title, work FROM nodes WHERE kind = 'ability' AND instr(id, '#') = 0 ORDER BY id LIMIT 40"
    )
    found = run([(title, work) for title, work in rows])["answers"]
    for (title, work), answer in zip(rows, found, strict=True):
        wanted = answerer.search(title, game=work, limit=1).results[0]
        assert answer["ids"][0] == wanted.id


def test_a_long_word_that_is_misspelt_is_mended(run: Run) -> None:
    answer = run([("mouvemant de charge", "t9a")])["answers"][0]
    assert answer["corrected"] == "mouvement de charge"


def test_what_a_work_does_not_settle_is_told(run: Run) -> None:
    answer = run([("prix de la boîte en euros", "runewars")])["answers"][0]
    assert not answer["answerable"]
    assert answer["reasons"][0].startswith("runewars/?")


def test_a_game_that_is_named_is_searched_alone(run: Run) -> None:
    answer = run([("portée de charge à runewars", "")])["answers"][0]
    assert {identifier.partition("/")[0] for identifier in answer["ids"]} == {"runewars"}


def test_stems_are_those_of_the_program(run: Run, base: KnowledgeBase) -> None:
    words = [form for (form,) in base.rows("SELECT DISTINCT form FROM forms WHERE uses > 0 ORDER BY form")]
    assert len(words) > 5000
    assert run(stems=words)["stems"] == Stemmer.Stemmer("french").stemWords(words)


def test_sets_come_back_from_bits(run: Run) -> None:
    drawn = random.Random(1)  # noqa: S311 - sets to write, not secrets
    sizes = [(drawn.randrange(1, 300)) for _ in range(200)]
    sets = [sorted(drawn.sample(range(size), drawn.randrange(size + 1))) for size in sizes]
    bits = Bits()
    for numbers, size in zip(sets, sizes, strict=True):
        bits.add_set(numbers, size)
    wanted = [[len(numbers), size] for numbers, size in zip(sets, sizes, strict=True)]
    assert run(sets=[{"text": bits.text(), "wanted": wanted}])["sets"] == [sets]
