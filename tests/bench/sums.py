"""Questions of figures of others' making, each with the request that it means: does its answer come to the same value?"""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kb.errors import ArbitreError
from kb.precedence import Precedence
from kb.reading.calculations import request_of
from tests.bench.page import Block, Table, count, percent, text
from tests.bench.run import Bench

_SETS = (("held", "mises de côté"), ("dev", "lues par qui complète le lexique"))
# Of each game, as many when nothing is measured.
_FEW = 3
# « 7+ », and « 7- » of a roll that must come to no more.
_FIRST = re.compile(r"\d+(?:,\d+)?(?:\+|-(?!\d))?")
_HOW = """Comment : pour chaque valeur que le moteur calcule, quatre questions écrites de quatre manières par qui n'en avait que le nom et
les données, avec la demande qu'elles veulent dire ; juste quand le premier chiffre de la réponse est celui que le moteur tire de cette
demande. Ce qui n'est ni juste ni faux n'est pas calculé."""


def sums(bench: Bench) -> Iterator[Block]:
    """Game by game, the questions of figures that get their value, and those that get another."""
    for folder, title in _SETS:
        rows = []
        for file in sorted((bench.tests / "questions" / "sommes" / folder).glob("*.tsv")):
            counts = _counts(bench, file)
            whole = counts["right"] + counts["wrong"] + counts["none"]
            rows.append((file.stem, whole, counts["right"] / whole, counts["wrong"] / whole))
        yield Table(((title, text), ("combien", count), ("justes", percent), ("fausses", percent)), rows)
    yield _HOW


def _counts(bench: Bench, file: Path) -> Counter[str]:
    """How many questions of a file are right, wrong or not worked out; those whose request the engine refuses are not counted."""
    engine, counts = bench.answerer.resolver("both").precedence(file.stem), Counter[str]()
    for question, _request, wanted in meant(engine, file, _FEW if bench.quick else None):
        concluded = bench.answerer.ask(question, file.stem).answer.conclusion
        counts[
            "none" if concluded is None else "right" if is_value(concluded.value or concluded.text, wanted) else "wrong"
        ] += 1
    return counts


def meant(engine: Precedence, file: Path, most: int | None = None) -> Iterator[tuple[str, Mapping[str, Any], str]]:
    """The questions of a file, each with the request that it means and the figure that the engine gives for it, where it does."""
    lines = file.read_text(encoding="utf-8").splitlines()[1:]
    for quantity, question, case in csv.reader(lines[:most], delimiter="\t", quoting=csv.QUOTE_NONE):
        request = request_of(quantity, json.loads(case))
        try:
            found = engine.modify(request)
        except ArbitreError:
            continue
        # A malus is said with its sign, a half with its comma.
        yield (
            question,
            request,
            found.needed or ("" if found.value is None else f"{abs(found.value):g}".replace(".", ",")),
        )


def is_value(said: str, wanted: str) -> bool:
    """True when the first figure said is the one wanted."""
    figure = _FIRST.search(said)
    return figure is not None and figure[0] == wanted
