"""The forms of a line: the timing, the name and the fields of an ability, the name of a term."""

import re

from kb.reading.repairs import Line

_SUMMARY_SIGNS = frozenset("◆♦")

_PHASE = r"(?:(?:à )?(?:Votre|N'importe Quelle) )?Phase .+?"
_EDGE = r"(?:Début|Fin) d.+? Tour(?: Adverse)?"
# The timing that a line prints, and the cost glued to it.
TIMING = re.compile(
    rf"^(Passif|Réaction ?: .+?|(?:Une Fois par [^,]+, )?(?:{_PHASE}|{_EDGE}))(?: (\d{{1,2}}))?$", re.IGNORECASE
)
# The name in capitals that opens a line, and what follows its colon.
NAME = re.compile(r"^([^a-zà-ÿ:\d][^a-zà-ÿ:]{2,})(?::[ ]*(.*))?$")
# What stands before the first colon of a line, and what follows it.
TERM = re.compile(r"^([^:]{2,60}?)[ ]?:[ ]?(.*)$")
_FIELD = re.compile(
    r"^(Annonce(?=[ ]?:)|Effet(?=[ ]?:)|Utilisée?[ ][Pp]ar(?=[ ]?:)|MOTS-CLÉS(?=[ :]|$))(?:[ ]?:)?[ ]*(.*)$"
)
# A text that is wholly in italics.
ITALIC = re.compile(r"^\*[^*](?:.*[^*])?\*$")


def read(pattern: re.Pattern[str], line: Line) -> tuple[str, str] | None:
    """What the two groups of a pattern hold, None where the line has another form."""
    match = pattern.match(line.text)
    return (match[1].strip(), (match[2] or "").strip()) if match else None


def field(line: Line) -> tuple[str, str]:
    """The label of an ability's field, in canonical words, and its text; both empty where the line is none."""
    label, text = read(_FIELD, line) or ("", "")
    return label.capitalize(), text


def is_summary(line: Line) -> bool:
    """True for a point of a box in the margin that sums up the rules."""
    return line.role == "resume" or bool(_SUMMARY_SIGNS & set(line.bullet))
