"""One opened base and all that is asked of it, by the routes, by the tools of an assistant and by the commands; and the layers shown."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from api import engine, surroundings
from api.problems import RequestProblem
from api.ruling import with_permalink
from api.values import (
    Coverage,
    Departure,
    Diagnostics,
    DroppedLines,
    Glossary,
    Graph,
    GraphEdge,
    Health,
    Moment,
    NodeLink,
    References,
    Rule,
    Term,
    Work,
    Works,
)
from kb.answer import Answer, Answerer, Answers, Card, Judge, Results
from kb.errors import UnknownIdError, UnknownModeError, UnknownMomentError, UnknownWorkError
from kb.model import Kind
from kb.model.words import title_key
from kb.precedence import Precedence
from kb.store import KnowledgeBase, Passage, View, WorkInfo, neighbourhood
from kb.timing import Timeline

# How alike two spellings of a title must be for one to be proposed for the other, from 0 to 1.
_CLOSE = 0.75
_ENTRIES = frozenset({Kind.DEFINITION, Kind.KEYWORD, Kind.ABILITY})


@dataclass(frozen=True, slots=True)
class Session:
    """One base; without `with_texts` every request sees the précis alone. Unknown names raise an error of `kb.errors`."""

    base: KnowledgeBase
    answerer: Answerer
    judge: Judge
    with_texts: bool

    @classmethod
    def opened(cls, path: Path, *, with_texts: bool) -> Session:
        """Open a base.

        Raises:
            UnusableBaseError: the file is missing, damaged, or of another version.
        """
        base = KnowledgeBase(path)
        answerer = Answerer(base)
        return cls(base, answerer, Judge(answerer), with_texts)

    # --- what a request may read -------------------------------------------------------------------------------------------------

    def view(self, layer: View) -> View:
        """The view that a request may read.

        Raises:
            RequestProblem: the texts are asked for and not served here.
        """
        if self.with_texts:
            return layer
        if layer == "texte":
            detail = "cette adresse ne sert que le précis : les textes des publications restent chez leur propriétaire"
            raise RequestProblem(403, "texte-non-servi", detail)
        return "precis"

    def info(self, game: str, view: View) -> WorkInfo:
        """A work of a view.

        Raises:
            UnknownWorkError: there is no such work.
            RequestProblem: it is there, but not in the layer asked for.
        """
        try:
            return self.base.work(game, view)
        except UnknownWorkError:
            if not self.with_texts:
                raise
            self.base.work(game)
            detail = f"« {game} » n'est pas là dans la couche « {view} » ; essayez layer=both"
            raise RequestProblem(404, "couche-absente", detail) from None

    def check(self, game: str | None, mode: str | None, view: View) -> None:
        """Accept a game, and a mode that it, or any listed work, has.

        Raises:
            RequestProblem: none has it.
        """
        if game is not None:
            self.info(game, view)
        try:
            self.base.check_mode(mode, game, view)
        except UnknownModeError as fault:
            raise RequestProblem(422, "mode-inconnu", str(fault)) from None

    # --- questions ---------------------------------------------------------------------------------------------------------------

    def search(
        self, view: View, q: str, game: str | None, mode: str | None, kind: str | None, limit: int, offset: int
    ) -> Results:
        """The passages that share words with a search, best first."""
        self.check(game, mode, view)
        return self.answerer.search(q, game, kind, limit, offset, view, mode)

    def ask(self, view: View, q: str, game: str | None, mode: str | None, limit: int) -> Answer | Answers:
        """The rule that answers; without a game, the answers of the games that answer, the best first."""
        self.check(game, mode, view)
        if game is not None:
            return self.answerer.ask(q, game, limit, view, mode)
        return Answers(self.answerer.ask_all(q, limit, view, mode))

    def card(self, view: View, q: str, game: str | None, mode: str | None) -> Card:
        """The card of a judge, which leads to the page of its rule."""
        self.check(game, mode, view)
        return with_permalink(self.judge.card(q, game, mode, view))

    # --- rules -------------------------------------------------------------------------------------------------------------------

    def rule(self, view: View, name: str, expand: Sequence[str], game: str | None) -> Rule:
        """A provision by id, number or title, with what surrounds it."""
        return surroundings.rule(self.base, self._find(name, game, view), view, expand)

    def entry(self, view: View, work: str, term: str, expand: Sequence[str]) -> Rule:
        """The entry of a glossary that bears a name."""
        self.info(work, view)
        key = title_key(term)
        entries = self.base.glossary(work, view)
        named = [identifier for title, identifier, _names in entries if title_key(title) == key]
        named = named or [identifier for _t, identifier, names in entries if key in map(title_key, names)]
        found = self.base.passages([identifier for identifier in named if key], view)
        if not found:
            raise UnknownIdError(term, self._nearest(term, work, view))
        return surroundings.rule(self.base, _only(term, found), view, expand)

    def graph(self, view: View, name: str, depth: int, game: str | None) -> Graph:
        """The provisions that stand at so many links of one at most, and their links."""
        found = neighbourhood(self.base, self._find(name, game, view).id, depth, view)
        nodes = tuple(NodeLink(identifier, **attributes) for identifier, attributes in found.nodes(data=True))
        edges = tuple(GraphEdge(source, target, **attributes) for source, target, attributes in found.edges(data=True))
        return Graph(nodes, edges)

    def _find(self, text: str, game: str | None, view: View) -> Passage:
        """The provision that an id, a number or a title names; an entry of the glossary before what shares its title.

        Raises:
            UnknownIdError: nothing bears this name.
            RequestProblem: several provisions do.
        """
        if game is not None:
            self.info(game, view)
        found = self.base.passages(self.base.lookup(text, game, view), view)
        if not found:
            raise UnknownIdError(text, self._nearest(text, game, view))
        return _only(text, found)

    def _nearest(self, text: str, game: str | None, view: View) -> tuple[str, ...]:
        """Ids near an unknown name: by spelling for an id or a number, by its words for a title."""
        if "/" in text:
            return self.base.nearest(text, view=view)
        works = [game] if game else [info.work for info in self.base.works(view=view)]
        if text[:1].isdigit():
            return tuple(near for work in works for near in self.base.nearest(f"{work}/{text}", 1, view))
        titled = [near for work in works for near in self._titled(text, work, view)]
        hits = () if titled else self.answerer.search(text, game, limit=1, view=view).results
        return (*titled, *(hit.id for hit in hits))

    def _titled(self, text: str, work: str, view: View) -> tuple[str, ...]:
        """The ids whose title, or other name, is spelled nearly so."""
        close = difflib.get_close_matches(title_key(text), self.base.name_keys(work), 1, _CLOSE)
        return self.base.lookup(close[0], work, view) if close else ()

    # --- works -------------------------------------------------------------------------------------------------------------------

    def infos(self, view: View) -> tuple[WorkInfo, ...]:
        """The works served, in id order."""
        return self.base.works(view=view)

    def works(self, view: View) -> Works:
        """The works served, described."""
        return Works(tuple(self._work(info) for info in self.infos(view)))

    def work(self, view: View, work: str) -> Work:
        """A work."""
        return self._work(self.info(work, view))

    def _work(self, info: WorkInfo) -> Work:
        editions = self.base.editions(info.work)
        return Work(
            work=info.work,
            title=info.title,
            edition=info.edition,
            modes=info.modes,
            default_mode=info.modes[0],
            layers=info.layers,
            editions={layer: editions[layer] for layer in info.layers},
            nodes=info.nodes,
            references=References(**dict(info.references)),
        )

    def glossary(self, view: View, work: str) -> Glossary:
        """The terms of a work."""
        self.info(work, view)
        terms = tuple(Term(*entry) for entry in self.base.glossary(work, view))
        return Glossary(terms, len(terms))

    def diagnostics(self, view: View, work: str) -> Diagnostics:
        """What the checks found in a work."""
        self.info(work, view)
        found = tuple(self.base.diagnostics(work, view))
        return Diagnostics(found, len(found))

    def coverage(self, view: View, work: str) -> Coverage:
        """How much of its source a work holds."""
        self.info(work, view)
        found = self.base.coverage(work, view)
        dropped = tuple(DroppedLines((first, last), reason) for first, last, reason in found.dropped)
        departures = tuple(Departure(*astuple(one)) for one in self.base.departures(work, view))
        references = References(**dict(found.references))
        return Coverage(found.lines, found.held, found.left_out, dropped, departures, len(dropped), references)

    def health(self) -> Health:
        """The base served."""
        meta, works = self.base.meta, self.infos(self.view("both"))
        return Health("ok", meta["version"], meta["digest"], tuple(info.work for info in works))

    # --- time and precedence -----------------------------------------------------------------------------------------------------

    def precedence(self, view: View, game: str, mode: str | None) -> Precedence:
        """The engine of a game, or of one of its modes."""
        self.check(game, mode, view)
        return self.answerer.resolver(view).precedence(game, mode)

    def timeline(self, view: View, game: str, mode: str | None) -> Timeline:
        """The timeline of a game, or of one of its modes.

        Raises:
            RequestProblem: the work has none, or no such mode.
        """
        self.check(game, mode, view)
        found = self.answerer.resolver(view).timeline(game, mode)
        if not found.roots:
            raise RequestProblem(404, "sans-chronologie", f"« {game} » n'a pas de chronologie")
        return found

    def moment(
        self, view: View, game: str, mode: str | None, name: str | None = None, depth: int | None = None
    ) -> Moment:
        """The moment that a name means, or the whole game, with so many levels below it at most.

        Raises:
            UnknownMomentError: the name means none, or several.
        """
        timeline = self.timeline(view, game, mode)
        if name is None:
            return engine.moment(timeline.roots[0], timeline.work, depth)
        meant = timeline.find(name)
        if len(meant) != 1:
            raise UnknownMomentError(name, timeline.told(meant), several=bool(meant))
        return engine.moment(timeline.nodes[meant[0]], timeline.work, depth)


def _only(text: str, found: list[Passage]) -> Passage:
    """The one provision meant.

    Raises:
        RequestProblem: several are.
    """
    entries = [passage for passage in found if passage.kind in _ENTRIES]
    one_work = len({passage.work for passage in found}) == 1
    chosen = entries if one_work and len(entries) == 1 else found
    if len(chosen) > 1:
        detail = (
            f"« {text} » désigne {len(found)} passages : précisez le jeu (game=), ou demandez l'un d'eux par son id"
        )
        raise RequestProblem(409, "nom-ambigu", detail, candidates=tuple(map(surroundings.link, found)))
    return chosen[0]
