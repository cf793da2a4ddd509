"""The clauses of a paragraph as an address lights them: `#2.1` is the first sentence of its second unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import unescape
from itertools import accumulate

from markdown_it.token import Token
from markupsafe import Markup

_TAG = re.compile(r"<(/?)[^>]*>")
# What the page says beside the text: the call of a note, the label of a unit.
_BESIDE = ('class="call"', 'class="label"')
_OPENING = re.compile(r"[«“\"(\[•–—-]?[ ]?\Z")
_CLAUSE = Markup('<span id="{}">')
_ANCHOR = Markup('<span class="anchor" id="{}"></span>')


def raw(html: str) -> Token:
    """A token whose HTML is given, already escaped."""
    return Token("html_inline", "", 0, content=str(html))


class Clauses:
    """The clauses of a text, marked in its paragraphs one after the other: the first has the address `anchor.1`."""

    def __init__(self, clauses: Sequence[str], anchor: str) -> None:
        """`clauses` are all those of the text, in order."""
        self._sizes = [*map(_letters, clauses)]
        self._anchor = anchor
        self._marked = 0

    def marked(self, children: Sequence[Token]) -> list[Token]:
        """The inline tokens of the next paragraph, each of its clauses in an element of its own.

        Text and clauses are followed side by side by their letters; where they differ, nothing is marked. A clause that begins within an
        emphasis or a link has an empty anchor there.
        """
        starts = [0, *accumulate(self._sizes[self._marked :])]
        letters = sum(map(_told, children))
        if not letters or letters not in starts:
            return list(children)
        starts = starts[: starts.index(letters)]
        names = [f"{self._anchor}.{self._marked + place}" for place in range(1, len(starts) + 1)]
        self._marked += len(starts)
        return list(_Paragraph(names, starts).tokens(children))


class _Paragraph:
    """Inline tokens, followed by the letters gone by, with the marks of the clauses that begin among them."""

    def __init__(self, names: Sequence[str], starts: Sequence[int]) -> None:
        self._names, self._starts = names, starts
        self._gone = self._depth = self._met = 0
        self._is_open = False

    def tokens(self, children: Iterable[Token]) -> Iterable[Token]:
        for token in children:
            if token.type == "text" and not self._depth:
                yield from self._text(token.content)
            else:
                size, closing = _told(token), token.nesting < 0 or token.content.startswith("</")
                while not closing and self._begins(size):
                    yield from self._mark()
                self._gone += size
                self._depth += token.nesting + _nesting(token)
                yield token
        if self._is_open:
            yield raw("</span>")

    def _begins(self, size: int) -> bool:
        """Whether a clause begins among the next letters, or right here."""
        return self._met < len(self._starts) and self._starts[self._met] < self._gone + max(size, 1)

    def _text(self, text: str) -> Iterable[Token]:
        while self._begins(_letters(text)):
            letters = [place for place, character in enumerate(text) if character.isalnum()]
            ahead = self._starts[self._met] - self._gone
            place = letters[ahead] if ahead < len(letters) else len(text)
            opening = _OPENING.search(text, 0, place)
            place = opening.start() if opening else place
            yield from self._piece(text[:place])
            yield from self._mark()
            text = text[place:]
        yield from self._piece(text)

    def _piece(self, text: str) -> Iterable[Token]:
        self._gone += _letters(text)
        if text:
            yield Token("text", "", 0, content=text)

    def _mark(self) -> Iterable[Token]:
        name = self._names[self._met]
        self._met += 1
        if self._depth:
            yield raw(_ANCHOR.format(name))
            return
        if self._is_open:
            yield raw("</span>")
        self._is_open = True
        yield raw(_CLAUSE.format(name))


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _told(token: Token) -> int:
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
