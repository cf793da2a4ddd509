"""What points at a clause by its number: its first words are written beside the work; the findings are in `cases/constats.md`."""

from pathlib import Path

import pytest

from kb.build import assemble, mark_clauses
from kb.check.additions import openings
from kb.reading.corpus import read_corpus
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.bases import read_folder
from tests.canon import HEAD

WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")
BOOK = (
    "# Livret\n\n**1.1** On passe le gué. Il faut une corde.\n\n**1.2** Sans corde, on attend. La nuit, nul ne passe.\n"
)
QUESTIONS = (
    "provision\tclause-precis\tclause-texte\tverdict\tquestion\n1.1\t#0.2\t\toui\tFaut-il une corde pour le gué ?\n"
)
RELATION = """[[relation]]
from = "1.2"
from-clause = "#0.1"
type = "excepts"
to = "1.1"
to-clause = "#0.1"
reason = "qui n'a pas de corde ne passe pas"
"""


def test_the_first_words_of_what_is_pointed_at_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "essai"
    (folder / "questions").mkdir(parents=True)
    (folder / "livret.md").write_text(HEAD + BOOK, encoding="utf-8")
    (folder / "questions" / "livret.tsv").write_text(QUESTIONS, encoding="utf-8")
    (folder / "relations.toml").write_text(RELATION, encoding="utf-8")
    mark_clauses(folder)
    lines = (folder / "clauses.tsv").read_text(encoding="utf-8").splitlines()
    assert lines == [
        "clause\tdebut",
        "1.1#0.1\tOn passe le gué.",
        "1.1#0.2\tIl faut une corde.",
        "1.2#0.1\tSans corde, on attend.",
    ]
    assert [finding for finding in read_folder(folder) if "PHRASE" in finding.code] == []


# A name that is not there yet is written by `arbitre check --clauses`: the works whole, one by one, are long to read again.
@pytest.mark.parametrize("name", ["exemple", *(pytest.param(work, marks=pytest.mark.proof) for work in WORKS)])
def test_every_clause_pointed_at_in_the_corpus_has_its_first_words(name: str) -> None:
    folder = data_dir("corpus") / name
    book, _findings = assemble(read_corpus(folder), folder, data_dir("corpus") / "lexicon")
    assert {one.clause for one in openings(book)} == {one.clause for one in book.openings}


def test_rules_of_the_corpus_that_clash_name_their_clauses(base: KnowledgeBase) -> None:
    query = "SELECT source, target, source_clause, target_clause FROM edges WHERE how = 'curated' AND type IN ('excepts', 'contradicts')"
    clashing = base.rows(query)
    without = [edge for edge in clashing if not (edge[2] and edge[3])]
    # What a whole chapter, or a heading, is the exception to has no clause of its own.
    assert 0 < len(without) * 20 <= len(clashing), without
