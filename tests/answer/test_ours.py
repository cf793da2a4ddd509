"""What is ours in a layer, a note on what its source has lost, is never quoted as words of the publication."""

import json
from collections.abc import Iterator
from contextlib import suppress

import pytest

from api.session import Session
from api.text import as_text, source
from kb.answer import Answerer, Judge, Verifier
from kb.answer.values import OURS
from kb.errors import UnknownMomentError
from kb.store import KnowledgeBase, Passage, Proof, View
from kb.timing import opening_at
from tests.commands import arbitre

_GAMES = ("aos", "runewars", "t9a", "wap", "warmachine")
_SIGNED = "texte de la publication"


def _notes(base: KnowledgeBase, work: str, view: View) -> dict[str, tuple[Passage, tuple[str, ...]]]:
    """The provisions and units that hold notes of ours, and the words of those."""
    held = base.passages(base.all_ids(work, view, units=True), view)
    return {one.id: (one, notes) for one in held if (notes := base.lost(one))}


def _proofs(session: Session, work: str) -> Iterator[Proof]:
    """All that the timeline and the policy of a game cite."""
    timeline, engine = session.timeline(work, None), session.precedence(work, None)
    for node in timeline.walk():
        yield from timeline.proofs(node.moment)
        with suppress(UnknownMomentError):
            # What is the other player's is cited too: it is not for this one.
            yield from opening_at(timeline, node.moment.title, "active").decided_by
    policy = json.loads(session.base.policy(work) or "{}")
    yield from engine.proofs(_cited(policy))


def _cited(part: object) -> Iterator[str]:
    """Whatever a policy names that may be a rule."""
    match part:
        case str():
            yield part
        case dict():
            for value in part.values():
                yield from _cited(value)
        case list():
            for value in part:
                yield from _cited(value)


def _check(base: KnowledgeBase, work: str) -> None:
    session = Session.opened(base, with_texts=True)
    notes = {note for _one, held in _notes(base, work, "both").values() for note in held}
    proofs = [*_proofs(session, work)]
    assert proofs
    assert not [proof.id for proof in proofs if any(note in proof.quote or proof.quote in note for note in notes)]
    rules = [*_notes(base, work, "both")]
    leads = base.leads(rules, rows=True)
    assert not [one for one, words in leads.items() if any(note in words for note in notes)]


@pytest.mark.parametrize("game", _GAMES)
def test_no_timeline_nor_policy_quotes_a_note_of_ours(base: KnowledgeBase, game: str) -> None:
    _check(base, game)


@pytest.mark.publication
@pytest.mark.parametrize("game", _GAMES)
def test_none_does_of_a_publication(text_base: KnowledgeBase, game: str) -> None:
    _check(text_base, game)


@pytest.mark.publication
@pytest.mark.parametrize("game", _GAMES)
def test_an_answer_and_a_card_that_cite_one_say_that_it_is_ours(text_base: KnowledgeBase, game: str) -> None:
    """Asked by the title of what holds each: the clause is of no layer, and its place never signed as the publication."""
    answerer, session = Answerer(text_base), Session.opened(text_base, with_texts=True)
    judge, found = Judge(answerer), 0
    for rule, notes in _notes(text_base, game, "texte").values():
        answer, card = answerer.ask(rule.title, game), judge.card(rule.title, game)
        for clause in answer.answer.because:
            if any(note in clause.text or clause.text in note for note in notes):
                assert (clause.layer, clause.heading, clause.source and clause.source.spans) == (None, OURS, ())
                assert f"({clause.id}, {_SIGNED})" not in as_text(session, answer)
                found += 1
        for ground in card.rests_on:
            if any(note in ground.quote or ground.quote in note for note in notes):
                assert (ground.ours, ground.heading) == (True, OURS)
                assert f"({ground.id}, {_SIGNED})" not in as_text(session, card)
        for note in notes:
            assert _SIGNED not in source(session, rule.id, note)
        if rule.is_unit or not text_base.printed(rule):
            assert _SIGNED not in source(session, rule.id)
        elif "absent" not in rule.id:
            assert OURS in as_text(session, session.rule(rule.id, (), game, None))
    # The book of this game names characteristics that it does not define.
    assert found or game != "t9a"


@pytest.mark.publication
def test_what_is_exported_tells_what_is_ours(text_base: KnowledgeBase) -> None:
    done = arbitre("export", "--game", "aos", "--with-texts", kb=text_base.path)
    nodes = [node for line in done.stdout.splitlines() if "text" in (node := json.loads(line))]
    told = {node["id"]: tuple(node["ours"]) for node in nodes if node["ours"]}
    assert told == {rule: held for rule, (_one, held) in _notes(text_base, "aos", "both").items()}
    assert told


@pytest.mark.publication
def test_what_is_verified_of_one_is_of_no_layer(text_base: KnowledgeBase) -> None:
    rule, (note,) = _notes(text_base, "aos", "texte")["aos/base/13.0"]
    claim = Verifier(Answerer(text_base), "both", "aos").checked(note, rule.id, None, None)
    assert (claim.exact, claim.layer) == (True, None)
