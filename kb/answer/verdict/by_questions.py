"""Yes or no, by the questions of a rule that have a verdict, written by who read it.

The nearest questions speak first, and one that denies what is asked speaks for the contrary; one of another case speaks less. A verdict is
given when all of them clearly say the same.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from rapidfuzz.distance import Indel

from kb.answer.question.claims import claim_of
from kb.answer.verdict.apart import AskedCase
from kb.answer.verdict.by_conditions import Concluded, conclude
from kb.model.conclusions import Said
from kb.search import Analyzer, Candidate, Found, Model, Utterance, Wordings
from kb.search.classifying import classified
from kb.search.wording import Difference, numbers
from kb.store import KnowledgeBase, Wording
from kb.store.search import nearest_questions

# The best rules whose questions have a say, and how many of the nearest on either side are weighed together.
_RULES, _NEAREST = 3, 3
# How many questions have a say, the nearest by their keys.
_HEEDED = 40
# What is left of similarity by each thing that cannot be in both cases; figures in one alone count as that part of such a thing.
_CLASHING, _FIGURES_IN_ONE = 0.7, 0.4
# What each figure or thing that parts two cases leaves of a share, and how fast a rule that ranks lower counts less.
_LEFT, _RANK = 0.85, 1.5
# The less alike, the less a question weighs in a share: by this power, and as if one of this similarity said neither.
_POWER, _SILENT = 4, 0.3
# How like a question must be to one whose answer depends, and how much of it that one must hold: what more it tells may decide.
_ALIKE, _COVERED = 0.5, 0.8
# From what similarity on a written question is a version of the case asked.
_VERSION = 0.45
# How much surer than a verdict the choice between two statements must be: the denial of one does not always make the other so.
_OPPOSED = 4 / 3
# Of how many rules the numbers are kept.
_RULES_KEPT = 1024
_SIDES = frozenset({"oui", "non"})

Answered = Literal["oui", "non", "depends"]

VERDICT_EVIDENCE = (
    "nearest",  # by how much yes leads, with the three nearest of either side
    "share",  # how the questions share, those that deny what is asked turned round, other cases and lower rules counting less
    "same-figures",  # by how much yes leads among those with the same figures that deny the same
    "classifier",  # what a classifier of each best rule makes of the words alone, lower rules counting less
    "declared",  # what is declared of a best rule comes to in the case asked, less the more of the question that it has no word for
)
"""What a verdict rests on. Each is above 0 where it speaks for yes, under 0 where it speaks for no, were what is asked not denied."""


@dataclass(frozen=True, slots=True)
class Written:
    """A written question that speaks for a verdict: its rule, its place there, its own verdict."""

    rule: str
    place: int
    verdict: Answered


@dataclass(frozen=True, slots=True)
class Verdict:
    """What it is, how sure it is (above 0), the rule that gives it; the written question and the clause of the précis that say so.

    `same_figures` tells that this question has the figures of the one asked, and no other.
    """

    verdict: Answered
    margin: float
    rule: str
    written: Written | None
    clause: str | None
    same_figures: bool = True


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict, if one is given; `versions` are the nearest written questions of either side, the contrary one alone where one is.

    `case` is the question as a declaration understands it.
    """

    verdict: Verdict | None = None
    versions: tuple[Written, ...] = ()
    case: Concluded | None = None


class Neighbour(NamedTuple):
    """A written question with a verdict: its rule, its place there, how alike it is (0 to 1).

    `verdict` is 1 when what it asks is so, were it not denied by « ne … pas », else -1. Similarity is the mean of those of keys, of words
    in their order and of letters, less where the cases clash. Then by how far its rule ranks under the best one, and how its case differs;
    `covered` is how much of the question it holds.
    """

    rule: str
    place: int
    verdict: int
    turned: bool
    similarity: float
    behind: float
    denies: bool
    same_figures: bool
    apart: int
    covered: float


@dataclass(frozen=True, slots=True)
class Declared:
    """What is declared of a rule comes to in a case; `unsaid` is the part of the question, by rarities, that it has no word for.

    `behind` is by how much the rule ranks lower than the best.
    """

    rule: str
    concluded: Concluded
    unsaid: float
    behind: float

    @property
    def clause(self) -> str | None:
        """The whole id of the clause of the précis that says so."""
        return f"{self.rule.partition('/')[0]}/{self.concluded.clause}" if self.concluded.clause is not None else None


@dataclass(frozen=True, slots=True)
class Sources:
    """What is written of the best rules about a question: the nearest questions with yes or no, and what is declared.

    `classified` is what the classifiers of these rules make of its words. `open` is the nearest of those to which the answer depends on
    what they leave out. `turned` tells that what is asked is denied by « ne … pas »: the evidence speaks of it as if it were not.
    """

    near: Sequence[Neighbour]
    declared: Declared | None
    classified: float
    turned: bool
    open: Neighbour | None = None


