"""A ruling card as a page to print."""

from __future__ import annotations

from functools import lru_cache

from api.render import as_json
from kb.answer import Card
from kb.site.templates import Templates
from kb.store import KnowledgeBase, WorkInfo

# The address of the card, from which its page finds the style of the site.
PAGE = "v1/judge"
_RELATIONS = {
    "before": "vient avant",
    "after": "vient après",
    "same": "au même moment que",
    "simultaneous": "en même temps que",
    "alternate": "à tour de rôle avec",
    "unordered": "sans ordre fixé avec",
}


def page(base: KnowledgeBase, card: Card) -> str:
    """The card as a page that prints on one sheet, without any script."""
    templates = _templates(base.works(), base.meta["version"])
    name = base.work(card.game).title.partition(" : ")[0] if card.game else ""
    return templates.render("jugement", PAGE, card=as_json(card), name=name, relations=_RELATIONS)


@lru_cache(maxsize=1)
def _templates(works: tuple[WorkInfo, ...], version: str) -> Templates:
    """Those of a base: reading the stylesheet takes longer than making a card."""
    return Templates(works, version)
