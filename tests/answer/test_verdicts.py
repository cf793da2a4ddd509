"""A verdict comes from a question of the rule, never from a guess."""

import re

import pytest

from kb.answer import Answerer
from kb.answer.quote.reserves import depending, reserves
from kb.answer.values import Clause, Conclusion, Condition
from kb.answer.verdict.apart import AskedCase
from kb.model.conclusions import Said
from kb.search import read_analyzer
from kb.store import KnowledgeBase

# A question headed by what its case has, or has not.
_HEAD = re.compile(r"(?:Avec|Sans) (?:(?:le|la|un|une|des|les|mon|ma|mes) )?(?P<thing>\w{4,}), (?P<rest>[^,;:.]{12,})")
SURE = "Une figurine est à plus d'un demi-pouce du reste de son unité"


@pytest.mark.slow
def test_a_question_beside_a_rule_gives_its_verdict(answerer: Answerer) -> None:
    base = answerer.base
    given = right = 0
    settled = [(rule, *one) for rule, asked in base.questions("warmachine").items() for one in asked if one[1]]
    for identifier, question, verdict in settled[::80]:
        answer = answerer.ask(question, "warmachine")
        if answer.verdict is not None and answer.passages[0].id == identifier:
            given += 1
            right += answer.verdict == verdict
            conclusion = answer.answer.conclusion
            assert answer.settled_by or (conclusion is not None and conclusion.request)
    assert given > 50
    assert right >= 0.97 * given


