"""French typography, applied to a whole page at once: to our own words and to the rules alike."""

from __future__ import annotations

import re

_NARROW = "\u202f"
_FIRM = "\u00a0"
# What is replaced wherever it stands, by the rarest sign of it: most texts hold few of these. None of it is found in a tag but inside an
# attribute that a screen reader says.
_PLAIN = (
    (_NARROW, ((f"{_NARROW}:", " :"),)),
    (_FIRM, tuple((f"{_FIRM}{sign}", f"{_NARROW}{sign}") for sign in ";!?")),
    *((sign, ((f" {sign}", f"{_NARROW}{sign}"),)) for sign in ";!?"),
    ("«", tuple((f"«{space}", f"«{_FIRM}") for space in (" ", _NARROW))),
    ("»", tuple((f"{space}»", f"{_FIRM}»") for space in (" ", _NARROW))),
    ("§", (("§ ", f"§{_FIRM}"),)),
)
# Each begins with plain characters, so that a page is skimmed for them rather than read sign by sign.
_COLON = re.compile(rf" :(?=[\s<{_FIRM}{_NARROW}]|$)")
_UNIT = re.compile(r" (?<=\d )(?=(?:cm|mm|%)(?!\w))")
_APOSTROPHES = (re.compile(r"'(?<=\w')(?=[\w«<]|$)"), re.compile(r"&#39;(?<=\w&#39;)(?=[\w«<]|$)"))


def typeset(text: str) -> str:
    """A text, or a whole page, with the spaces that French wants before its double signs, and its apostrophes."""
    for rare, changes in _PLAIN:
        if rare in text:
            for printed, sign in changes:
                text = text.replace(printed, sign)
    text = _COLON.sub(f"{_FIRM}:", text)
    if " cm" in text or " mm" in text or " %" in text:
        text = _UNIT.sub(_FIRM, text)
    for pattern in _APOSTROPHES:
        text = pattern.sub("’", text)
    return text
