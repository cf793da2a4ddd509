"""The bundled précis, whole: what a fresh clone serves."""

from collections import Counter

import pytest

from kb.build import assemble
from kb.model import EdgeType, Kind, PatchOperation, Provision, Resolution, Rulebook, Status
from kb.model.words import words
from kb.reading.corpus import read_corpus
from kb.store import KnowledgeBase
from kb.system.data import data_dir


@pytest.fixture(scope="module")
def runewars() -> Rulebook:
    folder = data_dir("corpus") / "runewars"
    return assemble(read_corpus(folder), folder, data_dir("corpus") / "lexicon")[0]


def current(book: Rulebook) -> list[Provision]:
    return [provision for provision in book.provisions if "@" not in provision.id and not provision.is_unit]


# What is never found of the bundled works.
NEVER = {
    *("ID-ABSENT", "ID-HORS-REGISTRE", "PHRASE-CHANGEE", "CAS-POLITIQUE", "CLAUSE-CONTRAIRE", "CLAUSE-SANS-REGLE"),
    *("SEQUENCE-SANS-MOMENT", "ETAPE-SANS-MOMENT", "ETAPE-HORS-ORDRE", "REPETITION-ABSENTE"),
    "ECART-PERIME",
}


def test_ids_clauses_policies_and_timelines_are_sound(base: KnowledgeBase) -> None:
    """Every registered id is restated and no other: of the glossary of Runewars, 92 entries and 262 rules in print."""
    assert [found for found in base.rows("SELECT code, message FROM diagnostics") if found[0] in NEVER] == []


def test_nothing_is_found_of_the_example(base: KnowledgeBase) -> None:
    """Every number, link, title and erratum of it names what exists."""
    assert base.rows("SELECT code, message FROM diagnostics WHERE work = 'exemple'") == []


def test_related_topics_are_whole_and_all_resolved(runewars: Rulebook) -> None:
    related = [reference for reference in runewars.references if reference.form == "related"]
    assert len(related) == 279
    assert {reference.resolution for reference in related} == {Resolution.RESOLVED}
    edges = {(edge.source, edge.target) for edge in runewars.edges if edge.type is EdgeType.RELATED}
    from_setup = {edge for edge in edges if edge[0] == "runewars/guide/mise-en-place"}
    assert (len(edges - from_setup), len(from_setup)) == (269, 10)


def test_the_errata_are_in_force_and_the_former_texts_kept(runewars: Rulebook) -> None:
    by_id = {p.id.removeprefix("runewars/"): p for p in runewars.provisions}
    assert len(runewars.patches) == 10
    assert by_id["86.11"].status is Status.DELETED
    assert by_id["85.7"].status is Status.CURRENT
    for former in ("51.1@guide", "56.4@guide", "49@guide", "76@guide", "76.2@guide", "84.9@guide"):
        assert by_id[former].status is Status.SUPERSEDED
    # A rule keeps the lines of its own file.
    assert (
        by_id["51.1"].source
        == by_id["51.1@guide"].source
        != by_id[runewars.patches[0].erratum.partition("/")[2]].source
    )
    replaced = [patch for patch in runewars.patches if patch.operation is PatchOperation.REPLACE]
    assert all(words(by_id[patch.target].own)[:5] == words(patch.text)[:5] for patch in replaced)


def test_the_questions_of_the_faq_are_one_unit_each_and_linked(runewars: Rulebook) -> None:
    questions = [p for p in current(runewars) if p.kind is Kind.FAQ]
    assert len(questions) == 26
    assert all("Q :" in p.text and "R :" in p.text for p in questions)
    linked = {edge.source for edge in runewars.edges if edge.type in {EdgeType.CITES, EdgeType.RESTATES}}
    assert {p.id for p in questions} <= linked


def test_four_questions_or_more_stand_beside_each_rule(runewars: Rulebook) -> None:
    asked = Counter(question.provision for question in runewars.questions)
    silent = [p.id for p in current(runewars) if p.kind in {Kind.RULE, Kind.FAQ, Kind.KEYWORD} and asked[p.id] < 4]
    assert silent == []


def test_no_question_stands_both_beside_a_rule_and_beside_an_absent_matter(base: KnowledgeBase) -> None:
    twice = base.rows("SELECT id, message FROM diagnostics WHERE code = 'QUESTION-DOUBLE'")
    assert [finding for finding in twice if "/?" in "{} {}".format(*finding)] == []


def test_the_work_of_the_guide_asks_nothing_twice(base: KnowledgeBase) -> None:
    """What an editor is told of a change of theirs stands alone."""
    assert base.rows("SELECT message FROM diagnostics WHERE code = 'QUESTION-DOUBLE' AND id LIKE 'runewars/%'") == []


def test_no_provision_is_without_words(base: KnowledgeBase) -> None:
    for identifier, title, text in base.rows("SELECT id, title, text FROM nodes"):
        assert words(title) or words(text), identifier


def test_each_game_says_what_was_measured(base: KnowledgeBase) -> None:
    for work in base.work_ids():
        measures = base.measures(work)
        assert {"Cases de tableaux retrouvées", "Noms d'autres règles suivis d'un lien"} <= {
            one.name for one in measures
        }
        assert all(0 <= one.good <= one.whole and one.how for one in measures)
