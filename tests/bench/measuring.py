"""The whole run: each part in its turn, told as it goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.evaluation.questions import Question, read_questions
from kb.store import KnowledgeBase
from tests.bench.engines import Compared, compare_engines
from tests.bench.growth import Build, NotBuilt, Reading, builds, readings
from tests.bench.machine import Machine, this_machine
from tests.bench.pages import Pages, look_at
from tests.bench.plan import SIZES, Plan
from tests.bench.publishing import Publishing, compare_sites
from tests.bench.running import arbitre, measured
from tests.bench.scenarios import ScenarioReport, read_scenarios, report
from tests.bench.service import Served, measure_service

# Told before each part: its name, its rank, how many there are.
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Built:
    """How the base asked was built: time (seconds), peak of memory and size of the file (megabytes)."""

    seconds: float
    peak_mb: float
    file_mb: float


@dataclass(frozen=True, slots=True)
class Bench:
    """Every figure of a run."""

    machine: Machine
    quick: bool
    works: int
    texts: int
    base: Built | None
    engines: Compared
    scenarios: ScenarioReport | None
    builds: tuple[Build, ...]
    not_built: NotBuilt | None
    not_asked: tuple[int, ...]
    readings: tuple[Reading, ...]
    served: Served | None
    sites: tuple[Publishing, ...]
    pages: Pages | None


def run(plan: Plan, folder: Path, progress: Progress) -> Bench:
    """Build the base that is asked, then measure every part; `folder` holds what is thrown away.

    Raises:
        UnusableFileError: a part cannot run; the message says which and why.
    """
    told = _Steps(progress)
    machine = this_machine()
    told("construction de la base")
    path = plan.kb or folder / "mesuree.sqlite"
    built = None if plan.kb else _built(plan, path)
    base = KnowledgeBase(path)
    works = (_lightest(base),) if plan.quick else ()
    told("justesse et vitesse, à côté d'autres moteurs")
    sets = {part: _taken(plan, part) for part in ("held", "dev")}
    engines = compare_engines(base, sets, sets["dev"], plan.rounds)
    told("scénarios d'ordre et de temps")
    scenarios = _scenarios(plan, base)
    asked = set(plan.parts)
    told("le service, de plus en plus sollicité")
    served = None
    if "service" in asked:
        served = measure_service(path, plan.questions("dev"), plan.connections, plan.seconds, plan.workers, plan.pace)
    told("le site, à côté de mkdocs-material")
    sites, pages = _sites(plan, base, folder, works) if "site" in asked else ((), None)
    told("lecture de bases agrandies")
    read: tuple[Reading, ...] = ()
    if "lecture" in asked:
        read = tuple(
            readings(path, plan.sizes, plan.questions("dev")[: 1 if plan.quick else None], folder, plan.rounds)
        )
    told("construction de corpus agrandis")
    made, left = builds(plan.builds, folder, works) if "construction" in asked else ((), None)
    skipped = tuple(size for size in SIZES if size not in plan.builds)
    info = base.works()
    texts = sum("texte" in work.layers for work in info)
    return Bench(
        machine,
        plan.quick,
        len(info),
        texts,
        built,
        engines,
        scenarios,
        made,
        left,
        skipped,
        read,
        served,
        sites,
        pages,
    )


def _built(plan: Plan, path: Path) -> Built:
    """Build the base that is asked, with the publications where there are."""
    run = measured(arbitre("build", *(("--texts", plan.texts) if plan.texts else ()), "--out", path))
    return Built(run.seconds, run.peak_mb, path.stat().st_size / 1024**2)


def _sites(plan: Plan, base: KnowledgeBase, folder: Path, works: Sequence[str]) -> tuple[tuple[Publishing, ...], Pages]:
    """The sites written, then ours as it is read."""
    top = folder / "sites"
    top.mkdir()
    sites = compare_sites(base, plan.site_rounds, top, works)
    return sites, look_at(base, top / "arbitre-0", _taken(plan, "dev"), quick=plan.quick)


class _Steps:
    """Counts the parts as they start."""

    parts = 7

    def __init__(self, progress: Progress) -> None:
        self.progress, self.done = progress, 0

    def __call__(self, name: str) -> None:
        self.done += 1
        self.progress(name, self.done, self.parts)


def _lightest(base: KnowledgeBase) -> str:
    """The work of fewest rules: what a quick run copies and hands to the others."""
    return min((info.work for info in base.works()), key=lambda work: len(base.all_ids(work, "precis")))


def _taken(plan: Plan, part: str) -> list[Question]:
    """The questions of a part; in a quick run, a few, spread over the games."""
    questions = read_questions(plan.questions(part))
    step = 1 if plan.most_questions is None else max(1, len(questions) // plan.most_questions)
    return questions[::step]


def _scenarios(plan: Plan, base: KnowledgeBase) -> ScenarioReport | None:
    """The scenarios of the games whose publication is there: the lines that decide are counted in it."""
    held = {info.work for info in base.works() if "texte" in info.layers}
    kept = [scenario for scenario in read_scenarios(plan.scenarios()) if scenario.game in held]
    return report(base, kept[: plan.most_questions]) if kept else None
