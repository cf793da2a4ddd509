"""The index as the search of the pages reads it: the same words, counts and vectors as the base, small enough to be downloaded.

Worked out when a base is built, from the very documents that the index is made of; `kb.site.search_index` makes scripts of it and
`site/static/search-*.js` reads these.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.search.documents import Document
from kb.search.portable.game import GameIndex
from kb.search.portable.meanings import Meanings
from kb.search.portable.packing import Packing
from kb.search.portable.symbols import text_of
from kb.search.portable.words import Vocabulary, Words, listed, paired
from kb.search.space import Space
from kb.store import PageIndex, View

Views = Mapping[tuple[str, View], Sequence[Document]]
"""The documents of each view of each work."""


def portable(
    views: Views, vocabularies: Mapping[str, Vocabulary], space: Space, shown: Mapping[View, Mapping[str, View]]
) -> Iterator[PageIndex]:
    """What the pages of a site need to search: for each choice of layers, a value that the works share (under no name) and one a work.

    Args:
        views: every document of the base.
        vocabularies: the words of each work.
        space: the space of meanings of the base.
        shown: for each choice of layers that a site may show, the view of each work that stands in it.
    """
    known = {key for documents in views.values() for document in documents for key in document.words()}
    common: dict[tuple[str, ...], Words] = {}
    for choice, games in shown.items():
        names = tuple(sorted(games))
        if names not in common:
            common[names] = Words({work: vocabularies[work] for work in names}, known)
        words = common[names]
        found = {work: GameIndex(views[work, games[work]], words, work) for work in names}
        meanings = Meanings(space, {work: game.keys for work, game in found.items()})
        yield PageIndex(choice, "", _packed(_shared(words, meanings)))
        for work, game in found.items():
            yield PageIndex(choice, work, _packed(_game(work, game, meanings)))


def _shared(words: Words, meanings: Meanings) -> dict[str, Any]:
    """What every work needs."""
    shared = meanings.shared
    return {
        "irregular": paired(words.irregular),
        "meanings": {"keys": " ".join(shared), "numbers": meanings.numbers(shared)},
    }


def _game(work: str, game: GameIndex, meanings: Meanings) -> dict[str, Any]:
    """What one work needs."""
    own = meanings.own(work)
    return {
        "keys": paired(game.words.keys),
        "families": paired(game.words.families),
        "forms": listed(game.words.uses),
        "uses": text_of(game.words.uses.values()),
        "others": "\n".join(game.others),
        "actions": text_of(_gaps(game.actions)),
        "postings": Packing(game).packed(),
        "meanings": {"keys": text_of(_gaps(own)), "numbers": meanings.numbers(game.keys[number] for number in own)},
    }


def _gaps(numbers: Sequence[int]) -> list[int]:
    """Growing numbers, each from the one before."""
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def _packed(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
