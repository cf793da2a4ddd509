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
# What tells how two provisions stand to each other, or that one knows of the other.
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
    settled = _settled(rulebook)
    rarity = _rarity(rulebook)
    seen: set[frozenset[str]] = set()
    for (forbidding, no), (other, yes) in _pairs(rulebook):
        pair = frozenset((_whole(forbidding), _whole(other)))
        if pair in seen or pair in settled or _decided(rulebook.policy, yes.says):
            continue
        if _one_case(no, yes, rarity):
            seen.add(pair)
            message = (
                f"interdit ce que {other.id} {_VERBS[yes.says]} (« {yes.sentence} »), et rien ne dit laquelle l'emporte"
            )
            yield at(forbidding, "REGLES-OPPOSEES", Severity.INFO, message, _HINT)


def _pairs(rulebook: Rulebook) -> Iterator[tuple[_Placed, _Placed]]:
    """What forbids an act beside what allows or orders it, in two rules of a common mode."""
    by_act: dict[str, list[_Placed]] = defaultdict(list)
    for provision in rulebook.provisions:
        for directive in _told(provision):
            by_act[directive.act].append((provision, directive))
    for found in by_act.values():
        forbidding = [item for item in found if item[1].says == "interdit"]
        others = [item for item in found if item[1].says != "interdit"]
        for no, yes in product(forbidding, others):
            if len({_whole(no[0]), _whole(yes[0])}) > 1 and set(no[0].scope) & set(yes[0].scope):
                yield no, yes


def _told(provision: Provision) -> Iterator[Directive]:
    ruling = provision.kind in _RULING and provision.status is Status.CURRENT and provision.authority != _SUMMARY
    if not ruling:
        return
    # « Elle », « on » : the rule speaks of what its title names.
    named = frozenset(stems(fold(provision.title)))
    for directive in directives(provision.text if provision.is_unit else provision.own):
        yield replace(directive, subject=named) if not directive.subject else directive


def _one_case(no: Directive, yes: Directive, rarity: Mapping[str, float]) -> bool:
    """True when two directives on one act have about one subject and one object, and no case or one in common."""
    if no.pointing or yes.pointing or no.head != yes.head or (no.case and yes.case and not no.case & yes.case):
        return False
    # Of a passive without more (« l'aptitude ne peut pas être utilisée »), the case alone tells enough.
    undergoes = _alike(no.object, yes.object, rarity) if no.head else bool(no.case & yes.case)
    return undergoes and _alike(no.subject, yes.subject, rarity)


def _alike(mine: frozenset[str], its: frozenset[str], rarity: Mapping[str, float]) -> bool:
    """True when most of what the shorter tells, each word weighed by its rarity, is in the other."""
    least = min(_weight(mine, rarity), _weight(its, rarity))
    return least > 0 and _weight(mine & its, rarity) >= _ALIKE * least


def _weight(words: Iterable[str], rarity: Mapping[str, float]) -> float:
    return sum(rarity.get(word, 0.0) for word in words)


def _rarity(rulebook: Rulebook) -> dict[str, float]:
    """How much each stem tells: the logarithm of the share of texts without it."""
    texts = [item.text if item.is_unit else item.own for item in rulebook.provisions]
    held = Counter(stem for text in texts if text for stem in set(stems(fold(text))))
    return {stem: math.log((len(texts) + 1) / count) for stem, count in held.items()}


def _settled(rulebook: Rulebook) -> set[frozenset[str]]:
    """The pairs of rules between which an edge stands."""
    edges = (edge for edge in rulebook.edges if edge.type in _SETTLING)
    return {frozenset((edge.source.partition("#")[0], edge.target.partition("#")[0])) for edge in edges}


def _decided(policy: Policy | None, says: str) -> bool:
    """True when the policy of the game puts what is forbidden over what is allowed or ordered, whatever the case."""
    clauses = policy.conflict.clauses if policy else ()
    told = [clause for clause in clauses if clause.genre == "dire"]
    return any(clause.above == "cannot" and _SAYS[says] in clause.below for clause in told)


def _whole(provision: Provision) -> str:
    return provision.id.partition("#")[0]
