"""`python -m tests.bench`: measure, write the page and, beside it, the figures for a program."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TimeElapsedColumn

from kb.errors import ArbitreError, UnusableFileError
from tests.bench.keeping import with_earlier
from tests.bench.measuring import Bench, run
from tests.bench.page import page
from tests.bench.plan import Plan, read_plan

_FAILED = 2


def main(arguments: Sequence[str]) -> int:
    """Run the plan that the arguments ask; 0 when the page is written, 2 when a part could not run, which is said in a line."""
    plan = read_plan(arguments)
    console = Console(stderr=True)
    try:
        _check(plan)
        with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
            bench = _run(plan, Path(folder), console)
        _write(plan, bench)
    except (ArbitreError, OSError) as fault:
        console.print(f"make bench : {fault}", markup=False, highlight=False, soft_wrap=True)
        return _FAILED
    console.print(f"{plan.page} écrit, et {plan.figures}", markup=False, highlight=False)
    return 0


def _check(plan: Plan) -> None:
    """Stop before an hour is lost.

    Raises:
        UnusableFileError: there is no question set where the plan looks.
    """
    if not plan.questions("dev"):
        raise UnusableFileError(
            f"{plan.tests}/questions/dev : aucun jeu de questions ; lancez depuis la racine du dépôt, ou dites --tests DOSSIER"
        )


def _run(plan: Plan, folder: Path, console: Console) -> Bench:
    """Run with a bar on a terminal, and a line a part everywhere."""
    columns = ("[progress.description]{task.description}", BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        task = bars.add_task("mesure", total=None)

        def told(name: str, rank: int, parts: int) -> None:
            console.print(f"{rank}/{parts} {name}", markup=False, highlight=False)
            bars.update(task, description=name, total=parts, completed=rank - 1)

        return run(plan, folder, told)


def _write(plan: Plan, bench: Bench) -> None:
    for path in (plan.page, plan.figures):
        path.parent.mkdir(parents=True, exist_ok=True)
    plan.figures.write_text(f"{json.dumps(asdict(bench), ensure_ascii=False, indent=2)}\n", encoding="utf-8")
    former = plan.page.read_text(encoding="utf-8") if plan.page.is_file() else ""
    plan.page.write_text(with_earlier(page(bench), former), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
