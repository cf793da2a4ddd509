"""Small conversions between canonical Markdown and plain text, and from a title to a path."""

import re

from kb.model.words import fold

# A character that a text hardly holds: two of them around a number stand for an escaped sign while marks are removed.
_HOLD = "\ue000"

_MARK = re.compile(rf"[\\\[*{_HOLD}]")
_ESCAPED = re.compile(rf"\\([^\w\s])|({_HOLD})")
_HELD = re.compile(rf"{_HOLD}(\d+){_HOLD}")
# The words of a link hold no bracket: many that open and none that closes are read once, not each to the end of the text.
_LINK = re.compile(r"\[((?:\\.|[^\[\]\\^])+)\]\(#[^)\s]+\)")
_NOTE_CALL = re.compile(r"\[\^[^\]\s]+\]")
_BOLD = re.compile(r"\*\*((?:\\.|[^*\\])+)\*\*")
_ITALIC = re.compile(r"(?<![\\*\w])\*((?:\\.|[^*\\\n])+)\*(?![*\w])")
_DEFINED = re.compile(r"^\*\*(?:\\.|[^*\\])+?(?:[ ]?:\*\*|\*\*[ ]?:)[ ]*\S")
_LEAD = re.compile(r"^\*\*((?:\\.|[^*\\])+?)[ ]?:?\*\*[ ]?:?[ ]*")


def plain(markdown: str) -> str:
    """The words of a canonical text, without its marks of emphasis, links and note calls."""
    if not _MARK.search(markdown):
        return markdown.strip()
    held: list[str] = []

    def hold(match: re.Match[str]) -> str:
        held.append(match[1] or match[2])
        return f"{_HOLD}{len(held) - 1}{_HOLD}"

    text = _ESCAPED.sub(hold, markdown)
    text = _NOTE_CALL.sub("", text)
    text = _LINK.sub(r"\1", text)
    text = _BOLD.sub(r"\1", text)
    text = _ITALIC.sub(r"\1", text)
    return _HELD.sub(lambda sign: held[int(sign[1])], text).strip()


def bold_lead(markdown: str) -> str | None:
    """The bold words that open a bullet (`**Couvert X** : …` gives `Couvert X`), or None."""
    match = _LEAD.match(markdown)
    return plain(match[1]).rstrip(" :") if match else None


def defines(markdown: str) -> bool:
    """True for a bullet that defines the term in bold at its head: `**Terme** : texte`."""
    return _DEFINED.match(markdown) is not None


def slug(title: str) -> str:
    """A title as one step of an identifier: lower case, no accents, words joined by hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(title)))
