"""Whether one moment comes before another, asked by oui or non: the timeline answers as it does « avant ou après ? »."""

import re
from collections.abc import Iterator

import pytest

from api.session import Session
from kb.answer import Answerer
from kb.answer.question.sides import Sides, otherwise, stated_order
from kb.errors import UnknownMomentError
from kb.timing import compare

# A title that is a name alone: what it adds in brackets or after a colon is said by nobody.
_NAME = re.compile(r"[^«»:(,]{4,45}")


def _ordered(session: Session, work: str) -> Iterator[tuple[str, str]]:
    """Pairs of moments near one another in a timeline, the first one first."""
    timeline = session.timeline(work, None)
    titles = [node.moment.title for node in timeline.walk() if _NAME.fullmatch(node.moment.title)]
    for a, b in zip(titles[::5], titles[2::5], strict=False):
        try:
            relation = compare(timeline, a, b).relation if a != b else "same"
        except UnknownMomentError:
            continue
        if relation in {"before", "after"}:
            yield (a, b) if relation == "before" else (b, a)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "verdict"),
    [
        ("Est-ce que {a} vient avant {b} ?", "oui"),
        ("{a} se fait après {b} ?", "non"),
        ("On fait {b} puis {a} ?", "non"),
        ("{b} suit {a} ?", "oui"),
    ],
)
def test_an_order_that_is_stated_is_so_or_not(answerer: Answerer, form: str, verdict: str) -> None:
    session = Session.opened(answerer.base, with_texts=False)
    given = right = asked = 0
    for work in answerer.base.work_ids():
        for a, b in _ordered(session, work):
            asked += 1
            said = answerer.ask(form.format(a=a[0].lower() + a[1:], b=b[0].lower() + b[1:]), work).verdict
            given += said is not None
            right += said == verdict
    assert asked > 40
    assert given > 0.5 * asked
    assert right >= 0.93 * given


@pytest.mark.parametrize(
    ("question", "sides", "contrary"),
    [
        (
            "Est-ce que la magie passe avant le tir ?",
            Sides("la magie", "le tir", "avant"),
            "Est-ce que la magie passe après le tir ?",
        ),
        ("La magie se fait après le tir ?", Sides("le tir", "La magie", "apres"), "La magie se fait avant le tir ?"),
        (
            "Tour 2. On fait le tir puis la magie ?",
            Sides("le tir", "la magie", "puis"),
            "Tour 2. On fait le tir après la magie ?",
        ),
        (
            "Les touches précèdent les blessures ?",
            Sides("Les touches", "les blessures", "precedent"),
            "Les touches suivent les blessures ?",
        ),
        # Who acts is no moment, nor is an act told.
        ("Mon unité fuit : elle passe avant les autres ?", None, None),
        ("Je tire avant de charger ?", None, None),
    ],
)
def test_an_order_that_is_stated_has_a_contrary_one(question: str, sides: Sides | None, contrary: str | None) -> None:
    assert (stated_order(question), otherwise(question)) == (sides, contrary)
