"""What is denied, forbidden or no longer so turns a question round, however it is said: the verdict is then the contrary one.

Asked of the questions written « je peux … ? », whose verdict is known, each put in another form.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.answer import Answerer
from tests.rows import rows_of

_PERMITTED = re.compile(r"(?:je peux|on peut|puis-je|peut-on) ([^,;:.?!]+?) ?\?", re.IGNORECASE)
_CONTRARY = {"oui": "non", "non": "oui"}


def _permitted(answerer: Answerer) -> Iterator[tuple[str, str, str]]:
    """Of each game some acts that a question asks leave for: the game, the act, the verdict."""
    for work in answerer.base.work_ids():
        found = [
            (work, said[1], verdict)
            for listed in answerer.base.questions(work).values()
            for question, verdict in listed
            if verdict in _CONTRARY
            and (said := _PERMITTED.fullmatch(question))
            and not said[1].startswith(("pas ", "plus "))
        ]
        yield from found[:: max(1, len(found) // 7)]


@pytest.mark.slow
@pytest.mark.parametrize(("form", "turned"), rows_of(Path(__file__).parent / "cases" / "polarites.tsv"))
def test_a_question_turned_round_has_the_contrary_verdict(answerer: Answerer, form: str, turned: str) -> None:
    given = right = 0
    for work, act, verdict in _permitted(answerer):
        of = f"d'{act}" if act[0].lower() in "aeéèêiouyhà" else f"de {act}"
        answer = answerer.ask(form.replace("{de}", of).replace("{acte}", act), work)
        # What gives the verdict is not shown as a like case of the other.
        assert answer.answer.nearest not in answer.answer.versions
        if answer.verdict in _CONTRARY:
            given += 1
            right += answer.verdict == (_CONTRARY[verdict] if turned == "oui" else verdict)
    assert given > 20
    assert right >= 0.93 * given
