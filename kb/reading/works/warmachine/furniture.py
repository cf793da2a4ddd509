"""What the printed pages and the conversion left among the sentences: page numbers, lone full stops, lost hyphens."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kb.model import PageMark
from kb.reading.repairs import Line, Reworded, State, reworded, without

PAGE_REASON = "numéro de page"
DOT_REASON = "point resté seul à la place d'une icône perdue"
HYPHEN_REASON = "trait d'union perdu en fin de ligne"
_PAGE = re.compile(r"^\d{1,2}$")
_COMPOUND = re.compile(r"\w+(?:-\w+)+")
# With two hyphens or more, one lost leaves a form that no other word has.
_SURE = 2


def without_furniture(state: State) -> State:
    """Keep apart the page numbers, each greater than the one before, and leave out the full stops that stand alone."""
    pages: list[int] = []
    last = 0
    for index, line in enumerate(state.lines):
        if _PAGE.match(line.printed) and int(line.printed) > last:
            pages.append(index)
            last = int(line.printed)
    marks = tuple(PageMark(state.lines[at].number, int(state.lines[at].printed), foot=True) for at in pages)
    numbered = without(replace(state, pages=marks), pages, PAGE_REASON)
    return without(numbered, [index for index, line in enumerate(numbered.lines) if line.printed == "."], DOT_REASON)


def rehyphenated(state: State) -> State:
    """Give back its lost hyphen to a compound that the text writes in full elsewhere."""
    found = [match for line in state.lines for match in _COMPOUND.findall(line.text)]
    repaired = _shortened(word for word in found if word.count("-") >= _SURE)

    def reword(line: Line) -> Reworded:
        damaged = [word for word in _COMPOUND.findall(line.text) if word in repaired]
        text = _COMPOUND.sub(lambda match: repaired.get(match[0], match[0]), line.text)
        return text, [(word, repaired[word]) for word in damaged]

    return reworded(state, HYPHEN_REASON, reword)


def _shortened(compounds: Iterable[str]) -> dict[str, str]:
    """Each form that a compound takes when it loses one hyphen, with the compound."""
    whole = set(compounds)
    forms: dict[str, str] = {}
    for word in sorted(whole):
        parts = word.split("-")
        for place in range(1, len(parts)):
            form = "-".join([*parts[: place - 1], parts[place - 1] + parts[place], *parts[place + 1 :]])
            if form not in whole:
                forms[form] = word
    return forms
