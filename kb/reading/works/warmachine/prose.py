"""What stands below a title: tables, examples, formulas, items, paragraphs, and the words that a blank page number follows."""

from __future__ import annotations

import re

from kb.reading.body import Body, callout, form
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter
from kb.reading.sections import Section
from kb.reading.works.warmachine.paragraphs import ITEM
from kb.reading.works.warmachine.tables import table

_BLANK_PAGE = r"\(p\. X+\)"
_LABEL = re.compile(rf"^(?P<label>[A-ZÀ-Ý][^.:(]{{2,70}}?)(?P<place> (?:{_BLANK_PAGE}|\(voir plus haut\)))? : (?=\S)")
# The name of a rule before the page left blank: it is what the reference names.
_RULES_OF = re.compile(rf"(?P<head>\brègles? de )(?P<term>[^().,;:«»]{{3,40}}?) (?={_BLANK_PAGE})")


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


_FORMS = (table, callout, _formula, _text)
