"""The timing phrases of a text: where one may begin is data (`grammar/timing.toml`), how far it goes and what it says is `timing.lark`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from lark import Token

from kb.model import TimingPhrase
from kb.parsing.fragments import longest
from kb.parsing.grammars import StrictTransformer, word_patterns
from kb.parsing.text import plain
from kb.system.data import data_dir, lexicon

_LIST = re.compile(r"\{([A-Z]+)\}")
_LONGEST = 240
_BEFORE = 40


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place where words say when: what was read there (None when the grammar does not), from `start`, as printed."""

    phrase: TimingPhrase | None
    printed: str
    start: int


@cache
def _patterns() -> tuple[re.Pattern[str], list[tuple[re.Pattern[str], re.Pattern[str]]]]:
    """What finds occurrences, and the words that look like one and are none, each with those that must precede them (any, if empty)."""
    data = tomllib.loads((data_dir("grammar") / "timing.toml").read_text(encoding="utf-8"))
    found = "|".join(_worded(entry["motif"]) for entry in data["occurrence"])
    false = [(re.compile(_worded(one["motif"])), re.compile(_worded(one.get("derriere", "")))) for one in data["faux"]]
    return re.compile(rf"\b(?:{found})", re.MULTILINE), false


def _worded(pattern: str) -> str:
    """A pattern whose `{NAMES}` are put in words."""
    return _LIST.sub(lambda name: word_patterns()[name[1]], pattern)


def occurrences(text: str) -> Iterator[Occurrence]:
    """Every place of a plain text that says when, in order, without overlap; the false hits left out."""
    found, false = _patterns()
    text = text.replace("’", "'")
    position = 0
    while match := found.search(text, position):
        start = position = match.start()
        position = match.end()
        behind = text[max(0, start - _BEFORE) : start]
        if any(words.match(text, start) and before.search(behind) for words, before in false):
            continue
        read = _read(text[start : start + _LONGEST])
        if read is None:
            yield Occurrence(None, _line(text[start : start + _BEFORE]), start)
            continue
        phrase, length = read
        position = max(position, start + (match.end() - start if phrase.trigger else length))
        yield Occurrence(phrase, _line(text[start : start + length]), start)


def _line(text: str) -> str:
    return text.split("\n", maxsplit=1)[0].strip()


def _read(text: str) -> tuple[TimingPhrase, int] | None:
    """The timing phrase that opens a plain text, and its length."""
    found = longest("timing", text)
    return (_TimingTransformer().transform(found[0]), found[1]) if found else None


def timing(text: str) -> TimingPhrase | None:
    """The timing phrase that opens a text, or None when it opens otherwise; a period alone (« Phase ») names none."""
    words = plain(text).replace("’", "'").strip()
    found = _read(words)
    if found is None or (words.lower() == found[0].moment.lower() and " " not in words):
        return None
    return found[0]


@dataclass(frozen=True, slots=True)
class _Period:
    """A period as read: its name with what tells which, and whose it is."""

    name: str
    whose: str
    each: bool


