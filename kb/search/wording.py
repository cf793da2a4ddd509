"""How a question is worded, beyond the keys that search goes by: its words in order, what it denies, its figures.

Two questions on one matter may still have contrary answers (« elle garde son bonus ? », « elle perd son bonus ? »): what tells them
apart is here. Only what these words are is language; it stands in `corpus/lexicon`.
"""

import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache, partial, reduce
from itertools import chain
from operator import or_
from typing import NamedTuple

from kb.model import Lexicon
from kb.model.words import fold, words
from kb.store import Modal, Wording
from kb.system.data import lexicon, motifs

# What denies, and what is denied besides what is asked.
_motifs = partial(motifs, "negations")
_SENTENCE = re.compile(r"[:;?!«»()]|\.(?!\d)|\s[-–—]\s")
_BRACKETED = re.compile(r"(?<=\w )\(([^()]*)\)")
_COMMA = re.compile(r",(?!\d)")
_FIGURE = re.compile(r"\d*d\d+|\d+(?:[.,]\d+)?|[^\W\d_]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NOTHING = re.compile(r"(?!)")
# The length of a stem, which is a word's beginning; a word no longer than this many letters has none.
_STEM, _SHORT = 5, 3
# Of how many written questions the cases are kept, and of how many that are asked the wording.
_KEPT, _ASKED = 1 << 14, 64


class Difference(NamedTuple):
    """How the cases of two questions differ: figures and things of the lexicon in one alone, what cannot be in both, figures or none.

    `beyond` tells that the figures of one stand on the other side of what a rule sets.
    """

    apart: int
    clashes: int
    figures: bool
    beyond: bool = False


class Wordings:
    """Says how questions are worded, by the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Prepare its words."""
        self._denying, self._obliging = pattern(lexicon.negations), pattern(lexicon.obliging)
        self._numbers = dict(lexicon.figures)
        # A bit a case, those of a matter side by side.
        self._cases: dict[str, tuple[int, int]] = {}
        last = 0
        for cases in lexicon.distinctions:
            matter = (1 << len(cases)) - 1 << last
            self._cases |= {word: (1 << bit, matter) for bit, said in enumerate(cases, last) for word in said.split()}
            last += len(cases)
        self._cases_of = lru_cache(_KEPT)(self._cases_of_words)
        # A question is read more than once on its way to an answer.
        self.of = lru_cache(_ASKED)(self._of)

    def _of(self, text: str) -> Wording:
        """The wording of a question, as if what it asks were neither denied nor forbidden: `turned` then tells that it is."""
        # What stands between brackets is not asked, wherever it stands.
        bracketed = _BRACKETED.findall(text)
        *before, asked = [
            *_clauses(";".join(bracketed)),
            *_clauses(_BRACKETED.sub(" ", text) if bracketed else text),
        ] or [""]
        contradicted = bool(before) and _motifs("dement").fullmatch(asked) is not None
        if contradicted:
            asked = before.pop()
        # Where all that the last clause says is set against what was said before it, that is asked.
        against = asked if before and _motifs("a-part").fullmatch(asked) else ""
        parts = _parted(before.pop() if against else asked)
        clauses = [_undenied(part) for part in parts[::2]]
        rest = [*parts[1::2], against]
        plain = " ".join(chain.from_iterable(zip((said for said, _denials, _forbids in clauses), rest, strict=True)))
        kept = " ".join(" ".join((*before, plain)).split())
        # Denying twice is no denial, nor is denying what is forbidden.
        negated = sum(denials for _said, denials, _forbids in clauses) % 2 == 1
        turned = negated != ((contradicted + sum(forbids for _said, _denials, forbids in clauses)) % 2 == 1)
        without = " ".join(
            chain.from_iterable(denied for clause in (*before, plain) for denied in _motifs("sans").findall(clause))
        )
        return Wording(
            words=kept,
            turned=turned,
            denied=len(self._denying.findall(plain)) % 2 == 1,
            figures=" ".join(self.figures(text)),
            without=" ".join(sorted(stems(without))),
            turning=" ".join(sorted(stems(plain) - stems(" ".join(before)))) if turned and before else "",
            negated=negated,
            modal=self._modal(asked, plain),
        )

    def _modal(self, asked: str, plain: str) -> Modal:
        """Whether a clause asks what is permitted or what is imposed, by its words, and without its denials.

        To be free not to do something is not to have to.
        """
        if self._obliging.search(plain) or _motifs("s-abstenir").search(asked):
            return "must"
        return "may" if _motifs("permet").search(plain) else ""

    def figures(self, text: str) -> list[str]:
        """The figures and dice of a text, in order, those in letters too."""
        found = [self._numbers.get(word, word) for word in _FIGURE.findall(fold(text))]
        # What is no word is a figure: a half (« ½ ») too.
        return [word.replace(",", ".") for word in found if not word.isalpha()]

    def difference(self, one: Wording, other: Wording, thresholds: Sequence[float] = ()) -> Difference:
        """How two cases differ, given the `thresholds` of a rule."""
        (first, matters), (second, _matters) = self._cases_of(one.words), self._cases_of(other.words)
        apart = (first ^ second).bit_count()
        clashes = sum([not first & second & matter for matter in matters if second & matter])
        if one.without or other.without:
            clashes += len({*_denied(one, other), *_denied(other, one)})
        if one.figures == other.figures:
            return Difference(apart, clashes, figures=False)
        apart += len({*one.figures.split()} ^ {*other.figures.split()})
        mine, its = numbers(one.figures), numbers(other.figures)
        return Difference(apart, clashes, bool(mine) != bool(its), _beyond(mine, its, thresholds))

    def _cases_of_words(self, said: str) -> tuple[int, frozenset[int]]:
        """The cases that words tell, as bits, and all those of the matters that they are of, matter by matter."""
        held = [self._cases[word] for word in said.split() if word in self._cases]
        return reduce(or_, (case for case, _matter in held), 0), frozenset(matter for _case, matter in held)


def _parted(clause: str) -> list[str]:
    """A clause cut around what it denies besides what is asked, which is every other part."""
    # Most set nothing apart, which is soon seen.
    return _motifs("a-part").split(clause) if _motifs("ecarte").search(clause) else [clause]


def _undenied(clause: str) -> tuple[str, int, int]:
    """A clause without its denials and what forbids, and how many it has of either."""
    if not _motifs("nie").search(clause):
        # Most deny nothing, which is soon seen.
        return clause, 0, 0
    plain, both = _motifs("deux-mots").subn(lambda denied: denied[1] or denied[2] or "", clause)
    plain, single = _motifs("un-mot").subn("", plain)
    plain, forbids = _motifs("interdit").subn("", plain)
    return plain, both + single, forbids


def _clauses(text: str) -> list[str]:
    """The clauses of a question, as normalised words; a fragment after a comma (« de la table ») is of the one before."""
    found: list[str] = []
    for sentence in _SENTENCE.split(text):
        place = len(found)
        for part in _COMMA.split(sentence):
            clause = _motifs("vide").sub(" ", " ".join(words(part))).strip()
            if clause and len(found) > place and _motifs("fragment").match(clause):
                found[-1] += f" {clause}"
            else:
                found += filter(None, map(str.strip, _motifs("mene").split(clause)))
    return found


def opposed(words: str) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """Of the things that do not go together, those of which some words say one alone: what says it, what says the other."""
    return [
        (own, other)
        for one, two in _contraries()
        for own, other in ((one, two), (two, one))
        if own.search(words) and not other.search(words)
    ]


def nuances(question: str) -> list[re.Pattern[str]]:
    """What a question asks that makes another one of the same without it: one thing only, one case at least, not to make use of it."""
    asked = " ".join(_clauses(question)[-1:])
    return [one for one in _nuances() if one.search(asked)]


@cache
def _nuances() -> list[re.Pattern[str]]:
    return [re.compile(one) for one in lexicon("negations")["nuances"]["motifs"]]


@cache
def _contraries() -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    return [(re.compile(one), re.compile(two)) for one, two in lexicon("negations")["contraires"]["couples"]]


@lru_cache(_KEPT)
def numbers(figures: str) -> tuple[float, ...]:
    """The numbers among figures: no dice."""
    return tuple(float(figure) for figure in figures.split() if _NUMBER.fullmatch(figure))


def _beyond(mine: Sequence[float], its: Sequence[float], thresholds: Sequence[float]) -> bool:
    """True when as many numbers stand on other sides of a threshold, or two of them in another order."""
    if len(mine) != len(its) or mine == its:
        return False
    ordered = len(mine) == len("ab") and _sign(mine[0] - mine[1]) != _sign(its[0] - its[1])
    pairs = [(one, other) for one, other in zip(mine, its, strict=True) if one != other]
    return ordered or any(_sign(one - limit) != _sign(other - limit) for one, other in pairs for limit in thresholds)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _denied(one: Wording, other: Wording) -> Collection[str]:
    """What one case is said to be without, which the other has."""
    without = {*one.without.split()}
    return without & stems(other.words) - {*other.without.split()} if without else ()


def stems(said: str) -> set[str]:
    """How the words of a question begin that are long enough to tell."""
    return {word[:_STEM] for word in said.split() if len(word) > _SHORT}


@cache
def pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """What finds any of some phrases in normalised words; without a phrase, nothing.

    A word that ends with a star stands for all that begin like it.
    """
    either = "|".join(
        re.escape(phrase.removesuffix("*")) + (r"\w*" if phrase.endswith("*") else "") for phrase in phrases
    )
    return re.compile(rf"\b(?:{either})\b") if either else _NOTHING
