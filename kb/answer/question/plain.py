"""A question as it would be written with care: without courtesies nor the name of its game, its apostrophes and its mark set."""

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from kb.model.words import fold, letters
from kb.search import in_full
from kb.system.data import lexicon, motifs

_MARKS = r"[\s,;:.!?…-]"
_LINE = re.compile(r"(?<![.?!:;,…\s])\s*\n\s*(?=\S)")
_GUILLEMETS = re.compile(r"^[«“\"]\s*([^«»“”\"]+?)\s*[»”\"]$")
# No courtesy that closes a question is longer: of a long question its end alone is tried, letter after letter.
_LONGEST = 160
# « :) », « ^^ », what stands out (« **tirer** »).
_FACE = re.compile(r"(?<!\S)(?:[:;=]'?-?[()DPpoO/|]+|\^+|[xX]D+)(?!\S)|[*_~`]{2,}")
# « 1) », « - » at the head of a list.
_NUMBERED = re.compile(r"^(?:[-*•>–—]+|\(?\d{1,2}[).])\s+(?=\S)")

# « ????! », « !? »: one mark asks as much.
_ASKS = re.compile(r"[!…]*\?[?!…]*")
# « ARM : 16 », « FOR: 9 »: a figure of a profile.
_STAT = re.compile(r"\b([A-Z]{1,4}) ?: ?(?=\d)")


def plain(question: str, games: Iterable[str] = (), tells: Callable[[str], object] = str) -> str:
    """What a question says, without the names of the `games` that are asked; as it is written where nothing that `tells` would be left."""
    # A line ends what it says.
    said = " ".join(_FACE.sub("", _LINE.sub(". ", _ASKS.sub("?", question.strip()))).split())
    said = _GUILLEMETS.sub(r"\1", _NUMBERED.sub("", said))
    said = in_full(said.lower() if said.isupper() else _STAT.sub(r"\1 ", said))
    names = tuple(games)
    # A courtesy may stand before the name of the game, or behind it.
    said = _without_game(_without_courtesy(_without_game(said, names, tells)), names, tells)
    if "?" not in said and motifs("intentions", "phrase").search(said.lower()) is not None:
        said = f"{said.rstrip(' .!…')} ?"
    return said if re.search(r"\w", said) else question


def _without_game(question: str, names: tuple[str, ...], tells: Callable[[str], object]) -> str:
    """A question that does not say again which games it is of, unless the name is what it asks."""
    said = question
    while names and (named := _game(names).search(letters(said))) is not None:
        before, after = said[: named.start()], said[named.end() :]
        rest = re.sub(r" (?=[,.])", "", f"{before} {after}".strip())
        if not (re.search(r"\w", rest) and tells(rest)):
            break
        said = rest
    return said


@lru_cache(maxsize=64)
def _game(names: tuple[str, ...]) -> re.Pattern[str]:
    """Where a name stands that says only which game is meant."""
    longest = "|".join(re.escape(fold(name)) for name in sorted(names, key=len, reverse=True))
    return re.compile(naming().replace("{nom}", longest))


def naming() -> str:
    """The expression of where the name of a game stands that says only which one is meant, `{nom}` in the place of the names."""
    table = lexicon("intentions")["jeu"]
    several = table["noms"].replace("{devant}", table["devant"])
    return "|".join(table["motifs"]).replace("{noms}", several).replace("{devant}", table["devant"])


def _without_courtesy(question: str) -> str:
    opening, closing = _courtesies()
    said = question
    while (found := opening.match(said)) is not None:
        said = said[found.end() :]
    while (found := closing.search(said, max(0, len(said) - _LONGEST))) is not None:
        # The mark that tells a question stays, wherever it stood.
        said = said[: found.start()] + (" ?" if "?" in found[0] else "")
    return said


@cache
def _courtesies() -> tuple[re.Pattern[str], re.Pattern[str]]:
    opening, closing = (re.compile(one, re.IGNORECASE) for one in courtesies())
    return opening, closing


def courtesies() -> tuple[str, str]:
    """The expressions of what opens a question and of what closes it, each with the marks next to it; capitals are all one."""
    said = lexicon("intentions")["politesse"]
    opening, closing = (
        "|".join(said[name]).replace("{autre}", said["autre"]).replace("{demande}", said["demande"])
        for name in ("debut", "fin")
    )
    return rf"^(?:{opening})(?!\w){_MARKS}*", rf"(?:^|{_MARKS}+)(?:{closing}){_MARKS}*$"
