"""The clauses of the précis and of the text that say the same, joined in order."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from operator import itemgetter

from kb.model import Kind, Rulebook, Status
from kb.model.clauses import Clause, numbered, provision_of
from kb.model.words import stems, words

# Two clauses with a smaller share of their words in common say different things, or the same too freely to be joined by machine.
_LEAST = 0.27
# What is less like a clause than these shares of what is most like it, on one side and on both, is only its neighbour.
_NEARLY = 0.8
_AT_ALL = 0.5


def aligned(precis: Rulebook, texte: Rulebook) -> tuple[tuple[str, str], ...]:
    """(clause of the précis, clause of the text) pairs of two layers of one edition, in reading order.

    A clause may be joined to several: one sentence printed is often two of the précis. What resembles nothing is joined to nothing.
    """
    (ours, rows), (theirs, other_rows) = _clauses(precis), _clauses(texte)
    sentences = (pair for whole, said in ours.items() for pair in _joined(said, theirs.get(whole, ())))
    cells = (
        (cell.id, other_rows[row][column].id)
        for row, columns in rows.items()
        for column, cell in columns.items()
        if column in other_rows.get(row, {})
    )
    return (*sentences, *cells)


def _clauses(book: Rulebook) -> tuple[dict[str, list[Clause]], dict[str, dict[str, Clause]]]:
    """The clauses in force of each whole provision, in order, its notes apart; those of each row, by column title."""
    found: dict[str, list[Clause]] = defaultdict(list)
    rows: dict[str, dict[str, Clause]] = {}
    for provision in book.provisions:
        if provision.status is Status.SUPERSEDED:
            continue
        clauses = numbered(provision.id, provision.own, provision.form)
        if provision.form == "row":
            # A row is known by what it says first: a table may have lines more in one layer.
            key = f"{provision.parent}#{clauses[0].text}" if clauses else provision.id
            rows[key] = {clause.text.partition(" : ")[0]: clause for clause in clauses}
        else:
            whole = provision_of(provision.id)
            found[f"{whole}#note" if provision.kind is Kind.NOTE and provision.is_unit else whole] += clauses
    return found, rows


def _joined(ours: Sequence[Clause], theirs: Sequence[Clause]) -> list[tuple[str, str]]:
    """What is alike enough on the best way through two texts side by side."""
    alike = {
        (row, column): _similarity(one.text, other.text)
        for (row, one), (column, other) in product(enumerate(ours), enumerate(theirs))
    }
    kept = [pair for pair in _best_way(alike) if alike[pair] >= _LEAST]
    rows: dict[int, float] = defaultdict(float)
    columns: dict[int, float] = defaultdict(float)
    for row, column in kept:
        rows[row] = max(rows[row], alike[row, column])
        columns[column] = max(columns[column], alike[row, column])
    # On the way, a clause goes past neighbours of what it says: they are left when both have something nearer.
    return [
        (ours[row].id, theirs[column].id)
        for row, column in kept
        if alike[row, column]
        >= max(_NEARLY * min(rows[row], columns[column]), _AT_ALL * max(rows[row], columns[column]))
    ]


def _best_way(alike: dict[tuple[int, int], float]) -> list[tuple[int, int]]:
    """The most alike of the ways from the first pair to the last, a step in one text, in the other or in both."""
    totals: dict[tuple[int, int], float] = {}
    previous: dict[tuple[int, int], tuple[int, int]] = {}
    for (row, column), similarity in alike.items():
        before = [(row - 1, column - 1), (row - 1, column), (row, column - 1)]
        ways = [(totals[pair], pair) for pair in before if pair in totals]
        total = 0.0
        if ways:
            total, previous[row, column] = max(ways, key=itemgetter(0))
        totals[row, column] = total + similarity
    way = list(alike)[-1:]
    while way and way[-1] in previous:
        way.append(previous[way[-1]])
    return way[::-1]


def _similarity(one: str, other: str) -> float:
    """The share of their words, short ones left out, that two clauses have in common, 0 to 1."""
    ours, theirs = _stems(one), _stems(other)
    return 2 * len(ours & theirs) / (len(ours) + len(theirs)) if ours and theirs else 0.0


@lru_cache(maxsize=1 << 14)
def _stems(text: str) -> frozenset[str]:
    """What tells of what a clause speaks: the beginnings of its words, and its figures."""
    said = words(text)
    return stems(said) | {word for word in said if word[0].isdigit()}
