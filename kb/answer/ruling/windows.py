"""What a player may use at a moment that a question names: « ma phase de mouvement, qu'est-ce que je peux utiliser ? »."""

from collections.abc import Iterator, Sequence

from kb.errors import UnknownMomentError
from kb.model.words import letters, title_key
from kb.search import Analyzer
from kb.store import KnowledgeBase, Proof
from kb.system.data import lexicon, motifs
from kb.timing import Opening, Timeline, TurnSide, Usable, opening_at

# What works by itself or must be done is no choice.
_UNCHOSEN = frozenset({"passif", "obligatoire"})
# The name of a moment has no more words; more things than this are no answer to be read in one look, nor more in a story.
_LONGEST, _MOST, _FEW = 6, 9, 3


class AskedWindow:
    """A question about what may be used at a moment: the moment that it names, whose turn it is, what sort of things it asks for."""

    def __init__(self, question: str, analyzer: Analyzer) -> None:
        """Read the question; `names` are what its moment may be called, longest first, none where it asks nothing of it."""
        self._text, self._analyzer = letters(question), analyzer
        asked = motifs("dires", "utilisable").search(self._text)
        place = motifs("dires", "instant").search(self._text)
        said = place["nom"].split()[:_LONGEST] if asked is not None and place is not None else []
        edge = f"{place['bord']} de la " if place is not None and place["bord"] else ""
        self.names = [f"{edge}{' '.join(said[:size])}" for size in range(len(said), 1, -1)]
        theirs = motifs("dires", "a-l-autre").search(self._text)
        self.player: TurnSide = "opponent" if theirs is not None else "active"
        sort = asked.groupdict().get("sorte") if asked is not None else None
        self.sort = frozenset(analyzer.keys(sort or "")) - self._keys("communs")
        self._asking = asked[0] if asked is not None else ""

    def tells_more(self, moment: str) -> bool:
        """True when the question tells something of the case besides the moment, whose name is given."""
        named = {*self._analyzer.keys(f"{moment} {self._asking}"), *self._keys("vides")}
        return not {*self._analyzer.keys(self._text)} <= named

    def _keys(self, name: str) -> frozenset[str]:
        return frozenset(self._analyzer.keys(" ".join(lexicon("dires")["utilisable"][name])))


def usable_when(
    question: str, timeline: Timeline, base: KnowledgeBase, analyzer: Analyzer
) -> tuple[str, tuple[tuple[Usable, Proof], ...]]:
    """The moment that a question names, what may be used there, each with its rule; nothing where it tells more than can be weighed."""
    asked = AskedWindow(question, analyzer)
    opening = next(_openings(timeline, asked), None)
    if opening is None:
        return "", ()
    proofs = {proof.id: proof for proof in opening.decided_by}
    chosen = [one for one in opening.usable if one.frequency not in _UNCHOSEN and one.id in proofs]
    kept = _of_sort(chosen, asked.sort, base, analyzer) if asked.sort else chosen
    # Of two of one name, the first: it is printed in more places than one.
    found = {title_key(one.title): (one, proofs[one.id]) for one in reversed(kept)}
    most = _MOST if not asked.tells_more(opening.moment.title) else _FEW if asked.sort else 0
    return opening.moment.title, tuple(reversed(found.values())) if len(found) <= most else ()


def _openings(timeline: Timeline, asked: AskedWindow) -> Iterator[Opening]:
    for name in asked.names:
        try:
            yield opening_at(timeline, name, asked.player)
        except UnknownMomentError:
            continue


def _of_sort(found: Sequence[Usable], sort: frozenset[str], base: KnowledgeBase, analyzer: Analyzer) -> list[Usable]:
    """Those of a sort that the book has: abilities, orders, spells, objects."""
    called = lexicon("dires")["utilisable"]["genres"]
    held = base.passages([one.id for one in found])
    sorts = {one.id: f"{one.subkind or ''} {called.get(one.kind, '')}" for one in held}
    return [one for one in found if not sort.isdisjoint(analyzer.keys(sorts.get(one.id, "")))]
