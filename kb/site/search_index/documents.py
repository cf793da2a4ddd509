"""The documents of an index as results show them: id, number, title, kind, what stands above, other names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from kb.search.portable.symbols import text_of, zigzag
from kb.search.signals import Index
from kb.site.wording import KINDS
from kb.store import KnowledgeBase, Passage
from kb.words import title_key, words

_BULLET = re.compile(r"\n\s*[-•]\s")
_PIECE = 60
"""How many excerpts a piece holds."""
_LONGEST = 600
_KINDS = [str(kind) for kind in KINDS]


def described(base: KnowledgeBase, index: Index, work: str, passages: Mapping[str, Passage]) -> dict[str, Any]:
    """Who the documents are, in their order; those that the work does not settle have no title, for they are no `passages`."""
    shown = [passages.get(identifier) for identifier in index.ids]
    titles = [" ".join(passage.title.split()) if passage else "" for passage in shown]
    weights = sorted(set(index.weights.tolist()), reverse=True)
    scopes = list(dict.fromkeys(index.scopes))
    return {
        "ids": _lines(_shortened([identifier.partition("/")[2] for identifier in index.ids], titles)),
        "numbers": _lines([passage.number or "" if passage else "" for passage in shown]),
        "titles": _lines(titles),
        "kinds": text_of(_KINDS.index(str(passage.kind)) + 1 if passage else 0 for passage in shown),
        "parents": text_of(
            zigzag(place - parent) if parent >= 0 else 0 for place, parent in enumerate(index.parents.tolist())
        ),
        "weights": [round(weight, 6) for weight in weights],
        "weight": text_of(weights.index(weight) for weight in index.weights.tolist()),
        "scopes": scopes,
        "scope": text_of(scopes.index(scope) for scope in index.scopes),
        "restated": [[place, *sorted(said)] for place, said in sorted(index.restated.items())],
        "names": _names(base, index, work, {passage.id: passage.title for passage in passages.values()}),
        "pieces": -(-len(shown) // _PIECE),
        "piece": _PIECE,
    }


def _lines(texts: Sequence[str]) -> str:
    return "\n".join(" ".join(text.split()) for text in texts)


def _shortened(ids: Sequence[str], titles: Sequence[str]) -> list[str]:
    """Ids, each told by what it shares with its neighbours: `^` for the folder of the one before, `$` for its title."""
    found = []
    before = ""
    for identifier, title in zip(ids, titles, strict=True):
        folder, slash, name = identifier.rpartition("/")
        last = "$" if name == "-".join(words(title)) and name else name
        found.append(f"{'^' if slash and folder == before else folder + slash}{last}")
        before = folder
    return found


def _names(base: KnowledgeBase, index: Index, work: str, titles: dict[str, str]) -> str:
    """The other names of the documents, one a line, each after its document and its rank: aliases 0, labels 1."""
    rows = base.rows(
        "SELECT id, role, name FROM names WHERE work = ? AND role IN ('alias', 'label') ORDER BY id, role, key", (work,)
    )
    found = sorted(
        (index.places[identifier], int(role == "label"), name)
        for identifier, role, name in rows
        if identifier in index.places and title_key(name) != title_key(titles.get(identifier, ""))
    )
    before = 0
    lines = []
    for place, rank, name in found:
        lines.append(f"{place - before} {rank} {' '.join(name.split())}".replace(" 0 ", " ", 1))
        before = place
    return "\n".join(lines)


def excerpts(index: Index, passages: Mapping[str, Passage]) -> list[list[str]]:
    """The beginning of each document, or why the work does not settle it, in pieces."""
    texts = [
        _beginning(passages[identifier].text) if identifier in passages else index.absent[place]
        for place, identifier in enumerate(index.ids)
    ]
    return [texts[first : first + _PIECE] for first in range(0, len(texts), _PIECE)]


def _beginning(text: str) -> str:
    """A text on one line, cut between two words."""
    line = " ".join(_BULLET.sub(" · ", text).split())
    return line if len(line) <= _LONGEST else line[:_LONGEST].rpartition(" ")[0].rstrip(" ,;:.") + "…"
