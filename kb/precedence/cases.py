"""The cases of a policy: requests in short, each with the answer that its author expects; `corpus/README.md` gives their form."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kb.errors import ArbitreError, Diagnostic, InvalidRequestError, Severity
from kb.model import Kind, Rulebook
from kb.policy import CaseFile, Policy
from kb.precedence.engine import Precedence
from kb.precedence.rules import CitedRules
from kb.precedence.slots import OPERATIONS
from kb.store import TableRow
from kb.system.declared import nearest
from kb.system.grouping import by_key

Fields = dict[str, Any]

# What a case says, by what it asks: besides `titre`, the player, what is expected, and what is compared where it is said.
_ALWAYS = ("titre", "actif", "premier", "attendu")
_KEYS = {
    "situation": ("situation", "elements", "demande", "indecis", "ecartes"),
    "quantite": ("quantite", "base", "modificateurs", "contexte", "bornes", "regles"),
    "a": ("a", "b", "leve"),
}
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
    compared = [(key, case.get(key, []), found) for key, found in answer.items()]
    return [
        f"{key} : {_shown(expected)} ; obtenu : {_shown(found)}"
        for key, expected, found in compared
        if not _same(key, expected, found)
    ]


def _shown(value: object) -> str:
    return " · ".join(map(str, value)) if isinstance(value, list) else str(value)


def _same(key: str, expected: object, found: object) -> bool:
    """True when an answer is the one expected; rules that it does not name are not compared, of those of a value all must be there."""
    wanted, given = (value if isinstance(value, list) else [value] for value in (expected, found))
    if key == "regles":
        return set(wanted) <= set(given)
    return len(wanted) == len(given) and all(map(_same_text, wanted, given))


def _same_text(expected: object, found: object) -> bool:
    if isinstance(expected, str) and isinstance(found, str) and not _RULES.search(expected):
        found = _RULES.sub("", found)
    return expected == found


def _answer(engine: Precedence, case: Mapping[str, Any]) -> Fields:
    """What the engine says, in the form of a case."""
    players = {"active": _given(case.get("actif", "A")), "first_player": _given(case.get("premier", "A"))}
    for key, ask in (("situation", _ordered), ("quantite", _modified), ("a", _prevailing)):
        if key in case:
            _check_keys(case, (*_KEYS[key], *_ALWAYS))
            if "attendu" not in case:
                raise ValueError("il manque « attendu »")
            return ask(engine, case, players)
    raise ValueError("il faut « situation » et « elements », « quantite », ou « a » et « b »")


def _check_keys(case: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raise ValueError on a key that such a case does not have."""
    for name in case:
        if name not in known:
            raise ValueError(f"clé inconnue : {name} ; sont connues : {', '.join(known)}{nearest(name, known)}")


def _ordered(engine: Precedence, case: Mapping[str, Any], players: Fields) -> Fields:
    """An order: its steps as « étiquettes = mode joueur [règles] »."""
    items = [_parted(text, "label", "owner") for text in case.get("elements", ())]
    whole = _values(case.get("demande", {}))
    found = engine.order({**players, "situation": case["situation"], "items": items, **whole})
    _check_taken(engine, found.ignored)
    return {
        "attendu": [
            f"{', '.join(step.labels)} = {' '.join(filter(None, (step.mode or 'indecis', step.chooser)))}"
            + _rules(step.decided_by)
            for step in found.steps
        ],
        "indecis": [", ".join(labels) for labels in found.undecided],
        "ecartes": [kept.label + _rules(kept.decided_by) for kept in found.excluded],
    }


def _check_taken(engine: Precedence, ignored: Sequence[str]) -> None:
    """Raise ValueError on an attribute given that the policy does not declare anywhere."""
    declared = {attribute.name for part in engine.policy.parts for attribute in part.attributes}
    for name in ignored:
        if name not in declared:
            raise ValueError(f"attribut « {name} » inconnu ; la politique ne le déclare pas{nearest(name, declared)}")


def _modified(engine: Precedence, case: Mapping[str, Any], players: Fields) -> Fields:
    """A value: a number, a roll (« 4+ »), `impossible`, or `indecis`."""
    found = engine.modify(
        {
            **players,
            "quantity": case["quantite"],
            "base": case.get("base"),
            "modifiers": [_modifier(text) for text in case.get("modificateurs", ())],
            "context": _values(case.get("contexte", {})),
        }
    )
    value = found.value if found.needed is None else found.needed
    return {
        "attendu": "impossible" if found.impossible else "indecis" if value is None else value,
        "bornes": [f"{limit.kind} {limit.value}{_rules(limit.decided_by)}" for limit in found.limits],
        "regles": [proof.id for proof in found.decided_by],
    }


