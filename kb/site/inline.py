"""The inline tokens of a block with what the page adds: links, and the clauses as an address lights them (`#2.1`)."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, compress, count
from urllib.parse import unquote

from markdown_it.token import Token
from markupsafe import escape

from kb.site.linking import ProseLinks, Run, doubtful

_OPENING = re.compile(r"[«“\"(\[•–—-]?[ ]?\Z")
# A character that no text holds: it stands for what a link already covers.
_TAKEN = "\ue000"
# An inline token, and where it stands in the text of its block.
_Placed = tuple[int, int, Token]


def raw(html: str, nesting: int = 0) -> Token:
    """A token whose HTML is given, already escaped; 1 when it opens an element that another closes (-1)."""
    return Token("html_inline", "", nesting, content=str(html))  # type: ignore[arg-type]  # -1, 0 or 1


class Clauses:
    """The clauses of a text, found in its paragraphs one after the other: the first has the address `anchor.1`."""

    def __init__(self, clauses: Sequence[str], anchor: str) -> None:
        """`clauses` are all those of the text, in order."""
        self._sizes = [sum(map(str.isalnum, clause)) for clause in clauses]
        self._anchor = escape(anchor)
        self._found = 0

    def places(self, text: str, letters: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Where those of the next paragraph begin, each with its address; what opens a clause goes with it.

        Text and clauses are followed side by side by their letters, whose places are given; where they differ, none is found.
        """
        starts = [0, *accumulate(self._sizes[self._found :])]
        if not letters or len(letters) not in starts:
            return
        starts = starts[: starts.index(len(letters))]
        names = count(self._found + 1)
        self._found += len(starts)
        before = 0
        for start in starts:
            opening = _OPENING.search(text, before, letters[start])
            before = opening.start() if opening else letters[start]
            yield before, f"{self._anchor}.{next(names)}"


def dressed(children: list[Token], links: ProseLinks, clauses: Clauses) -> list[Token]:
    """The inline tokens of a block with its links, those that Markdown read, then references and terms; and with its clauses marked."""
    text = flat = ""
    placed: list[_Placed] = []
    pieces: list[tuple[int, int]] = []
    closing = [""]
    for token in children:
        start, said = len(text), ""
        if token.type == "link_open":
            target = links.target_of_link(unquote(str(token.attrGet("href")))[1:])
            opening, close = (
                (f'<a class="ref" href="{links.href(target)}">', "</a>") if target else doubtful("dangling")
            )
            closing.append(close)
            token = raw(opening, 1)  # noqa: PLW2901 - in its place
        elif token.type == "link_close":
            token = raw(closing.pop(), -1)  # noqa: PLW2901 - in its place
        elif token.type == "text":
            said = token.content.replace("\u00a0", " ").replace("\n", " ")
            if not closing[-1]:
                pieces.append((start, start + len(said)))
        text += said
        flat += _TAKEN * len(said) if closing[-1] else said
        placed.append((start, len(text), token))
    runs = links.runs(flat, pieces)
    if runs:
        placed = [part for one in placed for part in (_cut(one, runs) if one[2].type == "text" else [one])]
    called = {place for run in runs if run.instead for place in range(run.start, run.end)}
    letters = [place for place in compress(count(), map(str.isalnum, text)) if place not in called]
    return list(_marked(placed, deque(clauses.places(text, letters))))


def _cut(placed: _Placed, runs: Iterable[Run]) -> list[_Placed]:
    """A text cut where links begin and end; a link across two texts is a link in each."""
    start, end, token = placed
    result: list[_Placed] = []
    position = start
    for run in runs:
        if run.start < end and run.end > start:
            first, last = max(run.start, start), min(run.end, end)
            inside: str = escape(token.content[first - start : last - start])
            if run.instead:
                inside = run.instead if first == run.start else ""
            before = Token("text", "", 0, content=token.content[position - start : first - start])
            result += [(position, first, before), (first, last, raw(f"{run.opening}{inside}{run.closing}"))]
            position = last
    result.append((position, end, Token("text", "", 0, content=token.content[position - start :])))
    return [piece for piece in result if piece[2].content]


def _marked(placed: Iterable[_Placed], waiting: deque[tuple[int, str]]) -> Iterator[Token]:
    """Inline tokens, each clause in an element of its own; one that begins within an emphasis or a link has an empty anchor there."""
    depth, closing = 0, ""
    for start, end, token in placed:
        position = start
        while waiting and token.nesting >= 0 and waiting[0][0] < max(end, start + 1):
            place, name = waiting.popleft()
            if depth:
                yield raw(f'<span class="anchor" id="{name}"></span>')
                continue
            if token.type == "text" and place > position:
                yield Token("text", "", 0, content=token.content[position - start : place - start])
                position = place
            yield raw(f'{closing}<span id="{name}">')
            closing = "</span>"
        depth += token.nesting
        yield token if position == start else Token("text", "", 0, content=token.content[position - start :])
    if closing:
        yield raw(closing)
