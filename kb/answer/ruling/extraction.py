"""What the words of a rule say of when, of who, or of which of two comes first, where a question asks it and the engine says nothing.

They are its own words (`corpus/lexicon/dires.toml` tells which), or « avant », « après » and the words of the question.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

from kb.answer.question.sides import END, Sides, sides_of
from kb.answer.values import Clause, Conclusion
from kb.model.clauses import provision_of
from kb.model.words import letters
from kb.search import Analyzer
from kb.store import Passage, WindowRow
from kb.system.data import lexicon, motifs

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
# What is said is no longer than this; of how many texts the keys are kept.
_LONGEST, _KEPT = 170, 1 << 12
# What goes on with a name: « lors de l'étape des Autres | Mouvements »; what the grammar of timing phrases leaves at the end of one.
_NAMED = re.compile(r"(?: (?:d[eu]s? |d['’])?[A-ZÀÂÉÈÊÎÔÛ][\w’'-]+)*")
_TRAILING = re.compile(r"(?:,| mais| et| ou)+$")
# The timing phrases that tell of a case: where the question says it too, they answer nothing.
_OF_CASE = frozenset({"when", "each", "during", "while", "after"})
# « Durant ce tour » says when of what stands before it; « l'une des situations suivantes », of what follows.
_ANAPHORIC = re.compile(r"^(?:durant|pendant|lors de|au cours de) ce(?:t|tte)?\b|\bsuivante?s\b|\bune? tel(?:le)?\b")
# What says one of these of another matter says it too: it shares a word with the question.
_SHARING = frozenset({"first", "prevails"})
# A case in which a rule says what it does: what is too long goes without it.
_CONDITION = re.compile(r"^(?:si|s'il|lorsqu|quand|après|une fois)\b[^,]*, ", re.IGNORECASE)
_PAIRED = (("(", ")"), ("«", "»"), ("“", "”"))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A kind of demand: what asks it, what says it, the edges of the timing phrases that do; see the lexicon."""

    kind: Literal["moment", "first", "prevails", "window", "order"]
    motifs: tuple[re.Pattern[str], ...]
    said: tuple[re.Pattern[str], ...]
    otherwise: tuple[re.Pattern[str], ...]
    at_once: tuple[re.Pattern[str], ...]
    edges: frozenset[str]


class Extractor:
    """What is said of time and order in the rules of a work: its timing phrases by the rule that holds them."""

    def __init__(self, windows: Sequence[WindowRow], analyzer: Analyzer) -> None:
        """Sort the timing phrases."""
        self._keys = lru_cache(_KEPT)(lambda text: frozenset(analyzer.keys(text)))
        self._windows: dict[str, list[WindowRow]] = {}
        for row in windows:
            self._windows.setdefault(row.id, []).append(row)

    def concluded(
        self,
        question: str,
        best: Passage,
        quotes: Iterable[Clause],
        others: Iterable[str],
        weights: Mapping[str, float],
    ) -> Conclusion | None:
        """What the clauses quoted say of what is asked: the sentence that holds most of it and says so.

        Nothing, where one of the `others`, titles of rules that answer too, is named whole: « contre-charge » is no « charge ».
        """
        normalised, keys, sides = letters(question[-END:]), self._keys(question), sides_of(question)
        if any(self._keys(best.title) < self._keys(title) <= keys for title in others):
            return None
        # Those of the best rule first.
        deciding = [one for one in quotes if one.role == "decides"]
        clauses = sorted(deciding, key=lambda one: provision_of(one.id) != best.id)
        asked = _asked_in(normalised)
        if not sides and (asked is None or motifs("dires", "fermee").search(normalised)):
            return None
        sentences = self._sentences(clauses, weights)
        # An order may run over two sentences.
        for text in (*(text for text, _clause in sentences), *(one.text for one in clauses)) if sides else ():
            if said := self._ordered(sides, keys, text):
                return said
        if asked is None or sides:
            return None
        # What asks who acts holds the act; what asks which prevails, nothing of the matter.
        asking = _first_met(asked.motifs, normalised) if asked.kind == "prevails" else None
        matter = keys - self._keys(asking[0] if asking else "")
        for text, clause in sentences:
            if asked.kind == "moment" and text.endswith(":"):
                # When is told by the list that follows, not by what announces it.
                continue
            apart = asked.kind in _SHARING and matter.isdisjoint(self._keys(text))
            if not apart and (said := self._said(keys, asked, text, clause)):
                return said
        return None

    def _sentences(self, clauses: Iterable[Clause], weights: Mapping[str, float]) -> list[tuple[str, Clause]]:
        """The sentences of some clauses, of each those that hold most of the question first."""
        found: list[tuple[str, Clause]] = []
        for clause in clauses:
            parts = [one.strip() for one in _SENTENCE.split(clause.text) if one.strip()]
            parts.sort(key=lambda text: -sum(weights.get(key, 0.0) for key in self._keys(text)))
            found += [(one, clause) for one in parts]
        return found

    def _said(self, keys: frozenset[str], asked: _Asked, text: str, clause: Clause) -> Conclusion | None:
        """When or who, as a sentence says it."""
        normalised = letters(text)
        met = _first_said(asked.said, normalised)
        said = _quoted(text, met) if met else " ; ".join(self._moments(keys, asked, text, clause))
        if not said and (otherwise := _first_said(asked.otherwise, normalised)) is not None:
            said = _quoted(text, otherwise)
        at_once = None if met else _first_met(asked.at_once, normalised)
        if at_once and at_once[0] not in letters(said):
            said = ", ".join(filter(None, (text[slice(*at_once.span())].lower(), f"{said[:1].lower()}{said[1:]}")))
        said = said.strip(" ,;.")
        if len(said) > _LONGEST:
            said = _CONDITION.sub("", said)
        if any(said.count(one) != said.count(other) for one, other in _PAIRED):
            # What is quoted within a sentence ended it too soon.
            return None
        return Conclusion(asked.kind, f"{said[:1].upper()}{said[1:]}.") if 0 < len(said) <= _LONGEST else None

    def _moments(self, keys: frozenset[str], asked: _Asked, text: str, clause: Clause) -> list[str]:
        """The timing phrases of a sentence that say what is asked, and that the question does not say itself."""
        normalised, found = letters(text), dict[int, str]()
        for row in self._windows.get(provision_of(clause.id), ()):
            met = re.search(re.escape(letters(row.printed)), normalised) if row.edge in asked.edges else None
            if (
                met is None
                or _ANAPHORIC.search(met[0])
                or _out(normalised, met)
                or (row.edge in _OF_CASE and self._keys(row.printed) <= keys)
            ):
                continue
            end = named.end() if (named := _NAMED.match(text, met.end())) else met.end()
            adjective = motifs("dires", "adjectif").match(normalised, end)
            said = _TRAILING.sub("", text[met.start() : adjective.end() if adjective else end])
            found[met.start()] = max(found.get(met.start(), ""), said, key=len)
        phrases = [found[at] for at in sorted(found)]
        whole = [one for one in phrases if not any(one in other for other in phrases if one != other)]
        # Of two moments, the sentence does not say which is that of the question.
        return whole if len(whole) == 1 else []

    def _ordered(self, sides: Sides | None, asked: frozenset[str], text: str) -> Conclusion | None:
        """Which of two things that a question opposes comes first, as a sentence that speaks of both has them."""
        if sides is None:
            return None
        a, b = self._keys(sides.a), self._keys(sides.b)
        # « Ça se fait avant… ou après ? » is asked of what was said before.
        a, b, normalised, held = (a or asked) - b, b - a, letters(text), self._keys(text)
        if a.isdisjoint(held) or b.isdisjoint(held):
            return None
        if motifs("dires", "ensemble").search(normalised):
            both = all(2 * len(side & held) > len(side) for side in (a, b))
            return Conclusion("first", "En même temps.") if both else None
        for met in filter(None, (pattern.search(normalised) for pattern in _motifs("ordres", "motifs"))):
            one, two = (self._keys(text[slice(*met.span(part))]) for part in ("un", "deux"))
            # How much more of the first thing stands before, of the second behind: where they disagree, nothing is said.
            before, behind = (
                len(side & (x - y)) - len(side & (y - x)) for side, x, y in ((a, one, two), (b, two, one))
            )
            if before + behind and before * behind >= 0:
                return _in_turn(sides, reverse=before + behind < 0)
        return None