def judged(base: KnowledgeBase, found: Found, question: str, analyzer: Analyzer, model: Model) -> Judged:
    """The verdict of the best rules; none when what is written of them says nothing clear."""
    if not found.candidates:
        return Judged()
    sources = sources_of(base, found, question, analyzer)
    case = sources.declared.concluded if sources.declared is not None else None
    if (hanging := _hanging(sources)) is not None:
        written = Written(hanging.rule, hanging.place, "depends")
        given: Verdict | None = Verdict("depends", hanging.similarity, hanging.rule, written, None)
        return Judged(given, _versions(sources, None), case)
    estimate = _estimate(sources, model)
    # What a value comes to is not known from a question of other figures.
    if estimate is not None and not estimate.same_figures and claim_of(question, analyzer) is not None:
        estimate = None
    given = estimate if estimate is not None and estimate.margin >= model.verdict.threshold else None
    return Judged(given, _versions(sources, given), case)


def _versions(sources: Sources, given: Verdict | None) -> tuple[Written, ...]:
    """The nearest question of either side that denies as much as what is asked: two that answer « non » would not part the cases.

    That of the side given is left out; where none is given, one alone would say what nothing sure says.
    """
    alike = [one for one in sources.near if one.similarity >= _VERSION and not (one.denies or one.turned)]
    nearest = {one.verdict: one for one in sorted(alike, key=lambda one: one.similarity)}
    sides = [nearest[side] for side in (1, -1) if side in nearest]
    if given is None:
        return tuple(map(_written, sides)) if len(sides) == len(_SIDES) else ()
    # What denies is answered the other way round: « Exact. » says what « non » does of the same question undenied.
    return tuple(said for said in map(_written, sides) if (said.verdict == given.verdict) == sources.turned)


def _written(one: Neighbour) -> Written:
    return Written(one.rule, one.place, _said((one.verdict > 0) != one.turned))


def chosen(
    first: str, second: str, base: KnowledgeBase, found: Found, analyzer: Analyzer, model: Model
) -> tuple[int, Verdict] | None:
    """Which of two statements that exclude each other holds, and the verdict of the one that says so more surely.

    What speaks for one speaks against the other: both together must be surer than one verdict is. Both are asked of the best rules.
    """
    if not found.candidates:
        return None
    estimates = [_estimate(sources_of(base, found, said, analyzer), model) for said in (first, second)]
    held = [one for one in estimates if one is not None]
    if len(held) < len(estimates):
        return None
    odds = [one.margin if one.verdict == "oui" else -one.margin for one in held]
    place = int(odds[1] > odds[0])
    if abs(odds[0] - odds[1]) / 2 < _OPPOSED * model.verdict.threshold:
        return None
    return place, max(held, key=lambda one: one.margin)


def _estimate(sources: Sources, model: Model) -> Verdict | None:
    """What the evidence speaks for, however little; none when nothing written or declared says it."""
    odds = model.verdict.odds(verdict_evidence(sources))
    side = 1 if odds > 0 else -1
    said = _said((side > 0) != sources.turned)
    declared = sources.declared if sources.declared is not None and sources.declared.concluded.said == said else None
    agreeing = max((one for one in sources.near if one.verdict == side), key=lambda one: one.similarity, default=None)
    if declared is None and agreeing is None:
        return None
    written = _written(agreeing) if agreeing is not None else None
    rule = declared.rule if declared is not None else written.rule if written is not None else ""
    clause = declared.clause if declared is not None else None
    return Verdict(said, abs(odds), rule, written, clause, agreeing is not None and agreeing.same_figures)


def _hanging(sources: Sources) -> Neighbour | None:
    """The question to which the answer depends, when it is nearer than all that have yes or no, and no case declared holds."""
    nearest = max((one.similarity for one in sources.near), default=0.0)
    settled = sources.declared is not None and sources.declared.concluded.holds
    found = sources.open
    if found is None or settled or found.covered < _COVERED:
        return None
    return found if found.similarity > max(nearest, _ALIKE) else None


def _said(so: bool) -> Said:  # noqa: FBT001 - what it says in words
    return "oui" if so else "non"


