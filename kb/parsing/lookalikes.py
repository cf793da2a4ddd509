"""What looks like a construction of the canonical text and is read as prose: a number that opens no rule, a list with another mark.

What an author wrote so is not lost, and is not what they meant either: each is reported at its own line.
"""

import re
from collections.abc import Iterator, Sequence

# A number as authors write one at the head of a rule: bold or not, indented, with a comma, a stop or a parenthesis.
_NUMBER = re.compile(r"[ \t]*(?P<bold>\*\*|__)?(?P<number>\d+(?:[.,]\d+)+[a-z]?)[.)]?(?:\*\*|__)?(?P<rest>.*)")
_MARK = re.compile(r"[ \t]*(?P<mark>[*+•·‣▪–—])[ \t]+\S")
_NUMBERED = re.compile(r"[ \t]*\d{1,3}\)[ \t]+\S")
# What ends a sentence, or leads a list.
_ENDS = (".", "!", "?", ":", ";", "»", ")", "**")

# The code of what is found, its line, and what its message says.
Found = tuple[str, int, dict[str, str]]


def lookalikes(lines: Sequence[str], first: int, last: int, section: str, *, rule: bool) -> Iterator[Found]:
    """What prose that stands on lines `first` to `last` has of a rule or of a list; `section` is the number of its heading, empty for none.

    The first line of a `rule` is its own.
    """
    for number in range(first, last + 1):
        line, opens = lines[number - 1], number == first
        after = opens or lines[number - 2].rstrip().endswith(_ENDS)
        if not (rule and opens) and after and (met := _like_a_rule(line, section, opens=opens)):
            yield "REGLE-SANS-GRAS", number, {"number": met}
        elif (mark := _MARK.match(line)) and (after or _MARK.match(lines[number - 2])):
            yield "PUCE-COLLEE", number, {"mark": mark["mark"]}
        elif after and _NUMBERED.match(line):
            yield "PUCE-COLLEE/etape", number, {"mark": line.split(")")[0].strip() + ")"}


def _like_a_rule(line: str, section: str, *, opens: bool) -> str:
    """The number that a line begins with, when it is such as the rules of the section have; bold at the head of a block, any is."""
    met = _NUMBER.match(line)
    if met is None:
        return ""
    number, rest = met["number"].replace(",", "."), met["rest"].lstrip(" \t*_.:")
    # A figure is followed by what it counts, a rule by a sentence.
    begins = rest[:1].isupper() or rest[:1] in "«{"
    if met["bold"] and opens:
        return number
    return number if section and number.startswith(f"{section}.") and begins else ""
