"""The clauses of a paragraph as an address lights them: `#2.1` is the first sentence of its second unit."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import accumulate, count, pairwise

from markdown_it.token import Token
from markupsafe import escape

_TAG = re.compile(r"<(/?)[^>]*>")
# What the page says beside the text: the call of a note, the label of a unit.
_BESIDE = ('class="call"', 'class="label"')
_OPENING = re.compile(r"[«“\"(\[•–—-]?[ ]?\Z")


def raw(html: str) -> Token:
    """A token whose HTML is given, already escaped."""
    return Token("html_inline", "", 0, content=str(html))


class Clauses:
    """The clauses of a text, marked in its paragraphs one after the other: the first has the address `anchor.1`."""

    def __init__(self, clauses: Sequence[str], anchor: str) -> None:
        """`clauses` are all those of the text, in order."""
        self._sizes = [*map(_letters, clauses)]
        self._anchor = escape(anchor)
        self._marked = 0

    def marked(self, children: Sequence[Token]) -> list[Token]:
        """The inline tokens of the next paragraph, each of its clauses in an element of its own.

        Text and clauses are followed side by side by their letters; where they differ, nothing is marked. A clause that begins within an
        emphasis or a link has an empty anchor there.
        """
        starts = [0, *accumulate(self._sizes[self._marked :])]
        # Where all are marked, nothing is counted.
        letters = sum(map(_size, children)) if len(starts) > 1 else 0
        if not letters or letters not in starts:
            return list(children)
        starts = starts[: starts.index(letters)]
        names = (f"{self._anchor}.{number}" for number in count(self._marked + 1))
        self._marked += len(starts)
        return list(_marked(children, deque(zip(starts, names, strict=False))))


def _marked(children: Iterable[Token], waiting: deque[tuple[int, str]]) -> Iterator[Token]:
    """Inline tokens with the marks of some clauses: how many letters are before each, and its name."""
    gone = depth = 0
    closing = ""

    def mark() -> Token:
        nonlocal closing
        _start, name = waiting.popleft()
        if depth:
            return raw(f'<span class="anchor" id="{name}"></span>')
        ended, closing = closing, "</span>"
        return raw(f'{ended}<span id="{name}">')

    for token in children:
        size = _size(token)
        begun = [start - gone for start, _name in waiting if start < gone + max(size, 1)]
        gone += size
        if token.type == "text" and not depth:
            first, *others = _cut(token.content, begun)
            yield Token("text", "", 0, content=first)
            for piece in others:
                yield mark()
                yield Token("text", "", 0, content=piece)
            continue
        if token.nesting >= 0 and not token.content.startswith("</"):
            yield from (mark() for _clause in begun)
        depth += token.nesting + _nesting(token)
        yield token
    if closing:
        yield raw(closing)


def _cut(text: str, begun: Sequence[int]) -> list[str]:
    """A text cut where clauses begin, each after so many letters; what opens a clause goes with it."""
    letters = [place for place, character in enumerate(text) if character.isalnum()] if begun else []
    places = [0]
    for ahead in begun:
        place = letters[ahead] if ahead < len(letters) else len(text)
        opening = _OPENING.search(text, places[-1], place)
        places.append(opening.start() if opening else place)
    return [text[start:end] for start, end in pairwise([*places, len(text)])]


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _size(token: Token) -> int:
    """How many letters and figures of the text a token holds."""
    if token.type == "text":
        return _letters(token.content)
    if token.type != "html_inline" or any(mark in token.content for mark in _BESIDE):
        return 0
    return _letters(unescape(_TAG.sub("", token.content)))


def _nesting(token: Token) -> int:
    """How many elements the HTML of a token leaves open."""
    tags = _TAG.findall(token.content) if token.type == "html_inline" else ()
    return sum(-1 if closing else 1 for closing in tags)