@pytest.mark.slow
def test_a_condition_that_is_not_said_lends_no_verdict(answerer: Answerer) -> None:
    """« Avec un bouclier, … ? » without its head is another case: its verdict is not that of what is left."""
    asked = lent = 0
    for work in answerer.base.work_ids():
        of_work = [one[0] for listed in answerer.base.questions(work).values() for one in listed if one[1]]
        headed = [(one, said) for one in of_work if (said := _HEAD.fullmatch(one)) is not None]
        for question, said in headed[:: max(1, len(headed) // 12)]:
            if said["thing"].lower() not in said["rest"].lower():
                asked += 1
                lent += answerer.ask(said["rest"], work).settled_by == question
    assert asked > 30
    assert lent <= 0.05 * asked


def test_an_open_question_has_no_verdict(answerer: Answerer) -> None:
    for question in ("combien de dés pour toucher ?", "que se passe-t-il quand une unité fuit à travers une alliée"):
        assert answerer.ask(question, "wap").verdict is None


def test_before_or_after_is_told_by_what_stands_written_of_each(answerer: Answerer) -> None:
    """What a question says comes before another is asked « avant ou après » : the answer is never the contrary, or hardly ever."""
    given = right = 0
    for work in ("aos", "runewars", "t9a", "wap", "warmachine"):
        asked = [one for of_rule in answerer.base.questions(work).values() for one in of_rule]
        first = [
            one[0] for one in asked if one[1] == "oui" and one[0].count(" avant que ") == 1 and " ou " not in one[0]
        ]
        for question in first[::6]:
            told = answerer.ask(question.replace(" avant que ", " avant ou après que "), work).answer.conclusion
            if told is not None and told.kind == "first" and told.text.startswith(("Avant", "Après")):
                given += 1
                right += told.text.startswith("Avant")
    assert given > 10
    assert right >= 0.95 * given


def test_an_answer_that_depends_says_on_what(small_base: KnowledgeBase) -> None:
    answer = Answerer(small_base).ask("ma compagnie peut encore s'engager sur ce pont ?", "exemple")
    told = answer.answer.conclusion
    assert told is not None
    assert (answer.verdict, told.kind) == ("depends", "depends")
    assert told.text.startswith("Cela dépend")
    assert answer.answer.because[0].id.startswith("exemple/2.3")


@pytest.mark.parametrize(
    ("clause", "told"),
    [
        ("On avance. On tire s'il en reste. Puis on fuit.", "Cela dépend : s'il en reste."),
        (
            "La vue est bouchée si ces derniers ont une P.U. inférieure à la vôtre.",
            "Cela dépend : si ces derniers ont une P.U. inférieure à la vôtre.",
        ),
        (
            "Une fois par tour (seulement si l'unité est libre), on tire.",
            "Cela dépend : seulement si l'unité est libre.",
        ),
        ("On tire.", "Cela dépend."),
    ],
)
def test_what_it_depends_on_is_told_to_the_end_of_its_sentence(clause: str, told: str) -> None:
    assert depending([Clause("x/1#0.1", None, clause)]) == told


@pytest.mark.slow
def test_a_like_case_of_the_other_verdict_stands_beside_the_answer(answerer: Answerer) -> None:
    """With no verdict there is one of either, or none: a single one would say what nothing sure says."""
    given = withheld = 0
    for game in ("runewars", "wap"):
        asked = [
            one for of_rule in answerer.base.questions(game).values() for one in of_rule if one[1] in ("oui", "non")
        ]
        for question, *_more in asked[::303]:
            # One of another matter is told with it.
            answer = answerer.ask(f"{question} {asked[0][0]}", game)
            sides = [one.verdict for one in answer.answer.versions]
            if answer.verdict in ("oui", "non") and answer.answer.nearest is not None:
                given += bool(sides)
                assert len(sides) <= 1
            elif answer.verdict is None:
                withheld += bool(sides)
                assert sides == [] or len(sides) == 2
            assert all(one.id in answerer.base.all_ids(game) for one in answer.answer.versions)
    assert given > 20
    assert withheld > 5


@pytest.mark.parametrize(
    ("clause", "verdict", "turned", "condition"),
    [
        ("Une unité au sol ne peut pas tirer, à moins d'avoir un trépied.", "non", False, ("à moins d'avoir un trépied", "oui")),
        ("Le chef relance ce jet, sauf s'il est au sol.", "oui", False, ("sauf s'il est au sol", "non")),
        ("À moins qu'elle n'ait couru, l'unité tire.", "oui", False, ("À moins qu'elle n'ait couru", "non")),
        # « Elle ne peut pas tirer ? Exact. »
        ("Une unité au sol ne peut pas tirer, sauf si elle vole.", "oui", True, ("sauf si elle vole", "non")),
        # The case is that of the reserve, or another clause decides.
        ("Le chef relance ce jet, sauf s'il est au sol.", "non", False, None),
        ("Seul le chef relance ce jet, sauf s'il est au sol.", "oui", False, None),
        # What it refers to is said nowhere; a distance is no reserve.
        ("Le chef relance ce jet, sauf si le contraire est dit.", "oui", False, None),
        ("Le chef tire à moins de 12 pas.", "oui", False, None),
        ("On tire.", "oui", False, None),
    ],
)  # fmt: skip
def test_a_verdict_says_by_the_words_of_its_clause_when_it_is_the_other(
    clause: str, verdict: Said, *, turned: bool, condition: tuple[str, Said] | None
) -> None:
    held = reserves(Conclusion("verdict", "", verdict=verdict), [Clause("x/1#0.1", "decides", clause)], turned=turned)
    assert held == (() if condition is None else (Condition(*condition, 0),))


@pytest.mark.parametrize(
    ("asked", "written", "verdict", "is_apart"),
    [
        # What may be done need not be; what may not be done need not either.
        ("Mon unité est obligée de charger ?", "Mon unité peut charger ?", "oui", True),
        ("Mon unité est obligée de charger ?", "Mon unité ne peut pas charger ?", "non", True),
        ("Mon unité est obligée de charger ?", "Mon unité peut charger ?", "non", False),
        ("Mon unité peut charger ?", "Mon unité est obligée de charger ?", "oui", False),
        # To be free not to charge is not to have to.
        ("Mon unité peut choisir de ne pas charger ?", "Mon unité peut charger ?", "oui", True),
        ("Mon unité peut choisir de ne pas charger ?", "Mon unité doit charger ?", "oui", False),
        # One thing only, one case at least: what says nothing of it says nothing here.
        ("Mon unité peut charger seulement de face ?", "Mon unité peut charger de face ?", "oui", True),
        ("Y a-t-il un cas où mon unité peut charger ?", "Mon unité peut charger ?", "non", True),
        ("Y a-t-il un cas où mon unité peut charger ?", "Existe-t-il une exception où l'unité charge ?", "non", False),
        ("Parfois mon unité peut charger ?", "Mon unité peut parfois charger ?", "oui", False),
        # What is told is not asked.
        ("Il dit qu'on ne charge que de face. Mon unité peut charger ?", "Mon unité peut charger ?", "oui", False),
    ],
)
def test_of_another_question_nothing_is_learnt(
    base: KnowledgeBase, asked: str, written: str, verdict: str, *, is_apart: bool
) -> None:
    wordings = read_analyzer(base, "wap").wordings
    case = AskedCase.of(asked, wordings.of(asked))
    assert case.is_apart(wordings.of(written), verdict) is is_apart
