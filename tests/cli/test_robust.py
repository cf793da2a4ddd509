"""Whatever a command is given, and whatever becomes of it: one French line and a status, never a traceback."""

import contextlib
import importlib
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Literal, get_origin
from unittest import mock

import pytest
import typer

from kb.cli import COMMANDS
from kb.cli.app import app
from tests.commands import PROGRAM, ROOT, Completed, arbitre, surroundings
from tests.proof import small

CASES = Path(__file__).parent / "cases"
for _module in COMMANDS:
    importlib.import_module(f"kb.cli.{_module}")
APPLICATION = typer.main.get_command(app)
PROGRAMS = APPLICATION.commands  # type: ignore[attr-defined] # typer does not export what holds them

# How each command is called so that it has something to write; those that never stop, or write nothing, come after.
CALLS = {
    "ask": "ask 'Peut-on souffler deux fois ?' --game exemple",
    "build": "build --out base.sqlite",
    "check": "check faux",
    "conflict": "conflict egalite.json --game exemple",
    "diff": "diff petite.sqlite petite.sqlite",
    "eval": "eval questions.jsonl",
    "export": "export",
    "judge": "judge 1.2 --game exemple",
    "modify": "modify souffle.json --game exemple",
    "new": "new mon-jeu",
    "order": "order bousculade.json --game exemple",
    "resolve": "resolve --batch requetes.jsonl",
    "search": "search lanterne",
    "show": "show exemple/1.2",
    "situations": "situations --game exemple",
    "timeline": "timeline --game exemple",
    "timing": "timing aube bousculade --game exemple",
    "window": "window aube --game exemple",
    "site": "site --out site",
    "mcp": "mcp",
    "serve": "serve --port 0",
}
SILENT = {"site", "mcp", "eval"}
STATUSES = {"check": 1, "eval": 1}  # what is checked is at fault; what is measured has no publication
QUESTION = (
    '{"id": "q", "game": "exemple", "kind": "definition", "question": "Qu\'est-ce que la lueur ?", "gold": [[74, 79]]}'
)
NO_TEXT = "\udcff"


@pytest.fixture
def place(tmp_path: Path, small_path: Path) -> Path:
    """A folder with what the calls read."""
    for file in CASES.glob("*.json*"):
        shutil.copy(file, tmp_path)
    shutil.copy(small_path, tmp_path / "petite.sqlite")
    (tmp_path / "souffle.json").write_text('{"quantity": "souffle", "base": 4, "modifiers": []}', encoding="utf-8")
    (tmp_path / "questions.jsonl").write_text(QUESTION, encoding="utf-8")
    (tmp_path / "faux").mkdir()
    (tmp_path / "faux" / "01.md").write_text("---\noeuvre : faux\n---\n\n## {#vide}\n", encoding="utf-8")
    return tmp_path


def run(corpus: Path, place: Path, call: str, script: str = 'exec "$@"', stdout: int = subprocess.PIPE) -> Completed:
    """A command in a process of its own, on the small corpus, its streams as the shell says."""
    given = {"ARBITRE_KB": place / "petite.sqlite", "XDG_CACHE_HOME": place / "cache"}
    return small.run(corpus, *shlex.split(call), script=script, stdout=stdout, cwd=place, **given)


def is_one_line(told: Completed, status: int, line: str) -> bool:
    return (told.returncode, told.stdout, told.stderr.count("\n")) == (status, "", 1) and line in told.stderr


def test_every_command_is_tried_here() -> None:
    assert {*CALLS} == {*PROGRAMS}


def places() -> set[str]:
    """Each command, as an argument would follow it; and with each option that takes a value."""
    options = (
        f"{name} {parameter.opts[0]}"
        for name, command in PROGRAMS.items()
        for parameter in command.params
        if isinstance(parameter, typer.core.TyperOption) and not (parameter.is_flag or parameter.is_eager)
    )
    return {*PROGRAMS, *options}


@pytest.mark.parametrize("words", sorted(places()))
def test_bytes_that_are_no_text_are_refused_wherever_they_stand(tmp_path: Path, words: str) -> None:
    assert is_one_line(arbitre(*words.split(), NO_TEXT, cwd=tmp_path), 2, "ce n'est pas du texte UTF-8")
    assert not [*tmp_path.iterdir()]


