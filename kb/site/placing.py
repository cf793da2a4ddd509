"""The blocks of a text as they are laid out: notes next to a paragraph, below a row or a table, a profile's figures in one line."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from markdown_it.token import Token
from markupsafe import Markup

from kb.model.clauses import note_call
from kb.site.inline import raw
from kb.site.linking import PREFIX, TARGET

# What an excerpt does without.
ANCHOR = re.compile(rf'<span class="anchor" id="{PREFIX}[^"]*"></span>| id="{PREFIX}[^"]*"')
_OWN = re.compile(rf'id="{PREFIX}(0\.\d+)"')
_CALLED = re.compile(rf"{TARGET}[^{TARGET}#]*#(note-[^{TARGET}]*){TARGET}")
# So many notes of one passage are shown at once, the others closed.
_FIRST = 3
# What a paragraph is made of: its opening, its words, its end.
_BLOCK = 3
_MORE = Markup('<details class="more"><summary>Et {} de plus</summary>{}</details>')
_BESIDE = Markup('<div class="notes">{}</div>')
_BELOW = Markup('<tr class="below"><td colspan="{}"><div class="notes">{}</div></td></tr>')
_FIGURE = Markup("<div><dt>{}</dt><dd{}>{}</dd></div>")

Rendered = Callable[[Sequence[Token]], str]


def with_notes(tokens: Sequence[Token], notes: Sequence[tuple[str, str]]) -> Iterator[Token]:
    """The tokens of a text, the notes of a block after it: (see `Note.place`, HTML).

    What has the place of no block goes with the first paragraph; below a text that begins by a table, or that has none, at its end.
    What bears on rows that follow one another stands below the last of them.
    """
    named = {
        place: _names(tokens, place) for place, one in enumerate(tokens) if one.type in {"paragraph_open", "tr_open"}
    }
    known = {name for names in named.values() for name in names}
    placed = {place: [html for name, html in notes if name in names] for place, names in named.items()}
    rows = (place for place in named if tokens[place].type == "tr_open")
    for row, following in pairwise([*rows]):
        placed[row] = [html for html in placed[row] if html not in placed[following]]
    first = next((one.type for one in tokens if one.type in {"paragraph_open", "table_open"}), "")
    lost = [html for place, html in notes if place not in known]
    held: list[str] = []
    for place, token in enumerate(tokens):
        held = placed.get(place, held)
        if first == token.type == "paragraph_open":
            held, lost, first = [*lost, *held], [], ""
        kind = token.type if held else ""
        if kind == "paragraph_open":
            yield raw('<div class="noted">')
        if kind.startswith("paragraph"):
            token.hidden = False
        yield token
        if kind == "paragraph_close":
            yield raw(f"{_BESIDE.format(_collapsed(held))}</div>")
        elif kind == "tr_close":
            yield raw(_BELOW.format(_width(tokens[:place]), _collapsed(held)))
    if lost:
        yield raw(_BESIDE.format(_collapsed(lost)))


def _names(tokens: Sequence[Token], place: int) -> set[str]:
    """The names of the block that begins there: its unit, or the clauses of what stands before any."""
    unit = tokens[place + 1].meta.get("unit")
    if unit is not None:
        return {unit.id.partition("#")[2]}
    if tokens[place].type == "tr_open":
        return {str(tokens[place].attrGet("id") or "").removeprefix(PREFIX)} - {""}
    return {name for one in tokens[place + 1].children or () for name in _OWN.findall(one.content)}


def _collapsed(held: Sequence[str]) -> Markup:
    # One more takes no more room than what would tell that there is one.
    shown = held if len(held) <= _FIRST + 1 else held[:_FIRST]
    rest = held[len(shown) :]
    return Markup("".join(shown)) + (_MORE.format(len(rest), Markup("".join(rest))) if rest else "")  # noqa: S704 - escaped already


def _width(before: Sequence[Token]) -> int:
    """How many cells the row that ends here has."""
    start = max(place for place, token in enumerate(before) if token.type == "tr_open")
    return sum(token.type == "td_open" for token in before[start:])


def table_notes(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the notes that a table calls together below it, in their order; below the first, where several call one."""
    notes: dict[str, list[int]] = defaultdict(list)
    for place, (_opened, inline) in enumerate(pairwise(tokens)):
        if "unit" in inline.meta and (call := note_call(inline.meta["unit"].id)):
            notes[call] += range(place, place + _BLOCK)
    below: dict[int, list[int]] = {}
    start = 0
    for place, token in enumerate(tokens):
        if token.type == "table_open":
            start = place
        elif token.type == "table_close":
            called = sorted(_called(tokens[start:place]) & {*notes}, key=_in_order)
            below[place] = [part for call in called for part in notes.pop(call)]
    moved = {part for parts in below.values() for part in parts}
    kept = (place for place in range(len(tokens)) if place not in moved)
    return [tokens[part] for place in kept for part in (place, *below.get(place, ()))]


def _called(table: Sequence[Token]) -> set[str]:
    """What calls a note in the rows and the head of a table."""
    said = "".join(child.content for token in table for child in token.children or ())
    return {note_call(f"#{name}") or "" for name in _CALLED.findall(said)}


def _in_order(call: str) -> tuple[int, str]:
    """Notes as they are read: 2 before 10, letters one after the other."""
    return (int(call) if call.isdecimal() else 0, call)


def figures(tokens: Sequence[Token], rendered: Rendered, heads: Mapping[str, str]) -> list[Token]:
    """The tokens of a profile: its first table, of one row and named columns, as labelled figures; the heads of the others explained."""
    for token, inline in pairwise(tokens):
        if token.type == "th_open" and inline.content in heads:
            inline.children = [raw(heads[inline.content])]
    kinds = [token.type for token in tokens]
    if "table_open" not in kinds:
        return [*tokens]
    start, end = kinds.index("table_open"), kinds.index("table_close")
    table = list(pairwise(tokens[start:end]))
    titles = [rendered([inline]) for token, inline in table if token.type == "th_open"]
    cells = [(token, inline) for token, inline in table if token.type == "td_open"]
    rows = [token for token, _inline in table if token.type == "tr_open"]
    if len(rows) != len(("head", "row")) or len(cells) != len(titles) or not all(titles):
        return [*tokens]
    shown = (
        _FIGURE.format(Markup(title), _anchor(cell), Markup(rendered([inline])))  # noqa: S704 - rendered
        for title, (cell, inline) in zip(titles, cells, strict=True)
        if inline.content.strip()
    )
    line = Markup('<dl class="stats"{}>{}</dl>').format(_anchor(rows[1]), Markup("".join(shown)))  # noqa: S704 - rendered
    return [*tokens[:start], raw(line), *tokens[end + 1 :]]


def _anchor(token: Token) -> Markup:
    name = token.attrGet("id")
    return Markup(' id="{}"').format(name) if name else Markup("")
