"""The `conclusions.toml` of a work: what can be asked of its rules by yes or no, and what it comes to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kb.model.conclusions import Case, Condition, Issue
from kb.reading.entries import DataFile, read_file
from kb.system import declared

_TERM = "@"
_CONDITION = ("dit", "contraire", "au-moins", "au-plus", "face", "signe", "presume")
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
        with self.file.located():
            cases = declared.tables(entry.get("cas", []), f"{where}, cas")
        written = [self._with_list(case, f"{where}, cas {at}") for at, case in enumerate(cases, 1)]
        issue = self.file.value({**entry, "regle": rules[0], "cas": written}, where, Issue)
        acts, contrary = self._spread(issue.acts, issue.contrary, where)
        if not acts:
            raise self.file.fault(f"{where} : acte est vide ; donnez les mots par lesquels on le demande")
        whole = replace(
            issue,
            acts=acts,
            contrary=contrary,
            clause=_clause(issue.clause, rules[0]),
            cases=tuple(self._case(case, rules[0], f"{where}, cas {at}") for at, case in enumerate(issue.cases, 1)),
        )
        yield whole
        yield from (replace(whole, provision=rule) for rule in rules[1:])

    def _with_list(self, case: dict[str, Any], where: str) -> dict[str, Any]:
        """A case with its conditions in a list, `si`: its only one may be written out with what it comes to."""
        alone = {name: one for name, one in case.items() if name in _CONDITION}
        if bool(alone) is bool(case.get("si")):
            raise self.file.fault(
                f"{where} : donnez ses conditions, ou en liste dans si, ou la seule par dit et contraire"
            )
        rest = {name: one for name, one in case.items() if name not in alone}
        return {"si": [alone], **rest} if alone else rest

    def _case(self, case: Case, rule: str, where: str) -> Case:
        conditions = tuple(self._condition(one, where) for one in case.conditions)
        return replace(case, conditions=conditions, clause=_clause(case.clause, rule))

    def _condition(self, condition: Condition, where: str) -> Condition:
        said, denied = self._spread(condition.said, condition.denied, where)
        if not (said or denied):
            raise self.file.fault(f"{where} : une condition a des phrases ; donnez dit ou contraire")
        against, _none = self._spread(condition.against, (), where)
        return replace(condition, said=said, denied=denied, against=against)

    def _spread(self, said: tuple[str, ...], denied: tuple[str, ...], where: str) -> _Sides:
        """Two contrary lists, with what the names in them stand for: a name brings its contrary to the other list."""
        if not any(one.startswith(_TERM) for one in (*said, *denied)):
            return said, denied
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
    file = read_file(folder / "conclusions.toml")
    named = {name: file.value(entry, f"[termes], {name}", Condition) for name, entry in file.table("termes").items()}
    reader = _Reader(file, named)
    return tuple(issue for entry in file.entries("issue") for issue in reader.issues(entry))


def _clause(written: str | None, rule: str) -> str | None:
    """The id of a clause: `#3.2` is one of the rule's own."""
    return f"{rule}{written}" if written is not None and written.startswith("#") else written
