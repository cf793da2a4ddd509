"""The written questions of values, as the values that other questions ask for are recognised by them."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from kb.model import Calculation
from kb.model.words import fold, tokens
from kb.policy import Policy, Quantity
from kb.search.analysis import Analyzer
from kb.search.figures import Figure, figures_of, in_plain_figures
from kb.search.shorthand import in_full
from kb.store import WorkedExample

_FIGURES = re.compile(r"\d+")
# Of more figures than this, those that add up are not looked for.
_MANY = 10
BASE = "base"
"""The slot of the value that a request begins with."""
OPERATIONS = {"add": "+", "subtract": "-", "multiply": "x", "divide": "/", "set": "="}
"""How each operation is written; what a figure is that is said of one is such a slot."""


def asked_in_keys(text: str, analyzer: Analyzer) -> tuple[str, ...]:
    """The distinct keys of a question, its figures left out."""
    return tuple(dict.fromkeys(key for key in analyzer.keys(text) if not key.isdigit()))


def in_words(text: str) -> str:
    """The words of a question, whatever its figures and its accents are."""
    return " ".join(tokens(_FIGURES.sub("0", fold(text))))


def given_by(request: Mapping[str, Any], quantity: Quantity) -> tuple[str, ...]:
    """What a request gives, but for its figures: the names of its slots, its words, its modifiers, its operations."""
    defaults = {one.name: one.default for one in quantity.attributes}
    words = [
        name if type(value) is int else f"{name}={value}"
        for name, value in request["context"].items()
        if type(value) is int or value != defaults.get(name)
    ]
    modifiers = [OPERATIONS[one["op"]] if "op" in one else one["label"] for one in request["modifiers"]]
    return tuple(sorted([*words, *modifiers, *[BASE] * (BASE in request)]))


def examples_of(
    calculations: Iterable[Calculation], policy: Policy | None, analyzer: Analyzer
) -> Iterator[WorkedExample]:
    """Each written question of a value that the policy has, with what its request gives, and what each of its figures is."""
    known = {one.id: one for one in policy.quantities} if policy is not None else {}
    for one in calculations:
        if one.quantity in known:
            text = in_plain_figures(in_full(one.question), analyzer)
            yield WorkedExample(
                one.quantity,
                in_words(text),
                asked_in_keys(text, analyzer),
                given_by(one.request, known[one.quantity]),
                tuple(
                    (slot, figure.around(analyzer)) for figure, slot in slots_of(text, one.request, known[one.quantity])
                ),
            )


def slots_of(text: str, request: Mapping[str, Any], quantity: Quantity) -> Iterator[tuple[Figure, str]]:
    """Each figure that can be of one slot alone, or of one operation, with that slot; nothing for none. A sign says itself what it is."""
    given = [(name, value) for name, value in request["context"].items() if type(value) is int]
    given += [(BASE, request[BASE])] if BASE in request else []
    figures = figures_of(text, small=True)
    signed = {one.number for one in figures if one.signed}
    given += [
        (OPERATIONS[one["op"]], one["value"])
        for one in request["modifiers"]
        if "op" in one and one["value"] not in signed
    ]
    written = {one.number for one in figures if one.is_plain}
    often = Counter((one.number, one.is_plain) for one in figures)
    parts = dict(_parts(figures, given, quantity))
    for figure in figures:
        names = [name for name, value in given if value == figure.number]
        if not figure.is_plain and figure.number in written:
            # The figure says it, and the article nothing.
            names = []
        several = names and often[figure.number, figure.is_plain] > 1
        if figure in parts:
            yield figure, parts[figure]
        elif not (figure.signed or several or len(names) > 1):
            yield figure, "".join(names)


def _parts(
    figures: Iterable[Figure], given: Collection[tuple[str, int]], quantity: Quantity
) -> Iterator[tuple[Figure, str]]:
    """The figures that add up to the value of a slot that sums, where only they do."""
    values, sums = {value for _name, value in given}, {one.name for one in quantity.attributes if one.sums}
    free = [one for one in figures if one.is_plain and not one.signed and one.number not in values]
    if len(free) > _MANY:
        return
    for name, value in given:
        if name in sums and value not in {one.number for one in figures}:
            whole = [
                group for size in range(2, len(free) + 1) for group in combinations(free, size) if _sum(group) == value
            ]
            yield from ((figure, name) for figure in (whole[0] if len(whole) == 1 else ()))


def _sum(figures: Iterable[Figure]) -> int:
    return sum(one.number for one in figures)