def named() -> Iterator[str]:
    """Each command with each of its options whose values are known, by a list or by the base."""
    for name, command in sorted(PROGRAMS.items()):
        for parameter in command.params:
            kind = parameter.type_descriptor.annotation
            listed = get_origin(kind) is Literal or (isinstance(kind, type) and issubclass(kind, Enum))
            if listed or parameter.name in {"game", "mode", "explain", "start"}:
                yield f"{name} {parameter.opts[0]}"


@pytest.mark.parametrize("words", [*named()])
def test_a_value_that_an_option_does_not_have_is_refused(place: Path, words: str) -> None:
    name, option = words.split()
    told = arbitre(*shlex.split(CALLS[name]), option, "zz", kb=place / "petite.sqlite", cwd=place)
    assert is_one_line(told, 2, "arbitre : "), told


NO_REQUESTS = {
    "octets": b'{"a": "\xff"}',
    "profond": b"[" * 100_000,
    "demi": rb'{"situation": "\ud800"}',
    "sans fin": b'{"base": 1e999}',
    "coupé": b'{"a"',
    "vide": b"",
    "zéros": b"\0\0",
}


@pytest.mark.parametrize("given", NO_REQUESTS.values(), ids=[*NO_REQUESTS])
@pytest.mark.parametrize("name", ["order", "modify", "conflict", "ask", "resolve", "eval"])
def test_what_is_no_request_is_refused_from_a_file_and_from_standard_input(
    place: Path, name: str, given: bytes
) -> None:
    (place / "lot").write_bytes(given)
    asked = {"ask": ["--batch"], "resolve": ["--batch"], "eval": []}.get(name)
    words = [name, "--game", "exemple"] if asked is None else [name, *asked, "lot"]
    with mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given))):
        told = arbitre(*words, kb=place / "petite.sqlite", cwd=place)
    if asked is None:
        # Nothing at all is no data at fault: the command lacks its request.
        assert is_one_line(told, 1 if given else 2, "entrée standard : "), told
    elif given:
        # A line of a batch has its fault in its place; a file that is no text has no lines.
        assert (told.returncode, told.stderr.count("\n")) == (1, 1), told
        assert "lot" in told.stderr
        assert all("lot:" in json.loads(line)["error"] for line in told.stdout.splitlines() if name == "ask")


@pytest.mark.parametrize(
    "line", ['{"question": "x", "game": 3}', '{"question": "x", "mode": ["a"]}', '{"question": 1}']
)
def test_a_line_of_a_batch_holds_texts(place: Path, line: str) -> None:
    """One that does not is told in its place, and the others are answered."""
    (place / "lot").write_text(f'{line}\n{{"question": "lanterne", "game": "exemple"}}', encoding="utf-8")
    told = arbitre("ask", "--batch", "lot", kb=place / "petite.sqlite", cwd=place)
    faulty, answer = map(json.loads, told.stdout.splitlines())
    assert faulty["error"].startswith("lot:1 : il faut un objet JSON")
    assert "passages" in answer
    assert (told.returncode, told.stderr) == (
        1,
        "arbitre : lot : sans réponse, ligne 1 ; « error » y dit pourquoi\n",
    )


def sampled(names: Iterable[object], *few: object) -> list[object]:
    """Commands, or numbers of times, of which a few are tried each time, and all of them by the long proofs."""
    return [pytest.param(name, marks=() if name in few else pytest.mark.proof) for name in names]


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(CALLS, "ask", "build", "serve"))
def test_a_closed_output_is_told_before_anything_is_done(corpus: Path, place: Path, name: str) -> None:
    before = {*place.iterdir()}
    assert is_one_line(run(corpus, place, CALLS[name], 'exec "$@" >&-'), 1, "la sortie standard est fermée")
    assert {*place.iterdir()} == before


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled([*CALLS, "--help"], "ask", "export"))
def test_a_reader_who_leaves_is_the_end_of_it(corpus: Path, place: Path, name: str) -> None:
    read, write = os.pipe()
    os.close(read)
    told = run(corpus, place, CALLS.get(name, name), stdout=write)
    os.close(write)
    assert told.returncode == (STATUSES.get(name, 0) if name in SILENT else 141), told
    assert "Traceback" not in told.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(sorted({*CALLS} - {"serve"}), "ask", "check"))
