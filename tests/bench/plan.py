"""What a run measures, and how much of it: the whole, or the least that shows that all of it runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from tests.bench.service import Pace

_PROGRAM = "make bench"
# How many times the corpus, unless told otherwise.
SIZES = (1, 10, 100)
# The parts that may be left out, by their name on the command line.
PARTS = ("service", "site", "lecture", "construction")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is read, what is written, and how much is measured.

    `kb` is a base built already; without it one is. `builds` and `sizes` are how many times the corpus; `rounds` how often engines are
    timed, the best told; `site_rounds` how often the sites are written; `seconds` how long each load lasts, but for the steady `pace`;
    `parts` what is measured besides the engines.
    """

    texts: Path | None
    tests: Path
    page: Path
    figures: Path
    kb: Path | None = None
    builds: tuple[int, ...] = SIZES
    sizes: tuple[int, ...] = SIZES
    rounds: int = 3
    site_rounds: int = 3
    connections: tuple[int, ...] = (1, 10, 50)
    seconds: float = 20.0
    workers: int = 2
    pace: Pace = field(default_factory=Pace)
    most_questions: int | None = None
    quick: bool = False
    parts: tuple[str, ...] = PARTS

    def questions(self, part: str) -> list[Path]:
        """The question sets of a part (`dev` or `held`)."""
        return sorted((self.tests / "questions" / part).glob("*.jsonl"))

    def scenarios(self) -> list[Path]:
        """Every set of scenarios."""
        return sorted((self.tests / "scenarios").glob("*/*.jsonl"))


def read_plan(arguments: Sequence[str]) -> Plan:
    """The plan that a command line asks.

    Raises:
        SystemExit: an option is unknown or its value impossible (2), or help was asked (0).
    """
    given = _parser().parse_args(arguments)
    texts = given.texts if given.texts is not None and given.texts.is_dir() else None
    plan = Plan(texts, given.tests, given.page, given.figures, given.kb)
    if given.quick:
        return replace(plan, **_LEAST)
    return replace(
        plan,
        builds=given.builds,
        sizes=given.sizes,
        seconds=given.seconds,
        site_rounds=given.site_rounds,
        parts=given.parts,
    )


_LEAST: dict[str, Any] = {
    "builds": (2,),
    "sizes": (1, 2),
    "rounds": 1,
    "site_rounds": 1,
    "connections": (1, 2),
    "seconds": 0.5,
    "workers": 1,
    "pace": Pace(rate=10.0, connections=2, seconds=0.5, lasting=60),
    "most_questions": 12,
    "quick": True,
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line in French: argparse speaks English."""
        at_fault = message.rpartition(":")[2].strip() or message
        self.exit(2, f"{_PROGRAM} : option inconnue ou valeur impossible ({at_fault}) ; voir --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog=_PROGRAM, description="Mesure Arbitre, à côté d'autres, et écrit une page.", add_help=False)
    parser.add_argument("--help", action="help", help="montrer cette aide")
    parser.add_argument("--texts", type=Path, help="dossier de vos publications ; sans lui, le précis seul")
    parser.add_argument("--tests", type=Path, default=Path("tests"), help="où sont les questions et les scénarios")
    parser.add_argument("--page", type=Path, default=Path("BENCH.md"), help="la page à écrire")
    parser.add_argument(
        "--figures", type=Path, default=Path("build/bench.json"), help="les chiffres, pour un programme"
    )
    parser.add_argument("--builds", type=_sizes, default=SIZES, help="constructions : 1,10,100 fois le corpus")
    parser.add_argument("--sizes", type=_sizes, default=SIZES, help="lectures : 1,10,100 fois les passages")
    parser.add_argument("--site-rounds", type=_count, default=3, help="combien de fois chaque site est écrit")
    parser.add_argument("--kb", type=Path, help="une base déjà construite ; sans elle, elle l'est")
    parser.add_argument(
        "--parts", type=_parts, default=PARTS, help=f"parties : {','.join(PARTS)} ; les autres restent sur la page"
    )
    parser.add_argument("--seconds", type=_seconds, default=20.0, help="durée de chaque charge HTTP")
    parser.add_argument("--quick", action="store_true", help="le moins possible, pour voir que tout marche")
    return parser


def _sizes(text: str) -> tuple[int, ...]:
    """`1,10,100`."""
    sizes = tuple(int(part) for part in text.split(","))
    if min(sizes) < 1:
        raise ValueError
    return tuple(sorted({1, *sizes}))


def _parts(text: str) -> tuple[str, ...]:
    """`service,site`."""
    named = text.split(",")
    if not set(named) <= set(PARTS):
        raise ValueError
    return tuple(part for part in PARTS if part in named)


def _count(text: str) -> int:
    return _sizes(text)[-1]


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < float("inf"):
        raise ValueError
    return seconds