class _TimingTransformer(StrictTransformer[Token, TimingPhrase]):
    """Gives one timing phrase."""

    def start(self, children: list[Any]) -> TimingPhrase:
        phrase: TimingPhrase = children[0]
        return phrase

    def timed(self, children: list[Any]) -> TimingPhrase:
        frequency, anchor = children
        return TimingPhrase(**{**anchor, "frequency": frequency or anchor.get("frequency", "")})

    def limited(self, children: list[Any]) -> TimingPhrase:
        return TimingPhrase(edge="limit", frequency=children[0])

    def frequency(self, children: list[Any]) -> str:
        return " ".join(str(child).strip().lower() for child in children if child is not None)

    counted = frequency

    def passive(self, _children: list[Any]) -> dict[str, str]:
        return {"edge": "passive", "frequency": "passif"}

    def reaction(self, children: list[Any]) -> dict[str, str]:
        _head, actor, event = children
        return {"edge": "reaction", **_happening(actor, event)}

    def period(self, children: list[Any]) -> _Period:
        """A period, its owner told by a possessive or by what follows it."""
        determiner, ordinal, period, qualifier = (_words(child) for child in children)
        which = qualifier if qualifier.lower() in {"en cours", *_told("laquelle")} else ""
        whose = _side(qualifier) or _side(period) or _owner(determiner)
        return _Period(" ".join(filter(None, (ordinal, period, which))), whose, determiner.lower() == "chaque")

    def phase(self, children: list[Any]) -> dict[str, str]:
        boundary, period = children
        return {"edge": _boundary(boundary) or "during", "moment": period.name, "whose": period.whose}

    def edged(self, children: list[Any]) -> dict[str, str]:
        """An edge on a period, or on its beginning or end."""
        preposition, boundary, period = children
        edge = _edge(str(preposition), period=True)
        if _BEGINS.search(str(preposition)):
            return {"edge": "start", "moment": period.name, "whose": period.whose}
        bound = {"start": "début", "end": "fin", "": ""}[_boundary(boundary)]
        if edge == "when" and bound:
            return {"edge": _boundary(boundary), "moment": period.name, "whose": period.whose}
        edge = "each" if edge == "during" and period.each and not bound else edge
        moment = f"{bound} de {period.name}" if bound else period.name
        return {"edge": edge, "moment": moment, "whose": period.whose}

    def edged_event(self, children: list[Any]) -> dict[str, str]:
        preposition, boundary, event = children
        bound = "début" if _boundary(boundary) == "start" else "fin"
        return {"edge": _edge(str(preposition)), "trigger": f"{bound} de {str(event).strip()}"}

    def bounded(self, children: list[Any]) -> dict[str, str]:
        boundary, event = children
        return {"edge": _boundary(boundary), "trigger": str(event).strip()}

    def happening(self, children: list[Any]) -> dict[str, str]:
        preposition, actor, event = children
        return {"edge": _edge(str(preposition)), **_happening(actor, event)}

    clause = happening

    def deed(self, children: list[Any]) -> dict[str, str]:
        preposition, event = children
        return {"edge": _edge(str(preposition)), "trigger": str(event).strip()}


def _words(token: Token | None) -> str:
    return str(token).strip() if token is not None else ""


def _happening(actor: Token | None, event: Token) -> dict[str, str]:
    """What happens, and which side does it when it says so."""
    who = _words(actor)
    trigger = f"{who} {str(event).strip()}".strip()
    return {"trigger": trigger, "whose": _side(who) or _owner(who)}


def _side(said: str) -> str:
    """The side that an adjective or a noun names; empty for none."""
    words = set(re.findall(r"\w+", said.lower()))
    if words & _told("adverse", "adversaire"):
        return "opponent"
    return "active" if words & _told("allie") or "joueur actif" in said.lower() else ""


def _owner(said: str) -> str:
    """Whose period a determiner makes it: `sa phase` is that of whom the rule speaks, as `votre phase`."""
    return "active" if set(said.lower().split()) & _told("possessif") else "any"


@cache
def _told(*lists: str) -> frozenset[str]:
    """The words of these lists of the lexicon."""
    return frozenset(word for name in lists for word in lexicon("temps")["mots"][name].split())


def _boundary(word: Token | None) -> str:
    if word is None:
        return ""
    return "start" if "ébut" in str(word) else "end"


_BEGINS = re.compile(r"débute|commence")
_AT_ONCE = re.compile(r"^(?:immédiatement|aussitôt|juste|directement)[ ](?=av|ap)")


def _edge(said: str, *, period: bool = False) -> str:
    """The edge that a word gives; « pendant la phase » is during it, « à » is each time unless a period follows."""
    lowered = _AT_ONCE.sub("", said.lower())
    edge = next((edge for head, edge in _edges() if lowered.startswith(head)), "")
    if period:
        return {"while": "during", "": "during"}.get(edge, edge)
    return edge or ("each" if lowered.startswith("à") else "when")


@cache
def _edges() -> list[tuple[str, str]]:
    """The edge that each opening gives to what it introduces, the longest openings first."""
    tables = lexicon("temps")
    given = (*tables["propositions"].items(), *tables["bords"].items())
    heads = [(said.removesuffix("e") if said.endswith("que") else said, edge) for edge, many in given for said in many]
    return sorted(heads, key=lambda head: -len(head[0]))
