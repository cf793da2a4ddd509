"""Warhammer Armies Project, summary of the rules: a cheat-sheet of tables and lists, then 58 special rules in prose.

No rule has a number, and the same bullet opens titles and sentences: the register says which lines are titles and what
stands below what; tables, steps and footnotes are known by their form.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from kb.model import PageMark
from kb.reading.body import Body, callout, footnote, layout, listed, paragraph, tabbed
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter, FoundPart, read_part
from kb.reading.repairs import Line, Reworded, State, instructed, reworded, unbulleted, without_rules

TITLE_REASON = "titre imprimé en capitales ou en gras"
PAGE_REASON = "page du livre complet, qui n'est pas cette publication"
_PAGE = re.compile(r"[ ]*(?P<label>\([Pp]\.[ ]?(?P<number>\d+)(?:-\d+)?\))(?=$|[ ]:)")
_STEP = re.compile(r"^> (?P<label>.+?)(?P<rest>[ ]\(p\. .*|[ ]:[ ].*)?$")
_BELOW = "> "
# The layout of prose: its bullets only open paragraphs.
_PROSE = "prose"


def documents(parts: Iterable[FoundPart]) -> Iterable[DocumentWriter]:
    """The cheat-sheet and the special rules, written."""
    for part in parts:
        lines = without_rules(instructed(part.state, part.instructions))
        yield read_part(part, without_pages(unbulleted(lines)), _LAYOUT, TITLE_REASON)


def without_pages(state: State) -> State:
    """Take the page off each line: it is that of another book, and goes to the field that says so."""
    pages: list[PageMark] = []

    def reword(line: Line) -> Reworded:
        match = _PAGE.search(line.text)
        if match is None:
            return line.text, ()
        pages.append(PageMark(line.number, int(match["number"]), foot=False))
        return _PAGE.sub("", line.text), [(match["label"], "")]

    return replace(reworded(state, PAGE_REASON, reword), pages=tuple(pages))


def _steps(body: Body) -> int:
    """The steps of a sequence, each with what is below it."""
    if ".sequence" not in body.section.entry.marks or not _STEP.match(body.line.text):
        return 0
    number, steps = 0, body.run(lambda line: line.bullet == "-")
    for line in steps:
        match = _STEP.match(line.text)
        if match:
            number += 1
            body.writer.block(f"{number}. **{match['label']}**{escaped(match['rest'] or '')}", line.numbers)
        else:
            body.writer.more(f"{'     ' if line.role == 'sous' else '   '}- {escaped(line.text)}", line.numbers)
    return len(steps)


def _below(body: Body) -> int:
    """A line that carries on the paragraph above: a bullet of it."""
    return body.item(escaped(body.line.text.removeprefix(_BELOW))) if body.line.text.startswith(_BELOW) else 0


def _bullet(body: Body) -> int:
    """A bullet and the lines that carry it on, deeper."""
    if not body.line.bullet or body.writer.found.layout_of(body.section) == _PROSE:
        return 0
    below = body.run(lambda line: line.text.startswith(_BELOW), 1)
    body.item(escaped(body.line.text))
    for line in below:
        body.writer.item(escaped(line.text.removeprefix(_BELOW)), line.numbers, depth=1)
    return 1 + len(below)


_LAYOUT = layout(_steps, callout, tabbed, listed, footnote, _below, _bullet, paragraph)
