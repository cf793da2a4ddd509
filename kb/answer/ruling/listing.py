"""The things that a question lists, found among the moments of the sequences of its matter: « dans quel ordre ? ».

A name is looked for among the moments of one sequence only: of the rules of a slam, « les dégâts » are those of a slam. Each thing listed
must be found, and any two stand in an order, or nothing is said.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, product

from kb.errors import ArbitreError
from kb.model.clauses import provision_of
from kb.model.words import fold, letters
from kb.system.data import motifs
from kb.timing import Comparison, Timeline, compare
from kb.timing.name_words import NameWords
from kb.timing.paths import holders, within
from kb.timing.tree import Node

_WITHIN = re.compile(r"\([^)]*\)")
_SENTENCE = re.compile(r"[.!?](?:\s|$)")
# How many things are put in order; a thing is found when more than half of its words say it, and as well as another when it is nearly so.
_LEAST, _MOST, _FOUND, _ALIKE = 3, 6, 0.57, 0.03
# What a word weighs that no moment is named by.
_UNKNOWN = 0.4
# In how many of the rules found, and of the moments that hold one that they place.
_RULES, _NEAR = 3, 3
# Of several moments that a thing may be, as many are compared.
_TRIED = 4
# What it costs a moment that a name of it says more, and to be held by one more.
_UNSAID, _DEEPER = 0.15, 0.02


@dataclass(frozen=True, slots=True)
class _Found:
    """The moments that the things listed may be, each by its id, in the order of the list; how well each is said, at most 1."""

    moments: tuple[tuple[str, ...], ...]
    scores: tuple[float, ...]

    @property
    def score(self) -> float:
        """How well all of them are said."""
        return sum(self.scores) / len(self.scores)


class Listing:
    """The sequences of one game, as lists are read in them."""

    def __init__(self, timeline: Timeline) -> None:
        """The names are read at the first list."""
        self._timeline = timeline

    @cached_property
    def _names(self) -> dict[str, list[set[str]]]:
        """The words of each name of each moment, without those that say little."""
        read = self._timeline.names.read
        return {
            identifier: [_words(read(name)) for name in (node.moment.title, *node.moment.aliases, *node.moment.said)]
            for identifier, node in self._timeline.nodes.items()
        }

    @cached_property
    def _named(self) -> dict[str, set[str]]:
        """The words of all names of each moment."""
        return {identifier: set().union(*names) for identifier, names in self._names.items()}

    @cached_property
    def _known(self) -> dict[str, float]:
        """What each word of the names weighs: less when more moments have it."""
        held = Counter(chain.from_iterable(self._named.values()))
        return {word: 1 - math.log(count) / math.log(len(self._named) + 1) for word, count in held.items()}

    def phases(self, question: str) -> Sequence[Node]:
        """What happens in the one round or turn that has phases, in order, where a question asks for them."""
        if motifs("intentions", "phases").search(fold(question)) is None:
            return ()
        periods = (
            node.children
            for node in self._timeline.nodes.values()
            if node.moment.kind in {"round", "turn"} and not node.moment.free
        )
        found = [one for one in periods if sum(child.moment.kind == "phase" for child in one) > 1]
        return found[0] if len(found) == 1 else ()

    def things(self, question: str) -> tuple[str, ...]:
        """The things of which a question asks the order, three of them at least; none where it lists none.

        They stand in the sentence that asks, or in the one before it where that one names none.
        """
        listed: list[list[str]] = []
        for sentence in _SENTENCE.split(letters(question)):
            before, listed = listed, [[*self._parts(part)] for part in sentence.split(":")]
            if motifs("dires", "liste").search(sentence):
                elsewhere = before if motifs("dires", "liste-entiere").search(sentence) else []
                found = max(listed if any(listed) else elsewhere, key=len, default=[])
                return tuple(found) if _LEAST <= len(found) <= _MOST else ()
        return ()

    def ordered(self, things: Sequence[str], rules: Sequence[str]) -> tuple[Node, ...]:
        """The moments that things are, in their order; none where one of them is not found, or has no place."""
        readings = sorted(self._readings(things, rules), key=lambda one: -one.score)
        return next((nodes for one in readings if (nodes := self._sorted(one.moments))), ())

    def _parts(self, sentence: str) -> Iterator[str]:
        """The things that a sentence lists, without what asks, and what tells the case before them."""
        pieces = motifs("dires", "liste-demande").split(_WITHIN.sub(" ", sentence))
        for place, piece in enumerate(pieces):
            parts = motifs("dires", "liste-entre").split(piece)
            for at, part in enumerate(parts):
                said = part.strip(' ,;«»"()')
                # What stands by what asks may be of it.
                asking = (at == 0 and place > 0) or (at == len(parts) - 1 and place < len(pieces) - 1)
                asking = asking and (motifs("dires", "liste-reste").search(said) is not None or not self.speaks(said))
                case = not place and not at and motifs("dires", "liste-cas").search(said) is not None
                if said and not asking and not case:
                    yield said

    def speaks(self, part: str) -> bool:
        """True when a part of a sentence holds a word by which some moment is named, and that says more than « unité », « phase »."""
        said = self._timeline.names.read(part)
        return not (said.weak or _words(said).isdisjoint(self._known))

    def compared(self, a: str, b: str, rules: Sequence[str]) -> Comparison | None:
        """How one of two things stands to the other, in the sequence that says both best."""
        readings = sorted(self._readings((a, b), rules), key=lambda one: -one.score)
        return next((held for one in readings if (held := self._relation(*one.moments)) is not None), None)

    def _readings(self, listed: Sequence[str], rules: Sequence[str]) -> Iterator[_Found]:
        """What the things listed may be, in each sequence where all of them are found."""
        things = [self._timeline.names.read(one) for one in listed]
        words = [_words(one) for one in things]
        for holder in self._sequences(rules):
            pool = [one for one in self._timeline.nodes if one != holder and within(one, holder)]
            best = [self._best(held, pool) for held in words]
            if all(best):
                yield _Found(tuple(one[1] for one in best if one), tuple(one[0] for one in best if one))

    def _sequences(self, rules: Sequence[str]) -> list[str]:
        """The moments that hold one that a rule found places, the smallest first; not the whole game."""
        work = f"{self._timeline.work}/"
        found = {provision_of(rule.removeprefix(work)) for rule in rules[:_RULES]}
        placed = (
            identifier
            for identifier, node in self._timeline.nodes.items()
            if any(within(cited, rule) or within(rule, cited) for cited in _rules(node) for rule in found)
        )
        around = dict.fromkeys(holder for identifier in placed for holder in holders(identifier)[1:][-_NEAR:])
        return sorted((one for one in around if self._timeline.nodes[one].children), key=lambda one: -one.count("/"))

    def _best(self, words: set[str], pool: Sequence[str]) -> tuple[float, tuple[str, ...]] | None:
        scores = {one: score - self._cost(words, one) for one in pool if (score := self._score(words, one))}
        most = max(scores.values(), default=0.0)
        alike = sorted((one for one, score in scores.items() if score >= most - _ALIKE), key=lambda one: -scores[one])
        return (most, tuple(alike[:_TRIED])) if most >= _FOUND else None

    def _score(self, words: set[str], identifier: str) -> float:
        """How much of what is said the names of a moment hold."""
        whole = sum(self._known.get(word, _UNKNOWN) for word in words)
        return self._weight(words & self._named[identifier]) / whole if whole else 0.0

    def _cost(self, words: set[str], identifier: str) -> float:
        """What it costs a moment that what is said is not all of a name of it, and that others hold it: the wider is meant."""
        names = [held for held in self._names[identifier] if not words.isdisjoint(held)]
        unsaid = min((self._weight(held - words) / self._weight(held) for held in names), default=1.0)
        return _UNSAID * unsaid + _DEEPER * identifier.count("/")

    def _weight(self, words: Iterable[str]) -> float:
        return sum(self._known[word] for word in words)

    def _sorted(self, moments: Sequence[tuple[str, ...]]) -> tuple[Node, ...]:
        """One moment for each thing, in their order; none where two have no order."""
        before = [0] * len(moments)
        for (i, a), (j, b) in combinations(enumerate(moments), 2):
            comparison = self._relation(a, b)
            if comparison is None or comparison.relation == "simultaneous":
                return ()
            before[j if comparison.relation == "before" else i] += 1
        places = sorted(range(len(moments)), key=before.__getitem__)
        return tuple(self._timeline.nodes[moments[place][0]] for place in places)

    def _relation(self, a: tuple[str, ...], b: tuple[str, ...]) -> Comparison | None:
        """How one stands to the other, whatever moments they are; none where that is not one relation, or is none."""
        try:
            found = [compare(self._timeline, one, other) for one, other in product(a, b)]
        except ArbitreError:
            return None
        relations = {one.relation for one in found}
        apart = not any(within(one, other) or within(other, one) for one, other in product(a, b))
        return found[0] if apart and len(relations) == 1 and relations <= {"before", "after", "simultaneous"} else None


def _rules(node: Node) -> Iterator[str]:
    return (provision_of(cited) for cited in node.moment.cites)


def _words(name: NameWords) -> set[str]:
    """The words of a name, without those that say little."""
    return {*name.heavy, *name.acts}
