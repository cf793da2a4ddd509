"""Ruling cards become wire models, and a page to print."""

from __future__ import annotations

from functools import lru_cache

from api import compose, wire_judge
from api.wire import Verdict
from kb.answer import Card
from kb.model import EdgeType
from kb.site import urls
from kb.site.templates import Templates
from kb.store import KnowledgeBase, Passage, View, WorkInfo

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


def card(base: KnowledgeBase, found: Card, view: View = "both") -> wire_judge.Card:
    """A ruling card; every quote is a verbatim part of what it cites."""
    grounds = [quote for quote in found.rests_on if compose.is_verbatim(base, quote, view)]
    cited = {passage.id: passage for passage in base.passages([quote.id for quote in grounds], view)}
    rule = found.rule if grounds else None
    return wire_judge.Card(
        question=found.question,
        game=found.game,
        mode=found.mode,
        edition=rule.edition if rule is not None else None,
        decision=_decision(base, found, rule, grounds[0].id, grounds[0].text) if rule is not None else None,
        rests_on=[
            wire_judge.Ground(id=quote.id, citation=citation(base, cited[quote.id]), quote=quote.text)
            for quote in grounds
            if quote.id in cited
        ],
        exceptions=compose.linked(found.exceptions),
        order=compose.engine(found.order),
        status=rule.status.value if rule is not None else None,
        erratum=rule is not None and _corrected(base, rule, view),
        undecided=found.undecided or rule is None,
        reason=found.reason or None,
        permalink=_permalink(grounds[0].id) if rule is not None else None,
    )


def _decision(base: KnowledgeBase, found: Card, rule: Passage, identifier: str, text: str) -> wire_judge.Decision:
    verdicts: dict[str | None, Verdict] = {"oui": "oui", "non": "non"}
    return wire_judge.Decision(
        verdict=verdicts.get(found.verdict), text=text, id=identifier, citation=citation(base, rule)
    )


def citation(base: KnowledgeBase, rule: Passage) -> str:
    """`Runewars, Guide de référence, 35.3`: the game by its short name, the document, the number or else the title."""
    return f"{_called(base, rule.work)}, {rule.path[0]}, {rule.number or rule.title}"


def _called(base: KnowledgeBase, work: str) -> str:
    return base.work(work).title.partition(" : ")[0]


def _corrected(base: KnowledgeBase, rule: Passage, view: View) -> bool:
    """True when the rule in force was printed by an erratum, or is amended by one."""
    amended = any(link.type == EdgeType.AMENDS for link in base.edges(rule.id, incoming=True, view=view))
    return rule.authority == "erratum" or amended


def _permalink(identifier: str) -> str:
    part = urls.fragment(identifier)
    return f"/{urls.page_path(identifier)}{f'#{part}' if part else ''}"


def page(base: KnowledgeBase, told: wire_judge.Card) -> str:
    """The card as a page that prints on one sheet, without any script."""
    templates = _templates(base.works(), base.meta["version"])
    name = _called(base, told.game) if told.game else ""
    return templates.render("jugement", PAGE, card=told, name=name, relations=_RELATIONS)


@lru_cache(maxsize=1)
def _templates(works: tuple[WorkInfo, ...], version: str) -> Templates:
    """Those of a base: reading the stylesheet takes longer than making a card."""
    return Templates(works, version)
