"""Clauses of a policy that do the contrary of what their reason says, or the rule that they cite: see `corpus/lexicon/directions.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from kb.errors import Diagnostic, Severity
from kb.model import Rulebook
from kb.model.words import fold
from kb.policy import PolicyClause
from kb.system.data import lexicon


@dataclass(frozen=True, slots=True)
class _Direction:
    """What words say of the clauses of some kinds, under one key: a value, or the figure that they name."""

    kinds: tuple[str, ...]
    key: str
    of_rule: bool
    values: tuple[tuple[str, re.Pattern[str]], ...]
    figure: re.Pattern[str] | None

    def told(self, text: str) -> set[object]:
        """The values that a text asks for."""
        if self.figure is not None:
            found = (next(filter(None, match.groups())) for match in self.figure.finditer(text))
            return {_figures()[word] if word in _figures() else int(word) for word in found}
        return {value for value, said in self.values if said.search(text)}


def contrary_clauses(book: Rulebook) -> Iterator[Diagnostic]:
    """Each clause whose reason, or the whole of a rule that it cites, asks for another value than the one it has."""
    if book.policy is None:
        return
    texts = {part.id.partition("/")[2]: fold(part.text) for part in book.provisions}
    hint = "corrigez la clause, ou ce qui en est dit"
    for where, clause in book.policy.clauses():
        for direction in _directions():
            if clause.genre not in direction.kinds:
                continue
            value = _value(clause, direction.key)
            for said in _sayings(clause, direction, texts):
                asked = direction.told(said)
                if asked and value not in asked:
                    wanted = " ou ".join(map(str, sorted(asked, key=str)))
                    message = (
                        f"« {where} », clause « {clause.genre} » : {direction.key} = {value}, et il est dit {wanted}"
                    )
                    yield Diagnostic("CLAUSE-CONTRAIRE", Severity.WARNING, message, hint, "precedence.toml", 0)


def _value(clause: PolicyClause, key: str) -> object:
    """What a clause has under a key; the first of several."""
    field = next(part for part in fields(clause) if key in part.metadata["keys"])
    value = getattr(clause, field.name)
    return value[0] if isinstance(value, tuple) else value


def _sayings(clause: PolicyClause, direction: _Direction, texts: Mapping[str, str]) -> Iterator[str]:
    if not direction.of_rule:
        yield fold(clause.reason)
    else:
        yield from (texts[cite] for cite in clause.cites if cite in texts)


@cache
def _figures() -> dict[str, int]:
    """Figures in words; after « de », « un » is one."""
    return {"un": 1, **lexicon("temps")["chiffres"]}


@cache
def _directions() -> tuple[_Direction, ...]:
    return tuple(map(_direction, lexicon("directions")["direction"]))


def _direction(entry: dict[str, Any]) -> _Direction:
    figure = rf"([+-]?\d+\b|{'|'.join(_figures())})"
    names = [said.replace("{n}", figure) for said in entry.get("nombre", ())]
    values = {name: said for name, said in entry.items() if name not in {"genres", "clef", "regle", "nombre"}}
    return _Direction(
        tuple(entry["genres"]),
        entry["clef"],
        entry.get("regle", False),
        tuple((value, re.compile("|".join(said))) for value, said in values.items()),
        re.compile("|".join(names)) if names else None,
    )
