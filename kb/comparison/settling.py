"""Findings between two layers beside those that an editor has read and settled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.comparison.layers import Finding, Weight
from kb.curation import Settled


@dataclass(frozen=True, slots=True)
class Review:
    """The findings on a work: left to read, settled with the reason, only informing; and the lines that settle nothing any more."""

    work: str
    open: tuple[Finding, ...]
    settled: tuple[tuple[Finding, str], ...]
    info: tuple[Finding, ...]
    stale: tuple[Settled, ...]


def review(work: str, findings: Iterable[Finding], lines: Iterable[Settled]) -> Review:
    """Sort the findings on a work by what its editor has settled: by code and id, and by what was seen there where the line says it."""
    by_key = {(line.code, line.id): line for line in lines}
    left: list[Finding] = []
    settled: list[tuple[Finding, str]] = []
    info: list[Finding] = []
    used: set[tuple[str, str]] = set()
    for finding in findings:
        line = by_key.get((finding.code, finding.id))
        if finding.weight is Weight.INFO:
            info.append(finding)
        elif line is not None and (not line.seen or set(finding.seen) <= set(line.seen)):
            settled.append((finding, line.reason))
            used.add((line.code, line.id))
        else:
            left.append(finding)
    stale = tuple(line for key, line in by_key.items() if key not in used)
    return Review(work, tuple(left), tuple(settled), tuple(info), stale)
