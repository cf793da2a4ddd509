"""Who bears a state that a question tells of: who acts, or whom it is done to.

« Une unité en fuite peut tirer ? » and « je peux tirer sur une unité en fuite ? » have the same words, and other answers.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from kb.system.data import lexicon, motifs

# Of how many wordings the roles are kept.
_KEPT = 1 << 14


@lru_cache(_KEPT)
def roles(words: str) -> Mapping[str, bool]:
    """Each state that normalised words tell of, and whether it is borne by whom something is done to."""
    states = (name for name, said in lexicon("roles")["etats"].items() if re.search(rf"\b{said}\b", words))
    return MappingProxyType({state: _suffers(words, state) for state in states})


def _suffers(words: str, state: str) -> bool:
    if _of("subit", state).search(words):
        return True
    whom = "moi" if _of("parle", state).search(words) else "autre"
    return motifs("roles", whom).search(words) is not None


@cache
def _of(part: str, state: str) -> re.Pattern[str]:
    """The motifs of a part, of one state."""
    return re.compile(motifs("roles", part).pattern.replace("{etat}", rf"{lexicon('roles')['etats'][state]}\b"))
