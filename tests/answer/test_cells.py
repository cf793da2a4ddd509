"""Every cell of every table and profile, asked by the names of its table, of its row and of its column."""

from collections import Counter
from collections.abc import Iterator

import pytest

from kb.answer import Answerer
from kb.model import Kind
from kb.store import KnowledgeBase, Passage

WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")


def tables(base: KnowledgeBase, work: str) -> Iterator[tuple[Passage, list[Passage]]]:
    """Each provision that has rows, with them: an index, which sends elsewhere, and an example apart.

    Of provisions that have one name below one title in one mode, none: a question cannot tell them apart.
    """
    provisions = base.passages([name for name in base.all_ids(work) if "#" not in name])
    known = Counter((provision.path[-1:], provision.title, provision.scope) for provision in provisions)
    for provision in provisions:
        rows = [row for row in base.children(provision.id, "precis", units=True) if row.kind == Kind.ROW]
        apart = provision.subkind == "index" or provision.kind == Kind.EXAMPLE
        if rows and not apart and known[provision.path[-1:], provision.title, provision.scope] == 1:
            yield provision, [row for row in rows if len(row.fields) > 1]


def questions(provision: Passage, rows: list[Passage]) -> Iterator[tuple[str, Passage, str]]:
    """(question, row, title of the column) of each cell of a row that has a name of its own.

    Where the first of two cells comes back in other rows, as a quantity does, the row goes by the second.
    """
    first = Counter(row.fields[0][1] for row in rows)
    place = int(len(first) < len(rows) and all(len(row.fields) == 2 for row in rows))
    names = Counter(row.fields[place][1] for row in rows)
    above = provision.path[-1] if provision.path else ""
    for row in rows:
        heading, label = row.fields[place]
        for column, _ in row.fields if names[label] == 1 else ():
            if column not in {heading, "keywords"}:
                yield f"{above}, {provision.title} : {heading} {label}, {column} ?", row, column


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "every"),
    # One game has more cells than the four others.
    [
        *((work, 8 if work == "t9a" else 4) for work in WORKS),
        *(pytest.param(work, 1, marks=pytest.mark.proof) for work in WORKS),
    ],
)
def test_every_cell_is_found_by_its_names(answerer: Answerer, base: KnowledgeBase, work: str, every: int) -> None:
    asked, lost, settled = 0, [], []
    for provision, rows in tables(base, work):
        for question, row, column in list(questions(provision, rows))[::every]:
            asked += 1
            answer = answerer.ask(question, work, view="precis", mode=provision.scope[0])
            cell = answer.cell
            concluded = answer.answer.conclusion
            if cell is not None and concluded is not None and concluded.verdict and concluded.value != cell.value:
                settled.append(question)
            # A table may be printed twice: the same row of the other is as right.
            found = base.passage(cell.id, "precis").fields if cell else ()
            if cell is None or cell.column != column or found != row.fields:
                lost.append(question)
    assert asked
    assert len(lost) <= 0.01 * asked, (len(lost), asked, lost[:20])
    # A value is no yes or no, but where the cell says so.
    assert settled == []


@pytest.mark.parametrize("weapon", ["piques", "lances d'infanterie"])
@pytest.mark.parametrize("case", ["quand je charge", "en chargeant", "le tour où je charge"])
def test_a_row_with_a_note_says_yes_in_the_case_of_the_note_alone(answerer: Answerer, weapon: str, case: str) -> None:
    answer = answerer.ask(f"Les {weapon} donnent-elles un bonus d'initiative {case} ?", "wap", view="precis")
    assert answer.verdict != "oui"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        # Denied, « O » is « Si. »; with a note, what the cell says is shown and decides nothing.
        ("Un projectile magique ne demande pas de ligne de vue ?", ("Si.", "non")),
        ("Reformation rapide : un test de Cd est demandé ?", ("Non", None)),
    ],
)
def test_a_cell_of_yes_or_no_answers_what_is_closed(
    answerer: Answerer, question: str, said: tuple[str, str | None]
) -> None:
    concluded = answerer.ask(question, "wap", view="precis").answer.conclusion
    assert concluded is not None
    assert (concluded.text, concluded.verdict) == said
