"""Warmachine MkII, the combat chapter: a single column of prose without numbers, its titles the only addresses.

Titles come from the register; pages, paragraphs, items, formulas and examples from the form of the lines. The order of
the boxes, the places of the lost icons and the captions are data (`corpus/warmachine/reading.toml`).
"""

from __future__ import annotations

import re
from dataclasses import replace

from kb.reading.body import Body, callout, form, listed
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter, FoundPart, Reading, read_part, together
from kb.reading.instructions import ReadingData
from kb.reading.register import Register
from kb.reading.repairs import State, repaired
from kb.reading.sections import Section, title_words
from kb.reading.source import SourceText
from kb.reading.works.warmachine.paragraphs import ITEM, breaks, paragraphs, without_furniture

TITLE_REASON = "titre imprimé en capitales, parfois sur deux lignes"
_BLANK_PAGE = r"\(p\. X+\)"
_LABEL = re.compile(rf"^(?P<label>[A-ZÀ-Ý][^.:(]{{2,70}}?)(?P<place> (?:{_BLANK_PAGE}|\(voir plus haut\)))? : (?=\S)")
# The name of a rule before the page left blank: it is what the reference names.
_RULES_OF = re.compile(rf"(?P<head>\brègles? de )(?P<term>[^().,;:«»]{{3,40}}?) (?={_BLANK_PAGE})")


def read(source: SourceText, data: ReadingData, register: Register) -> Reading:
    """Give the canonical text of the chapter, the only document, and what was found amiss."""
    document = data.documents[0]
    lines = tuple(enumerate(source.lines, 1))
    whole = FoundPart(source, data, register, register.part(document.part), document, lines)
    return together([read_part(whole, _paragraphs(whole), write_body, TITLE_REASON)])


def _paragraphs(whole: FoundPart) -> State:
    """The whole file as titles, paragraphs and items, in reading order."""
    state = repaired(without_furniture(whole.state), whole.instructions)
    known = frozenset(title_words(entry.title) for entry in whole.part.headings)
    before = breaks(whole.source.lines, [line.number for line in state.lines])
    return replace(state, lines=paragraphs(state.lines, before, known))


def write_body(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section."""
    Body(section, writer, section.lines).write(_FORMS)


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


_FORMS = (listed, callout, _formula, _text)
