"""The repair steps that readers share, on made-up lines: `cases/reparations.md`, the instructions above a double rule."""

import tomllib
from pathlib import Path

import pytest

from kb.reading.instructions import PartInstructions
from kb.reading.repairs import joined, repaired, state_of
from kb.system import declared
from tests.parsing.snapshots import Case, all_cases, check_case


def _read(source: str) -> str:
    """Each line after its source lines, its bullet and its role; then what was left out, repaired, found."""
    told, rule, printed = source.rpartition("=====\n")
    data = declared.value(PartInstructions, tomllib.loads(told), "cas") if rule else PartInstructions()
    state = repaired(state_of("livre.txt", enumerate(printed.split("\n"), 1)), data)
    marks = {line: f"{line.bullet}{f' ({line.role})' if line.role else ''}" for line in state.lines}
    lines = [
        f"{','.join(map(str, one.numbers)):>4} {marks.get(one, ''):>3} | {one.text}" for one in joined(state.lines)
    ]
    lines += [f"{drop.span.start}-{drop.span.end} left out: {drop.reason}" for drop in state.dropped]
    lines += [f"{one.line} repaired: {one.before!r} is {one.after!r} ({one.reason})" for one in state.repairs]
    lines += [f"{one.line} {one.severity} {one.code} {one.message} ({one.hint})" for one in state.diagnostics]
    return "\n".join(lines)


@pytest.mark.parametrize("case", all_cases(Path(__file__).parent / "cases"), ids=lambda case: case.name)
def test_a_repair(case: Case) -> None:
    check_case(case, _read)
