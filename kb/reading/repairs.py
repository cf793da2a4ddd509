"""Repair steps that every reader shares: each takes the state of a part, lines and what was done, and gives a new one.

A change of the words is a declared `Repair`; leaving a line out is a `Dropped`; an anchor that matches nothing is a
diagnostic, and the reading goes on without it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kb.errors import Diagnostic, Severity
from kb.model import Dropped, Repair, Span
from kb.model.words import words
from kb.reading.instructions import Anchor, Doubt, Drop, Join, Move, PartInstructions, Replace, Role, Split

ICON_REASON = "icône illisible ; son nom la précède"
RESIDUE_REASON = "reste d'un gras coupé par la conversion"
_BULLET = re.compile(r"^(?P<indent>[ ]*)(?P<dash>-[ ])?(?P<sign>[◆♦◇•▪●❖][ ]+)?")
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


@dataclass(frozen=True, slots=True)
class State:
    """The lines of a part in reading order, and what was done to them."""

    file: str
    lines: tuple[Line, ...]
    repairs: tuple[Repair, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def state_of(file: str, numbered: Iterable[tuple[int, str]]) -> State:
    """The non-blank lines of a part."""
    return State(file, tuple(Line((number,), text, text.strip()) for number, text in numbered if text.strip()))


def numbers_of(lines: Iterable[Line]) -> tuple[int, ...]:
    """All the source lines of some lines, in order."""
    return tuple(number for line in lines for number in line.numbers)


def rewritten(state: State, rewrite: Callable[[Line], tuple[Line, Iterable[Repair]]]) -> State:
    """The state with each line as `rewrite` gives it, and the repairs that it declares."""
    pairs = [rewrite(line) for line in state.lines]
    repairs = (repair for _line, more in pairs for repair in more)
    return replace(state, lines=tuple(line for line, _more in pairs), repairs=(*state.repairs, *repairs))


def repaired(state: State, told: PartInstructions, icon_notes: str = "") -> State:
    """All the steps that do not depend on the layout, in order.

    `icon_notes` are further signs that stand for an icon between parentheses.
    """
    state = instructed(state, told)
    return without_residue(without_icons(unbulleted(without_rules(state)), icon_notes))


def instructed(state: State, told: PartInstructions) -> State:
    """The steps that the data tell, in order."""
    for splitting in told.split:
        state = split(state, splitting)
    for joining in told.join:
        state = run_together(state, joining)
    for replacement in told.replace:
        state = replaced(state, replacement)
    for leaving in told.drop:
        state = dropped(state, leaving)
    for naming in told.role:
        state = named(state, naming)
    for moving in told.move:
        state = moved(state, moving)
    for doubting in told.doubt:
        state = doubted(state, doubting)
    return state


# Anchors


def found(state: State, written: str) -> int | None:
    """The index of the line that an anchor names; None when none matches, or several without it saying which."""
    anchor = Anchor.of(written)
    matches = matching(state, anchor.text)
    if anchor.nth:
        return matches[anchor.nth - 1] if anchor.nth <= len(matches) else None
    return matches[0] if len(matches) == 1 else None


def matching(state: State, text: str) -> list[int]:
    """The indices of the lines that are `text`, or else that begin with it."""
    whole = [index for index, line in enumerate(state.lines) if line.printed == text]
    return whole or [index for index, line in enumerate(state.lines) if line.printed.startswith(text)]


def missing(state: State, written: str, reason: str) -> State:
    """The state with a diagnostic: an anchor matches nothing, or several lines."""
    many = len(matching(state, Anchor.of(written).text)) > 1
    what = "désigne plusieurs lignes" if many else "n'a pas été trouvé"
    hint = f"consigne sans effet : {reason}" if reason else "consigne sans effet"
    fault = Diagnostic("REPERE", Severity.WARNING, f"le repère « {written} » {what}", hint, state.file)
    return replace(state, diagnostics=(*state.diagnostics, fault))


# Steps told by data


def split(state: State, told: Split) -> State:
    """Cut a line in two where its second part opens."""
    index = found(state, told.at)
    at = state.lines[index].text.find(told.opening) if index is not None else -1
    if index is None or at <= 0:
        return missing(state, told.at, told.reason)
    line = state.lines[index]
    first, second = line.text[:at].rstrip(), line.text[at:]
    parts = (replace(line, text=first, printed=first.strip()), replace(line, text=second, printed=second.strip()))
    return replace(state, lines=(*state.lines[:index], *parts, *state.lines[index + 1 :]))


def run_together(state: State, told: Join) -> State:
    """Read several lines as one."""
    first, last = found(state, told.at), found(state, told.to)
    if first is None or last is None or last <= first:
        return missing(state, told.at if first is None else told.to, told.reason)
    group = state.lines[first : last + 1]
    text = " ".join(line.text.strip() for line in group)
    whole = replace(group[0], numbers=numbers_of(group), text=text, printed=text)
    return replace(state, lines=(*state.lines[:first], whole, *state.lines[last + 1 :]))


def replaced(state: State, told: Replace) -> State:
    """Put other words for damaged ones."""
    index = found(state, told.at)
    if index is None or told.before not in state.lines[index].text:
        return missing(state, told.at, told.reason)
    line = state.lines[index]
    repair = Repair(line.number, told.before, told.after, told.reason)
    new = replace(line, text=line.text.replace(told.before, told.after))
    return _with(state, index, new, (repair,) * line.text.count(told.before))


def dropped(state: State, told: Drop) -> State:
    """Leave lines out, for a reason."""
    if told.every:
        indices = matching(state, told.at)
    else:
        first, last = found(state, told.at), found(state, told.to or told.at)
        indices = list(range(first, last + 1)) if first is not None and last is not None else []
    if not indices:
        return missing(state, told.at, told.reason)
    return without(state, indices, told.reason)


def without(state: State, indices: Iterable[int], reason: str) -> State:
    """Leave out the lines at these indices."""
    gone = set(indices)
    drops = tuple(
        Dropped(Span(number, number), reason) for index in sorted(gone) for number in state.lines[index].numbers
    )
    kept = tuple(line for index, line in enumerate(state.lines) if index not in gone)
    return replace(state, lines=kept, dropped=(*state.dropped, *drops))


def named(state: State, told: Role) -> State:
    """Say what a line is."""
    index = found(state, told.at)
    if index is None:
        return missing(state, told.at, told.reason)
    return _with(state, index, replace(state.lines[index], role=told.role), ())


def moved(state: State, told: Move) -> State:
    """Put a block of lines where it reads."""
    first, last, after = found(state, told.at), found(state, told.to), found(state, told.after)
    if first is None or last is None or after is None or first <= after <= last:
        written = next((text for text, place in ((told.at, first), (told.to, last)) if place is None), told.after)
        return missing(state, written, told.reason)
    lines = state.lines
    block, anchor = lines[first : last + 1], lines[after]
    rest = (*lines[:first], *lines[last + 1 :])
    place = rest.index(anchor) + 1
    return replace(state, lines=(*rest[:place], *block, *rest[place:]))


def doubted(state: State, told: Doubt) -> State:
    """Say that a line is damaged in the source, and how; it is left as it is."""
    index = found(state, told.at)
    if index is None:
        return missing(state, told.at, told.reason)
    hint = "imprimé ainsi dans la source ; vérifiez sur un autre exemplaire"
    doubt = Diagnostic("TEXTE-DOUTEUX", Severity.INFO, told.reason, hint, state.file, state.lines[index].number)
    return replace(state, diagnostics=(*state.diagnostics, doubt))


def _with(state: State, index: int, line: Line, repairs: tuple[Repair, ...]) -> State:
    """The state with one line changed."""
    return replace(
        state, lines=(*state.lines[:index], line, *state.lines[index + 1 :]), repairs=(*state.repairs, *repairs)
    )


# Steps that need no data


def without_rules(state: State) -> State:
    """Leave out the lines that hold no word: table rules, empty rows."""
    indices = [index for index, line in enumerate(state.lines) if not words(line.text) and not has_icon(line.text)]
    return without(state, indices, "filet ou ligne vide d'un tableau") if indices else state


def unbulleted(state: State) -> State:
    """Set aside the sign that opens each bullet: `bullet` is `-`, `◆` or both, the indent is forgotten."""
    return replace(state, lines=tuple(map(_unbulleted, state.lines)))


def _unbulleted(line: Line) -> Line:
    match = _BULLET.match(line.text)
    dash, sign = (match["dash"], match["sign"]) if match else (None, None)
    bullet = f"{'-' if dash else ''}{(sign or '').strip()}"
    body = line.text[match.end() :] if match else line.text
    return replace(line, text=body.strip(" "), bullet=bullet)


def is_icon(char: str) -> bool:
    """True for a pictogram, which in these publications stands for a printed icon."""
    return char not in _ORDINARY and unicodedata.category(char) in {"So", "Sm"}


def has_icon(text: str) -> bool:
    """True when a text holds a pictogram."""
    return any(map(is_icon, text))


def without_icons(state: State, also: str = "") -> State:
    """Take out pictograms, with or without parentheses, and empty parentheses; lines with tabs are left as they are."""

    def rewrite(line: Line) -> tuple[Line, Iterable[Repair]]:
        text, gone = (line.text, ()) if "\t" in line.text else clean_icons(line.text, also)
        return replace(line, text=text), [Repair(line.number, piece, "", ICON_REASON) for piece in gone]

    return rewritten(state, rewrite)


def clean_icons(text: str, also: str = "") -> tuple[str, tuple[str, ...]]:
    """A text without its pictograms, and the pieces that were taken out, in order."""
    icons = "".join(sorted({re.escape(char) for char in text if is_icon(char)}))
    run = f"[{icons}{_JOINED}]" if icons else f"[{_JOINED}]"
    inside = f"[{icons}{_JOINED}{re.escape(also)} ]"
    pattern = re.compile(rf"[ ]*(?:\({inside}*\)|{run}+|[ ]\.\.\.$)")
    gone = tuple(match[0].strip() for match in pattern.finditer(text))
    return _tidied(pattern.sub("", text)), gone


def _tidied(text: str) -> str:
    """Without double spaces, nor a space before a comma, a full stop or a closing parenthesis."""
    return re.sub(r"[ ]+(?=[,.)](?!\.))", "", re.sub(r"[ ]{2,}", " ", text)).strip()


def without_residue(state: State) -> State:
    """Take out the first `**` of a line that has an odd number of them: its pair was lost with the bullet."""

    def rewrite(line: Line) -> tuple[Line, Iterable[Repair]]:
        if line.text.count("**") % 2 == 0:
            return line, ()
        text = _tidied(line.text.replace("**", "", 1))
        return replace(line, text=text), [Repair(line.number, "**", "", RESIDUE_REASON)]

    return rewritten(state, rewrite)


def joined(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Sentences cut by a column break, put together: no final punctuation, then a line that begins in lower case."""
    result: list[Line] = []
    for line in lines:
        above = result[-1] if result else None
        if (
            above is not None
            and not line.bullet
            and not line.role
            and re.search(r"[\w,]$", above.text)
            and line.text[:1].islower()
        ):
            result[-1] = replace(above, numbers=(*above.numbers, *line.numbers), text=f"{above.text} {line.text}")
        else:
            result.append(line)
    return tuple(result)
