"""What a question gets, a line a case: `cases/*.tsv`, which a player can read. A dash is silence: half understood, nothing is concluded."""

from pathlib import Path

import pytest

from kb.answer import Answer, Answerer, intent_of, is_closed
from kb.precedence import Ordered, Prevailing
from kb.store import KnowledgeBase
from tests.rows import rows_of

SILENCE = "—"
# What a case of a file concludes, and what one that says nothing must not.
KINDS = {
    "valeurs": ({"value"}, {"value", "row"}),
    "enonces": ({"verdict"}, {"verdict"}),
    "manques": ({"depends"}, {"depends"}),
    "face-a-face": ({"order", "verdict"}, {"order"}),
    "comparaisons": ({"value", "verdict"}, {"value", "verdict"}),
}


def cases(name: str) -> list[tuple[str, ...]]:
    return rows_of(Path(__file__).parent / "cases" / f"{name}.tsv")


@pytest.mark.parametrize(
    ("name", "game", "question", "said"), [(name, *case) for name in KINDS for case in cases(name)]
)
def test_a_question_of_figures_is_concluded(answerer: Answerer, name: str, game: str, question: str, said: str) -> None:
    answer = answerer.ask(question, game)
    conclusion = answer.answer.conclusion
    kinds, never = KINDS[name]
    if said == SILENCE:
        assert conclusion is None or conclusion.kind not in never
        return
    assert conclusion is not None
    assert (conclusion.text, conclusion.kind in kinds) == (said, True)
    assert (conclusion.request is not None) == (name in {"valeurs", "enonces"})
    assert {clause.role for clause in answer.answer.because} & {"computes", "decides"}
    assert all(clause.id.startswith(f"{game}/") for clause in answer.answer.because)


def ruled(answer: Answer) -> str:
    """What the engine decided, on a line."""
    if isinstance(answer.precedence, Ordered):
        return " | ".join(f"{', '.join(step.labels)} : {step.mode}" for step in answer.precedence.steps)
    if isinstance(answer.precedence, Prevailing):
        return answer.precedence.reason
    return answer.timing.relation if answer.timing else SILENCE


@pytest.mark.parametrize(("game", "question", "said"), cases("listes"))
def test_things_listed_are_put_in_order(answerer: Answerer, game: str, question: str, said: str) -> None:
    answer = answerer.ask(question, game)
    conclusion = answer.answer.conclusion
    assert (conclusion.text if conclusion is not None else SILENCE) == said
    assert said == SILENCE or answer.answer.because


@pytest.mark.parametrize(("game", "question", "said"), cases("fenetres"))
def test_what_may_be_used_at_a_moment_is_listed_with_its_rules(
    answerer: Answerer, game: str, question: str, said: str
) -> None:
    answer = answerer.ask(question, game)
    conclusion = answer.answer.conclusion
    opened = conclusion.text if conclusion is not None and conclusion.kind == "window" else SILENCE
    assert opened == said
    assert said == SILENCE or {clause.role for clause in answer.answer.because} <= {"computes", "contradicts", "note"}


@pytest.mark.parametrize(("game", "question", "said"), cases("ordres"))
def test_what_a_question_names_is_put_to_the_engine(answerer: Answerer, game: str, question: str, said: str) -> None:
    answer = answerer.ask(question, game)
    assert ruled(answer).startswith(said)
    decided = answer.precedence or answer.timing
    if isinstance(answer.precedence, Ordered):
        assert (answer.answerable, ruled(answer)) == (True, said)
        # Of a long rule, the clauses that bear on the question.
        quoted = {quote.id.partition("#")[0] for quote in answer.answer.quotes}
        assert {proof.id.partition("#")[0] for proof in answer.precedence.decided_by} <= quoted
    assert bool(decided and decided.decided_by) == (said != SILENCE)


@pytest.mark.parametrize(("game", "question", "column", "value"), cases("tableaux"))
def test_a_row_and_a_column_give_a_cell(
    answerer: Answerer, base: KnowledgeBase, game: str, question: str, column: str, value: str
) -> None:
    answer = answerer.ask(question, game)
    if value == SILENCE:
        assert answer.cell is None
        # No row is chosen: the whole table is quoted, or none of it.
        quoted = {quote.id for quote in answer.answer.quotes if "/table#" in quote.id}
        tables = {identifier.partition("#")[0] for identifier in quoted}
        assert quoted == {row.id for table in tables for row in base.children(table, "precis", units=True)}
        return
    assert answer.cell is not None
    assert (answer.cell.column, answer.cell.value) == (column, value)
    assert answer.answer.quotes[0].id == answer.cell.id
    assert answer.answer.quotes[0].text == base.passage(answer.cell.id).text


@pytest.mark.parametrize(("game", "question", "cited"), cases("citations"))
def test_what_is_cited_first(answerer: Answerer, base: KnowledgeBase, game: str, question: str, cited: str) -> None:
    quotes, wanted = answerer.ask(question, game, view="precis").answer.quotes, cited.split()
    assert [quote.id for quote in quotes][: len(wanted)] == wanted
    assert all(quote.text == base.passage(quote.id, "precis").text for quote in quotes if quote.id in wanted)


@pytest.mark.parametrize(
    ("game", "question", "first"),
    [
        ("wap", "étapes du tir, dans l'ordre ?", "Désignez une unité pour tirer"),
        ("aos", "dans quel ordre s'enchaînent les phases d'un tour ?", "Début du tour"),
    ],
)
def test_the_steps_of_a_moment_are_given_with_their_rules(
    answerer: Answerer, game: str, question: str, first: str
) -> None:
    steps = answerer.ask(question, game).answer.steps
    assert (steps[0].text, len(steps) > 4) == (first, True)
    assert all(step.id.startswith(f"{game}/") for step in steps)


@pytest.mark.parametrize(("game", "question", "reason"), cases("refus"))
def test_a_name_or_a_row_that_the_book_lacks_is_said(answerer: Answerer, game: str, question: str, reason: str) -> None:
    answer = answerer.ask(question, game)
    if reason == SILENCE:
        assert "nulle part dans ce livre" not in (answer.reason or "")
    else:
        assert (answer.answerable, answer.reason) == (False, reason)


@pytest.mark.parametrize(("question", "intent", "closed"), cases("intentions"))
def test_what_a_question_asks_for(question: str, intent: str, closed: str) -> None:
    assert intent in {SILENCE, intent_of(question)}
    assert is_closed(question) == (closed == "oui")


@pytest.mark.parametrize(("game", "question", "quoted"), cases("contrastes"))
def test_what_sets_two_things_apart_is_what_each_is(answerer: Answerer, game: str, question: str, quoted: str) -> None:
    rules = [
        quote.id.partition("#")[0].removeprefix(f"{game}/") for quote in answerer.ask(question, game).answer.quotes
    ]
    if quoted == SILENCE:
        assert len(set(rules)) < 2
    else:
        assert rules == quoted.split()


@pytest.mark.parametrize(("game", "question", "read", "rule"), cases("troupes"))
def test_a_troop_that_the_book_does_not_have_is_a_unit(
    answerer: Answerer, game: str, question: str, read: str, rule: str
) -> None:
    answer = answerer.ask(question, game)
    if rule == SILENCE:
        assert (answer.answerable, answer.corrected) == (False, None)
    else:
        assert answer.corrected == read
        assert rule in {clause.id.partition("#")[0] for clause in answer.answer.because}
