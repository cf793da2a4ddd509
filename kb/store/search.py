"""The queries of search: weights added up, witnesses of the best documents, what the language of a work is."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from typing import Any, TypeVar

from kb.model import Lexicon, MomentWords, Opposition
from kb.model.conclusions import Case, Condition, Issue
from kb.store.contents import PARTS, Document, Wording
from kb.store.opening import OpenedBase, remembered, tuples
from kb.store.provisions import asked_beside
from kb.store.reading import KnowledgeBase
from kb.store.values import View

_Words = TypeVar("_Words", Lexicon, MomentWords)


@dataclass(frozen=True, slots=True)
class NearestRow:
    """The witnesses of one kind of a document that hold keys of a question, by the rarities added up of what they hold (`held`).

    `part` is `name`, `question`, `precis` or `texte` (a clause of that layer). The greatest cosine, squared and times the question's own
    rarities; the greatest `held`; the greatest share of a witness that is held.
    """

    document: int
    part: str
    cosine: float
    held: float
    share: float


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A question that has a verdict and holds keys of another: what it holds, what its keys tell, its place beside its provision."""

    witness: int
    document: int
    held: float
    whole: float
    place: int
    verdict: str
    wording: Wording


def documents(base: KnowledgeBase, work: str) -> tuple[Document, ...]:
    """The documents of a work, by number."""
    query = "SELECT id, absent, scope, questions, texte FROM documents WHERE work = ? ORDER BY document"
    return tuple(base.values(Document, query, (work,)))


def rarities(base: KnowledgeBase, work: str, keys: Sequence[str]) -> dict[str, tuple[int, float]]:
    """The number and the rarity of those of some keys that a work has."""
    query = f"SELECT key, number, rarity FROM keys WHERE work = ? AND key IN ({_marks(keys)})"  # noqa: S608 - only marks
    return {key: (number, rarity) for key, number, rarity in base.rows(query, (work, *keys))}


def weights(base: KnowledgeBase, numbers: Sequence[int], view: View) -> list[tuple[int, int, float]]:
    """(document, its weights added up, the rarities of the keys that it holds) of a view, the heaviest first."""
    query = (
        f"SELECT i.document, sum(i.{view}) AS weight, sum(k.rarity) FROM impacts i JOIN keys k ON k.number = i.key"  # noqa: S608 - a column of three, and only marks
        f" WHERE i.key IN ({_marks(numbers)}) AND i.{view} > 0 GROUP BY i.document ORDER BY weight DESC, i.document"
    )
    return base.rows(query, numbers)


def impacts(base: KnowledgeBase, work: str, view: View) -> list[tuple[str, int, int]]:
    """(key, document, weight) of a whole work in a view, in order of key, then of document."""
    query = (
        f"SELECT k.key, i.document, i.{view} FROM keys k JOIN impacts i ON i.key = k.number"  # noqa: S608 - a column of three
        f" WHERE k.work = ? AND i.{view} > 0 ORDER BY k.key, i.document"
    )
    return base.rows(query, (work,))


# Each witness of some documents that holds some of some keys, with the rarities added up of these.
_HOLDING = (
    "SELECT x.document, x.witness, x.part, x.whole / 100.0 AS whole, sum(k.rarity) AS held{more}"
    " FROM witness_keys x CROSS JOIN keys k ON k.number = x.key {joined}"
    " WHERE x.key IN ({keys}) AND x.document IN ({documents}) GROUP BY x.witness"
)


def _holding(numbers: Sequence[int], among: Sequence[int], more: str = "", joined: str = "") -> str:
    return _HOLDING.format(keys=_marks(numbers), documents=_marks(among), more=more, joined=joined)


def nearest(
    base: KnowledgeBase, work: str, numbers: Sequence[int], among: Sequence[int], limit: int
) -> tuple[list[NearestRow], list[tuple[int, str]]]:
    """How near some documents of a work come to some keys, by each kind of their witnesses; (document, text) of their nearest questions."""
    query = (
        f"WITH held AS MATERIALIZED ({_holding(numbers, among)})"  # noqa: S608 - only marks
        " SELECT document, part, max(held * held / whole), max(held), max(held / whole), NULL FROM held GROUP BY document, part"
        " UNION ALL SELECT x.document, NULL, p.place, 0, 0, d.id"
        " FROM (SELECT * FROM held WHERE part = ? ORDER BY held * held / whole DESC, witness LIMIT ?) x"
        " CROSS JOIN witness_places p ON p.witness = x.witness CROSS JOIN documents d ON d.work = ? AND d.document = x.document"
    )
    near, texts = [], []
    asked = (*numbers, *among, PARTS.index("question"), limit, work)
    for document, part, cosine, held, share, identifier in base.rows(query, asked):
        if part is None:
            # Of a question, in the place of the cosine, where it stands beside its rule.
            texts.append((document, asked_beside(base, identifier)[cosine]))
        else:
            near.append(NearestRow(document, PARTS[part], cosine, held, share))
    return near, texts


