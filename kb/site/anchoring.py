"""An anchor on each block of a rendered text that is a unit of its provision, and the look of what is no plain rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it.token import Token
from markupsafe import Markup

from kb.model import Kind
from kb.model.words import words
from kb.site import urls
from kb.site.wording import SUBKINDS
from kb.store import Passage

_NUMBER = re.compile(r"^\d+$")
_FOOTNOTE = re.compile(r"note-(.+)-\d+")


class Anchoring:
    """Finds the unit that each block of a text is, in order, and marks the block with its anchor and its look."""

    def __init__(self, tokens: list[Token], units: Sequence[Passage], prefix: str | None) -> None:
        """`prefix` is what the anchors begin with; None sets none."""
        self._tokens, self._prefix = tokens, prefix
        self._units = units
        # It holds nothing of this object, which is gone as soon as it is done with.
        self._words = cache(lambda place: words(units[place].text))
        self._next = 0
        self._last: Passage | None = None

    def place(self) -> list[Markup]:
        """Mark every block; the anchors of the units that no block was found for."""
        met: set[str] = set()
        for place, token in enumerate(self._tokens):
            if token.type in {"list_item_open", "tr_open"} or (
                token.type == "paragraph_open" and not self._leads(place)
            ):
                unit = self._unit(place)
                if unit is not None:
                    met.add(unit.id)
                    self._mark(place, unit)
                self._last = unit
        if self._prefix is None:
            return []
        return [
            Markup('<span class="anchor" id="{}"></span>').format(self._anchor(unit))
            for unit in self._units
            if unit.id not in met
        ]

    def _leads(self, place: int) -> bool:
        """True for the paragraph that opens a list item."""
        return place > 0 and self._tokens[place - 1].type == "list_item_open"

    def _anchor(self, unit: Passage) -> str:
        return f"{self._prefix}{urls.fragment(unit.id)}"

    def _unit(self, place: int) -> Passage | None:
        """The unit that begins at a token, if one does."""
        if self._tokens[place].type == "tr_open":
            rows = (index for index in self._ahead() if self._units[index].form == "row")
            return self._take(rows) if self._in_body(place) else None
        block = next(token.content for token in self._tokens[place:] if token.type == "inline").replace("\\", "")
        said = cache(lambda: words(block))
        prose = (index for index in self._ahead() if self._units[index].form != "row")
        return self._take(index for index in prose if self._begins(index, block) or _says(said(), self._words(index)))

    def _ahead(self) -> range:
        return range(self._next, len(self._units))

    def _begins(self, index: int, block: str) -> bool:
        """True when a unit begins with the very words of a block, as most do: then nothing need be compared word by word."""
        text, end = self._units[index].text, len(block)
        return block[:1].isalnum() and text.startswith(block) and not text[end : end + 1].isalnum()

    def _take(self, found: Iterator[int]) -> Passage | None:
        """The first of some units; those before it are passed."""
        index = next(found, None)
        if index is None:
            return None
        self._next = index + 1
        return self._units[index]

    def _in_body(self, place: int) -> bool:
        """True for a row below the head of its table."""
        heads = (token.type for token in reversed(self._tokens[:place]) if token.type in {"thead_open", "tbody_open"})
        return next(heads) == "tbody_open"

    def _mark(self, place: int, unit: Passage) -> None:
        token = self._tokens[place]
        if self._prefix is not None:
            token.attrSet("id", self._anchor(unit))
        look, label = _look(unit)
        if look:
            token.attrJoin("class", look)
        if label and not (self._last is not None and _look(self._last) == (look, label)):
            inline = next(token for token in self._tokens[place:] if token.type == "inline")
            sign = raw(Markup('<span class="label">{}</span> ').format(label))
            inline.children = [sign, *(inline.children or [])]


def _says(said: list[str], unit: list[str]) -> bool:
    """True when a block says what a unit does; a numbered one is printed with its number, the block without."""
    bare = unit[1:] if unit and _NUMBER.match(unit[0]) and said[:1] != unit[:1] else unit
    return bool(said) and said == bare[: len(said)]


def _look(unit: Passage) -> tuple[str, str]:
    """The class and the label of a unit that is no plain rule."""
    key = urls.fragment(unit.id)
    if unit.form == "field":
        return "field", ""
    if unit.kind is Kind.EXAMPLE:
        return "example", "Exemple :"
    if unit.kind is not Kind.NOTE:
        return "", ""
    if unit.subkind:
        return f"note {unit.subkind}", f"{SUBKINDS[unit.subkind]} :"
    call = _FOOTNOTE.fullmatch(key)
    return ("footnote", call[1]) if call else ("note", "Note :")


def raw(html: Markup) -> Token:
    """A token whose HTML is given, already escaped."""
    return Token("html_inline", "", 0, content=str(html))
