"""French typography, applied to a whole page at once: to our own words and to the rules alike."""

from __future__ import annotations

import re

_TAG = re.compile(r"(<[^>]*>)")
_NARROW = "\u202f"
_FIRM = "\u00a0"
_RULES = (
    (re.compile(r"[ \u00a0](?=[;!?])"), _NARROW),
    (re.compile(r"[ \u202f](?=:(?:\s|$))"), _FIRM),
    (re.compile(r"(?<=«)[ \u202f]"), _FIRM),
    (re.compile(r"[ \u202f](?=»)"), _FIRM),
    (re.compile(r"(?<=\d) (?=(?:cm|mm|%)(?!\w))"), _FIRM),
    (re.compile(r"(?<=§) (?=\d)"), _FIRM),
    (re.compile(r"(?<=\w)(?:'|&#39;)(?=[\w«]|$)"), "’"),
)


def typeset(text: str) -> str:
    """Plain text with the spaces that French wants before its double signs, and its apostrophes."""
    for pattern, sign in _RULES:
        text = pattern.sub(sign, text)
    return text


def typeset_page(html: str) -> str:
    """A page with its text typeset, its tags and attributes left alone."""
    pieces = _TAG.split(html)
    return "".join(piece if place % 2 else typeset(piece) for place, piece in enumerate(pieces))
