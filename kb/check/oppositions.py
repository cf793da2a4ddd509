"""Two rules on one case, one of which forbids what the other allows or orders, while nothing says which prevails."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product

from kb.check.locating import at
from kb.check.posture import Directive, directives, stems
from kb.errors import Diagnostic, Severity
from kb.model import EdgeType, Kind, Provision, Rulebook, Status
from kb.model.words import fold
from kb.policy import Policy

_RULING = frozenset(
    {Kind.RULE, Kind.DEFINITION, Kind.ABILITY, Kind.KEYWORD, Kind.SECTION, Kind.SEQUENCE, Kind.STEP, Kind.ERRATUM}
)
# What says how two provisions stand to each other, or that one knows of the other.
_SETTLING = frozenset(
    {
        EdgeType.AMENDS,
        EdgeType.CITES,
        EdgeType.CONTRADICTS,
        EdgeType.EXCEPTS,
        EdgeType.OVERRIDES,
        EdgeType.RESTATES,
    }
)
_SUMMARY = "resume"
_SAYS = {"interdit": "cannot", "oblige": "must", "permet": "can"}
_VERBS = {"oblige": "ordonne", "permet": "permet"}
# The share of the shorter subject, or object, each word weighed by its rarity in the work, that the other must have.
_ALIKE = 0.5
_HINT = (
    "dites dans relations.toml laquelle excepte l'autre (excepts), l'emporte (overrides), ou qu'elles se contredisent"
)

_Placed = tuple[Provision, Directive]


def oppositions(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Each pair of rules of one mode that share an act, a subject and an object, and say contrary things of it.

    Left out: what an edge or the text itself settles, what the policy of the game settles (an interdiction over a permission), and
    what one rule says of its own cases.
    """
    known = {_pair(edge.source, edge.target) for edge in rulebook.edges if edge.type in _SETTLING}
    rarity = _rarity(rulebook)
    for (forbidding, no), (other, yes) in _contraries(rulebook):
        pair = _pair(forbidding.id, other.id)
        if pair not in known and not _decided(rulebook.policy, yes.says) and _one_case(no, yes, rarity):
            known.add(pair)
            message = (
                f"interdit ce que {other.id} {_VERBS[yes.says]} (« {yes.sentence} »), et rien ne dit laquelle l'emporte"
            )
            yield at(forbidding, "REGLES-OPPOSEES", Severity.INFO, message, _HINT)


def _pair(one: str, other: str) -> frozenset[str]:
    """Two rules, whatever their units and their order."""
    return frozenset((one.partition("#")[0], other.partition("#")[0]))


def _contraries(rulebook: Rulebook) -> Iterator[tuple[_Placed, _Placed]]:
    """What forbids an act beside what allows or orders it, in two rules of a common mode."""
    by_act: dict[str, list[_Placed]] = defaultdict(list)
    for provision in rulebook.provisions:
        for directive in _directives(provision):
            by_act[directive.act].append((provision, directive))
    for found in by_act.values():
        forbidding = [item for item in found if item[1].says == "interdit"]
        others = [item for item in found if item[1].says != "interdit"]
        for no, yes in product(forbidding, others):
            if len(_pair(no[0].id, yes[0].id)) > 1 and set(no[0].scope) & set(yes[0].scope):
                yield no, yes


def _directives(provision: Provision) -> Iterator[Directive]:
    """What a rule in force says may, must or must not be done; of « elle », « on », the subject is what its title names."""
    if provision.kind in _RULING and provision.status is Status.CURRENT and provision.authority != _SUMMARY:
        named = frozenset(stems(fold(provision.title)))
        for directive in directives(provision.own):
            yield directive if directive.subject else replace(directive, subject=named)


def _one_case(no: Directive, yes: Directive, rarity: Mapping[str, float]) -> bool:
    """True when two directives on one act have about one subject and one object, and no case or one in common."""
    if no.pointing or yes.pointing or no.head != yes.head or (no.case and yes.case and not no.case & yes.case):
        return False
    # Of a passive without more (« l'aptitude ne peut pas être utilisée »), the case alone says enough.
    undergoes = _alike(no.object, yes.object, rarity) if no.head else bool(no.case & yes.case)
    return undergoes and _alike(no.subject, yes.subject, rarity)


def _alike(mine: frozenset[str], its: frozenset[str], rarity: Mapping[str, float]) -> bool:
    """True when most of what the shorter says, each word weighed by its rarity, is in the other."""
    least = min(_weight(mine, rarity), _weight(its, rarity))
    return least > 0 and _weight(mine & its, rarity) >= _ALIKE * least


def _weight(words: Iterable[str], rarity: Mapping[str, float]) -> float:
    return sum(rarity.get(word, 0.0) for word in words)


def _rarity(rulebook: Rulebook) -> dict[str, float]:
    """How rare each stem is: the logarithm of the share of texts without it."""
    held = Counter(stem for one in rulebook.provisions for stem in set(stems(fold(one.own))))
    return {stem: math.log((len(rulebook.provisions) + 1) / count) for stem, count in held.items()}


def _decided(policy: Policy | None, says: str) -> bool:
    """True when the policy of the game puts what is forbidden over what is allowed or ordered, whatever the case."""
    clauses = policy.conflict.clauses if policy else ()
    ranking = [clause for clause in clauses if clause.genre == "dire"]
    return any(clause.above == "cannot" and _SAYS[says] in clause.below for clause in ranking)
