"""The timing phrases of a text.

Where a phrase may begin is data (`grammar/timing.toml`); how far it goes and what it says is `timing.lark`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from lark import Token, v_args

from kb.model import TimingPhrase
from kb.parsing.fragments import longest
from kb.parsing.grammars import StrictTransformer, word_patterns
from kb.parsing.text import plain
from kb.system.data import grammar, lexicon

_LIST = re.compile(r"\{([A-Z]+)\}")
_BEGINS = re.compile(r"débute|commence")
_BOUNDS = {"start": "début", "end": "fin"}
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
    data = grammar("timing")
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


@v_args(inline=True)
class _TimingTransformer(StrictTransformer[TimingPhrase]):
    """Gives one timing phrase; an anchor gives the fields that it says."""

    def start(self, phrase: TimingPhrase) -> TimingPhrase:
        return phrase

    def timed(self, frequency: str | None, anchor: dict[str, str]) -> TimingPhrase:
        return TimingPhrase(**({**anchor, "frequency": frequency} if frequency else anchor))

    def limited(self, frequency: str) -> TimingPhrase:
        return TimingPhrase(edge="limit", frequency=frequency)

    def frequency(self, *said: Token | None) -> str:
        return " ".join(_words(word).lower() for word in said if word is not None)

    counted = frequency

    def passive(self, _word: Token) -> dict[str, str]:
        return {"edge": "passive", "frequency": "passif"}

    def reaction(self, _word: Token, actor: Token | None, event: Token) -> dict[str, str]:
        return {"edge": "reaction", **_happening(actor, event)}

    def period(self, *said: Token | None) -> _Period:
        """A period, its owner given by a possessive or by what follows it."""
        determiner, ordinal, period, qualifier = map(_words, said)
        which = qualifier if qualifier.lower() in {"en cours", *_listed("laquelle")} else ""
        whose = _side(qualifier) or _side(period) or _owner(determiner)
        return _Period(" ".join(filter(None, (ordinal, period, which))), whose, determiner.lower() == "chaque")

    def phase(self, boundary: Token | None, period: _Period) -> dict[str, str]:
        return {"edge": _boundary(boundary) or "during", "moment": period.name, "whose": period.whose}

    def edged(self, preposition: Token, boundary: Token | None, period: _Period) -> dict[str, str]:
        """An edge on a period, or on its beginning or end."""
        bound, edge = _boundary(boundary), _edge(preposition, period=True)
        if _BEGINS.search(preposition) or (edge == "when" and bound):
            edge = "start" if _BEGINS.search(preposition) else bound
            return {"edge": edge, "moment": period.name, "whose": period.whose}
        edge = "each" if edge == "during" and period.each and not bound else edge
        moment = f"{_BOUNDS[bound]} de {period.name}" if bound else period.name
        return {"edge": edge, "moment": moment, "whose": period.whose}

    def edged_event(self, preposition: Token, boundary: Token, event: Token) -> dict[str, str]:
        return {"edge": _edge(preposition), "trigger": f"{_BOUNDS[_boundary(boundary)]} de {_words(event)}"}

    def bounded(self, boundary: Token, event: Token) -> dict[str, str]:
        return {"edge": _boundary(boundary), "trigger": _words(event)}

    def happening(self, preposition: Token, actor: Token | None, event: Token) -> dict[str, str]:
        return {"edge": _edge(preposition), **_happening(actor, event)}

    clause = happening

    def deed(self, preposition: Token, event: Token) -> dict[str, str]:
        return {"edge": _edge(preposition), "trigger": _words(event)}


def _words(token: Token | None) -> str:
    return str(token or "").strip()


def _happening(actor: Token | None, event: Token) -> dict[str, str]:
    """What happens, and which side does it when it says so."""
    who = _words(actor)
    return {"trigger": f"{who} {_words(event)}".strip(), "whose": _side(who) or _owner(who)}


def _side(said: str) -> str:
    """The side that an adjective or a noun names; empty for none."""
    words = set(re.findall(r"\w+", said.lower()))
    if words & _listed("adverse", "adversaire"):
        return "opponent"
    return "active" if words & _listed("allie") or "joueur actif" in said.lower() else ""


def _owner(said: str) -> str:
    """Whose period a determiner makes it: `sa phase` is that of whom the rule speaks, as `votre phase`."""
    return "active" if set(said.lower().split()) & _listed("possessif") else "any"


@cache
def _listed(*lists: str) -> frozenset[str]:
    """The words of these lists of the lexicon."""
    return frozenset(word for name in lists for word in lexicon("temps")["mots"][name].split())


def _boundary(word: Token | None) -> str:
    return "" if word is None else "start" if "ébut" in word else "end"


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
