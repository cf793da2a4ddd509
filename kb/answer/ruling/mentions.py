"""The situations, values and moments that a question names: a name counts when its words stand there, whole."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.model.words import title_key
from kb.policy import Attribute, Policy, Scalar, Situation
from kb.search import Analyzer
from kb.timing.tree import Node

Keys = tuple[str, ...]
# What a question about order says of itself, and not of the game.
_QUESTION_WORDS = (
    *("ordre", "dérouler", "étape", "séquence", "moment", "premier", "résoudre", "suivre", "venir", "falloir", "faire"),
    *("dernier", "effet", "aptitude", "capacité", "commencer", "utiliser", "déroulement", "arriver"),
)
# Those of them that make a name ask who comes first: such a name is not the whole's.
_RANKS = ("premier", "dernier")
# The words that only say what kind of moment it is.
_KIND_WORDS = ("phase", "étape", "tour", "séquence", "moment", "début", "fin")
_PERIODS = {
    "game": ("partie", "bataille", "jeu"),
    "round": ("round",),
    "turn": ("tour",),
}
# Words that may stand between those of a name.
_BETWEEN = 2


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value of an attribute, by the words that a question has for it, and where they stand."""

    attribute: Attribute
    value: Scalar
    name: str
    at: int


class Recogniser:
    """The names of one game, as keys of its analyzer."""

    def __init__(self, analyzer: Analyzer, policy: Policy, moments: Iterable[Node]) -> None:
        """Analyse the names."""
        self._analyzer = analyzer
        self.about = frozenset(analyzer.keys(" ".join(_QUESTION_WORDS)))
        self._ranks = frozenset(analyzer.keys(" ".join(_RANKS)))
        self._kinds = frozenset(analyzer.keys(" ".join(_KIND_WORDS)))
        self._situations = [(part, self._names((part.title, *part.aliases), frozenset())) for part in policy.situations]
        self._values = {part.id: list(self._named_values(part)) for part in policy.situations}
        self._moments = [named for node in moments for named in self._named_moments(node)]

    def _names(self, names: Iterable[str], without: frozenset[str]) -> tuple[Keys, ...]:
        """The keys of names, without those that say nothing of the game; a name of such words alone is none."""
        found = (tuple(key for key in self._analyzer.keys(name) if key not in without) for name in names)
        return tuple(dict.fromkeys(keys for keys in found if keys))

    def _named_moments(self, node: Node) -> Iterator[tuple[Keys, frozenset[str], Node]]:
        """The names of a moment, each with its words as written."""
        for name in (node.moment.title, *node.moment.aliases):
            for keys in self._names((name,), self._kinds):
                yield keys, frozenset(title_key(name).split()), node

    def _named_values(self, situation: Situation) -> Iterator[tuple[Keys, Attribute, Scalar, str]]:
        for attribute in situation.attributes:
            for value, names in attribute.names:
                for name in names:
                    keys = tuple(self._analyzer.keys(name))
                    if keys:
                        yield keys, attribute, _typed(attribute, value), names[0]

    def sole(self, said: Keys) -> Situation | None:
        """The one situation whose name is all that a question says of the game: « dans quel ordre se déroule une attaque »."""
        named = {key for key in said if key not in self.about}
        found = [
            part
            for part, names in self._situations
            if any(named == set(name) - self.about for name in names if self._ranks.isdisjoint(name))
        ]
        return found[0] if len(found) == 1 else None

    def values(self, situation: Situation, said: Keys) -> list[NamedValue]:
        """The values named, each once, in the order of the question; of names that share words, the longest."""
        found = [
            (keys, NamedValue(attribute, value, name, at))
            for keys, attribute, value, name in self._values[situation.id]
            if (at := _together(said, keys)) is not None
        ]
        kept: list[NamedValue] = []
        taken: set[int] = set()
        for keys, read in sorted(found, key=lambda pair: -len(pair[0])):
            places = set(range(read.at, read.at + len(keys)))
            known = any((read.attribute.name, read.value) == (one.attribute.name, one.value) for one in kept)
            if taken.isdisjoint(places) and not known:
                kept.append(read)
                taken |= places
        return sorted(kept, key=lambda read: read.at)

    def moments(self, question: str, said: Keys) -> dict[tuple[int, ...], list[Node]]:
        """The moments named, by the places of their words; not those named by a part of another's name.

        A name of one word counts as it is written alone: « le tir » is a phase, « on tire » is not.
        """
        bare = tuple("" if key in self.about else key for key in said)
        written = set(title_key(question).split())
        found: dict[tuple[int, ...], list[Node]] = {}
        for keys, words, node in self._moments:
            places = _places(bare, keys)
            if places and node not in found.get(places, ()) and (len(keys) > 1 or not words.isdisjoint(written)):
                found.setdefault(places, []).append(node)
        return {places: held for places, held in found.items() if not any(set(places) < set(other) for other in found)}

    @staticmethod
    def period(question: str) -> str | None:
        """The kind of moment that a question names by its kind alone: « un tour », « la partie »."""
        said = set(title_key(question).split())
        found = {kind for kind, words in _PERIODS.items() if not said.isdisjoint(words)}
        return found.pop() if len(found) == 1 else None


def _together(said: Keys, keys: Keys) -> int | None:
    """Where the words of a name stand together, in order."""
    return next((at for at in range(len(said) - len(keys) + 1) if said[at : at + len(keys)] == keys), None)


def _places(said: Keys, keys: Keys) -> tuple[int, ...]:
    """Where the words of a name stand, close together; nothing when one is missing or far away."""
    if not set(keys) <= set(said):
        return ()
    places = sorted(said.index(key) for key in keys)
    return tuple(places) if places[-1] - places[0] < len(keys) + _BETWEEN else ()


def _typed(attribute: Attribute, value: str) -> Scalar:
    """A value of `noms`, whose keys are always text in a TOML file."""
    if attribute.type == "oui-non":
        return value in {"true", "oui", "vrai"}
    return int(value) if attribute.type == "nombre" and value.lstrip("-").isdigit() else value
