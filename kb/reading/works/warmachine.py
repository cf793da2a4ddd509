"""Warmachine MkII, the combat chapter: a single column of prose without numbers, its titles the only addresses.

Titles come from the register; pages, formulas and examples from the form of the lines. The order of the boxes, the places of the lost
icons and the captions are data (`corpus/warmachine/reading.toml`).

What the blank lines of the print mean: none, the same paragraph; one, the next; two or more, a list item, whose sign is lost. A page break
says nothing: a sentence that has not ended goes on. So does one whose next line opens in lower case, whatever stands between.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.model import PageMark
from kb.reading.body import Body, callout, form, layout, listed
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter, FoundPart, read_part
from kb.reading.repairs import Line, State, repaired, without
from kb.reading.sections import in_capitals, title_words

PAGE_REASON = "numéro de page"
_PAGE = re.compile(r"^\d{1,2}$")
ITEM = "•"
_ENDED = re.compile(r"[.!?:;][ ]?[»”)]?$")
_ITEM_BLANKS = 2
TITLE_REASON = "titre imprimé en capitales, parfois sur deux lignes"
_BLANK_PAGE = r"\(p\. X+\)"
_LABEL = re.compile(rf"^(?P<label>[A-ZÀ-Ý][^.:(]{{2,70}}?)(?P<place> (?:{_BLANK_PAGE}|\(voir plus haut\)))? : (?=\S)")
# The name of a rule before the page left blank: it is what the reference names.
_RULES_OF = re.compile(rf"(?P<head>\brègles? de )(?P<term>[^().,;:«»]{{3,40}}?) (?={_BLANK_PAGE})")


def without_pages(state: State) -> State:
    """Keep apart the page numbers, each greater than the one before."""
    pages: list[int] = []
    last = 0
    for index, line in enumerate(state.lines):
        if _PAGE.match(line.printed) and int(line.printed) > last:
            pages.append(index)
            last = int(line.printed)
    marks = tuple(PageMark(state.lines[at].number, int(state.lines[at].printed), foot=True) for at in pages)
    return without(replace(state, pages=marks), pages, PAGE_REASON)


@dataclass(frozen=True, slots=True)
class Break:
    """What stands before a line: blank lines since the last printed line, and whether that one was left out."""

    blanks: int = 0
    interrupted: bool = False


def breaks(printed: Sequence[str], kept: Sequence[int]) -> dict[int, Break]:
    """The break before each kept line, by its number in the lines `printed` (1-based)."""
    found: dict[int, Break] = {}
    numbers = sorted(set(kept))
    for before, number in pairwise([0, *numbers]):
        between = [printed[place - 1].strip() for place in range(before + 1, number)]
        blanks = next((count for count, text in enumerate(reversed(between)) if text), len(between))
        found[number] = Break(blanks, any(between))
    return found


def paragraphs(lines: Sequence[Line], before: dict[int, Break], titles: frozenset[tuple[str, ...]]) -> tuple[Line, ...]:
    """The lines put together into titles, paragraphs and items; `titles` are the keys of those that are known."""
    result: list[Line] = []
    for line in lines:
        above = result[-1] if result else None
        cut = before.get(line.number, Break())
        if above is not None and _goes_on(above, line, cut, titles):
            # A word cut at its hyphen keeps it.
            space = "" if re.search(r"\w-$", above.text) or line.text.startswith(".") else " "
            numbers = (*above.numbers, *line.numbers)
            result[-1] = replace(above, numbers=numbers, text=f"{above.text}{space}{line.text}")
        elif cut.blanks >= _ITEM_BLANKS and not line.role and not is_title(line, titles):
            result.append(replace(line, bullet=ITEM))
        else:
            result.append(line)
    return tuple(result)


def is_title(line: Line, titles: frozenset[tuple[str, ...]]) -> bool:
    """True for a title: by its form, or because it is known and reads like one, not like the end of a sentence."""
    return in_capitals(line.text) or (line.text[:1].isupper() and title_words(line.text) in titles)


def _goes_on(above: Line, line: Line, cut: Break, titles: frozenset[tuple[str, ...]]) -> bool:
    """True when a line carries on what stands above it."""
    if line.role:
        return line.role == "suite"
    if is_title(above, titles) or is_title(line, titles):
        return in_capitals(above.text) and cut == Break() and title_words(above.text) not in titles
    if line.text[:1].islower() or line.text.startswith("."):
        return True
    return not _ENDED.search(above.text) if cut.interrupted else cut.blanks == 0


def documents(parts: Iterable[FoundPart]) -> Iterable[DocumentWriter]:
    """The chapter, the only document, written: the whole file as titles, paragraphs and items, in reading order."""
    for whole in parts:
        state = repaired(without_pages(whole.state), whole.instructions)
        known = frozenset(title_words(entry.title) for entry in whole.part.headings)
        before = breaks(whole.source.lines, [line.number for line in state.lines])
        state = replace(state, lines=paragraphs(state.lines, before, known))
        yield read_part(whole, state, _LAYOUT, TITLE_REASON)


@form(r"^(?P<name>[A-ZÀ-Ý][^=.:]{3,70}) = (?P<value>[^=]{2,80}[^=.])$")
def _formula(body: Body, match: re.Match[str]) -> None:
    """A value and what it is made of."""
    body.block(f"- **{match['name']}** = {escaped(match['value'])}")


def _text(body: Body) -> int:
    """An item, its label in bold, or a paragraph."""
    text = body.line.text
    if body.line.bullet == ITEM:
        text = _LABEL.sub(lambda match: f"**{match['label']}**{match['place'] or ''} : ", text)
    text = escaped(_RULES_OF.sub(r"\g<head>**\g<term>** ", text))
    return body.item(text) if body.line.bullet == ITEM else body.block(text, items=True)


_LAYOUT = layout(listed, callout, _formula, _text)
