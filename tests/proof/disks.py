"""Disks that are full, or that cannot be written: real ones where this user may mount them, else the nearest that the system grants."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _mount(*words: str) -> str:
    """What went wrong; empty when nothing did."""
    try:
        done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)  # noqa: S607 # the system's own
    except OSError as fault:
        return str(fault)
    return done.stderr.strip() if done.returncode else ""


@contextmanager
def disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A disk of that size, mounted on a new folder; the test is skipped, with the reason, where none may be mounted."""
    folder.mkdir()
    fault = _mount("-t", "tmpfs", "-o", f"size={kilobytes}k,mode=755", "tmpfs", str(folder))
    if fault:
        pytest.skip(f"aucun disque ne peut être monté ici ({fault}) : les limites de taille en tiennent lieu")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)  # noqa: S607 # the system's own


def fill(folder: Path, spare: int = 0) -> None:
    """Leave so many kilobytes free on the disk of a folder."""
    free = os.statvfs(folder)
    size = free.f_bavail * free.f_frsize - spare * 1024
    (folder / "remplissage").write_bytes(b"\0" * max(size, 0))


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Have a folder refuse to be written; root ignores modes, and mounts the folder on itself."""
    if os.geteuid() != 0:
        folder.chmod(0o555)
        yield
        folder.chmod(0o755)
        return
    fault = _mount("--bind", str(folder), str(folder)) or _mount("-o", "remount,bind,ro", str(folder))
    if fault:
        pytest.skip(f"root ignore les droits, et aucun dossier ne peut être monté en lecture seule ici ({fault})")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)  # noqa: S607 # the system's own
