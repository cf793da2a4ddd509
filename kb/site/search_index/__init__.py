"""The search of the pages: what the base holds for it, told as scripts that any page may load, from a disk too.

A script for what the works share (`static/search-words.js`), one a work, and pieces of excerpts loaded when a result shows one. The
pages rank as `kb.search` does, from the same figures.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.model import Lexicon
from kb.search import read_lexicon
from kb.search.signals import load
from kb.site import urls
from kb.site.search_index.documents import described, excerpts
from kb.site.search_index.language import rules
from kb.store import KnowledgeBase, View, WorkInfo
from kb.words import words as words_of

SHARED = "static/search-words.js"


def scripts(base: KnowledgeBase, works: Sequence[WorkInfo], view: View) -> Iterator[tuple[str, str]]:
    """Every script of the search, as (path from the root of the site, text)."""
    packed = _packed(base, view)
    yield SHARED, _script("arbitreWords", {"rules": rules(), **packed[""]})
    for info in works:
        # With one layer, `both` is that layer.
        own: View = view if len(info.layers) > 1 else "both"
        index = load(base, info.work, own)
        passages = {passage.id: passage for passage in base.passages(index.ids, own)}
        value = {
            **_told(info, read_lexicon(base, info.work)),
            "documents": described(base, index, info.work, passages),
            **packed[info.work],
        }
        yield urls.index_script(info.work), _script("arbitreIndex", value)
        for piece, texts in enumerate(excerpts(index, passages)):
            found = {"work": info.work, "piece": piece, "texts": texts}
            yield _beside(info.work, f"excerpts-{piece}"), _script("arbitreExcerpts", found)


def _packed(base: KnowledgeBase, view: View) -> dict[str, dict[str, Any]]:
    """What the base holds for the pages, by work; where no work has two layers, it is the same for every choice of them."""
    query = "SELECT work, data FROM page_indexes WHERE view = ?"
    rows = base.rows(query, (view,)) or base.rows(query, ("both",))
    return {work: json.loads(data) for work, data in rows}


def _beside(work: str, name: str) -> str:
    """A script beside the index of a work."""
    return urls.index_script(work).replace("index", name)


def _told(info: WorkInfo, lexicon: Lexicon) -> dict[str, Any]:
    """What a work is called, and the words of its lexicon."""
    return {
        "work": info.work,
        "title": info.title,
        "mode": info.modes[0],
        "names": [words_of(name) for name in lexicon.names],
        "modes": [[mode, words_of(name)] for mode, name in lexicon.modes],
        "stopwords": " ".join(sorted(lexicon.stopwords)),
        "expansions": [list(pair) for pair in lexicon.expansions],
    }


def _script(name: str, value: Mapping[str, Any]) -> str:
    """JavaScript that adds a value to a list of the window."""
    # `<` never stands in a script as it is, lest some day one is put inside a page.
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"(window.{name} = window.{name} || []).push({text});\n"
