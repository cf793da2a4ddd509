"""Repair steps that every reader shares: each takes the state of a part, lines and what was done, and gives a new one.

A change of the words is a declared `Repair`; leaving a line out is a `Dropped`; an anchor that matches nothing is a
diagnostic, and the reading goes on without it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from kb.errors import Diagnostic
from kb.model import Dropped, PageMark, Repair, Span
from kb.model.words import words
from kb.reading.instructions import Doubt, Drop, Join, Move, PartInstructions, PatchOrder, Replace, Role, Split, Step
from kb.system.findings import finding

ICON_REASON = "icône illisible ; son nom la précède"
RESIDUE_REASON = "reste d'un gras coupé par la conversion"
NESTED = "--"
_NTH = re.compile(r"@(\d+)$")
_BULLET = re.compile(r"^[ ]*(?:-[ ])?(?:[◆♦◇•▪●❖][ ]+)?")
_ORDINARY = frozenset("+<>=≤≥±×÷¬|~−→©®™°½¼¾")
_JOINED = "\ufe0e\ufe0f\u200d"


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be placed: the source lines it comes from, its text now, the text printed, the sign that opened it."""

    numbers: tuple[int, ...]
    text: str
    printed: str
    bullet: str = ""
    role: str = ""

    @property
    def number(self) -> int:
        """The first of its source lines."""
        return self.numbers[0]

    @property
    def nested(self) -> bool:
        """True for a bullet below another."""
        return self.bullet == NESTED


