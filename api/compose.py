"""Stored values become wire models."""

from __future__ import annotations

from collections.abc import Iterable

from api import wire
from kb.store import KnowledgeBase, Passage


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


def base_version(base: KnowledgeBase) -> wire.BaseVersion:
    """The version and digest of a base."""
    return wire.BaseVersion(version=base.meta["version"], digest=base.meta["digest"])
