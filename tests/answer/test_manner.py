"""A question is answered the same however it is written: courtesies, no mark at its end, capitals, no accents, the name of its game."""

import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.answer import Answer, Answerer
from kb.answer.question.plain import plain
from kb.store import KnowledgeBase
from tests.rows import rows_of

QUESTIONS = Path(__file__).parents[1] / "questions" / "naturel" / "dev"
GAMES = {
    "aos": "Age of Sigmar",
    "runewars": "Runewars",
    "t9a": "9e Âge",
    "wap": "Armies Project",
    "warmachine": "Warmahordes",
}
# One question in so many is asked in each manner: what is compared is the manner, and not the questions.
ONE_IN = 9


def unaccented(text: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))


SHORT = {
    "quoi": "koi",
    "qui": "ki",
    "que": "ke",
    "combien": "cb",
    "dans": "ds",
    "pour": "pr",
    "même": "mm",
    "quand": "qd",
}
SHORTENED = re.compile(rf"\b(?:{'|'.join(SHORT)})\b(?!-)")
# How each manner writes a question of a game, and the share of questions that must keep their answer, as measured on 300 of them: a quoted
# question that ends without its mark may be no sentence.
MANNERS: dict[str, tuple[Callable[[str, str], str], float]] = {
    "greeted": (lambda asked, _: f"Bonjour à tous, petite question : {asked} Merci d'avance !", 1.0),
    "wondered": (lambda asked, _: f"Je voudrais savoir : {asked}", 1.0),
    "announced": (lambda asked, _: f"On a un débat avec mon pote. {asked}", 1.0),
    "commented": (lambda asked, _: f"{asked} Mon adversaire dit que non.", 1.0),
    "in a case": (lambda asked, _: f"Cas concret : {asked}", 1.0),
    "with its page": (lambda asked, _: f"{asked} C'est à quelle page ?", 1.0),
    "yes or no": (lambda asked, _: f"{asked} Oui ou non ?", 1.0),
    "with a face": (lambda asked, _: f"{asked} :)", 1.0),
    "in bold": (lambda asked, _: f"**{asked}**", 1.0),
    "told by someone": (lambda asked, _: f"Désolé si ça a déjà été posé mais {asked[0].lower()}{asked[1:]}", 1.0),
    "with a filler": (lambda asked, _: f"{asked.rstrip(' ?')} du coup ?", 1.0),
    # What tells nothing of the rule, in words of which the book has some.
    "after who plays": (lambda asked, _: f"Mon adversaire joue elfes. {asked}", 0.9),
    "after what happened": (lambda asked, _: f"Ça nous est arrivé ce week-end : {asked}", 0.9),
    "after how one played": (lambda asked, _: f"On a toujours joué autrement au club. {asked}", 0.9),
    "in capitals": (lambda asked, _: asked.upper(), 0.96),
    "without accents": (lambda asked, _: unaccented(asked), 0.96),
    "without apostrophes": (lambda asked, _: asked.replace("'", " "), 0.98),
    "shortened": (lambda asked, _: SHORTENED.sub(lambda word: SHORT[word[0]], asked), 0.96),
    "without « ne »": (lambda asked, _: re.sub(r"\bne (\w+ pas)\b|\bn'(\w+ pas)\b", r"\1\2", asked), 0.96),
    # A sentence that no word of it asks is no question without its mark.
    "without its mark": (lambda asked, _: asked.rstrip(" ?"), 0.94),
    "on several lines": (lambda asked, _: f"Salut,\n\nUne question pour vous\n{asked}\nMerci", 1.0),
    "in a list": (lambda asked, _: f"1) {asked}", 1.0),
    "quoted": (lambda asked, _: f"« {asked} »", 1.0),
    "with its game": (lambda asked, game: f"À {game}, {asked[0].lower()}{asked[1:]}", 0.96),
    "with its game at the end": (lambda asked, game: f"{asked.rstrip(' ?')} à {game} ?", 0.96),
}
# What asks only to be told of a thing.
REQUESTS = ("{} ?", "les {}", "c'est quoi {} ?", "explique-moi {}", "comment marche {} ?", "règle sur {}", "{} en bref")


def concluded(answer: Answer) -> tuple[bool, str | None, str | None]:
    """Whether there is an answer, what it concludes, the rule that it quotes first."""
    said = answer.answer.conclusion
    return (
        answer.answerable,
        (said.verdict or said.text) if said else None,
        next((clause.id.partition("#")[0] for clause in answer.answer.because), None),
    )


@pytest.mark.parametrize(("written", "read"), rows_of(Path(__file__).parent / "cases" / "manieres.tsv"))
def test_what_is_only_manner_is_not_read(written: str, read: str) -> None:
    assert plain(written, ("runewars", "rune wars")).removesuffix(" ?") == read.removesuffix(" ?")


@pytest.fixture(scope="module")
def asked(answerer: Answerer) -> list[tuple[str, str, tuple[bool, str | None, str | None]]]:
    """Some natural questions, each with its game and what it gets."""
    read = [
        json.loads(line)
        for path in sorted(QUESTIONS.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    return [
        (one["question"], one["game"], concluded(answerer.ask(one["question"], one["game"]))) for one in read[::ONE_IN]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("manner", MANNERS)
def test_the_manner_of_a_question_changes_nothing(
    answerer: Answerer, asked: list[tuple[str, str, tuple[bool, str | None, str | None]]], manner: str
) -> None:
    write, share = MANNERS[manner]
    changed = [
        question
        for question, game, before in asked
        if concluded(answerer.ask(write(question, GAMES[game]), game)) != before
    ]
    assert len(changed) <= (1 - share) * len(asked), changed


@pytest.mark.slow
@pytest.mark.parametrize("request_", REQUESTS)
def test_a_thing_that_is_asked_for_by_its_name_is_told_and_not_judged(
    answerer: Answerer, base: KnowledgeBase, request_: str
) -> None:
    rules = [
        rule
        for game in GAMES
        for rule in base.passages(base.all_ids(game, "precis")[::12], "precis")
        if rule.text and rule.title
    ]
    answers = {rule: answerer.ask(request_.format(rule.title.lower()), rule.work, view="precis") for rule in rules}
    assert [rule.title for rule, answer in answers.items() if answer.verdict is not None] == []
    told = [rule for rule, answer in answers.items() if answer.answerable and titled(base, answer) == rule.title]
    # What only names others, or sends to another, is told by that one; some of what a thing does is said to be left out.
    assert len(told) > 0.92 * len(rules)


def titled(base: KnowledgeBase, answer: Answer) -> str:
    """The title of the rule that an answer quotes first."""
    return base.passages([answer.answer.because[0].id.partition("#")[0]], "precis")[0].title
