"""kill -9, time after time while a base is built, and while it is put in place under a server: nothing is lost."""

import json
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kb.store import KnowledgeBase
from tests.proof import small

pytestmark = pytest.mark.slow

# The short form, and the long one.
TIMES = (12, pytest.param(100, marks=pytest.mark.proof))


@pytest.fixture(scope="module")
def corpora(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The small corpus, and another that words one rule otherwise."""
    return [corpus, small.changed_corpus_in(tmp_path_factory.mktemp("autre") / "corpus")]


def _killed(kind: str, out: Path, corpora: list[Path], times: int) -> dict[str, int]:
    command = [sys.executable, "-m", "tests.proof.killing", kind, *map(str, (out, *corpora, times))]
    done = subprocess.run(command, env=small.environment(), cwd=small.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    seen: dict[str, int] = json.loads(done.stdout)
    return seen


def _assert_nothing_lost(seen: dict[str, int], out: Path, corpora: list[Path], times: int) -> None:
    # Random moments fall after the end of a build now and then.
    assert seen["killed"] >= times / 4, seen
    assert (seen["torn"], seen["unopened"]) == (0, 0), seen
    # Some were killed while they wrote, and what they left never heaps up: the next build takes it away.
    assert seen["aside"] > 0 or times < 100, seen
    assert seen["most_aside"] <= 1, seen
    small.build_from(corpora[0], out)
    assert [path.name for path in out.parent.iterdir()] == [out.name]


@pytest.mark.parametrize("times", TIMES)
def test_a_build_killed_at_any_moment_leaves_the_old_base_or_the_new_one(
    tmp_path: Path, corpora: list[Path], times: int
) -> None:
    out = tmp_path / "base.sqlite"
    seen = _killed("build", out, corpora, times)
    _assert_nothing_lost(seen, out, corpora, times)


@pytest.mark.parametrize("times", TIMES)
def test_a_server_goes_on_answering_while_its_base_is_replaced_and_builds_are_killed(
    tmp_path: Path, corpora: list[Path], times: int
) -> None:
    out = tmp_path / "base.sqlite"
    small.build_from(corpora[0], out)
    small.build_from(corpora[1], tmp_path / "autre.sqlite")
    known = {KnowledgeBase(path).meta["digest"] for path in (out, tmp_path / "autre.sqlite")}
    (tmp_path / "autre.sqlite").unlink()
    with _serving(corpora[0], out, tmp_path.parent) as address, _asking(address) as answers:
        seen = _killed("write", out, corpora, times)
        assert _fetched(f"{address}/healthz")["digest"] in known
    _assert_nothing_lost(seen, out, corpora, times)
    assert seen["swapped"] > 0, seen
    assert len(answers) > times / 4
    assert set(answers) <= known


@contextmanager
def _serving(corpus: Path, base: Path, scratch: Path) -> Iterator[str]:
    """The address of a server, for as long as it is needed."""
    command = small.command(corpus, "serve", "--kb", base, "--port", "0")
    with subprocess.Popen(
        command, env=small.environment(TMPDIR=scratch), cwd=small.ROOT, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield next(word for word in server.stdout.readline().split() if word.startswith("http://"))
        finally:
            server.terminate()


@contextmanager
def _asking(address: str) -> Iterator[list[str]]:
    """The digest of the base behind each answer, asked for by several at once until the end."""
    answers: list[str] = []
    over = threading.Event()

    def ask() -> None:
        while not over.is_set():
            found = _fetched(f"{address}/v1/ask?q=qui+tient+un+pont&game=exemple")
            answers.append(str(found["kb"]["digest"]) if "kb" in found else str(found))

    threads = [threading.Thread(target=ask) for _one in range(4)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _fetched(url: str) -> dict[str, Any]:
    with urllib.request.urlopen(url, timeout=30) as response:  # noqa: S310 - our own server
        found: dict[str, Any] = json.load(response)
        return found
