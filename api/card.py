"""A ruling card: the page of its rule, and itself as a page to print."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from api.render import json_of
from kb.answer import Card
from kb.site import urls
from kb.store import KnowledgeBase, WorkInfo

if TYPE_CHECKING:
    from kb.site.templates import Templates

# The address of the card, from which its page finds the style of the site.
PAGE = "v1/judge"


def with_permalink(card: Card) -> Card:
    """A card that leads to the page of the rule that decides."""
    if card.decision is None:
        return card
    part = urls.fragment(card.decision.id)
    return replace(card, permalink=f"/{urls.page_path(card.decision.id)}{f'#{part}' if part else ''}")


def as_page(base: KnowledgeBase, card: Card) -> str:
    """The card as a page that prints on one sheet, without any script."""
    templates = _templates(base.works(), base.meta["version"])
    names = {work.work: work.title.partition(" : ")[0] for work in base.works(unlisted=True)}

    def page_of(identifier: str) -> str:
        return urls.relative(PAGE, urls.page_path(identifier), urls.fragment(identifier))

    return templates.render("jugement", PAGE, card=json_of(card), names=names, page_of=page_of)


@lru_cache(maxsize=1)
def _templates(works: tuple[WorkInfo, ...], version: str) -> Templates:
    """Those of a base: reading the stylesheet takes longer than making a card."""
    # With all that draws pages: the commands do without.
    from kb.site.templates import Templates  # noqa: PLC0415

    return Templates(works, version)
