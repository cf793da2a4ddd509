"""The name of a game in a question tells which one is asked, and nothing else: the answer is the one of that game asked alone."""

from collections.abc import Iterator

import pytest

from api.session import Session
from api.text import as_text
from kb.answer import Answer, Answerer, Answers
from kb.model.words import fold
from kb.store import KnowledgeBase

# Questions and names, by game; what leads to a name in a sentence may have an article.
_ASKED = {
    "aos": (("je peux courir et charger ?", "qui commence le round ?"), ("aos", "Age of Sigmar", "Sigmar", "AOS")),
    "runewars": (
        ("un régiment peut-il agir deux fois dans le tour ?", "que fait un coup mortel ?"),
        ("runewars", "Rune Wars"),
    ),
    "t9a": (
        ("combien de tours dure une partie ?",),
        ("t9a", "le IXe Âge", "9e age", "neuvieme age", "l'âme de la guerre"),
    ),
    "wap": (("arc long, quelle portée ?", "c'est quoi la peur ?"), ("wap", "Warhammer Armies Project")),
    "warmachine": (
        ("comment marche un slam ?", "on peut charger sans ligne de vue ?"),
        ("warmachine", "Warmachine mk2", "MKII"),
    ),
}


def _written(question: str, name: str) -> Iterator[str]:
    """A question with the name of its game at its start, in its middle, at its end, with what may lead to it."""
    bare, body = name.removeprefix("le ").removeprefix("l'"), question.removesuffix(" ?")
    first, *rest = body.split(", ") if ", " in body else body.rsplit(" ", 1)
    yield from (f"{bare} {question}", f"{bare}, {question}", f"{bare} : {question}")
    yield from (f"{body} {bare} ?", f"{body}, {bare} ?", f"{question} {bare}", f"{question} ({bare})")
    for word in ("à", "dans", "en"):
        yield from (f"{word} {name} {question}", f"{word} {name}, {question}")
        yield from (f"{body} {word} {name} ?", f"{body}, {word} {name} ?", f"{first} {word} {name} {' '.join(rest)} ?")


def _said(found: Answer) -> tuple[object, ...]:
    clauses = tuple((clause.id, clause.text) for clause in found.answer.because)
    return found.answerable, found.verdict, found.answer.conclusion, clauses, found.cell, found.corrected


@pytest.mark.parametrize("game", sorted(_ASKED))
def test_wherever_it_stands_the_answer_is_the_one_of_the_game(answerer: Answerer, game: str) -> None:
    questions, names = _ASKED[game]
    session = Session.opened(answerer.base, with_texts=True)
    for question in questions:
        wanted = _said(answerer.ask(question, game))
        for written in (one for name in names for one in _written(question, name)):
            found = session.ask(written, None, None, 10)
            assert isinstance(found, Answers)
            [[work, answer]] = [*found.games.items(), *found.refused.items()]
            assert (work, _said(answer)) == (game, wanted), written


def test_what_is_asked_of_the_game_itself_keeps_its_name(answerer: Answerer) -> None:
    for question in ("c'est quoi runewars ?", "runewars c'est quoi ?", "qu'est-ce que runewars ?"):
        assert "runewars" in answerer.names.read(question, "runewars").text
    assert (
        answerer.names.read("une statue de Sigmar bloque la vue ?", "aos").text
        == "une statue de Sigmar bloque la vue ?"
    )


def test_every_title_and_id_names_its_game(answerer: Answerer) -> None:
    """So do they without accents nor capitals."""
    for work in answerer.base.works():
        for name in (work.work, *work.title.split(" : ")):
            named = answerer.names.games(f"combien de tours, {fold(name)} ?")
            assert named == (work.work,) or name == "le Jeu de Figurines", name


@pytest.mark.parametrize(
    "question",
    [
        "combien de tours dans le neuvieme age et a runewars ?",
        "t9a, Runewars : combien de tours ?",
        "combien de tours ? 9e age et RUNEWARS",
    ],
)
def test_of_two_games_named_each_is_asked_the_same(answerer: Answerer, question: str) -> None:
    found = Session.opened(answerer.base, with_texts=False).ask(question, None, None, 10)
    assert isinstance(found, Answers)
    answers = found.games | found.refused
    assert set(answers) == {"runewars", "t9a"}
    assert all(_said(one) == _said(answerer.ask("combien de tours ?", game)) for game, one in answers.items())


def test_a_game_that_is_named_and_does_not_answer_says_why(base: KnowledgeBase) -> None:
    session = Session.opened(base, with_texts=False)
    found = session.ask("à runewars et à wap, un régiment de xylopho peut-il agir deux fois ?", None, None, 10)
    assert isinstance(found, Answers)
    assert {*found.games, *found.refused} == {"runewars", "wap"}
    assert found.refused
    told = as_text(session, found)
    assert all(base.work(game).title in told for game in ("runewars", "wap"))


def test_a_card_is_that_of_the_game_named(answerer: Answerer) -> None:
    session = Session.opened(answerer.base, with_texts=False)
    named, given = (
        session.card("25.2 et 35.3 à runewars : laquelle ?", None, None),
        session.card("25.2 et 35.3 : laquelle ?", "runewars", None),
    )
    assert [one.id for one in named.rests_on] == [one.id for one in given.rests_on]
    named, given = session.card("phase de tir à aos", None, None), session.card("phase de tir", "aos", None)
    assert named.decision == given.decision
