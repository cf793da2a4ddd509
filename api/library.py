"""What requests share: the opened base, its answerer, and the layers that may leave this machine."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from api import compose
from api.problems import RequestProblem
from kb.answer import Answerer, Judge, Resolver
from kb.errors import UnknownIdError, UnknownModeError, UnknownWorkError
from kb.model import Kind
from kb.store import KnowledgeBase, Passage, View, WorkInfo
from kb.words import title_key

# How alike two spellings of a title must be for one to be proposed for the other, from 0 to 1.
_CLOSE = 0.75
_ENTRIES = frozenset({Kind.DEFINITION, Kind.KEYWORD, Kind.ABILITY})


@dataclass(frozen=True, slots=True)
class Library:
    """One base being served; without `with_texts` every request sees the précis alone."""

    base: KnowledgeBase
    answerer: Answerer
    judge: Judge
    with_texts: bool

    @classmethod
    def opened(cls, path: Path, *, with_texts: bool) -> Library:
        """Open a base.

        Raises:
            UnusableBaseError: the file is missing, damaged, or of another version.
        """
        base = KnowledgeBase(path)
        answerer = Answerer(base)
        return cls(base, answerer, Judge(answerer), with_texts)

    def resolver(self, view: View) -> Resolver:
        """Time and precedence in a view."""
        return self.answerer.resolver(view)

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

    def work(self, game: str, view: View) -> WorkInfo:
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

    def check_mode(self, mode: str | None, game: str | None, view: View) -> None:
        """Accept a mode that the work, or any listed work, has.

        Raises:
            RequestProblem: none has it.
        """
        try:
            self.base.check_mode(mode, game, view)
        except UnknownModeError as fault:
            raise RequestProblem(422, "mode-inconnu", str(fault)) from None

    def find(self, text: str, game: str | None, view: View) -> Passage:
        """The provision that an id, a number or a title names; an entry of the glossary before what shares its title.

        Raises:
            UnknownIdError: nothing bears this name.
            RequestProblem: several provisions do.
        """
        if game is not None:
            self.work(game, view)
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
        keys = [row[0] for row in self.base.rows("SELECT DISTINCT key FROM names WHERE work = ? ORDER BY key", (work,))]
        close = difflib.get_close_matches(title_key(text), keys, 1, _CLOSE)
        return self.base.lookup(close[0], work, view) if close else ()

    def term(self, work: str, text: str, view: View) -> Passage:
        """The entry of a glossary that bears a name.

        Raises:
            UnknownIdError: none does.
            RequestProblem: several do.
        """
        self.work(work, view)
        key = title_key(text)
        entries = self.base.glossary(work, view)
        named = [identifier for term, identifier, _names in entries if title_key(term) == key]
        named = named or [identifier for _t, identifier, names in entries if key in map(title_key, names)]
        found = self.base.passages([identifier for identifier in named if key], view)
        if not found:
            raise UnknownIdError(text, self._nearest(text, work, view))
        return _only(text, found)


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
        raise RequestProblem(409, "nom-ambigu", detail, candidates=[compose.link(passage) for passage in found])
    return chosen[0]


async def library(request: Request) -> Library:
    """The library that a request was given when it came (see `api.shelf`)."""
    shared: Library = request.scope["arbitre.library"]
    return shared


Shared = Annotated[Library, Depends(library)]
