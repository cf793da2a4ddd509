"""Who bears a state that a question tells of: who acts, or whom it is done to.

« Une unité en fuite peut tirer ? » and « je peux tirer sur une unité en fuite ? » have the same words, and other answers.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from kb.system.data import lexicon

# Of how many wordings the roles are kept.
_KEPT = 1 << 14


class _State(NamedTuple):
    """What says a state, what says that it is borne by whom something is done to, what says that the speaker bears it."""

    said: re.Pattern[str]
    suffered: re.Pattern[str]
    spoken: re.Pattern[str]


@lru_cache(_KEPT)
def roles(words: str) -> Mapping[str, bool]:
    """Each state that normalised words tell of, and whether it is borne by whom something is done to."""
    told = ((name, state) for name, state in _states().items() if state.said.search(words))
    return MappingProxyType({name: _suffers(words, state) for name, state in told})


def _suffers(words: str, state: _State) -> bool:
    if state.suffered.search(words):
        return True
    return _pronoun("moi" if state.spoken.search(words) else "autre").search(words) is not None


@cache
def _pronoun(whom: str) -> re.Pattern[str]:
    return re.compile(lexicon("roles")["pronom"][whom])


@cache
def _states() -> Mapping[str, _State]:
    """The states of the language, by name."""
    table = lexicon("roles")
    stops = {"{arret}": table["subit"]["arret"]}
    parts = {"{acte}": table["subit"]["acte"], "{nom}": table["subit"]["nom"]} | stops

    def pattern(motif: str, said: str) -> re.Pattern[str]:
        for word, text in parts.items():
            motif = motif.replace(word, text)
        return re.compile(motif.replace("{arret}", stops["{arret}"]).replace("{etat}", said))

    return {
        name: _State(
            re.compile(rf"\b{said}\b"),
            pattern("|".join(table["subit"]["motifs"]), rf"{said}\b"),
            pattern(table["pronom"]["parle"], rf"{said}\b"),
        )
        for name, said in table["etats"].items()
    }
