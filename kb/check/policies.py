"""Clauses of a policy that do the contrary of what their reason says, or the rule that they cite: see `corpus/lexicon/directions.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from kb.errors import Diagnostic
from kb.model import Rulebook
from kb.model.words import fold
from kb.policy import PolicyClause
from kb.system.data import lexicon
from kb.system.findings import finding

# What a direction says of itself; its other keys are values, each with the words that ask for it.
_SETTINGS = frozenset({"genres", "clef", "regle", "nombre"})


def contrary_clauses(book: Rulebook) -> Iterator[Diagnostic]:
    """Each clause whose reason, or the whole of a rule that it cites, asks for another value than the one it has."""
    if book.policy is None:
        return
    texts = {part.id.partition("/")[2]: fold(part.text) for part in book.provisions}
    directions: list[dict[str, Any]] = lexicon("directions")["direction"]
    for where, clause in book.policy.clauses():
        for direction in directions:
            if clause.genre not in direction["genres"]:
                continue
            key = direction["clef"]
            value = _value(clause, key)
            for text in _sources(clause, texts) if direction.get("regle") else (fold(clause.reason),):
                asked = _asked(direction, text)
                if asked and value not in asked:
                    wanted = " ou ".join(map(str, sorted(asked, key=str)))
                    said = {"where": where, "genre": clause.genre, "key": key, "value": value, "wanted": wanted}
                    yield finding("CLAUSE-CONTRAIRE", "precedence.toml", **said)


def _value(clause: PolicyClause, key: str) -> object:
    """What a clause has under a key; the first of several."""
    field = next(part for part in fields(clause) if key in part.metadata["keys"])
    value = getattr(clause, field.name)
    return value[0] if isinstance(value, tuple) else value


def _sources(clause: PolicyClause, texts: Mapping[str, str]) -> Iterator[str]:
    """The rules that a clause cites."""
    return (texts[cite] for cite in clause.cites if cite in texts)


def _asked(direction: Mapping[str, Any], text: str) -> set[object]:
    """The values that a text asks for: the figures that it names in place of `{n}`, or those of which it has the words."""
    if "nombre" in direction:
        words = _figures()
        pattern = "|".join(direction["nombre"]).replace("{n}", rf"([+-]?\d+\b|{'|'.join(words)})")
        named = (next(filter(None, match.groups())) for match in re.finditer(pattern, text))
        return {words[word] if word in words else int(word) for word in named}
    patterns = {value: "|".join(said) for value, said in direction.items() if value not in _SETTINGS}
    return {value for value, pattern in patterns.items() if re.search(pattern, text)}


@cache
def _figures() -> dict[str, int]:
    """Figures in words; after « de », « un » is one."""
    return {"un": 1, **lexicon("temps")["chiffres"]}