def test_what_cannot_be_said_beside_stops_nothing(corpus: Path, place: Path, name: str) -> None:
    for shell in ('exec "$@" 2>&-', 'exec "$@" 2>/dev/full', 'exec "$@" <&-'):
        for made in ("mon-jeu", "site"):
            shutil.rmtree(place / made, ignore_errors=True)
        told = run(corpus, place, CALLS[name], shell)
        assert told.returncode == STATUSES.get(name, 0), told
        assert bool(told.stdout) == (name not in SILENT)


def test_a_place_where_nothing_can_be_written_is_told_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "fichier").touch()
    for out in ("/proc/x", "fichier/x", "/proc/x/y", "x" * 300):
        for call in (
            f"build --texts absent --out {out}",
            f"site --kb absent --out {out}",
            f"site --out s --zip {out} --kb absent",
        ):
            told = arbitre(*shlex.split(call), cwd=tmp_path)
            assert is_one_line(told, 1, f"{out} : impossible "), told
    assert [one.name for one in tmp_path.iterdir()] == ["fichier"]


# Python, told to send itself the signal of Ctrl+C at the n-th thing of note that it does: a module found, a file opened…
MOMENT = """
import contextlib, itertools, os, pathlib, signal, sys
from kb.cli import main
at, counted, corpus, sys.argv = int(sys.argv[1]), sys.argv[2], sys.argv[3], ["arbitre", *sys.argv[4:]]
standing = contextlib.nullcontext()
if corpus:
    from tests.proof.small import standing_in
    standing = standing_in(pathlib.Path(corpus))
signal.signal(signal.SIGINT, signal.default_int_handler)
met = itertools.count(1)
sys.addaudithook(lambda *_event: os.kill(os.getpid(), signal.SIGINT) if next(met) == at else None)
with standing:
    try:
        main()
    finally:
        pathlib.Path(counted).write_text(str(next(met)))
"""


@pytest.mark.slow
@pytest.mark.parametrize("moments", sampled([4, 10], 4))
@pytest.mark.parametrize("name", sampled(["ask", "show", "check", "export", "build", "new", "site"], "ask", "build"))
def test_ctrl_c_is_one_line_at_any_moment(corpus: Path, place: Path, name: str, moments: int) -> None:
    count = place / "moments"

    def told(moment: int) -> Completed:
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(place / "sortie")
        (place / "sortie").mkdir()
        given = [str(moment), str(count), str(corpus) if name in {"build", "site"} else ""]
        words = [sys.executable, "-c", MOMENT, *given, *shlex.split(CALLS[name].replace("faux", "../faux"))]
        return subprocess.run(
            words,
            cwd=place / "sortie",
            env=surroundings(place / "petite.sqlite"),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    # The first finds nothing in the cache, and has more to do than those that follow.
    told(0)
    assert told(0).returncode == STATUSES.get(name, 0)
    whole = int(count.read_text(encoding="utf-8"))
    for step in range(moments):
        moment = 1 + whole * step // moments
        stopped = told(moment)
        assert (stopped.returncode, stopped.stderr.splitlines()[-1:]) == (130, ["arbitre : interrompu"]), moment
        assert "Traceback" not in stopped.stderr
        assert name == "new" or not [*(place / "sortie").iterdir()]


@pytest.mark.slow
def test_bytes_of_a_shell_are_told_too() -> None:
    told = subprocess.run(
        [*PROGRAM, "ask", b"\xff"], capture_output=True, text=True, cwd=ROOT, env=surroundings(), check=False
    )
    assert is_one_line(told, 2, r"'\udcff' : ce n'est pas du texte UTF-8")


def test_a_fault_of_the_program_is_one_line_too(place: Path) -> None:
    with mock.patch("api.session.Session.search", side_effect=KeyError("x")):
        told = arbitre(*shlex.split(CALLS["search"]), kb=place / "petite.sqlite", cwd=place)
    assert is_one_line(told, 70, "faute du programme (KeyError, "), told
