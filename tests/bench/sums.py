"""Questions of figures of others' making, each with the request that it means: does its answer come to the same value?"""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kb.errors import ArbitreError
from tests.bench.page import Block, Table, count, percent, text
from tests.bench.run import Bench

_SETS = (("held", "mises de côté"), ("dev", "lues par qui complète le lexique"))
# Of each game, as many when nothing is measured.
_FEW = 3
_OPERATIONS = {
    "+": "add",
    "-": "subtract",
    "−": "subtract",
    "×": "multiply",
    "x": "multiply",
    "/": "divide",
    "=": "set",
}
_EFFECT = re.compile(r"(?P<sign>[+−×x/=-]) ?(?P<figure>\d+)")
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
    lines = file.read_text(encoding="utf-8").splitlines()[1 : 1 + _FEW if bench.quick else None]
    for quantity, question, case in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        try:
            meant = engine.modify(_request(quantity, json.loads(case)))
        except ArbitreError:
            continue
        # A malus is said with its sign, a half with its comma.
        wanted = meant.needed or ("" if meant.value is None else f"{abs(meant.value):g}".replace(".", ","))
        concluded = bench.answerer.ask(question, file.stem).answer.conclusion
        figure = _FIRST.search(concluded.value or concluded.text) if concluded is not None else None
        counts["none" if concluded is None else "right" if figure is not None and figure[0] == wanted else "wrong"] += 1
    return counts


def _request(quantity: str, case: Mapping[str, Any]) -> dict[str, Any]:
    modifiers = [{"label": name, "owner": "A"} for name in case.get("modificateurs", ())]
    for place, effect in enumerate(case.get("effets", ())):
        if (met := _EFFECT.match(effect)) is not None:
            # Two of one name may count once: each has its own.
            label = effect + " " * place
            modifiers.append(
                {"op": _OPERATIONS[met["sign"]], "value": int(met["figure"]), "label": label, "owner": "A"}
            )
    given = {"quantity": quantity, "context": case.get("contexte", {}), "modifiers": modifiers, "active": "A"}
    return given | ({"base": case["base"]} if "base" in case else {})
