"""The game and the mode that a question names."""

from kb.answer import Answerer


def test_a_game_named_in_the_question_is_the_one_that_answers(answerer: Answerer) -> None:
    assert list(answerer.ask_all("à Runewars, que fait un coup mortel ?")) == ["runewars"]
    found = answerer.search("coup mortel runewars")
    assert {scored.work for scored in found.results} == {"runewars"}


def test_without_a_name_every_game_that_answers_does(answerer: Answerer) -> None:
    answers = answerer.ask_all("comment se déroule une charge ?")
    assert len(answers) > 2
    assert all(answer.answerable for answer in answers.values())


def test_a_mode_named_in_the_question_keeps_its_rules_alone(answerer: Answerer) -> None:
    answer = answerer.ask("en Fer de Lance, qui commence le premier round ?", "aos")
    assert answer.mode == "fer-de-lance"
    assert answer.passages
    assert all("fer-de-lance" in scored.scope for scored in answer.passages)


def test_a_mode_set_aside_is_not_the_one_meant(answerer: Answerer) -> None:
    assert answerer.ask("hors Fer de Lance, qui commence le premier round ?", "aos").mode is None
    assert answerer.ask("pas en spearhead : combien de renforts ?", "aos").mode is None


def test_a_mode_given_prevails_over_the_one_named(answerer: Answerer) -> None:
    answer = answerer.ask("spearhead : qui commence ?", "aos", mode="base")
    assert answer.mode == "base"
    assert all("base" in scored.scope for scored in answer.passages)


def test_without_a_mode_the_default_comes_first_and_the_others_may_answer(answerer: Answerer) -> None:
    first = answerer.ask("qui commence le round ?", "aos").passages[0]
    assert "base" in first.scope
    scopes = {mode for scored in answerer.search("cartes de tactique", "aos").results for mode in scored.scope}
    assert "fer-de-lance" in scopes


def test_a_mended_word_is_told(answerer: Answerer) -> None:
    answer = answerer.ask("comment marche le raliement des unités en fuite", "wap")
    assert answer.corrected == "comment marche le ralliement des unités en fuite"
    assert answerer.search("raliement", "wap").corrected == "ralliement"
