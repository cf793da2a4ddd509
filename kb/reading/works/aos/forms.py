"""The forms of a line: the timing, the name and the fields of an ability, the name of a term, the printed fractions."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.reading.repairs import ICON_REASON, Line, Reworded, State, reworded

SUMMARY_SIGNS = frozenset("◆♦")
FRACTION_REASON = "fraction écrite en LaTeX par la conversion"

_FRACTION = re.compile(r"\$\\frac\{(\d)\}\{(\d)\}\$[ ]?")
_FRACTIONS = {("1", "2"): "½", ("1", "4"): "¼", ("3", "4"): "¾"}
_TIMING = re.compile(
    r"^(?P<when>Passif|Réaction[ ]?:[ ].+?"
    r"|(?:Une[ ]Fois[ ]par[ ][^,]+,[ ])?(?:(?:à[ ])?(?:Votre|N'importe[ ]Quelle)[ ])?Phase[ ].+?"
    r"|(?:Une[ ]Fois[ ]par[ ][^,]+,[ ])?(?:Début|Fin)[ ]d.+?[ ]Tour(?:[ ]Adverse)?)(?:[ ](?P<cost>\d{1,2}))?$",
    re.IGNORECASE,
)
_LONGEST_TIMING = 80
# How the conversion read one of the icons that stand before a timing.
_LETTER = "U "
_NAME = re.compile(r"^(?P<name>[^a-zà-ÿ:\d][^a-zà-ÿ:]{2,})(?::[ ]*(?P<flavour>.*))?$")
_FIELD = re.compile(
    r"^(?:(?P<label>Annonce|Effet|Utilisée?[ ][Pp]ar)[ ]?:|(?P<keywords>MOTS-CLÉS)(?:[ ]?:|(?=[ ]|$)))[ ]*(?P<text>.*)$"
)
_TERM = re.compile(r"^(?P<name>[^:]{2,60}?)[ ]?:[ ]?(?P<text>.*)$")
_NUMBER = re.compile(r"^(?P<number>\d{1,2})$")


def fractions(state: State) -> State:
    """The state with the fractions that the conversion wrote in LaTeX as signs."""

    def reword(line: Line) -> Reworded:
        found = [match for match in _FRACTION.finditer(line.text) if match.groups() in _FRACTIONS]
        signs = [(match[0], _FRACTIONS[match[1], match[2]]) for match in found]
        return _FRACTION.sub(lambda match: _FRACTIONS.get((match[1], match[2]), match[0]), line.text), signs

    return reworded(state, FRACTION_REASON, reword)


def without_letter_icons(state: State) -> State:
    """The state without the letter that stands for an icon before a timing."""

    def reword(line: Line) -> Reworded:
        bare = line.text.removeprefix(_LETTER)
        icon = bare != line.text and timing(replace(line, text=bare)) is not None
        return (bare, [(_LETTER, "")]) if icon else (line.text, ())

    return reworded(state, ICON_REASON, reword)


def timing(line: Line) -> tuple[str, str] | None:
    """The timing that a line prints and the cost glued to it, or None."""
    match = _TIMING.match(line.text) if len(line.text) <= _LONGEST_TIMING and not line.role else None
    return (match["when"], match["cost"] or "") if match else None


def name(line: Line) -> tuple[str, str] | None:
    """The name in capitals that opens a line, and what follows its colon, or None."""
    match = _NAME.match(line.text) if not line.role else None
    return (match["name"].strip(), (match["flavour"] or "").strip()) if match else None


def field(line: Line) -> tuple[str, str] | None:
    """The label of an ability's field, in canonical words, and its text, or None."""
    match = _FIELD.match(line.text) if not line.role else None
    if match is None:
        return None
    label = "Mots-clés" if match["keywords"] else match["label"].replace("Par", "par")
    return label, match["text"].strip()


def term(line: Line) -> tuple[str, str] | None:
    """What stands before the first colon of a line and what follows it, or None."""
    match = _TERM.match(line.text) if not line.role and not line.bullet else None
    return (match["name"].strip(), match["text"].strip()) if match else None


def lone_number(line: Line) -> str:
    """The number that a line holds alone, or nothing."""
    match = _NUMBER.match(line.text)
    return match["number"] if match and not line.role else ""


def is_summary(line: Line) -> bool:
    """True for a point of a box in the margin that sums up the rules."""
    return line.role == "resume" or bool(SUMMARY_SIGNS & set(line.bullet))


def is_flavour(text: str) -> bool:
    """True for a text that is wholly in italics."""
    return text.startswith("*") and not text.startswith("**") and text.endswith("*") and not text.endswith("**")
