"""The name that a question asks about and that the book does not hold: a unit of another book, a rule of another game."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain

from kb.model.words import fold
from kb.search import Analyzer, Found, Searcher
from kb.store import KnowledgeBase
from kb.system.data import lexicon, motifs

# A word no longer than this may be short for another.
_CURT = 3
# A word is of players when questions of so many rules hold it, or one of so many of the best rules.
_OFTEN, _BEST = 4, 3
# Of how many works the words of names are kept.
_WORKS = 32


def unknown_name(
    base: KnowledgeBase, searcher: Searcher, question: str, found: Found, *, at_all: bool = False
) -> str | None:
    """Such a name, in the words of the question; None when the book has it, or the question asks about none.

    A word is known when a name or a clause of the book holds it: those of the questions of its rules are players' words, which are
    enough for a name without a capital. What a question calls a rule, a spell… with several capitals is one name. With `at_all`, whatever
    stands where a thing is named must be known.
    """
    analyzer = searcher.analyzer(found.work)
    for name in _named(question, "motifs", "valeurs"):
        if not is_held(base, analyzer, found.work, name) or (
            _is_title(name) and not (base.lookup(name, found.work) or base.mentions(found.work, name))
        ):
            return name
    for name in _named(question, "capitales"):
        if not is_held(base, analyzer, found.work, name) and fold(name) not in _first_names():
            return name
    for name in _named(question, "sujets"):
        if any(key not in found.known for key in analyzer.keys(name) if len(key) > _CURT):
            return name
    return _unknown_thing(base, searcher, question, found) if at_all else None


def is_held(base: KnowledgeBase, analyzer: Analyzer, work: str, name: str) -> bool:
    """True when the rules of a book hold every word of a name, or it says whole what players call a row of a table.

    A part of what a row is called is not enough: « trône stormcast » makes no Stormcast known.
    """
    keys = frozenset(analyzer.keys(name))
    left = keys - base.in_rules(work)
    return not left or any(left <= frozenset(analyzer.keys(row)) <= keys for row in base.rows_called(work))


def without_rule(base: KnowledgeBase, analyzer: Analyzer, work: str, question: str) -> str | None:
    """The name with a capital of which a figure is asked, and of which no rule, row or profile has a word: an example may tell of it."""
    named = (name for name in _named(question, "sujets", "valeurs") if name != name.lower())
    return next((name for name in named if _in_titles(base, analyzer, work).isdisjoint(analyzer.keys(name))), None)


@lru_cache(_WORKS)
def _in_titles(base: KnowledgeBase, analyzer: Analyzer, work: str) -> frozenset[str]:
    """The keys of all that a work names, and of what players call its rows."""
    named = (*(name for name, _id in base.names(work)), *base.rows_called(work))
    return frozenset(key for name in named for key in analyzer.keys(name))


def things_asked_of(question: str) -> tuple[str, ...]:
    """The names of what a question asks a thing of: a rule, a figure."""
    return tuple(_named(question, "motifs", "valeurs", "sujets"))


def _unknown_thing(base: KnowledgeBase, searcher: Searcher, question: str, found: Found) -> str | None:
    """What stands where a thing is named, in a word that neither the book nor players use; None when none does.

    One question of another rule may have it, even to ask whether the book has.
    """
    analyzer = searcher.analyzer(found.work)
    named = [said["nom"] for said in motifs("tableaux", "inconnu").finditer(question.lower())]
    empty = analyzer.lexicon.stopwords | {*lexicon("tableaux")["inconnu"]["vides"]}
    things = {name: analyzer.key(name) for name in named if name not in empty}
    held = base.in_names(found.work) | (_ordinary() if found.is_thin else frozenset())
    best = {one.document for one in found.candidates[:_BEST]}
    for name, key in things.items():
        holding = searcher.rules_holding(found, key)
        if key not in held and len(holding) < _OFTEN and not holding & best:
            return name
    return None


@cache
def _patterns(kind: str) -> tuple[re.Pattern[str], ...]:
    """What a name is of, and where it stands, is language."""
    return tuple(map(re.compile, lexicon("intentions")["nomme"][kind]))


@cache
def _ordinary() -> frozenset[str]:
    """What players say whatever the game."""
    return frozenset(lexicon("ordinaires")["mots"].split())


@cache
def _first_names() -> frozenset[str]:
    """The names of those who play, which no book has."""
    return frozenset(lexicon("intentions")["nomme"]["prenoms"].split())


def _named(question: str, *kinds: str) -> Iterator[str]:
    for pattern in chain.from_iterable(map(_patterns, kinds)):
        # « 50 pts » is a figure, and no name.
        yield from (found["nom"] for found in pattern.finditer(question.strip()) if not found["nom"][0].isdigit())


def _is_title(name: str) -> bool:
    return sum(word[:1].isupper() for word in name.split()) > 1
