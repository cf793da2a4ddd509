"""The made-up rulebook: the format's documentation, and the fixture of every later stage."""

from collections import Counter
from pathlib import Path

import pytest

from kb.model import Kind, PatchOperation, Provision, Rulebook
from kb.parsing.drafts import STATUSES, genres
from kb.reading.questions import read_questions
from kb.system.data import data_dir
from tests.parsing.dump import parse_files
from tests.parsing.snapshots import check_file

EXAMPLE = data_dir("corpus") / "exemple"
OUTLINE = Path(__file__).parent / "exemple.txt"


@pytest.fixture(scope="module")
def book() -> Rulebook:
    parsed = parse_files(EXAMPLE)
    assert [str(diagnostic) for diagnostic in parsed.diagnostics] == []
    assert parsed.rulebook is not None
    return parsed.rulebook


def _line(provision: Provision) -> str:
    kind = f"{provision.kind}.{provision.subkind}" if provision.subkind else str(provision.kind)
    return f"{provision.id} | {kind} | {provision.title}\n"


def test_outline(book: Rulebook) -> None:
    check_file(OUTLINE, "".join(_line(provision) for provision in book.provisions))


def test_everything_that_an_author_can_write_is_shown(book: Rulebook) -> None:
    pieces, forms = book.provisions, {reference.form for reference in book.references}
    assert {(piece.kind, piece.subkind) for piece in pieces} >= set(genres().values())
    assert {piece.kind for piece in pieces} == set(Kind)
    assert {piece.status for piece in pieces} == set(STATUSES.values())
    assert {piece.authority for piece in pieces} == {"livret", "guide", "erratum", "resume"}
    assert {patch.operation for patch in book.patches} == set(PatchOperation)
    assert forms == {"number", "title", "step", "page", "link", "redirect", "related"}
    assert any(reference.module for reference in book.references if reference.form == "number")
    edges = {window.phrase.edge for window in book.windows}
    assert edges >= {"during", "start", "end", "reaction", "passive", "limit", "after", "until", "when", "while"}


def test_every_rule_is_asked_about_in_four_ways_or_more(book: Rulebook) -> None:
    rules = [provision for provision in book.provisions if provision.kind is Kind.RULE and not provision.is_unit]
    in_force = [provision for provision in rules if provision.status == "current"]
    assert len(in_force) > 10
    asked = Counter(question.provision for question in read_questions(EXAMPLE, "exemple")[0])
    assert {provision.id: asked[provision.id] for provision in in_force if asked[provision.id] < 4} == {}


def test_a_module_numbers_its_rules_anew_in_its_own_mode(book: Rulebook) -> None:
    scopes = {provision.id: provision.scope for provision in book.provisions}
    assert scopes["exemple/1.1"] == ("base",)
    assert scopes["exemple/orage/1.1"] == ("orage",)
    assert book.work.modes == ("base", "orage")
