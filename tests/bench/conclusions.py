"""What is declared of rules beside the verdicts of the questions written there: agreed, contrary, or not concluded."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from kb.answer.verdict.by_conditions import conclude
from kb.search import Utterance, read_analyzer
from kb.store import KnowledgeBase
from tests.bench.page import Block, Table, count, percent, text
from tests.bench.run import Bench

# Of ten questions of a rule of which something is declared, how many its author has not read.
_APART = 3
_HOW = """Comment : chaque question écrite avec oui ou non à côté d'une règle qui a des conclusions déclarées (`conclusions.toml`) est
jugée par elles seules, la règle donnée.
Trois questions sur dix, tirées par leur empreinte, n'ont pas été lues par qui déclare : « à part »."""


class Tried(NamedTuple):
    """A written question: its rule, its verdict, what is declared makes of it, whether its author could read it."""

    rule: str
    question: str
    verdict: str
    said: str | None
    apart: bool


def kept_apart(question: str) -> bool:
    """True for three written questions in ten: who declares what a rule comes to has not read them, and they alone judge of it."""
    return int(hashlib.sha256(question.encode()).hexdigest(), 16) % 10 < _APART


def tried(base: KnowledgeBase, work: str, one_in: int = 1) -> Iterator[Tried]:
    """The questions with a verdict of a work, beside a rule of which something is declared; one in so many of them."""
    analyzer = read_analyzer(base, work)
    declared = {rule for (rule,) in base.rows("SELECT id FROM issues WHERE work = :work", work=work)}
    written = ((rule, *one) for rule, asked in base.questions(work).items() if rule in declared for one in asked)
    judged = (one for one in written if one[2] in {"oui", "non"})
    for rule, question, verdict in islice(judged, 0, None, one_in):
        concluded = conclude(Utterance(question, analyzer), base.issues(rule))
        yield Tried(rule, question, verdict, concluded.said if concluded is not None else None, kept_apart(question))


def conclusions(bench: Bench) -> Iterator[Block]:
    """How what is declared agrees with what is written, game by game, for all questions and for those kept apart."""
    base, rows = bench.base, []
    for work in base.work_ids():
        found = list(tried(base, work))
        for name, part in (("toutes", found), ("à part", [one for one in found if one.apart])):
            agreed = Counter("muet" if one.said is None else one.said == one.verdict for one in part)
            said = agreed[True] + agreed[False]
            rules = len({one.rule for one in part})
            rows.append(
                (work, name, rules, len(part), agreed[True] / max(1, said), said / max(1, len(part)), agreed[False])
            )
    columns = [
        ("jeu", text),
        ("questions", text),
        ("règles", count),
        ("combien", count),
        ("justes", percent),
        ("conclues", percent),
        ("contraires", count),
    ]
    yield Table(columns, rows)
    yield _HOW