def sources_of(base: KnowledgeBase, found: Found, question: str, analyzer: Analyzer) -> Sources:
    """What the questions of the best rules that have a verdict say, and what is declared of these rules."""
    wordings = analyzer.wordings
    asked = wordings.of(question)
    case = AskedCase.of(question, asked)
    rules = {one.document: one for one in found.candidates[:_RULES]}
    settled = {document: base.settled_wordings(found.work, document, one.row.id) for document, one in rules.items()}
    texts = base.passages([one.row.id for one in rules.values()], found.view) if asked.figures else ()
    limits = {passage.id: _limits(wordings, passage.text) for passage in texts}
    near: list[Neighbour] = []
    hanging: list[Neighbour] = []
    written = {document: found.witnesses[document] for document in settled}
    for _far, document, number in nearest_questions(written, _HEEDED, settled):
        verdict, wording = settled[document][number]
        rule = rules[document]
        if case.is_apart(wording, verdict):
            continue
        difference = wordings.difference(asked, wording, limits.get(rule.row.id, ()))
        if difference.beyond:
            continue
        group = near if verdict in _SIDES else hanging
        group.append(_neighbour(found, rule, number, (asked, wording), difference, 1 if verdict == "oui" else -1))
    declared = _declared(base, found, list(rules.values()), Utterance(question, analyzer), analyzer)
    # What it denies besides a case may be what the case says: its words do not tell.
    weighed = 0.0 if asked.turning else _classified(base, found, list(rules.values()), asked.words)
    return Sources(near, declared, weighed, asked.turned, max(hanging, key=lambda one: one.similarity, default=None))


def _neighbour(
    found: Found,
    rule: Candidate,
    number: int,
    wordings: tuple[Wording, Wording],
    difference: Difference,
    said: int,
) -> Neighbour:
    """A written question compared with the one asked; `said` is what it says."""
    asked, wording = wordings
    written = found.witnesses[rule.document]
    held, whole = written.held[number], written.parts.wholes[number]
    words = Indel.normalized_similarity(asked.words.split(), wording.words.split())
    keys = held / math.sqrt(whole * found.whole)
    letters = Indel.normalized_similarity(asked.words, wording.words)
    return Neighbour(
        rule=rule.row.id,
        place=written.parts.places[number],
        verdict=-said if wording.turned else said,
        turned=wording.turned,
        similarity=(keys + words + letters)
        / 3
        * _CLASHING ** (difference.clashes + _FIGURES_IN_ONE * difference.figures),
        behind=found.candidates[0].score - rule.score,
        denies=wording.denied != asked.denied,
        same_figures={*wording.figures.split()} == {*asked.figures.split()},
        apart=difference.apart,
        covered=held / found.whole,
    )


@lru_cache(_RULES_KEPT)
def _limits(wordings: Wordings, text: str) -> tuple[float, ...]:
    """The numbers of a rule, each once."""
    return tuple(dict.fromkeys(numbers(" ".join(wordings.figures(text)))))


def _classified(base: KnowledgeBase, found: Found, rules: Iterable[Candidate], words: str) -> float:
    """What the classifiers of the best rules make of a question as worded."""
    best = found.candidates[0].score
    return sum(classified(base.classifier(one.row.id), words) * math.exp((one.score - best) / _RANK) for one in rules)


def _declared(
    base: KnowledgeBase, found: Found, rules: Iterable[Candidate], utterance: Utterance, analyzer: Analyzer
) -> Declared | None:
    """What is declared of the best rule of which something is that the question asks; of the first rule alone where no case holds."""
    for one in rules:
        concluded = conclude(utterance, base.issues(one.row.id))
        if concluded is not None and (concluded.holds or one is found.candidates[0]):
            # The name of the rule says nothing of the case.
            named = {key for held in base.passages([one.row.id], found.view) for key in analyzer.keys(held.title)}
            left = [found.known[key][1] for key in {*concluded.left} - named if key in found.known]
            unsaid = min(1.0, math.fsum(left) / found.whole)
            return Declared(one.row.id, concluded, unsaid, found.candidates[0].score - one.score)
    return None


def verdict_evidence(sources: Sources) -> tuple[float, ...]:
    """What the verdict rests on, in the order of `VERDICT_EVIDENCE`."""
    near = sources.near
    return (
        _lead(near, _NEAREST),
        _share(near),
        _lead([one for one in near if one.same_figures and not one.denies], 1),
        sources.classified,
        _declares(sources),
    )


def _declares(sources: Sources) -> float:
    """What is declared, less the more of the question that it has no word for: a long story may turn on what is left.

    And less the lower its rule ranks: of one that answers less well, it may be of another case.
    """
    declared = sources.declared
    if declared is None:
        return 0.0
    side = 1 if (declared.concluded.said == "oui") != sources.turned else -1
    return side * (1 - declared.unsaid) ** 2 * math.exp(-declared.behind / _RANK)


def _lead(near: Iterable[Neighbour], count: int) -> float:
    """By how much yes leads, with the nearest few of either side."""
    sides: dict[int, list[float]] = {1: [], -1: []}
    for one in near:
        sides[one.verdict].append(one.similarity)
    yes, no = (sum(sorted(sides[side], reverse=True)[:count]) for side in (1, -1))
    return (yes - no) / count


def _share(near: Iterable[Neighbour]) -> float:
    """How the questions share, the nearest weighing most."""
    total, whole = 0.0, _SILENT**_POWER
    for one in near:
        weight = (one.similarity * _LEFT**one.apart) ** _POWER * math.exp(-one.behind / _RANK)
        total += weight * (-one.verdict if one.denies else one.verdict)
        whole += weight
    return total / whole
