"""What an author meets: a skeleton that is sound, findings told where they stand, a watch that follows the files."""

import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import pytest

from tests.commands import PROGRAM, arbitre, surroundings

GREEN = "0 erreur(s), 0 avertissement(s), 0 information(s)"
PATIENCE = 30.0


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A new work, sound."""
    assert arbitre("new", "mon-jeu", cwd=tmp_path).returncode == 0
    return tmp_path / "mon-jeu"


def test_a_new_work_is_sound_in_every_respect(work: Path) -> None:
    told = arbitre("check", "mon-jeu", cwd=work.parent)
    green, read = told.stderr.splitlines()
    assert (told.returncode, told.stdout, green) == (0, "", GREEN)
    assert read.startswith(
        "mon-jeu, lu : 3 règle(s), 8 autre(s) passage(s), 27 question(s), 1 relation(s), 4 moment(s), 0 usage(s), "
    )


def test_a_new_work_shows_each_construction(work: Path) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in work.rglob("*.*"))
    shown = (
        "**1.1**",
        "\tnon\tUn 3 inflige-t-il",
        "?points-de-vie\t",
        "Sujets connexes :",
        "Aussi :",
        "{#livret/tour .sequence}",
        "(voir 1.1)",
        "1. **",
        "Répéter",
    )
    assert [
        part
        for part in (*shown, "- **Effet**", "> **Exemple**", "Tableau :", "[[relation]]", "[[moment]]")
        if part not in text
    ] == []


def test_nothing_is_ever_overwritten(work: Path) -> None:
    (work / "01-regles.md").write_text("à moi", encoding="utf-8")
    told = arbitre("new", "mon-jeu", cwd=work.parent)
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert "mon-jeu : ce dossier existe déjà" in told.stderr
    assert (work / "01-regles.md").read_text(encoding="utf-8") == "à moi"


def test_a_finding_names_a_path_that_opens_from_here(work: Path) -> None:
    file = work / "01-regles.md"
    file.write_text(f"{file.read_text(encoding='utf-8')}\nVoir « Nulle part ».\n", encoding="utf-8")
    told = arbitre("check", "mon-jeu", cwd=work.parent)
    assert told.returncode == 0
    (line,) = told.stdout.splitlines()
    assert re.match(r"mon-jeu/01-regles\.md:\d+: warning RENVOI-PERDU .+ \(.+\)$", line)


def test_what_is_written_under_a_name_that_nothing_reads_shows_as_a_zero(work: Path) -> None:
    (work / "relations.toml").rename(work / "relation.toml")
    told = arbitre("check", "mon-jeu", cwd=work.parent)
    assert "mon-jeu/relation.toml: warning FICHIER-NON-LU rien ne lit « relation.toml »" in told.stdout
    assert ", 0 relation(s), " in told.stderr


def test_an_ability_of_the_skeleton_may_be_used_at_the_moment_that_it_names(work: Path) -> None:
    text = (work / "01-regles.md").read_text(encoding="utf-8")
    (work / "01-regles.md").write_text(text.replace("Tour, Avancer", "Tour, Zorglub"), encoding="utf-8")
    told = arbitre("check", "mon-jeu", cwd=work.parent)
    assert "warning MOMENT-INCONNU le moment « Une Fois Par Tour, Zorglub » ne nomme aucun moment" in told.stdout


def test_an_error_of_one_of_several_works_fails_the_check_of_all(work: Path) -> None:
    other = work.parent / "autre-jeu"
    shutil.copytree(work, other)
    for folder, text in ((work, "Voir « Nulle part »."), (other, "## {#vide}")):
        append(folder / "01-regles.md", f"\n{text}\n")
    told = arbitre("check", ".", cwd=work.parent)
    count, *read = told.stderr.splitlines()
    assert (told.returncode, count) == (1, "1 erreur(s), 1 avertissement(s), 0 information(s)")
    assert [line.partition(",")[0] for line in read] == ["autre-jeu", "mon-jeu"]
    told_of = re.findall(r"^([\w/.-]+):\d+:\S* (error|warning) ", told.stdout, re.MULTILINE)
    assert told_of == [("autre-jeu/01-regles.md", "error"), ("mon-jeu/01-regles.md", "warning")]


@dataclass(frozen=True)
class Watch:
    """A running `arbitre check --watch`, and what it writes."""

    process: subprocess.Popen[str]
    written: TextIO

    def until(self, pattern: str) -> list[str]:
        """The lines written up to the first that has a pattern."""
        end = time.monotonic() + PATIENCE
        lines: list[str] = []
        while not (lines and re.search(pattern, lines[-1])):
            going_on = self.process.poll() is None and time.monotonic() < end
            if line := self.written.readline():
                lines.append(line.rstrip("\n"))
            else:
                assert going_on, lines
                time.sleep(0.05)
        return lines


@contextmanager
def watching(path: Path) -> Iterator[Watch]:
    """Watch a path, ready for its first change; stopped at the end."""
    with (
        tempfile.NamedTemporaryFile("w") as output,
        Path(output.name).open(encoding="utf-8") as written,
        subprocess.Popen(
            [*PROGRAM, "check", path.name, "--watch"],
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=path.parent,
            env={**surroundings(), "PYTHONUNBUFFERED": "1"},
            # What a shell runs in the background, these tests perhaps, begins with that signal ignored, and so would its own processes.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - nothing but that
        ) as process,
    ):
        watch = Watch(process, written)
        try:
            watch.until("en attente d'un changement")
            yield watch
        finally:
            process.kill()


FAULT = "\n## {#vide}\n"


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.mark.slow
def test_a_fault_is_told_when_it_is_saved_and_its_mending_too(work: Path) -> None:
    file = work / "01-regles.md"
    sound = file.read_text(encoding="utf-8")
    with watching(work) as watch:
        append(file, FAULT)
        said = watch.until("nouveau")
        assert re.match(r"\d\d:\d\d:\d\d$", said[1])
        assert [line for line in said if line.startswith("mon-jeu/01-regles.md:") and "error TITRE-VIDE" in line]
        assert said[-1] == "1 nouveau(x), 0 réglé(s)"
        file.write_text(sound, encoding="utf-8")
        assert watch.until("nouveau")[-3::2] == [GREEN, "0 nouveau(x), 1 réglé(s)"]
        append(work / "questions" / "01-regles.tsv", "9.9\t\t\t\tQui a gagné ?\n")
        watch.until("^mon-jeu/questions/01-regles.tsv:21: error QUESTION-SANS-REGLE")


@pytest.mark.slow
def test_a_burst_of_saves_is_checked_once(work: Path) -> None:
    with watching(work) as watch:
        for _time in range(5):
            append(work / "02-glossaire.md", " ")
            time.sleep(0.1)
        (work / "03-annexe.md.swp").write_text("brouillon d'éditeur", encoding="utf-8")
        watch.until("en attente d'un changement")
        # Four times as long as it goes between two looks.
        time.sleep(1)
        assert watch.written.read() == ""


@pytest.mark.slow
def test_a_half_saved_file_and_a_file_replaced_are_survived(work: Path) -> None:
    file = work / "01-regles.md"
    sound = file.read_bytes()
    with watching(work) as watch:
        file.write_bytes(b"")
        assert any("le fichier est vide" in line for line in watch.until("nouveau"))
        file.write_bytes(sound[: sound.index("é".encode()) + 1])
        assert any("UTF-8" in line for line in watch.until("nouveau"))
        (work / "relations.toml").write_text("[[relation", encoding="utf-8")
        fresh = work / "nouveau.tmp"
        fresh.write_bytes(sound)
        fresh.replace(file)
        watch.until("error DONNEES")
        (work / "relations.toml").unlink()
        assert watch.until("nouveau")[-1].endswith("réglé(s)")


@pytest.mark.slow
def test_a_folder_that_goes_away_and_comes_back_is_followed(work: Path) -> None:
    aside = work.with_name("ailleurs")
    with watching(work) as watch:
        shutil.move(work, aside)
        watch.until("illisible pour l'instant : .*dossier introuvable")
        shutil.move(aside, work)
        watch.until("nouveau")
        append(work / "01-regles.md", FAULT)
        watch.until("error TITRE-VIDE")


@pytest.mark.slow
def test_ctrl_c_stops_the_watch_and_says_so(work: Path) -> None:
    with watching(work) as watch:
        watch.process.send_signal(signal.SIGINT)
        assert watch.until("arrêt") == ["arrêt"]
        assert watch.process.wait(10) == 0
