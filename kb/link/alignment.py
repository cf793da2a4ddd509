"""The clauses of the précis and of the text that say the same, joined in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from kb.model import Kind, Rulebook, Status
from kb.model.clauses import Clause, numbered
from kb.model.words import words

# Two clauses with a smaller share of their words in common say different things, or the same too freely to be joined by machine.
_LEAST = 0.27
# What is less like a clause than these shares of what is most like it, on one side and on both, is only its neighbour.
_NEARLY = 0.8
_AT_ALL = 0.5
# Words are compared by their beginnings; short ones say little, unless they are figures.
_STEM = 5
_SHORTEST = 4


def aligned(precis: Rulebook, texte: Rulebook) -> tuple[tuple[str, str], ...]:
    """(clause of the précis, clause of the text) pairs of two layers of one edition, in reading order.

    A clause may be joined to several: one sentence printed is often two of the précis. What resembles nothing is joined to nothing.
    """
    (ours, rows), (theirs, others) = _clauses(precis), _clauses(texte)
    sentences = (pair for identifier, one in ours.items() for pair in _joined(one, theirs.get(identifier, ())))
    cells = (
        (cell.id, there[place])
        for identifier, one in rows.items()
        for there in [others.get(identifier, {})]
        for place, cell in one.items()
        if place in there
    )
    return (*sentences, *((ours_id, other.id) for ours_id, other in cells))


def _clauses(book: Rulebook) -> tuple[dict[str, list[Clause]], dict[str, dict[str, Clause]]]:
    """The clauses in force of each whole provision, in order, its notes apart; those of each row, by column title."""
    found: dict[str, list[Clause]] = defaultdict(list)
    rows: dict[str, dict[str, Clause]] = {}
    with_units = {provision.parent for provision in book.provisions if provision.is_unit}
    for provision in book.provisions:
        if provision.status is Status.SUPERSEDED:
            continue
        words = provision.text if provision.is_unit or provision.id not in with_units else provision.own
        clauses = numbered(provision.id, words, provision.form)
        if provision.form == "row":
            # A row is known by what it says first: a table may have lines more in one layer.
            key = f"{provision.parent}#{clauses[0].text}" if clauses else provision.id
            rows[key] = {clause.text.partition(" : ")[0]: clause for clause in clauses}
        else:
            whole = provision.id.partition("#")[0]
            found[f"{whole}#note" if provision.kind is Kind.NOTE and provision.is_unit else whole] += clauses
    return found, rows


def _joined(ours: Sequence[Clause], theirs: Sequence[Clause]) -> list[tuple[str, str]]:
    """The best way to go through two texts side by side, a step in one, the other or both; what is alike enough on it."""
    if not ours or not theirs:
        return []
    alike = [[_likeness(one.text, other.text) for other in theirs] for one in ours]
    best: list[list[tuple[float, tuple[int, int] | None]]] = []
    for row, likenesses in enumerate(alike):
        best.append([])
        for column, likeness in enumerate(likenesses):
            before = [(row - 1, column - 1), (row - 1, column), (row, column - 1)]
            ways = [(best[i][j][0], (i, j)) for i, j in before if i >= 0 and j >= 0]
            total, way = max(ways, key=lambda one: one[0], default=(0.0, None))
            best[row].append((total + likeness, way))
    place: tuple[int, int] | None = (len(ours) - 1, len(theirs) - 1)
    met: list[tuple[int, int]] = []
    while place is not None:
        met.append(place)
        place = best[place[0]][place[1]][1]
    kept = [(row, column) for row, column in reversed(met) if alike[row][column] >= _LEAST]
    rows: dict[int, float] = defaultdict(float)
    columns: dict[int, float] = defaultdict(float)
    for row, column in kept:
        rows[row] = max(rows[row], alike[row][column])
        columns[column] = max(columns[column], alike[row][column])
    # On the way, a clause goes past neighbours of what it says: they are left when both have something nearer.
    return [
        (ours[row].id, theirs[column].id)
        for row, column in kept
        if alike[row][column]
        >= max(_NEARLY * min(rows[row], columns[column]), _AT_ALL * max(rows[row], columns[column]))
    ]


def _likeness(one: str, other: str) -> float:
    """The share of their telling words that two clauses have in common, 0 to 1."""
    ours, theirs = _telling(one), _telling(other)
    return 2 * len(ours & theirs) / (len(ours) + len(theirs)) if ours and theirs else 0.0


@lru_cache(maxsize=1 << 14)
def _telling(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in words(text) if len(word) >= _SHORTEST or word[:1].isdigit())
