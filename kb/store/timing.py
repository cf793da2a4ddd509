"""The rows of what says when: timing phrases, what is declared usable, the moments of a timeline."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from kb.model import Rulebook

Row = dict[str, Any]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def rows_of_windows(books: Iterable[Rulebook]) -> Iterator[Row]:
    """Every timing phrase, where it stands."""
    for book in books:
        for window in book.windows:
            phrase = window.phrase
            yield {
                "work": book.work.id,
                "id": window.provision,
                "unit": window.unit,
                "layer": window.layer,
                "place": window.place,
                "role": window.role,
                "edge": phrase.edge,
                "moment": phrase.moment,
                "timeline": window.moment,
                "whose": phrase.whose,
                "cue": phrase.trigger,
                "frequency": phrase.frequency,
                "printed": window.printed,
                "spans": _json([[span.start, span.end] for span in window.spans]),
            }


def rows_of_usages(books: Iterable[Rulebook]) -> Iterator[Row]:
    """What each work declares usable: its layers share it."""
    for work, usages in {book.work.id: book.usages for book in books if book.usages}.items():
        for place, usage in enumerate(usages, 1):
            yield {
                "work": work,
                "place": place,
                "id": f"{work}/{usage.provision}",
                "title": usage.title,
                "moments": _json(usage.moments),
                "owner": usage.owner,
                "kind": usage.kind,
                "frequency": usage.frequency,
                "timing": usage.timing,
            }


def rows_of_moments(books: Iterable[Rulebook]) -> Iterator[Row]:
    """The timeline of each work: its layers share it."""
    for work, timeline in {book.work.id: book.timeline for book in books if book.timeline}.items():
        for place, moment in enumerate(timeline, 1):
            yield {
                "work": work,
                "place": place,
                "id": moment.id,
                "title": moment.title,
                "kind": moment.kind,
                "who": moment.who,
                "repeat": moment.repeat,
                "free": int(moment.free),
                "apart": int(moment.apart),
                "at_once": int(moment.at_once),
                "window": int(moment.window),
                "plays": _json(moment.plays),
                "count": moment.count,
                "cites": _json(moment.cites),
                "aliases": _json(moment.aliases),
            }


def rows_of_policies(books: Iterable[Rulebook]) -> Iterator[Row]:
    """The policy of each work: its layers share it."""
    held = {book.work.id: book.policy for book in books if book.policy is not None}
    return ({"work": work, "printed": policy.printed} for work, policy in held.items())
