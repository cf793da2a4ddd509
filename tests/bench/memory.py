"""The memory of running processes, where the system tells it (`/proc`)."""

from __future__ import annotations

from pathlib import Path


def resident(pid: int | None) -> int | None:
    """Resident bytes of a process and of all those that it started; None without a process, or where nothing tells."""
    if pid is None:
        return None
    sizes = [size for member in family(pid) if (size := _own(member)) is not None]
    return sum(sizes) if sizes else None


def family(pid: int) -> list[int]:
    """A process and all those that it started, at any depth."""
    found = [pid]
    for member in found:
        for listed in Path(f"/proc/{member}/task").glob("*/children"):
            try:
                found += map(int, listed.read_text(encoding="ascii").split())
            except OSError:
                continue
    return found


def _own(pid: int) -> int | None:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    sizes = [int(line.split()[1]) for line in lines if line.startswith("VmRSS:")]
    return sizes[0] * 1024 if sizes else None
