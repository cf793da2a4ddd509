"""Canonical Markdown to HTML: nothing but its paragraphs, lists, tables, emphasis and inner links; all else stays text.

A corpus is not trusted: HTML is never read, and a link leads to an id of the work or is no link.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from kb.site.anchoring import Anchoring, raw
from kb.site.linking import MARKS, PREFIX, Linker, ProseLinks, Run
from kb.store import Passage

_RULES = ["paragraph", "list", "table", "emphasis", "link", "escape", "newline", "balance_pairs", "fragments_join"]
_UNDERSCORE = re.compile(r"(?<!\\)_")
# A character that no text holds: it stands for what a link already covers.
_TAKEN = "\ue000"
_TABLE = '<div class="table" role="group" aria-label="Tableau" tabindex="0">'


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    reader = MarkdownIt("zero", {"html": False}).enable(_RULES)
    reader.validateLink = lambda url: url.startswith("#")  # type: ignore[method-assign]
    return reader


def render(
    passage: Passage,
    linker: Linker,
    prefix: str | None = "",
    kept: tuple[str, Sequence[Passage]] | None = None,
) -> Markup:
    """The HTML of a provision's text on a page, an anchor on each of its units.

    A text stands on several pages: it is drafted once, then given the links of each.

    Args:
        passage: the provision.
        linker: the links of the page at hand.
        prefix: what the anchors begin with; None for a text shown without any (an excerpt, a former text).
        kept: the Markdown to show and the units that it holds, in order; the whole text and all its units when left out.
    """
    book = linker.book
    markdown, units = kept or (passage.markdown, book.units(passage.id))
    key = (passage.id, passage.layer, prefix is None, markdown)
    if key not in book.drafts:
        book.drafts[key] = _draft(markdown, units, ProseLinks(book, passage), anchored=prefix is not None)
    return linker.settle(book.drafts[key], ProseLinks.holder(book, passage), prefix)


def _draft(markdown: str, units: Sequence[Passage], links: ProseLinks, *, anchored: bool) -> str:
    """The HTML of a text, marks in place of what depends on the page."""
    reader = _reader()
    tokens = reader.parse(_UNDERSCORE.sub(r"\\_", markdown.translate(MARKS)))
    lost = Anchoring(tokens, units, PREFIX if anchored else None).place()
    for token in tokens:
        if token.type == "inline":
            token.children = _linked(token.children or [], links)
    html = str(reader.renderer.render(_framed(tokens), reader.options, {}))
    return "".join(map(str, lost)) + html


def _framed(tokens: list[Token]) -> list[Token]:
    """The tokens with each table in a frame that scrolls; the head of a column without name is a plain cell."""
    result: list[Token] = []
    for place, token in enumerate(tokens):
        if token.type == "th_open" and not tokens[place + 1].content.strip():
            token.tag = tokens[place + 2].tag = "td"
        if token.type == "table_open":
            result.append(Token("html_block", "", 0, content=_TABLE))
        result.append(token)
        if token.type == "table_close":
            result.append(Token("html_block", "", 0, content="</div>"))
    return result


def _linked(children: list[Token], links: ProseLinks) -> list[Token]:
    """The inline tokens of a block with its links: those that Markdown read, then references and terms."""
    children = _inner_links(children, links)
    flat, pieces = _flat(children)
    runs = links.runs(flat, [(start, end) for start, end, _token in pieces])
    places = {id(token): (start, end) for start, end, token in pieces}
    result: list[Token] = []
    for token in children:
        result += _cut(token, *places[id(token)], runs) if id(token) in places else [token]
    return result


def _inner_links(children: list[Token], links: ProseLinks) -> list[Token]:
    """Links to ids made to lead there; a link to nothing becomes a doubtful reference."""
    closing: list[str] = []
    for token in children:
        if token.type == "link_open":
            target = links.target_of_link(unquote(str(token.attrGet("href")))[1:])
            known = target is not None
            opening = Markup('<a class="ref" href="{}">').format(links.href(target)) if target is not None else _LOST
            closing.append("</a>" if known else '<span class="vh"> (renvoi incertain)</span></span>')
            token.type, token.content = "html_inline", str(opening)
            token.meta = {"link": 1}
        elif token.type == "link_close":
            token.type, token.content = "html_inline", closing.pop()
            token.meta = {"link": -1}
    return children


_LOST = Markup('<span class="doubt" title="Renvoi incertain : aucune règle connue ne porte ce nom">')


def _flat(children: list[Token]) -> tuple[str, list[tuple[int, int, Token]]]:
    """The text of a block, and where each text token outside a link stands in it."""
    flat, depth = "", 0
    pieces: list[tuple[int, int, Token]] = []
    for token in children:
        depth += token.meta.get("link", 0)
        if token.type == "text":
            text = token.content.replace("\u00a0", " ").replace("\n", " ")
            if depth == 0:
                pieces.append((len(flat), len(flat) + len(text), token))
            flat += text if depth == 0 else _TAKEN * len(text)
        elif token.type in {"softbreak", "hardbreak"}:
            flat += " "
    return flat, pieces


def _cut(token: Token, start: int, end: int, runs: list[Run]) -> list[Token]:
    """A text token cut where links begin and end; a link across two tokens is a link in each."""
    within = [run for run in runs if run.start < end and run.end > start]
    if not within:
        return [token] if token.content else []
    result: list[Token] = []
    position = start
    for run in within:
        first, last = max(run.start, start), min(run.end, end)
        result.append(_text(token, position - start, first - start))
        inside: str = escape(token.content[first - start : last - start])
        if run.instead:
            inside = run.instead if first == run.start else ""
        result.append(raw(Markup(f"{run.opening}{inside}{run.closing}")))  # noqa: S704 - each part is escaped already
        position = last
    result.append(_text(token, position - start, end - start))
    return [piece for piece in result if piece.content]


def _text(token: Token, first: int, last: int) -> Token:
    return Token("text", "", 0, content=token.content[first:last], level=token.level)
