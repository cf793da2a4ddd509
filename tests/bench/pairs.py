"""Pairs of questions that differ by one fact and have contrary answers: both right, or one verdict for both, which is wrong of one."""

import csv
from collections import Counter
from collections.abc import Iterator

from tests.bench.page import Block, Table, count, percent, text
from tests.bench.run import Bench

# Of each game, as many when nothing is measured.
_FEW = 3
_HOW = """Comment : des paires écrites à côté de chaque règle, et qui ne sont pas dans le corpus ; chaque question est posée à son jeu, rien
d'autre n'étant dit. « Un seul verdict » : le même aux deux, donc faux de l'une. Justes : parmi les verdicts donnés."""
_WHO = """Comment : des paires écrites d'après la publication, et qui ne sont pas dans le corpus : le même acte et le même état, porté par
celui qui agit, puis par celui à qui on le fait. Dans une sur quatre, la réponse est la même : « un seul verdict » n'y est pas
toujours une faute."""


def pairs(bench: Bench) -> Iterator[Block]:
    """Game by game, what becomes of its pairs: those that one fact parts, then those that who bears it parts."""
    yield from _of(bench, "paires")
    yield _HOW
    yield from _of(bench, "qui")
    yield _WHO


def _of(bench: Bench, folder: str) -> Iterator[Block]:
    rows = []
    for file in sorted((bench.tests / "questions" / folder).glob("*.tsv")):
        told: Counter[str] = Counter()
        lines = file.read_text(encoding="utf-8").splitlines()[1 : 1 + _FEW if bench.quick else None]
        for pair in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            wanted, asked = (pair[1], pair[3]), (pair[2], pair[4])
            given = tuple(bench.answerer.ask(question, file.stem).verdict for question in asked)
            right = sum(one == other for one, other in zip(given, wanted, strict=True))
            told.update({"pairs": 1, "both": right == len(asked), "right": right})
            told.update({"one": given[0] is not None and given[0] == given[1], "given": len(asked) - given.count(None)})
        whole = told["pairs"]
        shares = (
            told["both"] / whole,
            told["one"] / whole,
            told["right"] / max(1, told["given"]),
            told["given"] / whole / 2,
        )
        rows.append((file.stem, whole, *shares))
    columns = (
        ("jeu", text),
        ("paires", count),
        *((name, percent) for name in ("les deux justes", "un seul verdict", "justes", "donnés")),
    )
    yield Table(columns, rows)