def _modifier(text: str) -> Fields:
    """« opération nombre joueur genre étiquette… », or the name of one that the quantity knows."""
    if text.partition(" ")[0] in OPERATIONS:
        return _parted(text, "op", "value", "owner", "kind", "label")
    return {"label": text}


def _prevailing(engine: Precedence, case: Mapping[str, Any], players: Fields) -> Fields:
    """The side that prevails: `a`, `b` or `indecis`, with the rules that decide."""
    sides = {
        name: {"label": case[name], **_parted(case[name], "says", "layer", "owner", "kind")} for name in ("a", "b")
    }
    found = engine.conflict({**players, **sides, "waives": case.get("leve")})
    return {"attendu": (found.prevails or "indecis") + _rules(proof.id for proof in found.decided_by)}


def _rules(cited: Iterable[str]) -> str:
    return f" [{', '.join(cited)}]"


def _parted(text: str, *names: str) -> Fields:
    """« mot mot mot… attribut=valeur… »: the words by these names, the last having all that are left, then the attributes."""
    parts = text.split()
    words = [part for part in parts if "=" not in part]
    if len(words) < len(names):
        raise ValueError(f"« {text} » : il y faut {len(names)} mots au moins")
    last = len(names) - 1
    found = dict(zip(names, (*words[:last], " ".join(words[last:])), strict=True))
    typed: Fields = {name: found[name] for name in ("value", "layer") if name in found}
    return {**found, **_values({**typed, **dict(part.split("=", 1) for part in parts if "=" in part)})}


def _values(given: Mapping[str, Any]) -> Fields:
    return {name: _given(value) for name, value in given.items()}


def _given(value: Any) -> Any:  # noqa: ANN401 - what a request holds
    """A value of a request as a case writes it: `oui`, `non`, `aucun`, a number, a word."""
    if not isinstance(value, str):
        return value
    if re.fullmatch(r"-?\d+(?:\.\d+)?", value):
        return float(value) if "." in value else int(value)
    return _WORDS.get(value, value)


def failing_cases(book: Rulebook, written: CaseFile) -> Iterator[Diagnostic]:
    """Each case that the policy of a work, as it is written, does not hold: where it stands, and what is answered."""
    if book.policy is None:
        return
    engine = engine_of(book, book.policy)
    for case, line in zip(written.cases, written.lines, strict=True):
        try:
            wrong = differences(engine, case)
        except (ValueError, KeyError, TypeError, AttributeError) as fault:
            wrong = [f"ce n'est pas un cas : {fault}"]
        for difference in wrong:
            yield _failing(f"« {case.get('titre', 'sans titre')} », {difference}", written.file, line)


def failing_calculations(book: Rulebook) -> Iterator[Diagnostic]:
    """Each written question of a value whose request the policy of the work does not answer: where it stands, and why."""
    if book.policy is None:
        return
    engine = engine_of(book, book.policy)
    for one in book.calculations:
        try:
            found = engine.modify(one.request)
            fault = "le moteur ne rend aucune valeur" if found.value is None and not found.needed else ""
        except ArbitreError as refused:
            fault = str(refused)
        if fault:
            yield _failing(f"« {one.question} », {fault}", "calculs.tsv", one.line)


def _failing(message: str, file: str, line: int) -> Diagnostic:
    hint = "corrigez la clause, ou le cas s'il dit ce que la règle ne dit pas"
    return Diagnostic("CAS-POLITIQUE", Severity.ERROR, message, hint, file, line)


def tables_read(book: Rulebook, policy: Policy) -> dict[str, list[TableRow]]:
    """The printed tables that a policy reads, by their id without the work."""
    read = {clause.table for quantity in policy.quantities for clause in quantity.clauses}
    rows = (part for part in book.provisions if part.kind is Kind.ROW)
    tables = by_key(((part.parent or "").partition("/")[2], part) for part in rows)
    return {
        table: [TableRow(row.id.partition("/")[2], row.fields) for row in tables[table]]
        for table in tables
        if table in read
    }


def engine_of(book: Rulebook, policy: Policy) -> Precedence:
    """The engine of a work before it is in a base, by a policy of it: its printed tables are read, its rules have no words."""
    return Precedence(policy, CitedRules(book.work.id, tables_read(book, policy)))
