"""What a question names besides its matter: the game, the mode; and the question as it is read, its misspelt words mended."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from kb.answer.question.intent import topic_of, without_article
from kb.answer.question.plain import plain
from kb.answer.question.unknown_names import is_held, things_asked_of
from kb.model.words import words
from kb.search import Searcher
from kb.system.data import lexicon

LONGEST_NAME = 80
"""A question longer than this is no title, in characters."""


@dataclass(frozen=True, slots=True)
class Named:
    """A question as read, its courtesies left out: `whole`, and `text`, what is looked for of it, its misspelt words mended in both.

    `written` is what is looked for as it was spelt, `corrected` the whole where something was mended.
    """

    text: str
    whole: str
    written: str
    mode: str | None = None
    corrected: str | None = None

    @property
    def is_topic(self) -> bool:
        """True when the question asks no more than what a thing is, which is then what is looked for."""
        return self.text != self.whole


class Names:
    """The names that players give to games and modes, from their lexicons."""

    def __init__(self, searcher: Searcher) -> None:
        """Gather the names of every work that has some."""
        self._searcher = searcher
        self._games: dict[str, list[list[str]]] = {}
        self._modes: dict[str, list[tuple[str, list[str]]]] = {}
        for work in searcher.works(None):
            lexicon = searcher.analyzer(work).lexicon
            self._games[work] = [words(name) for name in lexicon.names]
            # The longest name first: « guerre de frontières » before « guerre ».
            named = [(mode, words(name)) for mode, name in lexicon.modes]
            self._modes[work] = sorted(named, key=lambda pair: -len(pair[1]))

    def games(self, question: str) -> tuple[str, ...]:
        """The games that a question names."""
        said = words(question)
        return tuple(
            work for work, names in self._games.items() if any(_place(said, name) is not None for name in names)
        )

    def read(self, question: str, work: str, mode: str | None = None, among: Iterable[str] = ()) -> Named:
        """A question as one work reads it, `among` all those that are asked; `mode`, when given, prevails over the one named."""
        written = self._written(question, work, among)
        general = self._in_general(written, work)
        corrected = self._searcher.mended(general, work, among) or (general if general != written else None)
        text = corrected or written
        if mode is None:
            said = words(text)
            mode = next((mode for mode, name in self._modes.get(work, ()) if _meant(said, name)), None)
        topic = topic_of(text)
        if topic is None or self._is_name(written, work):
            return Named(text, text, written, mode, corrected)
        return Named(topic, text, topic_of(written) or written, mode, corrected)

    def without_games(self, question: str, work: str, among: Iterable[str] = ()) -> str:
        """A question without its courtesies nor the names of its game and of the others that are asked, where they only say which."""
        analyzer = self._searcher.analyzer
        called = [name for one in dict.fromkeys((work, *among)) for name in analyzer(one).lexicon.names]
        return plain(question, called, analyzer(work).keys)

    def _written(self, question: str, work: str, among: Iterable[str]) -> str:
        """A question as it is read, but for its misspelt words: a name of the book stays as it is, without its article."""
        if self._is_name(question, work):
            return question
        bare = without_article(question)
        if bare != question and self._is_name(bare, work):
            return bare
        return self._of_matter(self.without_games(question, work, among), work)

    def _in_general(self, question: str, work: str) -> str:
        """A question with « unité » for a troop of someone that the book does not have, unless something is asked of it alone."""
        asked_of = " ".join(things_asked_of(question))

        def read(troop: re.Match[str]) -> str:
            return troop[0] if troop["nom"] in asked_of or self._has(troop["nom"], work) else _unit(troop)

        return _troops().sub(read, question)

    def _has(self, name: str, work: str) -> bool:
        return is_held(self._searcher.base, self._searcher.analyzer(work), work, name)

    def _is_name(self, said: str, work: str) -> bool:
        """True when the book has a rule of that very name."""
        return len(said) <= LONGEST_NAME and bool(self._searcher.base.lookup(said, work))

    def _of_matter(self, question: str, work: str) -> str:
        """What a question tells, then what it asks; a sentence that has no word of the book is left out (« On en a débattu hier. »)."""
        sentences = _SENTENCE.split(question)
        asked = next((one for one in reversed(sentences) if "?" in one), sentences[-1])
        kept = (one for one in sentences if one is not asked and ("?" in one or self._tells(one, work)))
        # The last one may have no stop: it would be read with what is asked.
        return " ".join((*(one if one.endswith(_STOPS) else f"{one}." for one in kept), asked))

    def _tells(self, sentence: str, work: str) -> bool:
        """True when a sentence has a word of the book, or a name, which the book may not have."""
        keys = self._searcher.analyzer(work).keys(sentence)
        return _NAME.search(sentence) is not None or not self._searcher.base.in_names(work).isdisjoint(keys)


# What ends a sentence.
_STOPS = (".", "!", "?", "…", ":", ";")
# A capital within a sentence.
_NAME = re.compile(r"(?<=[\w,'’)] )[A-ZÀÂÉÈÊÎÔÛ]|(?<=['’])[A-ZÀÂÉÈÊÎÔÛ]")


@cache
def _troops() -> re.Pattern[str]:
    """What is someone's, by a name."""
    table = lexicon("intentions")["nomme"]
    return re.compile(rf"(?P<a>{table['possessif']}) (?P<nom>{table['troupes']})")


def _unit(troop: re.Match[str]) -> str:
    one, several = lexicon("intentions")["nomme"]["lues"]
    whose = troop["a"]
    # « Ma Vouivre » is « mon unité ».
    return f"{whose} {several}" if whose.endswith("s") else f"{re.sub('a$', 'on', whose)} {one}"


# Where a sentence, or what announces one, ends.
_SENTENCE = re.compile(r"(?<=[.!?…:])\s+(?=[^\s?!:])")
# « Pas en Fer de Lance », « hors Fer de Lance »: the mode is named to be left out.
_ASIDE = frozenset({"pas", "hors", "sauf", "sans", "non"})


def _meant(said: list[str], name: list[str]) -> bool:
    """True when a name is said, and not to leave it out."""
    at = _place(said, name)
    return at is not None and _ASIDE.isdisjoint(said[max(0, at - 2) : at])


def _place(said: list[str], name: list[str]) -> int | None:
    """Where the words of a name stand in what is said."""
    return next((at for at in range(len(said) - len(name) + 1) if said[at : at + len(name)] == name), None)
