"""One opened base and all that is asked of it, by the routes, by the tools of an assistant and by the commands; and the layers shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from api import rule_links
from api.shapes import Claims, NodeLink, Rule, Verified
from kb.answer import Answer, Answerer, Answers, Card, Judge, Results, Verifier
from kb.errors import UnknownIdError, UnknownWorkError, WrongRequestError
from kb.model import Kind
from kb.model.words import title_key
from kb.precedence import Precedence
from kb.site import urls
from kb.store import KnowledgeBase, Passage, View, WorkInfo
from kb.timing import Timeline

_ENTRIES = frozenset({Kind.DEFINITION, Kind.KEYWORD, Kind.ABILITY})


class RequestProblem(WrongRequestError):  # noqa: N818 - a problem is what RFC 9457 calls it
    """A request that cannot be served, as the API answers it: `code` is stable and public."""

    def __init__(self, status: int, code: str, detail: str, candidates: tuple[NodeLink, ...] = ()) -> None:
        """Keep what to say."""
        super().__init__(detail, tuple(f"- {link.id} : {link.title}" for link in candidates))
        self.status, self.code, self.candidates = status, code, candidates


@dataclass(frozen=True, slots=True)
class Session:
    """One base, in one view; without `with_texts`, the précis alone. Unknown names raise an error of `kb.errors`.

    `accept` is what the request would have, as HTTP says it.
    """

    base: KnowledgeBase
    answerer: Answerer
    judge: Judge
    with_texts: bool
    view: View
    accept: str = ""

    @classmethod
    def opened(cls, base: Path | KnowledgeBase, *, with_texts: bool) -> Session:
        """Answer from a base; open it when it is a file.

        Raises:
            UnusableBaseError: the file is missing, damaged, or of another version.
        """
        base = base if isinstance(base, KnowledgeBase) else KnowledgeBase(base)
        answerer = Answerer(base)
        return cls(base, answerer, Judge(answerer), with_texts, "both" if with_texts else "precis")

    # --- what a request may read -------------------------------------------------------------------------------------------------

    def of(self, layer: View) -> Session:
        """The same, for a request that reads a layer.

        Raises:
            RequestProblem: the texts are asked for and not served here.
        """
        if not self.with_texts and layer == "texte":
            detail = "cette adresse ne sert que le précis : les textes des publications restent chez leur propriétaire"
            raise RequestProblem(403, "texte-non-servi", detail)
        return replace(self, view=layer) if self.with_texts else self

    def info(self, game: str) -> WorkInfo:
        """A work of the view.

        Raises:
            UnknownWorkError: there is no such work.
            RequestProblem: it is there, but not in the layer asked for.
        """
        try:
            return self.base.work(game, self.view)
        except UnknownWorkError:
            if not self.with_texts:
                raise
            self.base.work(game)
            detail = f"« {game} » n'est pas là dans la couche « {self.view} » ; essayez la couche « both » (layer)"
            raise RequestProblem(404, "couche-absente", detail) from None

    def check(self, game: str | None, mode: str | None) -> None:
        """Accept a game, and a mode that it, or any listed work, has."""
        if game is not None:
            self.info(game)
        self.base.check_mode(mode, game, self.view)

    # --- questions ---------------------------------------------------------------------------------------------------------------

    def search(self, q: str, game: str | None, mode: str | None, kind: str | None, limit: int, offset: int) -> Results:
        """The passages that share words with a search, best first."""
        self.check(game, mode)
        return self.answerer.search(q, game, kind, limit, offset, self.view, mode)

    def ask(self, q: str, game: str | None, mode: str | None, limit: int) -> Answer | Answers:
        """The rule that answers; without a game, the answers of the games that answer, the best first."""
        self.check(game, mode)
        if game is not None:
            return self.answerer.ask(q, game, limit, self.view, mode)
        found = self.answerer.ask_all(q, limit, self.view, mode)
        named = [one for one in self.answerer.names.games(q) if mode is None or mode in self.base.work(one).modes]
        # A game that is named is not left out in silence.
        silent = (one for one in named if one not in found)
        return Answers(found, {one: self.answerer.ask(q, one, limit, self.view, mode, named) for one in silent})

    def card(self, q: str, game: str | None, mode: str | None) -> Card:
        """The card of a judge, which leads to the page of its rule."""
        self.check(game, mode)
        card = self.judge.card(q, game, mode, self.view)
        return card if card.decision is None else replace(card, permalink=f"/{urls.link('', card.decision.id)}")

    def cards(self, card: Card) -> tuple[Card, ...]:
        """A card, and where no game was named, those of the other games that answer: none of them stands for the others."""
        return (card, *(self.card(card.question, one.game, self._of(one.game, card.mode)) for one in card.elsewhere))

    def _of(self, game: str, mode: str | None) -> str | None:
        """A mode for a game that has it; another, that the question names, is of the game that has it alone."""
        return mode if mode in self.base.work(game).modes else None

    def verify(self, asked: Claims) -> Verified:
        """What each of some claims is worth."""
        self.check(asked.game, None)
        verifier = Verifier(self.answerer, self.view, asked.game)
        claims = tuple(verifier.checked(one.quote, one.id, one.edition, one.says) for one in asked.claims)
        return Verified(all(one.exact and one.in_force and one.supported is not False for one in claims), claims)

    # --- rules -------------------------------------------------------------------------------------------------------------------

    def rule(self, name: str, expand: Sequence[str], game: str | None, mode: str | None) -> Rule:
        """A provision by id, number or title, with what surrounds it."""
        return rule_links.rule(self.base, self.find(name, game, mode), self.view, expand)

    def entry(self, work: str, term: str, expand: Sequence[str]) -> Rule:
        """The entry of a glossary that bears a name."""
        self.info(work)
        key = title_key(term)
        entries = self.base.glossary(work, self.view)
        named = [identifier for title, identifier, _names in entries if title_key(title) == key]
        named = named or [identifier for _t, identifier, names in entries if key in map(title_key, names)]
        found = self._only(term, named if key else (), work)
        return rule_links.rule(self.base, found, self.view, expand)

    def find(self, text: str, game: str | None, mode: str | None = None) -> Passage:
        """The provision of a mode that an id, a number or a title names; an entry of the glossary before what shares its title.

        Raises:
            UnknownIdError: nothing bears this name.
            RequestProblem: several provisions do, or the one that does is of other modes.
        """
        self.check(game, mode)
        named = self.base.lookup(text, game, self.view)
        outside = self.base.outside(named, mode, self.view) if mode is not None else frozenset()
        found = self._only(text, [one for one in named if one not in outside] or named, game)
        if found.id in outside:
            detail = f"« {found.id} » ne vaut pas dans le mode « {mode} » ; elle vaut dans : {', '.join(found.scope)}"
            raise RequestProblem(404, "hors-du-mode", detail)
        return found

    def _only(self, text: str, ids: Sequence[str], game: str | None) -> Passage:
        """The one provision meant."""
        found = self.base.passages(ids, self.view)
        if not found:
            raise UnknownIdError(text, self._nearest(text, game))
        entries = [passage for passage in found if passage.kind in _ENTRIES]
        one_work = len({passage.work for passage in found}) == 1
        chosen = entries if one_work and len(entries) == 1 else found
        if len(chosen) > 1:
            detail = (
                f"« {text} » désigne {len(found)} passages : précisez le jeu (game), ou demandez l'un d'eux par son id"
            )
            raise RequestProblem(409, "nom-ambigu", detail, candidates=tuple(map(rule_links.link, found)))
        return chosen[0]

    def _nearest(self, text: str, game: str | None) -> tuple[str, ...]:
        """Ids near an unknown name: by spelling for an id or a number, by its words for a title."""
        if "/" in text:
            return self.base.nearest(text, view=self.view)
        if text[:1].isdigit():
            works = [game] if game else [info.work for info in self.infos()]
            return tuple(near for work in works for near in self.base.nearest(f"{work}/{text}", 1, self.view))
        found = self.answerer.search(text, game, limit=1, view=self.view)
        said = found.corrected or text
        return tuple(hit.id for hit in found.results if self._share_a_word(said, hit.title, hit.work))

    def _share_a_word(self, text: str, title: str, work: str) -> bool:
        """True when a title has a word of a text: what has none is not what was meant."""
        keys = self.answerer.searcher.analyzer(work).keys
        return not {*keys(text)}.isdisjoint(keys(title))

    # --- works -------------------------------------------------------------------------------------------------------------------

    def infos(self) -> tuple[WorkInfo, ...]:
        """The works served, in id order."""
        return self.base.works(view=self.view)

    # --- time and precedence -----------------------------------------------------------------------------------------------------

    def precedence(self, game: str, mode: str | None) -> Precedence:
        """The engine of a game, or of one of its modes."""
        self.check(game, mode)
        return self.answerer.resolver(self.view).precedence(game, mode)

    def timeline(self, game: str, mode: str | None) -> Timeline:
        """The timeline of a game, or of one of its modes."""
        self.check(game, mode)
        return self.answerer.resolver(self.view).sequence(game, mode)
