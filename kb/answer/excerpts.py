"""Provisions as they are shown to a person: long ones end at the boundary of a unit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any

from kb.answer import values
from kb.answer.values import NamedValue
from kb.model import Span
from kb.model.provisions import lines_of
from kb.search import Hit
from kb.store import KnowledgeBase, Passage, View

# A passage returned to a person spans at most this many lines.
_MOST = 60
_AS_STORED = [part.name for part in fields(values.Passage) if part.name in {own.name for own in fields(Passage)}]
_STORED = attrgetter(*_AS_STORED)


def shortened(base: KnowledgeBase, passage: Passage) -> Passage:
    """The passage itself when it spans few enough lines; else its beginning, marked `truncated`.

    It ends after the last unit that stands wholly within the limit; a single block longer than that is cut between two of its words.
    """
    lines = [*lines_of(passage.source.spans)]
    if len(lines) <= _MOST:
        return passage
    text, kept = _beginning(base, passage, lines)
    source = replace(passage.source, spans=_spans(lines[:kept]))
    return replace(passage, text=text, source=source, truncated=True)


def shown(
    stored: Passage, score: float | None = None, why: tuple[str, ...] = (), mode: str | None = None
) -> values.Passage:
    """A provision as it is handed out; the mode asked for labels it, else its first."""
    kept: dict[str, Any] = dict(zip(_AS_STORED, _STORED(stored), strict=True))
    kept["fields"] = tuple(NamedValue(*field) for field in stored.fields)
    kept["mode"] = mode if mode in stored.scope else next(iter(stored.scope), None)
    return values.Passage(**kept, score=score, why=why)


def _beginning(base: KnowledgeBase, passage: Passage, lines: Sequence[int]) -> tuple[str, int]:
    """The text kept, and how many of the passage's lines hold it."""
    place = {line: count for count, line in enumerate(lines, 1)}
    cursor = kept = 0
    for unit in base.children(passage.id, passage.layer, units=True):
        # A unit whose words an erratum replaced stands on lines of its own, elsewhere.
        last = max((place.get(line, kept) for line in lines_of(unit.source.spans)), default=kept)
        if last > _MOST:
            break
        start = passage.text.find(unit.text, cursor)
        if start >= 0:
            cursor, kept = start + len(unit.text), max(kept, last)
    if kept:
        return passage.text[:cursor], kept
    end = len(passage.text) * _MOST // len(lines)
    return passage.text[: max(passage.text.rfind(mark, 0, end + 1) for mark in ("\n", " "))].rstrip(), _MOST


def _spans(lines: Iterable[int]) -> tuple[Span, ...]:
    """The spans of lines, in reading order."""
    spans: list[Span] = []
    for line in lines:
        if spans and spans[-1].end + 1 == line:
            spans[-1] = Span(spans[-1].start, line)
        else:
            spans.append(Span(line, line))
    return tuple(spans)


@dataclass(frozen=True, slots=True)
class Scored:
    """A provision with its score and the reasons of its rank."""

    passage: Passage
    score: float
    why: tuple[str, ...]

    def shown(self, mode: str | None = None) -> values.Passage:
        """As it is handed out."""
        return shown(self.passage, self.score, self.why, mode)


def with_score(passage: Passage, hit: Hit | None, named: Mapping[str, str], top: float) -> Scored:
    """A provision as search found it; above all others when it is named, for the reason given."""
    score, why = (hit.score, hit.why) if hit else (0.0, ())
    if passage.id in named:
        return Scored(passage, round(max(score, top) + 1.0, 3), (named[passage.id], *why))
    return Scored(passage, round(score, 3), why)


def brought_up(base: KnowledgeBase, scored: Scored, view: View) -> Scored:
    """A redirecting entry gives way to what it points to."""
    if scored.passage.redirect:
        links = base.edges(scored.passage.id, view=view)
        targets = [link.id for link in links if link.type == "cites" and link.how == "explicit"]
        for target in base.passages(targets[:1], view):
            why = (f"redirection: {scored.passage.title}", *scored.why)
            return Scored(shortened(base, target), scored.score, why)
    return scored
