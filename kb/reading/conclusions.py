"""The `conclusions.toml` that an editor writes beside a work: what can be asked of its rules by yes or no, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kb.model.conclusions import Case, Condition, Issue, Said
from kb.reading.entries import DataFile, read_file

CONCLUSIONS_NAME = "conclusions.toml"
_TERM = "@"
_CONDITION_KEYS = {
    "said": "dit",
    "denied": "contraire",
    "least": "au-moins",
    "most": "au-plus",
    "beside": "face",
    "sign": "signe",
}
_PRESUMED = {"vrai": True, "faux": False, "rien": None}
_DEFAULTS: dict[str, Said | None] = {"oui": "oui", "non": "non", "silence": None}


@dataclass(frozen=True, slots=True)
class _Terms:
    """Phrases under a name, that lists take up: those by which a thing is so, those by which it is not."""

    file: DataFile
    named: Mapping[str, Condition]

    def spread(
        self, said: tuple[str, ...], denied: tuple[str, ...], where: str
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Two contrary lists, with what the names in them stand for: a name brings its contrary to the other list."""
        own = [[one for one in side if not one.startswith(_TERM)] for side in (said, denied)]
        for side, named in enumerate((said, denied)):
            for name in (one for one in named if one.startswith(_TERM)):
                if name not in self.named:
                    raise self.file.fault(f"{where} : « {name} » n'est pas dans [termes] ; écrivez-le là")
                own[side] += self.named[name].said
                own[1 - side] += self.named[name].denied
        return tuple(own[0]), tuple(own[1])


def read_conclusions(folder: Path) -> tuple[Issue, ...]:
    """What is declared of the rules of a work's folder, an issue of several rules once for each.

    Raises:
        FaultyDataError: it is not TOML, an entry lacks a key, has one too many, or names a term that is not there.
    """
    file = read_file(folder / CONCLUSIONS_NAME)
    named = {
        name: file.value(entry, f"[termes], {name}", Condition, said="dit", denied="contraire")
        for name, entry in file.table("termes").items()
    }
    terms = _Terms(file, named)
    return tuple(issue for entry in file.entries("issue") for issue in _issues(entry, file, terms))


def _issues(entry: dict[str, Any], file: DataFile, terms: _Terms) -> Iterator[Issue]:
    given = entry.get("regle")
    listed = given if isinstance(given, list) else [given]
    rules = [rule for rule in listed if isinstance(rule, str) and rule]
    if not rules or len(rules) < len(listed):
        raise file.fault("[[issue]] : il manque regle ; donnez l'identifiant d'une règle, ou la liste de plusieurs")
    where = f"[[issue]] de « {', '.join(rules)} »"
    default = str(entry.get("defaut", "silence"))
    file.accept(f"{where}, defaut", default, _DEFAULTS)
    told = {key: value for key, value in entry.items() if key not in {"regle", "defaut", "cas"}} | {"regle": rules[0]}
    issue = file.value(told, where, Issue, provision="regle", acts="acte", contrary="contraire", must="doit")
    acts, contrary = terms.spread(issue.acts, issue.contrary, where)
    if not acts:
        raise file.fault(f"{where} : acte est vide ; donnez les mots par lesquels on le demande")
    cases = entry.get("cas", [])
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise file.fault(f'{where} : cas est une liste de tables {{ dit = [...], alors = "oui" }}')
    whole = replace(
        issue,
        acts=acts,
        contrary=contrary,
        answer=_DEFAULTS[default],
        clause=_clause(issue.clause, rules[0]),
        cases=tuple(
            _case(case, rules[0], f"{where}, cas {number}", file, terms) for number, case in enumerate(cases, 1)
        ),
    )
    yield from (replace(whole, provision=rule) for rule in rules)


def _case(entry: dict[str, Any], rule: str, where: str, file: DataFile, terms: _Terms) -> Case:
    """A case, with its conditions as `si` or its only one written out beside what it comes to."""
    written = {key: value for key, value in entry.items() if key in {*_CONDITION_KEYS.values(), "presume"}}
    listed = entry.get("si", [written] if written else [])
    if (
        not isinstance(listed, list)
        or not listed
        or not all(isinstance(one, dict) for one in listed)
        or ("si" in entry and written)
    ):
        raise file.fault(f"{where} : donnez ses conditions, ou en liste dans si, ou la seule par dit et contraire")
    conditions = tuple(_condition(one, where, file, terms) for one in listed)
    rest = {key: value for key, value in entry.items() if key not in {*written, "si"}}
    case = file.value({**rest, "si": []}, where, Case, conditions="si", answer="alors", otherwise="sinon")
    return replace(case, conditions=conditions, clause=_clause(case.clause, rule))


def _condition(entry: dict[str, Any], where: str, file: DataFile, terms: _Terms) -> Condition:
    presumed = str(entry.get("presume", "faux"))
    file.accept(f"{where}, presume", presumed, _PRESUMED)
    told = {key: value for key, value in entry.items() if key != "presume"}
    condition = file.value(told, where, Condition, **_CONDITION_KEYS)
    said, denied = terms.spread(condition.said, condition.denied, where)
    if not (said or denied):
        raise file.fault(f"{where} : une condition a des phrases ; donnez dit ou contraire")
    beside, _none = terms.spread(condition.beside, (), where)
    return replace(condition, said=said, denied=denied, beside=beside, presumed=_PRESUMED[presumed])


def _clause(written: str | None, rule: str) -> str | None:
    """The id of a clause: `#3.2` is one of the rule's own."""
    return f"{rule}{written}" if written is not None and written.startswith("#") else written
