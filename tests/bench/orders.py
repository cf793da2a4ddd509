"""Questions of order of others' making, with the order that the publication gives: is that the one concluded?"""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kb.model.words import letters
from tests.bench import page
from tests.bench.page import Block, Table
from tests.bench.run import Bench

_SETS = (("held", "mises de côté"), ("dev", "lues par qui complète le lexique"))
# Of each game, as many when nothing is measured.
_FEW = 3
# A conclusion that puts things in order.
_ORDERS = frozenset({"first", "order", "steps"})
_WORDS = {"avant": "avant", "apres": "apres", "ensemble": "en meme temps"}
_HOW = """Comment : trois ou quatre choses dans le désordre, deux dont une vient avant l'autre, ou ce que le livre n'ordonne pas, écrits
d'après la publication seule ; juste quand la réponse dit ces choses dans l'ordre du livre, ou n'en dit aucun là où il n'en donne pas.
Ce qui n'est ni juste ni faux n'est pas conclu."""


def orders(bench: Bench) -> Iterator[Block]:
    """Game by game, the questions of order that get the right one, and those that get another."""
    for folder, title in _SETS:
        rows = []
        for file in sorted((bench.tests / "questions" / "suites" / folder).glob("*.tsv")):
            counts = _counts(bench, file)
            whole = counts.total()
            rows.append((file.stem, whole, counts["right"] / whole, counts["wrong"] / whole))
        yield Table(
            ((title, page.text), ("combien", page.count), ("justes", page.percent), ("fausses", page.percent)), rows
        )
    yield _HOW


def _counts(bench: Bench, file: Path) -> Counter[str]:
    """How many questions of a file are right, wrong or not concluded."""
    counts = Counter[str]()
    lines = file.read_text(encoding="utf-8").splitlines()[1 : 1 + _FEW if bench.quick else None]
    for kind, _lines, question, wanted, _why in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        concluded = bench.answerer.ask(question, file.stem).answer.conclusion
        ordered = concluded is not None and concluded.kind in _ORDERS
        if kind == "piege":
            counts["wrong" if ordered else "right"] += 1
        elif concluded is not None and is_order(concluded.text, wanted):
            counts["right"] += 1
        else:
            counts["wrong" if ordered else "none"] += 1
    return counts


def is_order(text: str, wanted: str) -> bool:
    """True when a conclusion has the things wanted in their order.

    `wanted` are their expressions, « > » between two that follow one another, « = » between two at once; before them and « | », where the
    question asks it so, how the first thing that it says stands to the other.
    """
    said, (word, _, things) = letters(text), wanted.rpartition(" | ")
    if word in _WORDS and said.startswith(tuple(_WORDS.values())):
        return said.startswith(_WORDS[word])
    at = -1
    for group in things.split(" > "):
        places = [_after(at, thing, said) for thing in group.split(" = ")]
        if None in places:
            return False
        at = max(place for place in places if place is not None)
    return True


def _after(at: int, thing: str, said: str) -> int | None:
    """Where a thing is said next after a place; None where it is not."""
    return next((met.start() for met in re.finditer(thing, said) if met.start() > at), None)
