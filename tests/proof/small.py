"""A base of the example work alone, built by the whole of `build`: what the proofs that build again and again work on.

    python -m tests.proof.small CORPUS COMMAND…

runs the command line on that corpus instead of the bundled one.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from kb import cli
from kb.build import driver
from kb.system import data
from tests.commands import ROOT, Completed, surroundings

# Seconds after which a command is held to hang.
PATIENCE = 120


def corpus_in(folder: Path) -> Path:
    """A corpus of the example alone, its lexicons beside it."""
    bundled = data.data_dir("corpus")
    for name in ("exemple", "lexicon"):
        shutil.copytree(bundled / name, folder / name)
    return folder


def changed_corpus_in(folder: Path) -> Path:
    """Such a corpus, with one rule more."""
    part = corpus_in(folder) / "exemple" / "30-carnet.md"
    part.write_text(f"{part.read_text(encoding='utf-8')}\n# Ajout\n\nUne lanterne de plus.\n", encoding="utf-8")
    return folder


def copies_in(folder: Path, corpus: Path, names: Iterable[str]) -> Path:
    """The example of a corpus under other names, in a folder."""
    for name in names:
        (folder / name).mkdir(parents=True)
        for part in sorted((corpus / "exemple").glob("*.md")):
            text = re.sub(r"(?m)^oeuvre ?: exemple$", f"oeuvre: {name}", part.read_text(encoding="utf-8"))
            (folder / name / part.name).write_text(text, encoding="utf-8")
    return folder


@contextmanager
def standing_in(corpus: Path) -> Iterator[None]:
    """Have a corpus stand for the bundled one, the example in it being a work like any other."""
    found = data.data_dir

    def standing(name: str) -> Path:
        return corpus if name == "corpus" else found(name)

    with patch.object(driver, "data_dir", standing), patch.object(driver, "EXAMPLE", "aucune"):
        yield


def build_from(corpus: Path, out: Path) -> None:
    """Build a base from a corpus alone."""
    with standing_in(corpus):
        driver.build([], [], out)


def command(corpus: Path, *arguments: str | Path) -> list[str]:
    """How to run the command line on a corpus."""
    return [sys.executable, "-m", "tests.proof.small", str(corpus), *map(str, arguments)]


def run(
    corpus: Path,
    *arguments: str | Path,
    script: str = 'exec "$@"',
    stdout: int = subprocess.PIPE,
    cwd: Path = ROOT,
    **more: str | Path,
) -> Completed:
    """Run a command to its end, its streams and its limits as a shell says, with `more` in its environment; its output as text."""
    return subprocess.run(
        ["sh", "-c", script, "sh", *command(corpus, *arguments)],  # noqa: S607 - the system's own
        env={**surroundings(), **{name: str(value) for name, value in more.items()}},
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


if __name__ == "__main__":
    with standing_in(Path(sys.argv.pop(1))):
        cli.main()
