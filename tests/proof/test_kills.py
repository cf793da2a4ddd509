"""kill -9, time after time while a base is built, and while it is put in place under a server: nothing is lost."""

import json
import subprocess
import sys
from http import HTTPStatus
from pathlib import Path

import pytest

from kb.store import KnowledgeBase
from tests.api.servers import asking, fetched
from tests.commands import ROOT, serving, surroundings
from tests.proof import small

pytestmark = pytest.mark.slow

# The short form, and the long one.
TIMES = (12, pytest.param(100, marks=pytest.mark.proof))
# Of an answer that is refused, so many more are asked for.
_PATIENCE = 50


@pytest.fixture(scope="module")
def corpora(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The small corpus, and another that words one rule otherwise."""
    return [corpus, small.changed_corpus_in(tmp_path_factory.mktemp("autre") / "corpus")]


def _killed(kind: str, out: Path, corpora: list[Path], times: int) -> dict[str, int]:
    command = [sys.executable, "-m", "tests.proof.killing", kind, *map(str, (out, *corpora, times))]
    done = subprocess.run(command, env=surroundings(), cwd=ROOT, capture_output=True, text=True, check=False)
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
    serve = serving("serve", "--kb", out, "--port", "0")
    with serve as (_process, address), asking(lambda: _digest(address), 4) as answers:
        seen = _killed("write", out, corpora, times)
    _assert_nothing_lost(seen, out, corpora, times)
    assert seen["swapped"] > 0, seen
    assert len(answers) > times / 4
    assert set(answers) <= known


def _digest(address: str) -> str:
    """The digest of the base behind an answer; who is refused for the moment, on a busy machine, asks again."""
    for _again in range(_PATIENCE):
        answer = fetched(f"{address}/v1/ask?q=qui+tient+un+pont&game=exemple")
        if answer.status != HTTPStatus.TOO_MANY_REQUESTS:
            break
    return str(json.loads(answer.text)["kb"]["digest"]) if '"kb"' in answer.text else answer.text
