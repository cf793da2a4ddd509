"""What each sentence of a rule allows, orders or forbids, by the words of `corpus/lexicon/posture.toml`.

No parser stands behind this: in a clause, the words before « peut », « doit » or « ne … pas » are the subject, the next verb is the
act, what follows it the object; the clauses that « quand », « si »… open are the case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import Stemmer

from kb.model.words import fold
from kb.system.data import lexicon, motifs

_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n+")
_CLAUSE = re.compile(r",\s*|\s*[;:()–—]\s*")
_WORD = re.compile(r"[a-z0-9]+")
_INFINITIVE = re.compile(r"\w+(?:er|ir|re|oir)")
_PARTICIPLE = re.compile(r"\w{2,}(?:e|i|u|is|it|ert|eint|aint)(?:e?s?)")
_ENDED = re.compile(r"(?:[ei]e?s?|ent)$")
# How far from « peut » its verb may stand, in words.
_NEAR = 5
_SHORT = 2


@dataclass(frozen=True, slots=True)
class Directive:
    """One thing that a sentence says of an act: `says` is interdit, oblige or permet; the sets hold stems.

    `head` is the first stem of the object, empty when there is none;
    `pointing` when the subject is only known by the text around (« ce mouvement »).
    """

    says: str
    act: str
    subject: frozenset[str]
    object: frozenset[str]
    head: str
    case: frozenset[str]
    pointing: bool
    sentence: str


@cache
def _listed(part: str) -> frozenset[str]:
    """The `mots` of a table of the lexicon."""
    return frozenset(lexicon("posture")[part]["mots"])


@cache
def _postures() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((entry["nom"], re.compile(entry["motif"])) for entry in lexicon("posture")["posture"])


@cache
def _condition() -> re.Pattern[str]:
    """What opens the case where a sentence holds; « que » is read before a vowel too."""
    openings = [fold(said) for many in lexicon("temps")["propositions"].values() for said in many]
    conditions = [rf"\b{said[:-1]}(?:e\b|')" if said.endswith("que") else rf"\b{said}\b" for said in openings]
    return re.compile("|".join((*conditions, *lexicon("posture")["condition"]["motifs"])))


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("french")


def insists(word: str) -> bool:
    """True for a folded word that print sets apart by insistence, not as a term."""
    return word in _listed("insistance")


def stems(text: str) -> list[str]:
    """The stems of the folded words of a text, but for those that say nothing of a case."""
    empty = _listed("vide")
    return list(
        _stemmer().stemWords([word for word in _WORD.findall(text) if len(word) > _SHORT and word not in empty])
    )


def directives(text: str) -> Iterator[Directive]:
    """What each sentence of a plain text says may, must or must not be done.

    A question says nothing; a sentence that sets itself apart from another rule (« sauf », « même si ») is left out.
    """
    for sentence in _SENTENCE.split(text):
        folded = fold(sentence).strip()
        if folded and not folded.endswith("?") and not motifs("posture", "exception").search(folded):
            yield from _said(folded, " ".join(sentence.split()))


def _said(folded: str, sentence: str) -> Iterator[Directive]:
    clauses, case = _parted(folded)
    for clause in clauses:
        tried = ((says, pattern.search(clause)) for says, pattern in _postures())
        says, match = next((one for one in tried if one[1]), ("", None))
        if match is None:
            continue
        before, after = clause[: match.start()], clause[match.end() :]
        verb = match.groupdict().get("geste") or _verb(after)
        act = _act(verb)
        if act and not motifs("posture", "limite").search(after):
            pointing = motifs("posture", "anaphore").search(before) is not None
            undergoing = stems(after.replace(verb, " ", 1))
            head = undergoing[0] if undergoing else ""
            yield Directive(says, act, frozenset(stems(before)), frozenset(undergoing), head, case, pointing, sentence)


def _parted(folded: str) -> tuple[list[str], frozenset[str]]:
    """The clauses of a sentence, and the stems of its conditions."""
    mains: list[str] = []
    case: list[str] = []
    for clause in _CLAUSE.split(folded):
        opener = _condition().search(clause)
        mains.append(clause[: opener.start()] if opener else clause)
        case += stems(clause[opener.end() :]) if opener else []
    return mains, frozenset(case)


def _verb(after: str) -> str:
    """The verb that « peut » or « doit » leads, a participle where it is passive; empty when it leads none."""
    words = _WORD.findall(after)[:_NEAR]
    passive = "etre" in words
    tried = words[words.index("etre") + 1 :] if passive else words
    pattern, idle = (_PARTICIPLE if passive else _INFINITIVE), _listed("sans-geste")
    return next((word for word in tried if pattern.fullmatch(word) and word not in idle), "")


def _act(verb: str) -> str:
    """The stem of a verb, one for its active and its passive; empty for what is no act.

    The folded text writes a participle as another word would be written: it is put back to its infinitive.
    """
    if not verb or verb in _listed("sans-geste"):
        return ""
    return str(_stemmer().stemWord(_ENDED.sub(lambda ending: f"{ending[0][0]}r", verb)))
