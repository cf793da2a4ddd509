"""Events: who does what to whom, where; read alike in a question and in the conditions of a rule (« quand », « si », « après que »).

No parser stands behind this: in a clause, the first word that is known to be conjugated is the action, what stands before it acts, what
stands after it undergoes, and what a preposition of place opens is the place. A frame is given as keys, so that an index holds it as it
holds words: `fuir!` the action, `fuir!non` denied, `fuir<unite` its agent, `fuir>allie` its patient, `fuir@travers` and `fuir@allie` its
place, `fuir|allie` any of them, so that a passive still meets its active.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.search.analysis import Analyzer
from kb.words import tokens

_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n+")
BREAK = re.compile(r",\s+|\s+[–—-]\s+|\s*[();]\s*")
OPENERS = re.compile(
    r"\b(?:quand|lorsqu(?:e\b|['’])|si\b|s['’](?=ils?\b)|(?:après|avant|dès|tant|chaque fois|à moins|sauf|une fois|alors) qu(?:e\b|['’])"
    r"|en cas d(?:e\b|['’])|après avoir|au moment où|qui\b|en(?= \w+ant\b))\s*",
    re.IGNORECASE,
)
ARTICLE = re.compile(
    r"l[ea]s?|l|une?|d[eu]s?|d|aux?|cet?|cette|ces|[mts](?:on|a|es)|[nv]otre|[nv]os|leurs?|chaque|aucune?|tout|toute|tous|toutes|en|par"
    r"|plusieurs"
)
PLACE = re.compile(r"travers|dans|sur|sous|derrière|devant|contre|vers|hors|entre|chez|autour|près|proche|loin|depuis")
DENIALS = frozenset({"ne", "n", "pas", "sans", "jamais", "aucun", "aucune"})
# Endings that a verb alone takes: participles and tenses. The plural of a noun has none of them.
_CONJUGATED = re.compile(r"(?:ent|ant|ante|é|és|ée|ées|i|is|ie|it|ira|ait|aient|era|eront|ez|ons|u|ue|us|t)$")
_INFINITIVE = re.compile(r"\w{2,}(?:er|ir|re|oir)$")


@dataclass(frozen=True, slots=True)
class Frame:
    """One event. `action`, `agent`, `patient` and `place` are index keys; `denied` when it does not happen."""

    action: str
    agent: tuple[str, ...] = ()
    patient: tuple[str, ...] = ()
    place: tuple[str, ...] = ()
    denied: bool = False

    def as_keys(self) -> list[str]:
        """The frame as index keys."""
        roles = (("<", self.agent), (">", self.patient), ("@", self.place))
        found = [f"{self.action}!", *([f"{self.action}!non"] if self.denied else ())]
        for mark, held in roles:
            found += [f"{self.action}{mark}{key}" for key in held]
        found += [f"{self.action}|{key}" for key in dict.fromkeys((*self.agent, *self.patient, *self.place))]
        return found


def actions(forms: Iterable[str], analyzer: Analyzer) -> frozenset[str]:
    """The keys that name an action: those of words that a corpus conjugates."""
    return frozenset(
        analyzer.analysed(form)
        for form in forms
        if _CONJUGATED.search(form) and (lemma := analyzer.lemma(form)) != form and _INFINITIVE.fullmatch(lemma)
    )


def rule_frames(text: str, analyzer: Analyzer, acts: frozenset[str]) -> list[Frame]:
    """The events that a rule's own conditions name."""
    found: list[Frame] = []
    for sentence in _SENTENCE.split(text):
        pieces = OPENERS.split(sentence)
        # What stands before the first opener is what the rule says, not when.
        found += [frame for piece in pieces[1:] if (frame := _frame(BREAK.split(piece, maxsplit=1)[0], analyzer, acts))]
    return list(dict.fromkeys(found))


def question_frames(text: str, analyzer: Analyzer, acts: frozenset[str]) -> list[Frame]:
    """The events that a question tells."""
    pieces = [part for piece in OPENERS.split(text) for part in BREAK.split(piece)]
    return list(dict.fromkeys(frame for piece in pieces if (frame := _frame(piece, analyzer, acts))))


def _frame(clause: str, analyzer: Analyzer, acts: frozenset[str]) -> Frame | None:
    found = tokens(clause)
    keys = [None if token in analyzer.lexicon.stopwords else analyzer.key(token) for token in found]
    at = _action(found, keys, acts)
    if at is None:
        return None
    action = keys[at]
    agent = [key for key in keys[:at] if key]
    patient, place = _complements(found[at + 1 :], keys[at + 1 :])
    if "par" in found[at + 1 : at + 3]:
        agent, patient = patient, agent
    denied = not DENIALS.isdisjoint(found[: at + 2])
    return Frame(str(action), _distinct(agent), _distinct(patient), _distinct(place), denied)


def _action(found: Sequence[str], keys: Sequence[str | None], acts: frozenset[str]) -> int | None:
    """The place of the first conjugated word, else of the first word that may name an action."""
    named = [place for place, key in enumerate(keys) if key in acts]
    bare = [place for place in named if place == 0 or not ARTICLE.fullmatch(found[place - 1])]
    return next(iter(bare or named), None)


def _complements(found: Sequence[str], keys: Sequence[str | None]) -> tuple[list[str], list[str]]:
    """What follows an action: its patient, then its place."""
    patient: list[str] = []
    place: list[str] = []
    current = patient
    for token, key in zip(found, keys, strict=True):
        if PLACE.fullmatch(token):
            current = place
        if key:
            current.append(key)
    return patient, place


def _distinct(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))