def _in_turn(sides: Sides, *, reverse: bool) -> Conclusion:
    """« Avant. », or the two things in their order."""
    if sides.of_one:
        return Conclusion("first", "Après." if reverse else "Avant.")
    said = ", puis ".join((sides.b, sides.a) if reverse else (sides.a, sides.b))
    return Conclusion("first", f"{said[:1].upper()}{said[1:]}.")


def _asked_in(normalised: str) -> _Asked | None:
    """What a question asks for; « combien de dés ai-je le droit de lancer ? » does not ask what may be used."""
    met = (one for one in _asked() if _first_met(one.motifs, normalised))
    of_value = motifs("intentions", "compte").search(normalised) is not None
    return next((one for one in met if not (of_value and one.kind == "window")), None)


@cache
def _asked() -> tuple[_Asked, ...]:
    """The kinds of demand; `{name}` in a pattern of one stands for what it has under this name."""

    def compiled(entry: Mapping[str, Any], name: str) -> tuple[re.Pattern[str], ...]:
        given = {key: value for key, value in entry.items() if isinstance(value, str)}
        return tuple(
            re.compile(re.sub(r"\{([a-z]+)\}", lambda met: given[met[1]], pattern)) for pattern in entry.get(name, ())
        )

    return tuple(
        _Asked(
            one["genre"],
            compiled(one, "motifs"),
            compiled(one, "dit"),
            compiled(one, "sinon"),
            compiled(one, "aussitot"),
            frozenset(one.get("bords", ())),
        )
        for one in lexicon("dires")["demande"]
    )


@cache
def _motifs(part: str, name: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, lexicon("dires")[part][name]))


def _first_met(patterns: Iterable[re.Pattern[str]], text: str) -> re.Match[str] | None:
    return next((met for pattern in patterns if (met := pattern.search(text))), None)


def _first_said(patterns: Iterable[re.Pattern[str]], text: str) -> re.Match[str] | None:
    """Where the first of some patterns finds what a rule says."""
    return next((met for pattern in patterns if (met := pattern.search(text)) and not _out(text, met)), None)


def _quoted(text: str, met: re.Match[str]) -> str:
    """The words of a rule that say what is asked: « c'est le joueur actif qui choisit » is said without what sets it off."""
    said = text[slice(*met.span("dit"))]
    return said.replace(" qui ", " ", 1) if letters(text[: met.start("dit")]).endswith("c'est ") else said


def _out(text: str, met: re.Match[str]) -> bool:
    """True when what stands before a phrase takes from it that it is what the rule says; what may not be lasts as long as is said."""
    before = text[: met.start()]
    lasting = met[0].startswith("jusqu") and motifs("dires", "nie").search(before) is not None
    return not lasting and motifs("dires", "hors").search(before) is not None
