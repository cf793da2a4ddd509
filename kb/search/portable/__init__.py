"""The index as the search of the pages reads it: the same words, counts and vectors as the base, small enough to be downloaded.

Worked out when a base is built, from the very documents that the index is made of; `kb.site.search_index` makes scripts of it and
`site/static/search-*.js` reads these.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.folding import Folded
from kb.search.documents import Document
from kb.search.portable.game import GameIndex, GameKeys
from kb.search.portable.meanings import Meanings
from kb.search.portable.packing import Packing
from kb.search.portable.symbols import text_of
from kb.search.portable.words import Vocabulary, Words, listed, paired
from kb.search.space import Space
from kb.store import PageIndex, View
from kb.workers import Workers, uncollected


@dataclass(frozen=True, slots=True)
class Searched:
    """One view of a work: its documents, and every key that they are found by."""

    documents: Folded[list[Document]]
    keys: Folded[frozenset[str]]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A view of a work to pack: its documents, and its keys as numbered."""

    documents: Folded[list[Document]]
    keys: GameKeys


def portable(
    views: Mapping[tuple[str, View], Searched],
    vocabularies: Mapping[str, Vocabulary],
    space: Space,
    shown: Mapping[View, Mapping[str, View]],
    workers: Workers,
) -> Iterator[PageIndex]:
    """What the pages of a site need to search: for each choice of layers, a value that the works share (under no name) and one a work.

    Args:
        views: each view of each work of the base.
        vocabularies: the words of each work.
        space: the space of meanings of the base.
        shown: for each choice of layers that a site may show, the view of each work that stands in it.
        workers: who packs the documents, a work each.
    """
    known = set().union(*(searched.keys.unfolded() for searched in views.values()))
    common: dict[tuple[str, ...], Words] = {}
    for choice, games in shown.items():
        names = tuple(sorted(games))
        if names not in common:
            common[names] = Words({work: vocabularies[work] for work in names}, known)
        words = common[names]
        searched = [views[work, games[work]] for work in names]
        asked = [
            _Asked(one.documents, GameKeys(one.keys.unfolded(), words, work))
            for work, one in zip(names, searched, strict=True)
        ]
        meanings = Meanings(space, {work: one.keys.keys for work, one in zip(names, asked, strict=True)})
        yield PageIndex(choice, "", _packed(_shared(words, meanings)))
        for work, one, postings in zip(names, asked, workers.made(_postings, asked, _weight), strict=True):
            yield PageIndex(choice, work, _packed(_game(work, one.keys, postings.unfolded(), meanings)))


def _weight(asked: _Asked) -> int:
    """How much there is to pack, about."""
    return len(asked.documents.data)


def _postings(asked: _Asked) -> Folded[dict[str, Any]]:
    """Where the keys of a work stand, packed."""
    with uncollected():
        return Folded.of(Packing(GameIndex(asked.documents.unfolded(), asked.keys)).packed())


def _shared(words: Words, meanings: Meanings) -> dict[str, Any]:
    """What every work needs."""
    shared = meanings.shared
    return {
        "irregular": paired(words.irregular),
        "meanings": {"keys": " ".join(shared), "numbers": meanings.numbers(shared)},
    }


def _game(work: str, game: GameKeys, postings: Mapping[str, Any], meanings: Meanings) -> dict[str, Any]:
    """What one work needs."""
    own = meanings.own(work)
    return {
        "keys": paired(game.words.keys),
        "families": paired(game.words.families),
        "forms": listed(game.words.uses),
        "uses": text_of(game.words.uses.values()),
        "others": "\n".join(game.others),
        "actions": text_of(_gaps(game.actions)),
        "postings": postings,
        "meanings": {"keys": text_of(_gaps(own)), "numbers": meanings.numbers(game.keys[number] for number in own)},
    }


def _gaps(numbers: Sequence[int]) -> list[int]:
    """Growing numbers, each from the one before."""
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def _packed(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
