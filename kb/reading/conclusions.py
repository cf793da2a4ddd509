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
_ISSUE_KEYS = {"provision": "regle", "acts": "acte", "contrary": "contraire", "must": "doit", "answer": "defaut"}
_CONDITION_KEYS = {
    "said": "dit",
    "denied": "contraire",
    "least": "au-moins",
    "most": "au-plus",
    "beside": "face",
    "sign": "signe",
    "presumed": "presume",
}
_PRESUMED = {"vrai": True, "faux": False, "rien": None}
_DEFAULTS: dict[str, Said | None] = {"oui": "oui", "non": "non", "silence": None}
_Sides = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Reader:
    """The file, and the phrases under a name that its lists take up: those by which a thing is so, those by which it is not."""

    file: DataFile
    named: Mapping[str, Condition]

    def issues(self, entry: dict[str, Any]) -> Iterator[Issue]:
        """What an entry declares, once for each of its rules."""
        given = entry.get("regle")
        listed = given if isinstance(given, list) else [given]
        rules = [rule for rule in listed if isinstance(rule, str) and rule]
        if not rules or len(rules) < len(listed):
            raise self.file.fault("[[issue]] : il manque regle ; donnez l'identifiant d'une règle, ou de plusieurs")
        where = f"[[issue]] de « {', '.join(rules)} »"
        rest = {key: value for key, value in entry.items() if key not in {"defaut", "cas"}} | {"regle": rules[0]}
        issue = self.file.value(rest, where, Issue, **_ISSUE_KEYS)
        acts, contrary = self._spread(issue.acts, issue.contrary, where)
        if not acts:
            raise self.file.fault(f"{where} : acte est vide ; donnez les mots par lesquels on le demande")
        cases = entry.get("cas", [])
        if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
            raise self.file.fault(f'{where} : cas est une liste de tables {{ dit = [...], alors = "oui" }}')
        whole = replace(
            issue,
            acts=acts,
            contrary=contrary,
            answer=self.file.choice(f"{where}, defaut", entry.get("defaut", "silence"), _DEFAULTS),
            clause=_clause(issue.clause, rules[0]),
            cases=tuple(self._case(case, rules[0], f"{where}, cas {at}") for at, case in enumerate(cases, 1)),
        )
        yield from (replace(whole, provision=rule) for rule in rules)

    def _case(self, entry: dict[str, Any], rule: str, where: str) -> Case:
        """A case, with its conditions as `si` or its only one written out beside what it comes to."""
        written = {key: value for key, value in entry.items() if key in _CONDITION_KEYS.values()}
        listed = entry.get("si", [written] if written else [])
        tables = isinstance(listed, list) and listed and all(isinstance(one, dict) for one in listed)
        if not tables or ("si" in entry and written):
            raise self.file.fault(
                f"{where} : donnez ses conditions, ou en liste dans si, ou la seule par dit et contraire"
            )
        rest = {key: value for key, value in entry.items() if key not in {*written, "alors"}} | {"si": []}
        answer = self.file.choice(f"{where}, alors", entry.get("alors", ""), _DEFAULTS)
        case = self.file.value(rest, where, Case, conditions="si", otherwise="sinon")
        conditions = tuple(self._condition(one, where) for one in listed)
        return replace(case, conditions=conditions, answer=answer, clause=_clause(case.clause, rule))

    def _condition(self, entry: dict[str, Any], where: str) -> Condition:
        presumed = self.file.choice(f"{where}, presume", entry.get("presume", "faux"), _PRESUMED)
        rest = {key: value for key, value in entry.items() if key != "presume"}
        condition = self.file.value(rest, where, Condition, **_CONDITION_KEYS)
        said, denied = self._spread(condition.said, condition.denied, where)
        if not (said or denied):
            raise self.file.fault(f"{where} : une condition a des phrases ; donnez dit ou contraire")
        beside, _none = self._spread(condition.beside, (), where)
        return replace(condition, said=said, denied=denied, beside=beside, presumed=presumed)

    def _spread(self, said: tuple[str, ...], denied: tuple[str, ...], where: str) -> _Sides:
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
    reader = _Reader(file, named)
    return tuple(issue for entry in file.entries("issue") for issue in reader.issues(entry))


def _clause(written: str | None, rule: str) -> str | None:
    """The id of a clause: `#3.2` is one of the rule's own."""
    return f"{rule}{written}" if written is not None and written.startswith("#") else written
