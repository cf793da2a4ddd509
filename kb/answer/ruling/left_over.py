"""What a question of a value tells and no slot takes: it may count, and nothing is worked out."""

from collections.abc import Collection, Sequence
from itertools import combinations, groupby

from kb.model import Kind
from kb.model.clauses import provision_of
from kb.model.words import title_key
from kb.policy import NamedModifier, Quantity
from kb.search import Analyzer, Token, Utterance
from kb.store import KnowledgeBase
from kb.system.data import lexicon, motifs

# A word no longer than this names no rule; no name has more words than the last.
_SHORT, _LONGEST = 2, 5
# What a name of one word, of two, of three, of more must be the name of to count.
_NAMED = (
    {Kind.ABILITY},
    {Kind.ABILITY, Kind.KEYWORD},
    {Kind.ABILITY, Kind.KEYWORD},
    {Kind.ABILITY, Kind.KEYWORD, Kind.RULE},
)

# A word, and whether nothing took it.
_Said = tuple[Token, bool]


class LeftOver:
    """What of a question is left over, in one game."""

    def __init__(self, base: KnowledgeBase, work: str, analyzer: Analyzer) -> None:
        """Prepare nothing."""
        self._base, self._work, self._analyzer = base, work, analyzer

    def counts(self, quantity: Quantity, known: Sequence[NamedModifier], utterance: Utterance) -> bool:
        """True when a rule is named that no slot takes, of a value that has modifiers, or « mais » brings more: it may count."""
        if not (quantity.modifiers or quantity.asked):
            return False
        phrases = [
            *quantity.asked,
            *(phrase for one in known for phrase in one.said),
            *(name for one in quantity.attributes for _value, names in one.names for name in names),
        ]
        places = {at for place in utterance.said(phrases) for at in range(place.first, place.last + 1)}
        named = [quantity.title, *quantity.aliases, *(name for one in quantity.attributes for name in one.aliases)]
        keys = {key for name in named for key in self._analyzer.keys(name)}
        left = [at not in places and token.key not in keys for at, token in enumerate(utterance.tokens)]
        said = [(token, one) for token, one in zip(utterance.tokens, left, strict=True)]
        clauses = [list(clause) for _place, clause in groupby(said, key=lambda pair: pair[0].clause)]
        fillers = self._analyzer.lexicon.fillers
        return any(_stands_apart(clause, fillers) or self._names_rule(clause, quantity) for clause in clauses)

    def _names_rule(self, clause: Sequence[_Said], quantity: Quantity) -> bool:
        """True when words of which nothing took one name an ability; a long name may be that of any rule."""
        cited = {f"{self._work}/{provision_of(cite)}" for cite in quantity.cites}
        sizes = {
            title_key(" ".join(token.word for token, _left in clause[start:end])): end - start
            for start, end in combinations(range(len(clause) + 1), 2)
            if end - start <= _LONGEST and _is_left(clause[start:end])
        }
        return any(
            kind in _NAMED[min(sizes[key], len(_NAMED)) - 1] and identifier not in cited
            for key, meant in self._base.meant_by(self._work, sizes).items()
            for identifier, kind in meant
        )


def _stands_apart(clause: Sequence[_Said], fillers: Collection[str]) -> bool:
    """True when what follows « mais » tells something of which nothing was taken: it says that it counts."""
    reserve = lexicon("intentions")["reserve"]["mots"]
    at = next((at for at, (token, _left) in enumerate(clause) if token.word in reserve), len(clause))
    rest = clause[at + 1 :]
    full = [left for token, left in rest if len(token.word) > _SHORT and token.word not in fillers]
    asked = motifs("intentions", "valeur").search(" ".join(token.word for token, _left in rest))
    return bool(full) and all(full) and not asked and not any(token.word[0].isdigit() for token, _left in rest)


def _is_left(words: Sequence[_Said]) -> bool:
    """True when nothing took a word of these; small ones tell nothing."""
    full = [left for token, left in words if len(token.word) > _SHORT]
    return bool(full) and all(full)
