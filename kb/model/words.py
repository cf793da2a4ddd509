"""Words as they are compared: normalised, cut, and normalised for titles. Nothing here knows a language's dictionary."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_STEM, _SHORT = 5, 3
_STEP = re.compile(r"^etape \d+ ")
_TOKEN = re.compile(r"\d*[dD]\d+(?![\w])|\d+(?:\.\d+)+|\d+\+|[0-9]+|[^\W\d_]+", re.UNICODE)
# The combining marks of Latin, Greek and Cyrillic letters.
_ACCENT = re.compile(r"[\u0300-\u036f]+")
# What typography writes otherwise: quotes, apostrophes, dashes, ligatures, and what is not seen.
_SET = {
    **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\xab\xbb", '"'),
    **dict.fromkeys("\u2010\u2011\u2013\u2014\u2212", "-"),
    **dict.fromkeys("\u00ad\u200b\u200d\u2060\ufeff", ""),
    "…": "...",
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
    "Æ": "AE",
}
_SIGN = re.compile(f"[{''.join(_SET)}]")
# A space within quotes, or before a mark.
_NARROW = re.compile(r' (?:(?<=" )|(?=[";:!?%]))')
_PLURAL = re.compile(r"(?<=\w{3})[sx]$")
_ENDING = re.compile(r"(?<=\w{3})(?:ees|ee|es|er|ez|re|e|s|x)$")

ELIDED = frozenset({"l", "d", "j", "m", "t", "s", "n", "c", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu"})
"""What stands before an apostrophe: half a word, which is no word of a question."""


@lru_cache(maxsize=1 << 16)
def fold(text: str) -> str:
    """Lower case, without accents, ligatures opened."""
    lowered = text.lower().replace("œ", "oe").replace("æ", "ae").replace("’", "'")
    return lowered if lowered.isascii() else _ACCENT.sub("", unicodedata.normalize("NFD", lowered))


# The letters of our scripts, and the apostrophe, as they are normalised.
_LETTERS = {code: fold(chr(code))[:1] or chr(code) for code in (*range(0x500), ord("’"))}


def letters(text: str) -> str:
    """A text normalised letter for letter: what is found in it stands at the same place."""
    return text.translate(_LETTERS)


def as_set(text: str) -> str:
    """A text as quotes are compared: what its typography adds is taken away, no letter, figure or case is."""
    plain = _SIGN.sub(lambda sign: _SET[sign[0]], unicodedata.normalize("NFC", text))
    return _NARROW.sub("", " ".join(plain.split()))


def words(text: str) -> list[str]:
    """The normalised words of a text, in order."""
    # Words come back again and again, texts do not: each word is normalised once.
    return [fold(word) for word in _WORD.findall(unicodedata.normalize("NFC", text))]


def stems(found: Iterable[str]) -> frozenset[str]:
    """The beginnings of those of some words that are long enough to say something: several forms of a word share one."""
    return frozenset(word[:_STEM] for word in found if len(word) > _SHORT)


def tokens(text: str) -> list[str]:
    """The words of a text: lower case, accents kept, elided articles dropped, dice, thresholds and rule numbers whole."""
    lowered = unicodedata.normalize("NFC", text).lower().replace("œ", "oe").replace("æ", "ae")
    found = _TOKEN.findall(lowered)
    return [token for token in found if token not in ELIDED]


@lru_cache(maxsize=1 << 16)
def title_key(title: str) -> str:
    """A title as it is compared: normalised words, without final s or x, without « Étape n – »."""
    key = " ".join(_PLURAL.sub("", word) for word in words(title))
    return _STEP.sub("", key)


def loose_key(title: str) -> str:
    """A title compared more loosely still: verb and plural endings dropped (« Dépenser », « Dépensez »)."""
    return " ".join(_ENDING.sub("", word) for word in title_key(title).split())
