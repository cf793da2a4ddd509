"""The cases of a policy: requests in short, each with the answer that its author expects; `corpus/README.md` gives their form."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from kb.errors import Diagnostic, InvalidRequestError, Severity
from kb.model import Kind, Rulebook
from kb.policy import CaseFile
from kb.precedence.engine import Precedence
from kb.precedence.rules import CitedRules
from kb.precedence.values import Modified, OrderStep
from kb.store import TableRow

Told = dict[str, Any]

_WORDS = {"oui": True, "non": False, "aucun": None}
_RULES = re.compile(r" \[.*\]$")


def differences(engine: Precedence, case: Mapping[str, Any]) -> list[str]:
    """What the engine says otherwise than a case expects, in French; nothing when the case holds.

    Raises:
        ValueError: it is no case.
    """
    try:
        answer = _answer(engine, case)
    except InvalidRequestError as fault:
        return [] if case.get("attendu") == "refus" else [str(fault)]
    expected = {"attendu": case["attendu"], **{key: case.get(key, []) for key in answer if key != "attendu"}}
    return [
        f"{key} : {_shown(expected[key])} ; obtenu : {_shown(found)}"
        for key, found in answer.items()
        if not _same(key, expected[key], found)
    ]


def _shown(value: object) -> str:
    return " · ".join(map(str, value)) if isinstance(value, list) else str(value)


def _same(key: str, expected: object, found: object) -> bool:
    """True when an answer is the one expected; rules that are not told are not compared, of those of a value all must be there."""
    if key == "regles":
        return set(_list(expected)) <= set(_list(found))
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(_same_text, expected, found))
    return _same_text(expected, found)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _same_text(expected: object, found: object) -> bool:
    if isinstance(expected, str) and isinstance(found, str) and not _RULES.search(expected):
        found = _RULES.sub("", found)
    return expected == found


def _answer(engine: Precedence, case: Mapping[str, Any]) -> Told:
    """What the engine says, in the form of a case.

    Raises:
        ValueError: it is no case.
    """
    if "attendu" not in case:
        raise ValueError("il manque « attendu »")
    for key, ask in (("situation", _ordered), ("quantite", _modified), ("a", _prevailing)):
        if key in case:
            return ask(engine, case)
    raise ValueError("il faut « situation » et « elements », « quantite », ou « a » et « b »")


def _ordered(engine: Precedence, case: Mapping[str, Any]) -> Told:
    """An order: its steps as « étiquettes = mode joueur [règles] »."""
    found = engine.order(
        {
            **_players(case),
            "situation": case["situation"],
            "items": [_item(text) for text in case.get("elements", ())],
            **_values(case.get("demande", {})),
        }
    )
    return {
        "attendu": [_step(step) for step in found.steps],
        "indecis": [", ".join(labels) for labels in found.undecided],
        "ecartes": [f"{kept.label} [{', '.join(kept.decided_by)}]" for kept in found.excluded],
    }


def _step(step: OrderStep) -> str:
    how = " ".join(filter(None, (step.mode or "indecis", step.chooser)))
    return f"{', '.join(step.labels)} = {how} [{', '.join(step.decided_by)}]"


def _modified(engine: Precedence, case: Mapping[str, Any]) -> Told:
    """A value: a number, a roll (« 4+ »), `impossible`, or `indecis`."""
    found = engine.modify(
        {
            **_players(case),
            "quantity": case["quantite"],
            "base": case.get("base"),
            "modifiers": [_modifier(text) for text in case.get("modificateurs", ())],
            "context": _values(case.get("contexte", {})),
        }
    )
    return {
        "attendu": _value(found),
        "bornes": [f"{limit.kind} {limit.value} [{', '.join(limit.decided_by)}]" for limit in found.limits],
        "regles": [proof.id for proof in found.decided_by],
    }


def _value(found: Modified) -> int | float | str:
    told = found.needed if found.needed is not None else found.value
    return "impossible" if found.impossible else "indecis" if told is None else told


def _prevailing(engine: Precedence, case: Mapping[str, Any]) -> Told:
    """The side that prevails: `a`, `b` or `indecis`, with the rules that decide."""
    sides = {name: _side(case[name]) for name in ("a", "b")}
    found = engine.conflict({**_players(case), **sides, "waives": case.get("leve")})
    return {"attendu": f"{found.prevails or 'indecis'} [{', '.join(proof.id for proof in found.decided_by)}]"}


def _players(case: Mapping[str, Any]) -> Told:
    return {"active": _given(case.get("actif", "A")), "first_player": _given(case.get("premier", "A"))}


def _item(text: str) -> Told:
    """« étiquette joueur attribut=valeur… »."""
    words, given = _parted(text, 2)
    return {"label": words[0], "owner": words[1], **given}


def _modifier(text: str) -> Told:
    """« opération nombre joueur genre étiquette… attribut=valeur… »."""
    words, given = _parted(text, 4)
    named = {"op": words[0], "value": _given(words[1]), "owner": words[2], "kind": words[3]}
    return {**named, "label": " ".join(words[4:]), **given}


def _side(text: str) -> Told:
    """« ce qu'elle dit, couche, joueur, genre, attribut=valeur… »."""
    words, given = _parted(text, 4)
    return {"label": text, "says": words[0], "layer": _given(words[1]), "owner": words[2], "kind": words[3], **given}


def _parted(text: str, least: int) -> tuple[list[str], Told]:
    """The words of a line, then its attributes.

    Raises:
        ValueError: there are fewer words.
    """
    parts = text.split()
    words = [part for part in parts if "=" not in part]
    if len(words) < least:
        raise ValueError(f"« {text} » : il y faut {least} mots au moins")
    return words, _values(dict(part.split("=", 1) for part in parts if "=" in part))


def _values(given: Mapping[str, Any]) -> Told:
    return {name: _given(value) for name, value in given.items()}


def _given(value: Any) -> Any:  # noqa: ANN401 - what a request holds
    """A value of a request as a case writes it: `oui`, `non`, `aucun`, a number, a word."""
    if not isinstance(value, str) or value in _WORDS:
        return _WORDS.get(value, value) if isinstance(value, str) else value
    if re.fullmatch(r"-?\d+(?:\.\d+)?", value):
        return float(value) if "." in value else int(value)
    return value


def failing_cases(book: Rulebook, written: CaseFile) -> Iterator[Diagnostic]:
    """Each case that the policy of a work, as it is written, does not hold: where it stands, and what is answered."""
    if book.policy is None:
        return
    engine = Precedence(book.policy, CitedRules(book.work.id, tables_of(book)))
    hint = "corrigez la clause, ou le cas s'il dit ce que la règle ne dit pas"
    for case, line in zip(written.cases, written.lines, strict=True):
        try:
            wrong = differences(engine, case)
        except (ValueError, KeyError, TypeError, AttributeError) as fault:
            wrong = [f"ce n'est pas un cas : {fault}"]
        for difference in wrong:
            message = f"« {case.get('titre', 'sans titre')} », {difference}"
            yield Diagnostic("CAS-POLITIQUE", Severity.ERROR, message, hint, written.file, line)


def tables_of(book: Rulebook) -> dict[str, list[TableRow]]:
    """The rows of the printed tables, by the id of their table without the work."""
    found: dict[str, list[TableRow]] = defaultdict(list)
    for part in book.provisions:
        if part.kind is Kind.ROW and part.parent:
            found[part.parent.partition("/")[2]].append(TableRow(part.id.partition("/")[2], part.fields))
    return found
