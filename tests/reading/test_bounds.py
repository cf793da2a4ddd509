"""What a stranger hands over: refused in a line each, the rest kept, in bounded time and memory; and a time that grows as the text does."""

import os
import shlex
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.build import assemble
from kb.errors import Severity
from kb.system import bounds
from kb.system.data import data_dir
from kb.system.findings import bounded, finding
from tests.canon import HEAD, canonical
from tests.commands import ROOT, surroundings
from tests.proof.harm import grows

Case = dict[str, str | int]
_HOSTILE: dict[str, list[Case]] = tomllib.loads(Path(__file__).with_name("hostiles.toml").read_text(encoding="utf-8"))
# Seconds, and bytes of memory, that no command comes near.
_LONGEST, _LARGEST = 90, 2_000_000_000
_LIMITED = f"""
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, ({_LARGEST}, {_LARGEST}))
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""
_GOOD = HEAD + "# Bon\n\n**1.1** Une troupe avance (voir 1.9).\n"


def _run(*arguments: str | Path, kb: Path | None = None, program: str = "kb.cli") -> str:
    """All that a command tells, within the time and the memory that it has."""
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, program, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=_LONGEST,
        cwd=ROOT,
        env=surroundings(kb),
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    return done.stdout + done.stderr


def _put(folder: Path, case: Case, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a case says, as a file of a folder."""
    path = folder / str(case["fichier"])
    path.parent.mkdir(exist_ok=True)
    if "lien" in case:
        path.symlink_to(str(case["lien"]))
    elif "troue" in case:
        path.touch()
        os.truncate(path, int(case["troue"]))
    elif case.get("genre") == "tube":
        os.mkfifo(path)
    elif case.get("genre") == "dossier":
        path.mkdir()
    elif case.get("genre") == "prise":
        # A socket has a short name.
        monkeypatch.chdir(path.parent)
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    else:
        head = HEAD.replace("essai", folder.name)
        before, after = (str(case.get(name, "")).replace("TETE", head) for name in ("avant", "apres"))
        path.write_text(f"{before}{str(case['texte']) * int(case['fois'])}{after}", encoding="utf-8")
    return path


@pytest.mark.slow
def test_what_is_hostile_in_a_work_is_refused_in_a_line_and_the_rest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ailleurs.md").write_text(_GOOD, encoding="utf-8")
    work = tmp_path / "essai"
    work.mkdir()
    (work / "10-bon.md").write_text(_GOOD, encoding="utf-8")
    for case in _HOSTILE["oeuvre"]:
        _put(work, case, monkeypatch)
    told = _run("check", work)
    assert [case["dit"] for case in _HOSTILE["oeuvre"] if str(case["dit"]) not in told] == []
    # What is missing there may stand in one of the others.
    assert "RENVOI-PERDU" not in told
    assert "info CONSTATS-RETENUS" in told
    assert "essai, lu : " in told


