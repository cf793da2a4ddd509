"""What a question names a row or a column by that a table has not: a letter, a number, a thing of another name.

A table's rows are a closed list: what stands where one of them is named, and is none of them, is not in it.
"""

import re
from collections.abc import Collection, Sequence
from functools import cache

from kb.answer.table.labels import RANGE, Label, Labels
from kb.model.words import fold
from kb.search import Analyzer
from kb.system.data import lexicon, motifs

_WORD = re.compile(r"[^\W\d_]+")
# From how many letters on a word may say what kind of thing is meant.
_LONG = 5


def letter(labels: Labels, rows: Sequence[str]) -> str | None:
    """The letter that a question names, of which no row goes by: « la lettre Z »."""
    asked = motifs("tableaux", "lettre").search(labels.text)
    lettered = all(len(row) == 1 and row.isalpha() for row in rows)
    return (
        f"lettre {asked['nom'].upper()}"
        if asked is not None and lettered and asked["nom"] not in map(fold, rows)
        else None
    )


def number(labels: Labels, heading: str, titles: Sequence[str]) -> str | None:
    """The number that no column has, of columns that go by numbers: « la carte 9 » of six."""
    if not all(map(RANGE.fullmatch, titles)):
        return None
    counted = [one for one in labels.figures if one.word and labels.speaks_of(heading, one.word)]
    beyond = (one for one in counted if not any(labels.holds(title, heading, one) for title in titles))
    return next((f"{one.word} {one.number}" for one in beyond), None)


def kind_of(labels: Labels, row: Label, own: str, analyzer: Analyzer, held: Collection[str]) -> str | None:
    """A row said with what makes of it another thing, which the book has nowhere: « arbalète à répétition », « victoire mineure ».

    `own` are all the words of the table, `held` the keys of the book's rules.
    """
    named = frozenset(key for keys in (*row.printed_keys, *row.given_keys) if keys <= labels.keys for key in keys)
    said = _words(labels.raw)
    places = [place for place, word in enumerate(said) if analyzer.key(word) in named]
    if not places:
        return None
    last = places[-1]
    tied = last + 1 < len(said) and said[last + 1] in lexicon("tableaux")["sorte"]["lien"]
    place = last + 2 if tied else last + 1
    if place >= len(said) or not _is_kind(said[place], tied=tied):
        return None
    known = labels.speaks_of(own, said[place]) or analyzer.key(said[place]) in held
    return None if known else " ".join(said[last : place + 1])


def _words(said: str) -> list[str]:
    return _WORD.findall(said.lower())


def _is_kind(word: str, *, tied: bool) -> bool:
    """True for a word that tells what kind of thing is meant: after « à » or « de » any long one, else one made as an adjective is."""
    return len(word) >= _LONG and (tied or _adjective().search(word) is not None)


@cache
def _adjective() -> re.Pattern[str]:
    return re.compile(lexicon("tableaux")["sorte"]["adjectif"])