def nearest_questions(
    base: KnowledgeBase, numbers: Sequence[int], document: int, limit: int
) -> list[tuple[int, float]]:
    """(place, cosine squared and times the rarities of the keys) of the questions beside a document that come nearest to some keys."""
    query = (
        f"SELECT p.place, held * held / whole AS likeness FROM ({_holding(numbers, (document,))}) x"  # noqa: S608 - only marks
        " JOIN witness_places p ON p.witness = x.witness WHERE x.part = ? ORDER BY likeness DESC, p.place LIMIT ?"
    )
    return base.rows(query, (*numbers, document, PARTS.index("question"), limit))


def told(base: KnowledgeBase, numbers: Sequence[int], provisions: int) -> frozenset[int]:
    """Those of some keys that a name or a clause of the first documents holds, which are provisions."""
    query = "SELECT 1 FROM witness_keys WHERE key = ? AND document < ? AND part != ? LIMIT 1"
    asked = PARTS.index("question")
    return frozenset(number for number in numbers if base.rows(query, (number, provisions, asked)))


def reasons(base: KnowledgeBase, numbers: Sequence[int], among: Sequence[int]) -> list[tuple[int, str, str]]:
    """(document, part, keys held) of the witness of each kind that holds most, for some documents; what holds most first."""
    query = (
        "SELECT document, part, words, max(held) AS most"  # noqa: S608 - only marks
        f" FROM ({_holding(numbers, among, more=', group_concat(k.key) AS words')}) GROUP BY document, part ORDER BY most DESC, part"
    )
    return [(document, PARTS[part], words) for document, part, words, _most in base.rows(query, (*numbers, *among))]


def verdicts(
    base: KnowledgeBase, work: str, numbers: Sequence[int], among: Sequence[int], limit: int
) -> list[VerdictRow]:
    """The questions with a verdict beside some documents that come nearest to some keys, nearest first."""
    query = (
        f"SELECT x.witness, d.id, x.document, held, whole, p.place FROM ({_holding(numbers, among)}) x"  # noqa: S608 - only marks
        " CROSS JOIN witness_places p ON p.witness = x.witness CROSS JOIN documents d ON d.work = ? AND d.document = x.document"
        " WHERE x.part = ? ORDER BY held * held / whole DESC, x.witness"
    )
    rows = base.rows(query, (*numbers, *among, work, PARTS.index("question")))
    judged = (
        VerdictRow(witness, document, held, whole, place, *said)
        for witness, identifier, document, held, whole, place in rows
        if (said := worded(base, identifier).get(place)) is not None
    )
    return list(islice(judged, limit))


@remembered
def worded(base: OpenedBase, identifier: str) -> dict[int, tuple[str, Wording]]:
    """The verdict and the wording of those questions beside a provision that have a verdict, by their place."""
    rows = base.rows("SELECT worded FROM questions WHERE id = ?", (identifier,))
    told = json.loads(zlib.decompress(rows[0][0])) if rows else ()
    return {place: (verdict, Wording(*wording)) for place, verdict, *wording in told}


def lexicon(base: KnowledgeBase, work: str) -> Lexicon:
    """The lexicon of a work; an empty one for a work that the base does not hold."""
    rows = base.rows("SELECT lexicon FROM lexicons WHERE work = ?", (work,))
    if not rows:
        return Lexicon()
    parts = json.loads(rows[0][0])
    sides = tuple(Opposition(name, tuple(one), tuple(other)) for name, one, other in parts.pop("oppositions"))
    return replace(_words(Lexicon(), parts), oppositions=sides, moments=_words(MomentWords(), parts))


def _words(empty: _Words, parts: Mapping[str, Any]) -> _Words:
    """Some of the words of a lexicon, from their lists."""
    named = [field.name for field in fields(empty) if field.name in parts]
    kinds = {name: frozenset if isinstance(getattr(empty, name), frozenset) else tuples for name in named}
    held: dict[str, Any] = {name: kinds[name](parts[name]) for name in named}
    return replace(empty, **held)


@remembered
def issues(base: OpenedBase, identifier: str) -> tuple[Issue, ...]:
    """What is declared that can be asked of a provision by yes or no, in order, its phrases in keys."""
    rows = base.rows("SELECT issues FROM issues WHERE id = ?", (identifier,))
    told = json.loads(zlib.decompress(rows[0][0])) if rows else ()
    return tuple(_issue(identifier.partition("/")[2], *row) for row in told)


def _issue(provision: str, *values: Any) -> Issue:  # noqa: ANN401 - any field of an issue
    """An issue from its fields: the lists of values that its cases are make them anew."""
    acts, contrary, answer, clause, must, cases = map(_listed, values)
    found = [
        Case(tuple(Condition(*map(_listed, condition)) for condition in conditions), *rest)
        for conditions, *rest in cases
    ]
    return Issue(provision, acts, contrary, answer, clause, must, tuple(found))


def _listed(value: object) -> Any:  # noqa: ANN401 - any field of a condition
    return tuple(value) if isinstance(value, list) else value


def forms(base: KnowledgeBase, work: str) -> list[tuple[str, str, int]]:
    """(form, key, uses) of every word of a work."""
    return base.rows("SELECT form, key, uses FROM forms WHERE work = ?", (work,))


def unknown_rarity(base: KnowledgeBase, work: str) -> float:
    """What a key tells that no document of a work holds."""
    rows = base.rows("SELECT unknown FROM lexicons WHERE work = ?", (work,))
    return float(rows[0][0]) if rows else 0.0


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))
