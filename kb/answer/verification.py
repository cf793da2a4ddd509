"""Check what somebody says of the rules: that the words quoted stand where they are said to stand, are in force, and say what is claimed.

Words are compared as they are but for how they are set: spaces, quotes, dashes, apostrophes, ligatures. What is claimed is decided by the
words of the clause itself, or by the verdict written of the same question: what is declared of a rule would be wrong once in forty.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from rapidfuzz import process
from rapidfuzz.distance import Indel

from kb.answer.answering import Answerer
from kb.answer.values import Quote
from kb.model import Status
from kb.model.clauses import clause_id, provision_of, unit_of
from kb.model.words import as_set
from kb.store import KnowledgeBase, LayerName, Passage, View

# Of how many passages of a layer the clauses are compared with words that are not where they are said to be; how many letters are searched.
_NEAR, _SEARCHED = 8, 300
_LAYERS: tuple[LayerName, ...] = ("texte", "precis")
_WORD = re.compile(r"[^\W_]")
# What ends a quote within a word or a figure (« 3 » of « 3+ », « 1 » of « 1,5 ») changes what it says.
_BEFORE, _AFTER = r"(?<!\w{first})(?<!\d[.,]{first})", r"(?![\w+%]|[.,]\d)"
_ASKED = re.compile(r"(.+\?)\s*[:,]?\s*(oui|non)\s*\.?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """What a claim is worth; `supported` is none where nothing written decides, `nearest` the clause most like a quote not found."""

    quote: str
    id: str | None
    exists: bool
    exact: bool
    in_force: bool
    layer: LayerName | None
    edition: str | None
    supported: bool | None
    nearest: Quote | None


class Verifier:
    """Checks claims against a base, in a view and a game, or in all."""

    def __init__(self, answerer: Answerer, view: View, game: str | None) -> None:
        """Read this layer of that game."""
        self._answerer, self._view, self._game = answerer, view, game
        self._base: KnowledgeBase = answerer.base

    def checked(self, quote: str, cited: str | None, edition: str | None, says: str | None) -> CheckedClaim:
        """What a quote is worth, and what is said of it."""
        words = as_set(quote)
        named = self._named(cited, edition) if cited is not None else []
        standing = [one for one in named if _stand(words, as_set(one.text))]
        elsewhere = [] if standing else self._holding(words, edition)
        found = standing or named or (elsewhere if cited is None else [])
        held = min(found, key=lambda one: (not _in_force(one), len(one.text)), default=None)
        exact = bool(standing or (cited is None and elsewhere))
        return CheckedClaim(
            quote=quote,
            id=held.id if held is not None else cited,
            exists=held is not None,
            exact=exact,
            in_force=held is not None and _in_force(held),
            # Our note on what the source has lost is of no layer.
            layer=held.layer if held is not None and not self._base.is_ours(held, quote) else None,
            edition=held.edition if held is not None else edition,
            supported=self._supported(says, held) if says is not None and held is not None else None,
            nearest=None
            if exact
            else self._nearest(quote, words, elsewhere or named, None if elsewhere else cited or ""),
        )

    def _named(self, cited: str, edition: str | None) -> list[Passage]:
        """The one provision, or clause, that an id, a number or a title names, in each layer that has it in this edition."""
        ids = (cited,) if clause_id(cited) is not None else self._base.lookup(cited, self._game, self._view)
        return self._of(ids, edition) if len(ids) == 1 else []

    def _of(self, ids: Iterable[str], edition: str | None) -> list[Passage]:
        wanted = as_set(edition).casefold() if edition is not None else None
        held = (one for layer in _LAYERS if self._view in {"both", layer} for one in self._base.passages([*ids], layer))
        mine = (one for one in held if self._game in {None, one.work})
        return [one for one in mine if wanted is None or as_set(one.edition).casefold() == wanted]

    def _holding(self, words: str, edition: str | None) -> list[Passage]:
        """What holds some words, wherever it is: of each layer, what is in force and short first."""
        works = [self._game] if self._game is not None else [info.work for info in self._base.works(view=self._view)]
        shown = [layer for layer in _LAYERS if self._view in {"both", layer}]
        texts = (self._answerer.as_set(work, layer) for work in works for layer in shown)
        ids = {identifier for held in texts for identifier in islice(_holders(words, held), _NEAR)}
        return [one for one in self._of(sorted(ids), edition) if _stand(words, as_set(one.text))]

    def _nearest(self, quote: str, words: str, known: list[Passage], cited: str | None) -> Quote | None:
        """The clause most like some words, of what holds them; else of what is cited, and of what a search finds in its game."""
        near = known
        if cited is not None:
            work = cited.partition("/")[0]
            game = work if self._game is None and work in self._base.work_ids(unlisted=True) else self._game
            hits = self._answerer.search(quote[:_SEARCHED], game, limit=_NEAR, view=self._view).results
            near = [*known, *self._of([hit.id for hit in hits], None)]
        parts = [part for one in near for part in self._clauses(one)]
        texts = [as_set(part.text) for part in parts]
        return parts[process.extractOne(words, texts, scorer=Indel.normalized_similarity)[2]] if parts else None

    def _clauses(self, held: Passage) -> list[Quote]:
        """The clauses of a provision and of its units; a clause is its own."""
        units = self._base.children(held.id, held.layer, units=True) if clause_id(held.id) is None else []
        clauses = (one for unit in (held, *units) for one in self._base.clauses(unit))
        return [Quote(one.id, one.text) for one in clauses] or [Quote(held.id, held.text)]

    def _supported(self, says: str, held: Passage) -> bool | None:
        """Whether what is claimed follows, by the words of a clause or a written verdict; none where neither says."""
        if _stand(as_set(says), as_set(held.text)):
            return True
        asked = _ASKED.fullmatch(says.strip())
        verdicts = self._written(asked[1], held) if asked is not None else set()
        return asked is not None and asked[2].lower() in verdicts if verdicts in ({"oui"}, {"non"}) else None

    def _written(self, question: str, held: Passage) -> set[str]:
        """The verdicts of the questions of a provision that are this one, where what is cited decides it."""
        provision, wanted = provision_of(held.id), as_set(question).casefold()
        deciding = self._base.answered_by(provision, held.layer)
        cited = [held.id == provision or any(held.id in {one, unit_of(one)} for one in clauses) for clauses in deciding]
        return {
            verdict
            for (written, verdict), decides in zip(self._base.settled_of(provision), cited, strict=True)
            if verdict and decides and as_set(written).casefold() == wanted
        }


def _in_force(held: Passage) -> bool:
    return held.status in {Status.CURRENT, Status.DOUBTFUL} and held.superseded_by is None


def _holders(words: str, texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The ids of those of some texts in which some words stand."""
    return (identifier for identifier, text in texts if words in text and _stand(words, text))


def _stand(words: str, text: str) -> bool:
    """True when some words stand in a text, whole; both are as set."""
    return words in text and _WORD.search(words) is not None and _whole(words).search(text) is not None


@lru_cache(maxsize=64)
def _whole(words: str) -> re.Pattern[str]:
    """What finds some words, whole; it takes longer to make than words that stand nowhere are worth."""
    first, rest = re.escape(words[0]), re.escape(words[1:])
    # A pattern is looked for quickly where it begins by a letter.
    before = _BEFORE.format(first=first) if words[0].isalnum() else ""
    return re.compile(first + before + rest + (_AFTER if words[-1].isalnum() else ""))
