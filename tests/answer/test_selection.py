"""What is quoted of a rule: it can be read alone."""

from dataclasses import replace

import pytest

from kb.answer import Answerer
from kb.answer.quote.selection import Quoter
from kb.model import Kind
from kb.model.clauses import Clause, unit_of
from kb.search import read_analyzer
from kb.store import KnowledgeBase, Passage

# No list longer than this is quoted for its lead alone.
_MOST = 420


def test_the_words_that_lead_a_list_come_with_its_items_and_once(base: KnowledgeBase) -> None:
    """Each lead of the corpus, asked for by its own words: its items bear it, unless they are long."""
    led = 0
    for work in base.work_ids(unlisted=True):
        analyzer = read_analyzer(base, work)
        quoter = Quoter(base, analyzer)
        for rule in base.passages(base.all_ids(work), "precis"):
            items: dict[str, list[Passage]] = {}
            leads: dict[str, Clause] = {}
            for unit in base.children(rule.id, "precis", units=True):
                if (lead := base.lead(unit)) is not None:
                    leads[lead.id] = lead
                    items.setdefault(lead.id, []).append(unit)
            for identifier, lead in leads.items():
                quoted = quoter.rule(rule, dict.fromkeys(analyzer.keys(lead.text), 1.0))
                borne = any(clause.lead == lead.text for clause in quoted)
                alone = any(clause.text.endswith(lead.text) for clause in quoted if clause.id != rule.id)
                led += borne
                is_long = sum(len(item.text) for item in items[identifier]) > _MOST
                assert not alone or (is_long and not borne), identifier
    assert led > 30


def test_what_a_rule_announces_is_quoted_after_it(base: KnowledgeBase) -> None:
    """A rule that ends by a colon, above short steps: they are quoted with it."""
    announced = 0
    for work in base.work_ids(unlisted=True):
        quoter = Quoter(base, read_analyzer(base, work))
        for rule in base.passages(base.all_ids(work), "precis"):
            steps = [child for child in base.children(rule.id, "precis") if child.kind is Kind.STEP]
            if steps and rule.text.endswith(":") and sum(len(step.text) for step in steps) <= _MOST:
                announced += 1
                # What defines is read at once on a page, where the rest stands behind a line.
                read = {unit_of(clause.id) for clause in quoter.rule(rule, {}) if clause.role == "defines"}
                assert read >= {step.id for step in steps}, rule.id
    assert announced > 3


def test_of_what_a_rule_announces_the_clause_that_is_asked_for_is_quoted(base: KnowledgeBase) -> None:
    """The last clause of a step, asked for by its words, stands with what is announced; alone, where the written questions point at it."""
    asked = 0
    for work in base.work_ids(unlisted=True):
        analyzer = read_analyzer(base, work)
        quoter = Quoter(base, analyzer)
        for rule in base.passages(base.all_ids(work), "precis"):
            steps = [child for child in base.children(rule.id, "precis") if child.kind is Kind.STEP]
            if not (steps and rule.text.endswith(":") and sum(len(step.text) for step in steps) <= _MOST):
                continue
            for step in steps:
                last = base.clauses(step)[-1]
                keys = dict.fromkeys(analyzer.keys(last.text), 1.0)
                asked += 1
                assert any(last.text in clause.text for clause in quoter.rule(rule, keys)), last.id
                pointed, *rest = quoter.rule(rule, keys, tied={last.id: 1.0})
                assert last.text in pointed.text, last.id
                assert (pointed.lead or "").endswith(":"), last.id
                assert not rest, last.id
    assert asked > 10


@pytest.mark.parametrize(
    ("work", "question", "items"),
    [
        # Bullets, with the clause that announces them.
        ("t9a", "Quels bonus au résultat de combat ?", ("Bonus de rang", "Bonus de charge", "Bonus de flanc")),
        ("runewars", "Quels sont les fléaux ?", ("Assommé", "Immobilisé", "Inefficace", "Paniqué")),
        # What stands below a rule that lists nothing itself.
        ("t9a", "C'est quoi les types de terrain ?", ("découvert", "surélevé", "gênant", "infranchissable")),
        (
            "warmachine",
            "Quelles sont les prises spéciales ?",
            ("Verrou", "Coup de tête", "Poussée", "Slam", "Piétinement"),
        ),
        # A table that is named whole.
        ("wap", "Quelles sont les armes de tir ?", ("Arc court", "Arbalète")),
    ],
)
def test_a_list_that_is_asked_for_is_quoted_whole(
    answerer: Answerer, work: str, question: str, items: tuple[str, ...]
) -> None:
    quoted = " ".join(f"{clause.lead or ''} {clause.text}" for clause in answerer.ask(question, work).answer.because)
    assert [item for item in items if item not in quoted] == []


@pytest.mark.parametrize("limit", [1, 3, 50])
@pytest.mark.parametrize(
    ("work", "question"),
    [
        ("wap", "Dans quel ordre se déroule la phase de mouvement ?"),
        ("aos", "Mon arme a 3 attaques, un effet les double et un autre ajoute 1 : j'en ai combien ?"),
        ("runewars", "Combien coûte un bon café ?"),
    ],
)
def test_an_answer_is_the_same_however_many_passages_are_listed(
    answerer: Answerer, work: str, question: str, limit: int
) -> None:
    """They alone are fewer, or more, in the same order."""
    said, more = answerer.ask(question, work), answerer.ask(question, work, limit)
    first, listed = ([passage.id for passage in one.passages] for one in (said, more))
    assert replace(more, passages=(), took_ms=0) == replace(said, passages=(), took_ms=0)
    assert listed[: len(first)] == first[:limit]
    assert len(listed) <= limit
