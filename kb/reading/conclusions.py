"""The `conclusions.toml` of a work: what can be asked of its rules by yes or no, and what it comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from kb.model.conclusions import Case, Condition, Issue
from kb.reading.entries import read_file
from kb.system import declared
from kb.system.declared import DeclaredError, nearest

_TERM = "@"
_CONDITION = ("dit", "contraire", "au-moins", "au-plus", "face", "signe", "presume")
_Sides = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Reader:
    """The phrases under a name that lists take up: those by which a thing is so, those by which it is not."""

    named: Mapping[str, Condition]

    def issues(self, _place: int, entry: dict[str, Any]) -> tuple[Issue, ...]:
        """What an entry declares, once for each of its rules."""
        given = entry.get("regle")
        listed = given if isinstance(given, list) else [given]
        rules = [rule for rule in listed if isinstance(rule, str) and rule]
        if not rules or len(rules) < len(listed):
            raise DeclaredError("[[issue]] : il manque regle ; donnez l'identifiant d'une règle, ou de plusieurs")
        where = f"[[issue]] de « {', '.join(rules)} »"
        cases = declared.tables(entry.get("cas", []), f"{where}, cas")
        written = [_with_list(case, f"{where}, cas {at}", at - 1) for at, case in enumerate(cases, 1)]
        issue = declared.value(Issue, {**entry, "regle": rules[0], "cas": written}, where)
        acts, contrary = self._spread(issue.acts, issue.contrary, where, "acte")
        if not acts:
            raise DeclaredError(f"{where} : acte est vide ; donnez les mots par lesquels on le demande", ("acte",))
        made = (
            (at, partial(self._case, case, rules[0], f"{where}, cas {at + 1}")) for at, case in enumerate(issue.cases)
        )
        try:
            held = declared.each(made)
        except DeclaredError as fault:
            raise fault.under("cas") from fault
        whole = replace(issue, acts=acts, contrary=contrary, clause=_clause(issue.clause, rules[0]), cases=held)
        return (whole, *(replace(whole, provision=rule) for rule in rules[1:]))

    def _case(self, case: Case, rule: str, where: str) -> Case:
        conditions = tuple(self._condition(one, where) for one in case.conditions)
        return replace(case, conditions=conditions, clause=_clause(case.clause, rule))

    def _condition(self, condition: Condition, where: str) -> Condition:
        said, denied = self._spread(condition.said, condition.denied, where)
        if not (said or denied):
            raise DeclaredError(f"{where} : une condition a des phrases ; donnez dit ou contraire")
        against, _none = self._spread(condition.against, (), where)
        return replace(condition, said=said, denied=denied, against=against)

    def _spread(self, said: tuple[str, ...], denied: tuple[str, ...], where: str, *under: str) -> _Sides:
        """The phrases of a list and of its contrary, those under a name in its place: what a name denies goes to the other side."""
        if not any(one.startswith(_TERM) for one in (*said, *denied)):
            return said, denied
        own = [[one for one in side if not one.startswith(_TERM)] for side in (said, denied)]
        for side, named in enumerate((said, denied)):
            for name in (one for one in named if one.startswith(_TERM)):
                if name not in self.named:
                    near = nearest(name, self.named)
                    raise DeclaredError(f"{where} : « {name} » n'est pas dans [termes] ; écrivez-le là{near}", under)
                own[side] += self.named[name].said
                own[1 - side] += self.named[name].denied
        return tuple(own[0]), tuple(own[1])


def _with_list(case: dict[str, Any], where: str, at: int) -> dict[str, Any]:
    """A case with its conditions in a list, `si`: its only one may be written out with what it comes to."""
    alone = {name: one for name, one in case.items() if name in _CONDITION}
    if bool(alone) is bool(case.get("si")):
        message = f"{where} : donnez ses conditions, ou en liste dans si, ou la seule par dit et contraire"
        raise DeclaredError(message, ("cas", at))
    rest = {name: one for name, one in case.items() if name not in alone}
    return {"si": [alone], **rest} if alone else rest


def read_conclusions(folder: Path) -> tuple[Issue, ...]:
    """What is declared of the rules of a work's folder, an issue of several rules once for each.

    Raises:
        FaultyDataError: it is not TOML, an entry lacks a key, has one too many, or names a term that is not there.
    """
    file = read_file(folder / "conclusions.toml", ("termes", "issue"))
    terms = file.table("termes")
    with file.located("termes"):
        made = ((name, partial(_term, entry, name)) for name, entry in terms.items())
        named = dict(zip(terms, declared.each(made), strict=True))
    return tuple(chain.from_iterable(file.each("issue", _Reader(named).issues)))


def _term(entry: object, name: str) -> Condition:
    if not isinstance(entry, dict):
        advice = f'écrivez "{name}" = {{ dit = ["…"], contraire = ["…"] }}'
        raise DeclaredError(f"[termes], {name} : {entry!r} n'est pas une table ; {advice}")
    if not name.startswith(_TERM):
        raise DeclaredError(f'[termes], {name} : un terme commence par {_TERM} ; écrivez "{_TERM}{name}"')
    return declared.value(Condition, entry, f"[termes], {name}")


def _clause(written: str | None, rule: str) -> str | None:
    """The id of a clause: `#3.2` is one of the rule's own."""
    return f"{rule}{written}" if written is not None and written.startswith("#") else written
