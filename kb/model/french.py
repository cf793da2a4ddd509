"""The French that players read: words for what the model names in English, and typography."""

import re
from collections.abc import Iterable, Mapping, Sequence

from kb.model import Kind
from kb.system.data import site

# By what they are about, then by what the model calls each; relations in the order in which a page shows them.
WORDS: Mapping[str, Mapping[str, str]] = site("mots")
DOUBTS = WORDS["doubts"]
NO_VALUE = "aucun"
YES_NO = {True: "oui", False: "non"}


def figure(value: float) -> str:
    """A figure as French writes it: 2,5."""
    return f"{value}".replace(".", ",")


def edition_name(edition: str) -> str:
    """An edition as it heads a page: the word stands before it unless it is in it."""
    named = edition if "édition" in edition.casefold() else f"édition {edition}"
    return named[:1].upper() + named[1:]


def kind_name(kind: Kind, subkind: str | None) -> str:
    """What a provision is, in French."""
    return WORDS["subkinds"].get(subkind or "", WORDS["kinds"][kind])


def named(kind: str, number: str | None, title: str) -> str:
    """What a provision is called: `35.3 Déplacement`, `Étape 2 – Frapper` (static/search-view.js does the same)."""
    return f"Étape {number} – {title}" if number and kind == Kind.STEP else f"{number or ''} {title}".strip()


def disambiguated(named: Iterable[tuple[str, str, Sequence[str]]]) -> dict[str, str]:
    """What each of some provisions (id, name, path) is called in a list: of two of one name, each with what holds it alone."""
    held: dict[str, dict[str, Sequence[str]]] = {}
    for identifier, name, path in named:
        held.setdefault(name, {})[identifier] = path
    found = {}
    for name, paths in held.items():
        for identifier, path in paths.items():
            others = [step for other, steps in paths.items() if other != identifier for step in steps]
            own = next((step for step in path if step not in others), "") if others else ""
            found[identifier] = f"{name} ({own})" if own else name
    return found


def kinds_name(kind: str) -> str:
    """Several of a kind: « Sorts », « Mots-clés »."""
    return f"{kind.replace('-', 's-')}s"


def manner(mode: str | None, chooser: str | None) -> str:
    """How the things of one step are resolved, and who says so; nothing for one alone."""
    named = f"le joueur {chooser}" if chooser else ""
    first = f", {named} d'abord" if named else ""
    return WORDS["modes"][mode or "undecided"].format(chooser=f"{named}, " if named else "", first=first)


def plural(count: int, one: str, many: str = "") -> str:
    """A count and its noun: `1 règle`, `12 règles`."""
    noun = one if count < 2 else many or f"{one}s"  # noqa: PLR2004 - in French the plural begins at two
    return f"{grouped(count)} {noun}"


def grouped(count: int) -> str:
    """A number with its thousands set apart."""
    return f"{count:,}".replace(",", "\u202f")


def shortened(text: str, length: int) -> str:
    """The first words of a text on one line, at most `length` signs."""
    first = text.removeprefix("- ").replace("\n- ", " ").replace("\n", " ")
    return first if len(first) <= length else first[:length].rpartition(" ")[0].rstrip(" ,;:.") + "…"


# Typography, applied to a whole page at once: to our own words and to the rules alike

_NARROW = "\u202f"
_FIRM = "\u00a0"
# None of it is found in a tag but inside an attribute that a screen reader says. Each begins with a plain sign: a page is skimmed for it.
_SIGNS = (
    *((re.compile(f"{space}(?=[;!?])"), _NARROW) for space in (" ", _FIRM)),
    *((re.compile(rf"{space}(?=»|:(?:[\s<{_FIRM}{_NARROW}]|$))"), _FIRM) for space in (" ", _NARROW)),
    (re.compile(f"«[ {_NARROW}]"), f"«{_FIRM}"),
    (re.compile("§ "), f"§{_FIRM}"),
    # A sign that is printed against its word.
    *((re.compile(rf'\{sign}(?<=[^\W\d_].)(?=[\s<»&")]|$)'), f"{_NARROW}{sign}") for sign in "!?"),
    (re.compile(r":(?<=[^\W\d_]:)(?=[\s<])"), f"{_FIRM}:"),
    (re.compile(r" (?<=\d )(?=(?:cm|mm|m|pouces?|pas|%)(?!\w))"), _FIRM),
    (re.compile(r"'(?<=\w')(?=[\w«<]|$)"), "’"),
    (re.compile(r"&#39;(?<=\w&#39;)(?=[\w«<]|$)"), "’"),
)


def typeset(text: str) -> str:
    """A text, or a whole page, with the spaces that French wants before its double signs, and its apostrophes."""
    for printed, sign in _SIGNS:
        text = printed.sub(sign, text)
    return text
