"""What a question names besides its matter: the game, the mode; and the question as it is read, its misspelt words mended."""

from collections.abc import Iterable
from dataclasses import dataclass

from kb.model.words import words
from kb.search import Searcher


@dataclass(frozen=True, slots=True)
class Named:
    """A question as read: without the names of the game and of the mode, with the correction made, if any."""

    text: str
    mode: str | None = None
    corrected: str | None = None


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
        corrected = self._searcher.mended(question, work, among)
        text = corrected or question
        if mode is None:
            mode = next((mode for mode, name in self._modes.get(work, ()) if _meant(words(text), name)), None)
        return Named(text, mode, corrected)


# « Pas en Fer de Lance », « hors Fer de Lance »: the mode is named to be left out.
_ASIDE = frozenset({"pas", "hors", "sauf", "sans", "non"})


def _meant(said: list[str], name: list[str]) -> bool:
    """True when a name is said, and not to leave it out."""
    at = _place(said, name)
    return at is not None and _ASIDE.isdisjoint(said[max(0, at - 2) : at])


def _place(said: list[str], name: list[str]) -> int | None:
    """Where the words of a name stand in what is said."""
    return next((at for at in range(len(said) - len(name) + 1) if said[at : at + len(name)] == name), None)
