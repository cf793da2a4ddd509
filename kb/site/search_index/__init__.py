"""The search of the pages: the index of the base, rewritten as scripts that any page may load, from a disk too.

A script for what the works share (`static/search-words.js`), one a work, and pieces of excerpts loaded when a result shows one. The
pages rank as `kb.search` does, from the same figures, vectors apart, which are rounded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.search import Searcher
from kb.site import urls
from kb.site.search_index.documents import described, excerpts
from kb.site.search_index.game import GameIndex
from kb.site.search_index.language import rules
from kb.site.search_index.meanings import Meanings
from kb.site.search_index.packing import Packing
from kb.site.search_index.symbols import text_of
from kb.site.search_index.words import Words, listed, paired
from kb.store import KnowledgeBase, View, WorkInfo
from kb.words import words as words_of

SHARED = "static/search-words.js"
SHARED_REST = "static/search-rest.js"


def scripts(base: KnowledgeBase, works: Sequence[WorkInfo], view: View) -> Iterator[tuple[str, str]]:
    """Every script of the search, as (path from the root of the site, text)."""
    names = [info.work for info in works]
    words = Words(base, Searcher(base), names)
    # With one layer, `both` is that layer.
    views: dict[str, View] = {info.work: view if len(info.layers) > 1 else "both" for info in works}
    games = {work: GameIndex(base, words, work, views[work]) for work in names}
    meanings = Meanings(base, {work: game.keys for work, game in games.items()})
    yield SHARED, _script("arbitreWords", _shared(words, meanings))
    yield SHARED_REST, _script("arbitreRest", {"work": "", "numbers": meanings.rest(meanings.shared)})
    for info in works:
        game = games[info.work]
        yield urls.index_script(info.work), _script("arbitreIndex", _game(base, info, game, meanings))
        rest = {"work": info.work, "numbers": meanings.rest(game.keys[number] for number in meanings.own(info.work))}
        yield _beside(info.work, "rest"), _script("arbitreRest", rest)
        for piece, texts in enumerate(excerpts(base, game.index, game.view)):
            found = {"work": info.work, "piece": piece, "texts": texts}
            yield _beside(info.work, f"excerpts-{piece}"), _script("arbitreExcerpts", found)


def _beside(work: str, name: str) -> str:
    """A script beside the index of a work."""
    return urls.index_script(work).replace("index", name)


def _shared(words: Words, meanings: Meanings) -> dict[str, Any]:
    """What every work needs."""
    return {
        "rules": rules(),
        "irregular": paired(words.irregular),
        "meanings": {
            "step": meanings.step,
            "keys": " ".join(meanings.shared),
            "numbers": meanings.coarse(meanings.shared),
        },
    }


def _game(base: KnowledgeBase, info: WorkInfo, game: GameIndex, meanings: Meanings) -> dict[str, Any]:
    """What one work needs."""
    found = game.words
    own = meanings.own(info.work)
    lexicon = found.lexicon
    return {
        "work": info.work,
        "title": info.title,
        "mode": info.modes[0],
        "names": [words_of(name) for name in lexicon.names],
        "modes": [[mode, words_of(name)] for mode, name in lexicon.modes],
        "stopwords": " ".join(sorted(lexicon.stopwords)),
        "expansions": [list(pair) for pair in lexicon.expansions],
        "keys": paired(found.keys),
        "families": paired(found.families),
        "forms": listed(found.uses),
        "uses": text_of(found.uses.values()),
        "others": "\n".join(game.others),
        "actions": text_of(_gaps(game.actions)),
        "documents": described(base, game.index, info.work, game.view),
        "postings": Packing(game).packed(),
        "meanings": {"keys": text_of(_gaps(own)), "numbers": meanings.coarse(game.keys[number] for number in own)},
    }


def _gaps(numbers: Sequence[int]) -> list[int]:
    """Growing numbers, each from the one before."""
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def _script(name: str, value: Mapping[str, Any]) -> str:
    """JavaScript that adds a value to a list of the window."""
    # `<` never stands in a script as it is, lest some day one is put inside a page.
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"(window.{name} = window.{name} || []).push({text});\n"
