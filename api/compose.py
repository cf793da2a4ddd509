"""Stored values become wire models. Every quote is checked against the node that it cites before it leaves."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import asdict

from pydantic import JsonValue

from api import compose_precedence, compose_timing, wire
from kb.answer import Answer, Linked, Quote, Results, Scored
from kb.precedence import Ordered, Prevailing
from kb.store import KnowledgeBase, Passage, View
from kb.timing import Comparison

_log = logging.getLogger(__name__)


def passage(
    stored: Passage, score: float | None = None, why: Iterable[str] = (), mode: str | None = None
) -> wire.Passage:
    """A passage, with its score and reasons where a search gave them; the first of its modes, else, labels it."""
    return wire.Passage(
        id=stored.id,
        work=stored.work,
        number=stored.number,
        title=stored.title,
        kind=stored.kind,
        subkind=stored.subkind,
        layer=_layer(stored),
        authority=stored.authority,
        path=list(stored.path),
        parent=stored.parent,
        text=stored.text,
        score=score,
        why=list(why),
        scope=list(stored.scope),
        mode=mode if mode in stored.scope else next(iter(stored.scope), None),
        status=stored.status,
        superseded_by=stored.superseded_by,
        redirect=stored.redirect,
        fields=[wire.NamedValue(name=name, value=value) for name, value in stored.fields],
        page=None,
        edition=stored.edition,
        summary=stored.summary,
        truncated=stored.truncated,
        source=_source(stored),
    )


def _layer(stored: Passage) -> wire.LayerName:
    return "texte" if stored.layer == "texte" else "precis"


def _source(stored: Passage) -> wire.Source:
    source = stored.source
    spans = [(span.start, span.end) for span in source.spans]
    return wire.Source(document=source.document, sha256=source.sha256, spans=spans)


def link(stored: Passage) -> wire.NodeLink:
    """A link to a passage."""
    return wire.NodeLink(id=stored.id, title=stored.title, kind=stored.kind, number=stored.number)


def version(stored: Passage) -> wire.Version:
    """A passage as another version of the one shown."""
    return wire.Version(
        id=stored.id,
        title=stored.title,
        kind=stored.kind,
        number=stored.number,
        layer=_layer(stored),
        edition=stored.edition,
        status=stored.status,
    )


def _scored(scored: Scored, mode: str | None = None) -> wire.Passage:
    return passage(scored.passage, scored.score, scored.why, mode)


def search(found: Results) -> wire.SearchResults:
    """The results of a search."""
    return wire.SearchResults(
        query=found.query,
        results=[_scored(scored) for scored in found.results],
        total=found.total,
        took_ms=found.took_ms,
        corrected=found.corrected,
    )


def answer(base: KnowledgeBase, found: Answer, view: View = "both") -> wire.Answer:
    """An answer, without the quotes that are no part of what they cite; without any left, it answers nothing."""
    quotes = [quote for quote in found.quotes if is_verbatim(base, quote, view)]
    answerable = found.answerable and (bool(quotes) or not found.quotes)
    return wire.Answer(
        question=found.question,
        game=found.game,
        intent=found.intent,
        answerable=answerable,
        confidence=found.confidence if answerable else 0.0,
        reason=found.reason or None,
        mode=found.mode,
        verdict=_verdict(found) if answerable else None,
        settled_by=(found.settled_by or None) if answerable else None,
        conditions=[
            wire.Quote(id=quote.id, text=quote.text) for quote in found.conditions if is_verbatim(base, quote, view)
        ],
        cell=wire.Cell(**asdict(found.cell)) if found.cell is not None else None,
        answer=wire.QuotedAnswer(
            quotes=[wire.Quote(id=quote.id, text=quote.text) for quote in quotes],
            steps=[wire.AnswerStep(**asdict(step)) for step in found.steps] if answerable else [],
        ),
        passages=[_scored(scored, found.mode) for scored in found.passages],
        consequences=linked(found.consequences),
        exceptions=linked(found.exceptions),
        related=linked(found.related),
        timing=engine(found.timing),
        precedence=engine(found.precedence),
        corrected=found.corrected,
        took_ms=found.took_ms,
        kb=base_version(base),
    )


def engine(found: Ordered | Prevailing | Comparison | None) -> dict[str, JsonValue] | None:
    """What the engine says, in the shape of its own endpoint."""
    match found:
        case Ordered():
            return _json(compose_precedence.ordered(found))
        case Prevailing():
            return _json(compose_precedence.prevailing(found))
        case Comparison():
            return _json(compose_timing.comparison(found))
        case None:
            return None


def _json(told: wire.Wire) -> dict[str, JsonValue]:
    dumped: dict[str, JsonValue] = told.model_dump(mode="json")
    return dumped


def _verdict(found: Answer) -> wire.Verdict | None:
    verdicts: dict[str | None, wire.Verdict] = {"oui": "oui", "non": "non"}
    return verdicts.get(found.verdict)


def is_verbatim(base: KnowledgeBase, quote: Quote, view: View) -> bool:
    """True when the words quoted stand in the node cited, in a layer of the view."""
    held = base.says(quote.id, quote.text, view)
    if not held:
        _log.error("citation infidèle écartée : %s", quote.id)
    return held


def linked(links: Iterable[Linked]) -> list[wire.Linked]:
    """Provisions beside an answer."""
    return [wire.Linked(id=item.id, title=item.title, text=item.text, relation=item.relation) for item in links]


def base_version(base: KnowledgeBase) -> wire.BaseVersion:
    """The version and digest of a base."""
    return wire.BaseVersion(version=base.meta["version"], digest=base.meta["digest"])