@pytest.mark.slow
def test_what_is_hostile_in_a_work_is_refused_by_a_build_too(
    tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each case in a work of its own: of one with a file that cannot be read, a build says no more."""
    cases = [case for case in _HOSTILE["oeuvre"] if " error " in str(case["dit"])]
    (tmp_path / "ailleurs.md").write_text(_GOOD, encoding="utf-8")
    for number, case in enumerate(cases):
        work = tmp_path / "oeuvres" / f"essai{number}"
        work.mkdir(parents=True)
        (work / "10-bon.md").write_text(_GOOD.replace("essai", work.name), encoding="utf-8")
        _put(work, case, monkeypatch)
    out = tmp_path / "base.sqlite"
    asked = (corpus, "build", "--corpus", tmp_path / "oeuvres", "--out", out)
    told = _run(*asked, program="tests.proof.small")
    assert [case["dit"] for case in cases if str(case["dit"]) not in told] == []
    assert "rien n'est écrit" in told.splitlines()[-1]
    assert not out.exists()


@pytest.mark.slow
def test_a_work_that_a_link_leads_to_is_refused_and_its_neighbours_are_read(tmp_path: Path) -> None:
    for name in ("ailleurs/perdue", "oeuvres/bonne"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "10-bon.md").write_text(_GOOD, encoding="utf-8")
    (tmp_path / "oeuvres" / "liee").symlink_to("../ailleurs/perdue")
    told = _run("check", tmp_path / "oeuvres")
    assert "liee : c'est un lien vers" in told
    assert told.count("RENVOI-PERDU") == 1


@pytest.mark.slow
def test_what_is_hostile_among_publications_is_refused_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for case in _HOSTILE["publications"]:
        _put(tmp_path, case, monkeypatch)
    told = _run("build", "--texts", tmp_path, "--out", tmp_path / "base.sqlite").splitlines()
    for case in _HOSTILE["publications"]:
        assert [line for line in told if str(case["dit"]) in line and str(case["fichier"]) in line], case
    assert not (tmp_path / "base.sqlite").exists()


@pytest.mark.slow
@pytest.mark.parametrize("case", _HOSTILE["demandes"], ids=lambda case: f"{case['commande']} {case['dit']}"[:60])
def test_a_hostile_request_is_refused_in_a_line(
    small_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: Case
) -> None:
    told = _run(*shlex.split(str(case["commande"])), _put(tmp_path, case, monkeypatch), kb=small_path)
    assert str(case["dit"]) in told
    # The fault of a line of a batch stands in its place; one more says which lines have no answer.
    assert len(told.splitlines()) == 1 + ("sans réponse, ligne 1" in told)


def test_findings_left_out_are_counted_and_as_bad_as_the_worst_of_them() -> None:
    found = [finding("TEXTE-VIDE", "a.md", line) for line in range(bounds.FINDINGS)]
    assert bounded(found) == tuple(found)
    more = bounded([*found, finding("TEXTE-VIDE", "a.md", 900), finding("DONNEES", "a.md", fault="x"), found[0]])
    assert len(more) == bounds.FINDINGS + 1
    assert (more[-1].code, more[-1].severity, more[-1].message.split()[4]) == ("BORNE", Severity.ERROR, "3")


# ---------------------------------------------------------------- Growth


def _each(piece: str, before: str = "# Jeu\n\n") -> Callable[[int], str]:
    """A text of so many of a piece, told apart by their numbers."""
    return lambda count: before + "".join(piece.replace("§", str(number)) for number in range(count))


_TABLE = "# Jeu\n\n| Nom | Mot clé |\n| --- | --- |\n"
# What once took the square of its length.
GROWING = {
    "rows": _each("| a§ | Vol § |\n", _TABLE),
    "notes of a table": _each("[^§] : note\n", f"{_TABLE}| a | b |\n"),
    "bullets": _each("- un point §\n"),
    "paragraphs": _each("Un texte §.\n\n"),
    "notes": _each("> **Note** : une note\n\n", "# Jeu\n\n**1.1** Une règle.\n\n"),
    "steps": _each("§. un pas\n\n", "# Jeu {.sequence}\n\n"),
    "repetitions": _each("Répéter 1 : tant que\n\n", "# Jeu {.sequence}\n\n1. un\n\n"),
    "titles of one name": _each("## Terme {#t§ .definition}\n\nLe Terme vaut.\n\n"),
    "chapters of one name": _each("## § Chapitre\n\nUn texte.\n\n"),
    "brackets": _each('[ [^a [a]( « ( { * _ " # | >\n'),
    "moments": _each("au début de la phase § puis\n"),
    "references": _each("(voir §.1) puis\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", GROWING)
def test_a_work_is_read_linked_and_checked_in_a_time_that_grows_as_it_does(kind: str) -> None:
    def read(text: str) -> None:
        assemble([canonical(HEAD + text)], Path("nulle-part"), data_dir("corpus") / "lexicon")

    # What is read once only.
    read("")
    # Eight times the text: the square would be eight times as long again.
    assert grows(read, GROWING[kind], 700, 8, most=3)
