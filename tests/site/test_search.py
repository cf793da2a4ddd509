"""The search of the pages gives what the program gives: run by a JavaScript engine on the bundled précis."""

from __future__ import annotations

import gzip
import json
import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import Stemmer

from kb.answer import Answerer
from kb.data import data_dir
from kb.search.portable.symbols import Bits
from kb.site import search_index
from kb.store import KnowledgeBase

_SAME, _TOP = 0.95, 5
# What is loaded until the first results in one work, and for all: bytes, compressed.
_ONE, _ALL = 250_000, 700_000
_PARTS = ("", "-stem", "-analysis", "-signs", "-index", "-ranking", "-view")

Run = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def folder(base: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of the search, as the site has them."""
    out = tmp_path_factory.mktemp("recherche")
    for path, text in search_index.scripts(base, base.works(), "both"):
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text(text, encoding="utf-8")
    for script in (data_dir("site") / "static").glob("search*.js"):
        shutil.copy(script, out / "static")
    return out


@pytest.fixture(scope="module")
def run(folder: Path, base: KnowledgeBase) -> Run:
    """Asks questions of the pages' search."""
    node = shutil.which("node")
    if node is None:
        pytest.skip(
            "aucun moteur JavaScript : installez « node » (apt-get install nodejs) pour essayer la recherche des pages"
        )

    def ask(questions: Sequence[tuple[str, str]] = (), **more: object) -> dict[str, Any]:
        given = {
            "folder": str(folder),
            "works": base.work_ids(),
            "ask": [{"question": question, "game": game} for question, game in questions],
            **more,
        }
        script = Path(__file__).with_name("search.js")
        done = subprocess.run([node, str(script)], input=json.dumps(given), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    return ask


@pytest.fixture(scope="module")
def questions() -> list[tuple[str, str]]:
    """Our own questions, those that the model learns on."""
    files = sorted((Path(__file__).parents[1] / "questions" / "dev").glob("*.jsonl"))
    rows = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [(row["question"], row["game"]) for row in rows]


@pytest.mark.parametrize("within", [True, False], ids=["un jeu", "tous"])
def test_the_pages_find_what_the_program_finds_in_the_same_order(
    run: Run, questions: list[tuple[str, str]], answerer: Answerer, *, within: bool
) -> None:
    found = run([(question, game if within else "") for question, game in questions])["answers"]
    same = 0
    for (question, game), answer in zip(questions, found, strict=True):
        wanted = answerer.search(question, game=game if within else None, limit=_TOP).results
        same += answer["ids"] == [scored.passage.id for scored in wanted]
    assert same / len(questions) >= _SAME


def test_the_pages_refuse_what_the_program_refuses(
    run: Run, questions: list[tuple[str, str]], answerer: Answerer
) -> None:
    found = run(questions)["answers"]
    decided = sum(
        answer["answerable"] == answerer.ask(question, game, limit=1).answerable
        for (question, game), answer in zip(questions, found, strict=True)
    )
    assert decided / len(questions) >= _SAME


def test_a_key_stroke_is_answered_at_once(run: Run, questions: list[tuple[str, str]]) -> None:
    took = sorted(answer["took"] for answer in run(questions)["answers"])
    assert took[len(took) // 2] < 16


def test_what_is_loaded_is_small(folder: Path, base: KnowledgeBase) -> None:
    def size(paths: Sequence[Path]) -> int:
        return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)

    static = folder / "static"
    common = size([*(static / f"search{part}.js" for part in _PARTS), static / "search-words.js"])
    works = base.work_ids()
    first = [size([folder / work / "-" / "search-index.js"]) for work in works]
    assert common + max(first) <= _ONE
    assert common + sum(first) <= _ALL
    for piece in folder.glob("*/-/search-excerpts-*.js"):
        assert size([piece]) < 20_000


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
        assert answer["ids"][0] == wanted.passage.id


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
