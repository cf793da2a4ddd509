"""A verdict comes from a question written beside the rule, never from a guess."""

from __future__ import annotations

from kb.answer import Answerer

SURE = "Une figurine est à plus d'un demi-pouce du reste de son unité"


def test_a_question_beside_a_rule_gives_its_verdict(answerer: Answerer) -> None:
    base = answerer.base
    given = right = 0
    for identifier in base.all_ids("warmachine", "precis"):
        for question, verdict in _settled(answerer, identifier)[:2]:
            answer = answerer.ask(question, "warmachine")
            if answer.verdict is not None and answer.passages[0].id == identifier:
                given += 1
                right += answer.verdict == verdict
                assert answer.settled_by
    assert given > 50
    assert right >= 0.97 * given


def test_an_open_question_has_no_verdict(answerer: Answerer) -> None:
    for question in ("combien de dés pour toucher ?", "que se passe-t-il quand une unité fuit à travers une alliée"):
        assert answerer.ask(question, "wap").verdict is None


def _settled(answerer: Answerer, identifier: str) -> list[tuple[str, str]]:
    """The questions beside a provision that have a verdict, as the index holds them."""
    work = identifier.partition("/")[0]
    measured = answerer.searcher.measured(identifier, work, "precis")
    if measured is None or identifier not in measured.index.places:
        return []
    index = measured.index
    at = index.places[identifier]
    questions = answerer.base.asked_beside(identifier)
    segments = index.segments[index.starts[at] : index.starts[at + 1]]
    return [
        (questions[int(segment["unit"])], "oui" if segment["verdict"] > 0 else "non")
        for segment in segments
        if segment["verdict"]
    ]
