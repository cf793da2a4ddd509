"""`python -m tests.bench`: measure, write the page and, beside it, the figures for a program."""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from kb.errors import ArbitreError, UnusableFileError
from tests.bench import (
    ablation,
    accuracy,
    conclusions,
    growth,
    orders,
    painting,
    pairs,
    scenarios,
    service,
    site,
    sums,
)
from tests.bench.machine import this_machine
from tests.bench.page import QUICK, Block, Table, page
from tests.bench.run import Bench
from tests.bench.speed import arbitre, measured

_PROGRAM = "make bench"
_FAILED = 2


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page: its name on the command line, its title, what measures it; one that takes an hour is measured only when named."""

    name: str
    title: str
    measure: Callable[[Bench], Iterator[Block]]
    only_named: bool = False


PARTS = (
    Part("reponses", "Ce que valent les réponses", accuracy.answers),
    Part("moteurs", "À côté d'autres moteurs", accuracy.rivals),
    Part("banque", "Ce qu'apportent les questions écrites à côté des règles", ablation.bank),
    Part("indices", "Ce qu'apporte chaque indice du classement", ablation.features),
    Part("conclusions", "Les conclusions déclarées, à côté des verdicts écrits", conclusions.conclusions),
    Part("paires", "Un fait change, et la réponse avec lui", pairs.pairs),
    Part("sommes", "Les questions de chiffres", sums.sums),
    Part("ordres", "Les questions d'ordre", orders.orders),
    Part("scenarios", "Ordre et temps", scenarios.engine),
    Part("service", "HTTP", service.service),
    Part("site", "Le site, à côté de mkdocs-material", site.site),
    Part("pages", "Les pages, telles qu'on les lit", painting.pages),
    Part("construction", "Construire", growth.building),
    Part("croissance", "Construire un corpus plus grand", growth.growth, only_named=True),
)


def main(arguments: Sequence[str]) -> int:
    """Measure what the arguments ask; 0 when the page is written, 2 when it could not be, which is said in a line."""
    given = _parser().parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
            _write(given, *_measured(given, Path(folder)))
    except (ArbitreError, OSError) as fault:
        sys.stderr.write(f"{_PROGRAM} : {fault}\n")
        return _FAILED
    sys.stderr.write(f"{given.page} écrit, et {given.figures}\n")
    return 0


def _measured(given: argparse.Namespace, folder: Path) -> tuple[list[Block], list[tuple[str, list[Block] | None]]]:
    """The head of the page and its parts.

    Raises:
        UnusableFileError: there is no question set, or a part cannot run; the message says which and why.
    """
    if not any((given.tests / "questions" / "dev").glob("*.jsonl")):
        raise UnusableFileError(
            f"{given.tests}/questions/dev : aucun jeu de questions ; lancez depuis la racine du dépôt, ou dites --tests DOSSIER"
        )
    head = [*([QUICK] if given.quick else []), *this_machine()]
    texts = given.texts if given.texts is not None and given.texts.is_dir() else None
    path = given.kb or folder / "mesuree.sqlite"
    if given.kb is None:
        _say("construction de la base")
        measured(arbitre("build", *(("--texts", texts) if texts else ()), "--out", path))
    bench = Bench(path, texts, given.tests, folder, given.quick, given.sizes)
    held = f"{len(bench.measurable)} avec leur publication" if bench.measurable else "précis seul"
    head.append(f"Base interrogée : {len(bench.base.works())} œuvres, {held}.")
    return head, [(part.title, _part(part, bench) if part.name in given.parts else None) for part in PARTS]


def _part(part: Part, bench: Bench) -> list[Block]:
    """What a part says; one that lacks something says what, and the others are measured."""
    _say(part.title)
    try:
        return list(part.measure(bench))
    except UnusableFileError as fault:
        return [f"Non mesuré : {fault}."]


def _say(what: str) -> None:
    sys.stderr.write(f"{what}…\n")


def _write(given: argparse.Namespace, head: list[Block], parts: list[tuple[str, list[Block] | None]]) -> None:
    figures = {title: [block.figures() for block in found or () if isinstance(block, Table)] for title, found in parts}
    for path in (given.page, given.figures):
        path.parent.mkdir(parents=True, exist_ok=True)
    given.figures.write_text(f"{json.dumps(figures, ensure_ascii=False, indent=2)}\n", encoding="utf-8")
    former = given.page.read_text(encoding="utf-8") if given.page.is_file() else ""
    given.page.write_text(page(head, parts, former), encoding="utf-8")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line in French: argparse speaks English."""
        at_fault = message.rpartition(":")[2].strip() or message
        self.exit(_FAILED, f"{_PROGRAM} : option inconnue ou valeur impossible ({at_fault}) ; voir --help\n")


def _parser() -> argparse.ArgumentParser:
    usual = ",".join(part.name for part in PARTS if not part.only_named)
    rest = ",".join(part.name for part in PARTS if part.only_named)
    parser = _Parser(prog=_PROGRAM, description="Mesure Arbitre, à côté d'autres, et écrit une page.", add_help=False)
    parser.add_argument("--help", action="help", help="montrer cette aide")
    parser.add_argument("--texts", type=Path, help="dossier de vos publications ; sans lui, le précis seul")
    parser.add_argument("--kb", type=Path, help="une base déjà construite ; sans elle, elle l'est")
    parser.add_argument("--tests", type=Path, default=Path("tests"), help="où sont les questions et les scénarios")
    parser.add_argument("--page", type=Path, default=Path("BENCH.md"), help="la page à écrire")
    parser.add_argument(
        "--figures", type=Path, default=Path("build/bench.json"), help="les chiffres, pour un programme"
    )
    parser.add_argument(
        "--parts", type=_parts, default=usual, help=f"{usual} ; sur demande : {rest} ; le reste est gardé"
    )
    parser.add_argument("--sizes", type=_sizes, default=(1, 10), help="« croissance » : 1,10,100 fois le corpus")
    parser.add_argument("--quick", action="store_true", help="le moins possible, pour voir que tout marche")
    return parser


def _parts(listed: str) -> tuple[str, ...]:
    """`service,site`."""
    named = tuple(listed.split(","))
    if not set(named) <= {part.name for part in PARTS}:
        raise ValueError
    return named


def _sizes(listed: str) -> tuple[int, ...]:
    """`1,10,100`."""
    sizes = tuple(sorted({1, *map(int, listed.split(","))}))
    if sizes[0] < 1:
        raise ValueError
    return sizes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