@dataclass(frozen=True, slots=True)
class State:
    """The lines of a part in reading order, and what was done to them."""

    file: str
    lines: tuple[Line, ...]
    repairs: tuple[Repair, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    pages: tuple[PageMark, ...] = ()

    @property
    def printed(self) -> list[str]:
        """What is printed on each line."""
        return [line.printed for line in self.lines]


def state_of(file: str, numbered: Iterable[tuple[int, str]]) -> State:
    """The non-blank lines of a part."""
    return State(file, tuple(Line((number,), text, text.strip()) for number, text in numbered if text.strip()))


def numbers_of(lines: Iterable[Line]) -> tuple[int, ...]:
    """All the source lines of some lines, in order."""
    return tuple(number for line in lines for number in line.numbers)


# What a line says once repaired, and each piece of it that now reads otherwise.
Reworded = tuple[str, Iterable[tuple[str, str]]]


def reworded(state: State, reason: str, reword: Callable[[Line], Reworded]) -> State:
    """The state with each line as `reword` says it, each departure a repair for `reason`."""
    pairs = [(line, *reword(line)) for line in state.lines]
    repairs = (Repair(line.number, *piece, reason) for line, _text, pieces in pairs for piece in pieces)
    lines = tuple(replace(line, text=text) for line, text, _pieces in pairs)
    return replace(state, lines=lines, repairs=(*state.repairs, *repairs))


def repaired(state: State, data: PartInstructions) -> State:
    """All the steps that do not depend on the layout, in order."""
    return without_residue(without_icons(unbulleted(without_rules(instructed(state, data)))))


def instructed(state: State, data: PartInstructions) -> State:
    """The steps that the data give, in order."""
    steps: tuple[Step, ...]
    steps = (*data.split, *data.move, *data.replace, *data.join, *data.drop, *data.role, *data.doubt, *data.patch)
    for step in steps:
        try:
            state = _followed(state, step)
        except LookupError as fault:
            anchor = str(fault.args[0])
            code = "REPERE/plusieurs" if matching(state.printed, anchor) else "REPERE"
            lost = finding(code, state.file, anchor=anchor, reason=f" : {step.reason}")
            state = replace(state, diagnostics=(*state.diagnostics, lost))
    return state


def matching(printed: Sequence[str], anchor: str) -> list[int]:
    """The indices of the lines that an anchor names: they are it, or else begin with it; with `@n`, the nth of them."""
    nth = _NTH.search(anchor)
    text = anchor[: nth.start()] if nth else anchor
    whole = [index for index, line in enumerate(printed) if line == text]
    indices = whole or [index for index, line in enumerate(printed) if line.startswith(text)]
    return indices[int(nth[1]) - 1 : int(nth[1])] if nth else indices


def found(printed: Sequence[str], anchor: str) -> int | None:
    """The index of the line that an anchor names; None when none matches, or several without it saying which."""
    matches = matching(printed, anchor)
    return matches[0] if len(matches) == 1 else None


def _followed(state: State, step: Step) -> State:
    """The state once an instruction is followed.

    Raises:
        LookupError: its anchor names no line of the state, or one that is not as it says.
    """
    if isinstance(step, Drop) and step.every:
        return without(state, matching(state.printed, step.at) or _lost(step.at), step.reason)
    first = _place(state, step.at)
    last = _place(state, step.to or step.at) if isinstance(step, Drop | Join | Move) else first
    line, new = state.lines[first], state.lines[first : last + 1]
    match step:
        case Split():
            at = line.text.find(step.opening, 1)
            halves = (line.text[:at].rstrip(), line.text[at:]) if at > 0 else _lost(step.at)
            new = tuple(replace(line, text=half, printed=half.strip()) for half in halves)
        case Join():
            text = " ".join(each.text.strip() for each in new).strip() if last > first else _lost(step.to)
            new = (replace(line, numbers=numbers_of(new), text=text, printed=text),)
        case Replace():
            times = line.text.count(step.before) or _lost(step.at)
            repairs = (Repair(line.number, step.before, step.after, step.reason),) * times
            state = replace(state, repairs=(*state.repairs, *repairs))
            new = (replace(line, text=line.text.replace(step.before, step.after)),)
        case Drop():
            return without(state, range(first, last + 1) or _lost(step.at), step.reason)
        case Role() | PatchOrder():
            new = (replace(line, role=step.role if isinstance(step, Role) else step.order),)
        case Move():
            after = _place(state, step.after)
            if first <= after <= last:
                _lost(step.after)
            rest = (*state.lines[:first], *state.lines[last + 1 :])
            place = after + 1 if after < first else after - len(new) + 1
            return replace(state, lines=(*rest[:place], *new, *rest[place:]))
        case Doubt():
            doubt = finding("TEXTE-DOUTEUX", state.file, line.number, reason=step.reason)
            state = replace(state, diagnostics=(*state.diagnostics, doubt))
    return replace(state, lines=(*state.lines[:first], *new, *state.lines[last + 1 :]))


def _place(state: State, anchor: str) -> int:
    index = found(state.printed, anchor)
    return _lost(anchor) if index is None else index


def _lost(anchor: str) -> NoReturn:
    raise LookupError(anchor)


def without(state: State, indices: Iterable[int], reason: str) -> State:
    """Leave out the lines at these indices."""
    gone = set(indices)
    drops = (Dropped(Span(number, number), reason) for index in sorted(gone) for number in state.lines[index].numbers)
    kept = tuple(line for index, line in enumerate(state.lines) if index not in gone)
    return replace(state, lines=kept, dropped=(*state.dropped, *drops))


# Steps that need no data


def without_rules(state: State) -> State:
    """Leave out the lines that hold no word: table rules, empty rows."""
    indices = [index for index, line in enumerate(state.lines) if not words(line.text) and not has_icon(line.text)]
    return without(state, indices, "filet ou ligne vide d'un tableau")


def unbulleted(state: State) -> State:
    """Leave out the sign that opens each bullet: `bullet` is `-`, `◆` or both, the indent is forgotten."""

    def rewrite(line: Line) -> Line:
        body = _BULLET.sub("", line.text)
        opening = line.text.removesuffix(body)
        return replace(line, text=body.strip(" "), bullet=opening.replace(" ", ""))

    return replace(state, lines=tuple(map(rewrite, state.lines)))


def is_icon(char: str) -> bool:
    """True for a pictogram, which in these publications stands for a printed icon."""
    return char not in _ORDINARY and unicodedata.category(char) in {"So", "Sm"}


def has_icon(text: str) -> bool:
    """True when a text holds a pictogram."""
    return any(map(is_icon, text))


def without_icons(state: State) -> State:
    """Take out pictograms, with or without parentheses, and empty parentheses; lines with tabs are left as they are.

    Between parentheses, the conversion left some as an asterisk.
    """

    def reword(line: Line) -> Reworded:
        if "\t" in line.text:
            return line.text, ()
        icons = _JOINED + "".join(sorted({re.escape(char) for char in line.text if is_icon(char)}))
        pattern = re.compile(rf"[ ]*(?:\([{icons}* ]*\)|[{icons}]+|[ ]\.\.\.$)")
        return _tidied(pattern.sub("", line.text)), [(gone.strip(), "") for gone in pattern.findall(line.text)]

    return reworded(state, ICON_REASON, reword)


def _tidied(text: str) -> str:
    """Without double spaces, nor a space before a comma, a full stop or a closing parenthesis."""
    return re.sub(r"[ ]+(?=[,.)](?!\.))", "", re.sub(r"[ ]{2,}", " ", text)).strip()


def without_residue(state: State) -> State:
    """Take out the first `**` of a line that has an odd number of them: its pair was lost with the bullet."""

    def reword(line: Line) -> Reworded:
        odd = line.text.count("**") % 2
        return (_tidied(line.text.replace("**", "", 1)), [("**", "")]) if odd else (line.text, ())

    return reworded(state, RESIDUE_REASON, reword)


def joined(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Sentences cut by a column break, put together: no final punctuation, then a line that begins in lower case."""
    result: list[Line] = []
    for line in lines:
        plain = not line.bullet and not line.role and line.text[:1].islower()
        if result and plain and re.search(r"[\w,]$", result[-1].text):
            above = result[-1]
            result[-1] = replace(above, numbers=numbers_of((above, line)), text=f"{above.text} {line.text}")
        else:
            result.append(line)
    return tuple(result)
