"""What is costly to make is made once a run: by the first test that asks, whichever process runs it; the others wait, then read it."""

import fcntl
import pickle
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Shared:
    """A folder that every process of a run sees, and that no other run does."""

    root: Path

    def folder(self, name: str, fill: Callable[[Path], object]) -> Path:
        """A folder of that name, filled by the first who asks; what a filling that failed left is thrown away."""
        folder, whole = self.root / name, self.root / f"{name}.whole"
        with _alone(self.root / f"{name}.lock"):
            if not whole.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                fill(folder)
                whole.touch()
        return folder


def keep(path: Path, value: object) -> None:
    """Write a value, for `kept` to read."""
    path.write_bytes(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


def kept(path: Path) -> Any:  # noqa: ANN401 - whatever was kept there
    """What `keep` wrote."""
    return pickle.loads(path.read_bytes())  # noqa: S301 - written by this very run


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Wait until no other process is in such a block for that file; one that dies leaves it."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
