"""What an editor declares, as typed values: each field of a dataclass says by which key; a fault says where, what is wrong, what it takes.

Whatever is not as it is asked raises a DeclaredError, in French.
"""

import difflib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from kb.system.toml import Path

Value = TypeVar("Value")
# Makes a value of what a key says; where it stands is for the fault.
Reads = Callable[[Any, str], Any]
_KINDS = {str: "un texte", float: "un nombre", bool: "true ou false", int: "un nombre entier"}
# What says none, of a value that may be a text, a number or a boolean.
_NONE = "aucun"
# How alike a word must be to be taken for another.
_NEAR = 0.6


class DeclaredError(ValueError):
    """Faults of what is declared: each with the keys that lead to it, and what is wrong, in French."""

    def __init__(self, message: str, path: Path = (), *others: tuple[Path, str]) -> None:
        """Keep them in order; the first is what it says by itself."""
        super().__init__(message)
        self.faults: tuple[tuple[Path, str], ...] = ((path, message), *others)

    def under(self, name: str | int) -> Self:
        """The same, seen from what holds it under that key."""
        ((path, message), *others) = (((name, *path), message) for path, message in self.faults)
        return type(self)(message, path, *others)

    @classmethod
    def together(cls, found: Sequence[Self]) -> Self:
        """Several as one."""
        ((path, message), *others) = (fault for one in found for fault in one.faults)
        return cls(message, path, *others)


def nearest(word: str, known: Iterable[str]) -> str:
    """Which of the words known was meant, said so that it may end a message; empty when none is near."""
    found = difflib.get_close_matches(word, [*known], 1, _NEAR)
    return f" ; voulez-vous dire « {found[0]} » ?" if found else ""


def key(words: str, among: Mapping[Any, Any] | None = None, reads: Reads | None = None) -> dict[str, Any]:
    """The metadata of a field read from another key than its name, or from one of several; of one that no key gives, when empty.

    `among` is what each word accepted means; `reads` makes the value, where the type of the field does not say how.
    """
    return {"keys": tuple(words.split()), "reads": reads if among is None else partial(choice, among)}


def check_once(names: Iterable[str], fault: str) -> None:
    """Raise DeclaredError on each name of a list that is there already, at its place."""
    first: dict[str, int] = {}
    wrong = [
        DeclaredError(f"« {name} » {fault}", (place,))
        for place, name in enumerate(names)
        if first.setdefault(name, place) != place
    ]
    if wrong:
        raise DeclaredError.together(wrong)


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys of a kind: those that a table must have, those that it may have, the fields that each gives and how they are read."""

    needed: tuple[str, ...]
    others: tuple[str, ...]
    given: Mapping[str, list[tuple[str, Reads]]]


def _worked_out(kind: type) -> _Keys:
    hints, needed = get_type_hints(kind), dict[str, None]()
    given: dict[str, list[tuple[str, Reads]]] = defaultdict(list)
    for part in fields(kind):
        for name in part.metadata.get("keys", (part.name,)):
            given[name].append((part.name, part.metadata.get("reads") or reads(hints[part.name])))
            needed |= {name: None} if part.default is MISSING else {}
    return _Keys(tuple(needed), tuple(name for name in given if name not in needed), given)


# Slow to work out, and asked for each entry; decorated, it would be asked for a class that the types say is hashable.
_keys: Callable[[type], _Keys] = cache(_worked_out)


def values(kind: type[Value], listed: object, where: str) -> tuple[Value, ...]:
    """A value of each of a list of tables, called by what its first key says, or by its place, where it is at fault."""
    first = next(iter(_keys(kind).given))
    named = [(one, one.get(first), place) for place, one in enumerate(tables(listed, where), 1)]
    return each(
        (place - 1, partial(value, kind, one, f"{where} « {name} »" if isinstance(name, str) else f"{where} {place}"))
        for one, name, place in named
    )


def each(made: Iterable[tuple[str | int, Callable[[], Value]]]) -> tuple[Value, ...]:
    """What is made under each key or at each place, the faults of all together."""
    found: list[Value] = []
    wrong: list[DeclaredError] = []
    for name, make in made:
        try:
            found.append(make())
        except DeclaredError as fault:
            wrong.append(fault.under(name))
    if wrong:
        raise DeclaredError.together(wrong)
    return tuple(found)


def value(
    kind: type[Value], table: Mapping[str, Any], where: str, keys: tuple[Sequence[str], Sequence[str]] | None = None
) -> Value:
    """The value of one table; `keys` are those that it must have and those that it may have, where these are not all of its kind."""
    if not isinstance(table, Mapping):
        raise DeclaredError(f"{where or 'le fichier'} : {table!r} n'est pas une table")
    known = _keys(kind)
    _check_keys(table, keys or (known.needed, known.others), where)
    read = each((name, partial(_fields, known.given[name], found, where, name)) for name, found in table.items())
    return kind(**{part: one for fields in read for part, one in fields})


def _fields(given: Sequence[tuple[str, Reads]], found: object, where: str, name: str) -> list[tuple[str, Any]]:
    return [(part, read(found, f"{where}, {name}" if where else name)) for part, read in given]


def _check_keys(table: Mapping[str, Any], keys: tuple[Sequence[str], Sequence[str]], where: str) -> None:
    """Raise DeclaredError on a key that is missing, or that is not known."""
    needed, others = keys
    missing, unknown = [name for name in needed if name not in table], sorted(table.keys() - {*needed, *others})
    if missing or unknown:
        what = [f"il manque {', '.join(missing)}"] * bool(missing) + [f"clé inconnue : {', '.join(unknown)}"] * bool(
            unknown
        )
        must = f" ; il faut {', '.join(needed)}" if needed else ""
        also = f" ; en plus, au choix : {', '.join(others)}" if others else ""
        near = nearest(unknown[0], [name for name in (*needed, *others) if name not in table]) if unknown else ""
        raise DeclaredError(f"{where or 'le fichier'} : {' ; '.join(what)}{must}{also}{near}", tuple(unknown[:1]))


@cache
def reads(wanted: Any) -> Reads:  # noqa: ANN401 - a type
    """How a value of a type is read: a text, a number, a boolean, a word among those known, a table, a list."""
    inner = [one for one in get_args(wanted) if one is not NoneType]
    if get_origin(wanted) in {Union, UnionType}:
        # A field that may be none is left out where it is.
        return _scalar if len(inner) > 1 else reads(inner[0])
    if get_origin(wanted) is tuple:
        return _reads_list(inner[0], inner)
    if isinstance(wanted, type) and is_dataclass(wanted):
        return getattr(wanted, "declared", None) or partial(_table, wanted)
    return partial(_simple, wanted) if wanted in _KINDS else partial(choice, {word: word for word in inner or wanted})


def _reads_list(first: Any, inner: list[Any]) -> Reads:  # noqa: ANN401 - a type
    """How a list is read; of (key, value) pairs, a table whose keys are not known beforehand."""
    pair = get_args(first)
    if isinstance(first, type) and is_dataclass(first):
        return partial(values, first)
    if pair[:1] == (str,) and pair[1] is not ...:
        return partial(_pairs, reads(pair[1]))
    return partial(_list, reads(first), None if inner[-1] is ... else len(inner))


def _simple(wanted: Any, found: object, where: str) -> object:  # noqa: ANN401 - a type
    # A rule may be cited as 4.
    one = wanted(found) if type(found) is int and wanted in {str, float} else found
    if type(one) is not wanted:
        raise DeclaredError(f"{where} : {found!r} ne convient pas ; écrivez {_KINDS[wanted]}")
    return one


def _scalar(found: object, where: str) -> object:
    if not isinstance(found, bool | int | float | str):
        raise DeclaredError(f"{where} : {found!r} n'est ni un mot, ni un nombre, ni vrai ou faux")
    return None if found == _NONE else found


def _table(kind: type[Value], found: object, where: str) -> Value:
    (table,) = tables([found], where)
    return value(kind, table, where)


def _pairs(read: Reads, found: object, where: str) -> tuple[tuple[str, Any], ...]:
    if not isinstance(found, dict):
        name = where.rpartition(", ")[2]
        raise DeclaredError(f"{where} : {found!r} ne convient pas ; écrivez {name} = {{ nom = valeur, … }}")
    table = found
    made = each((name, partial(read, one, f"{where}, {name}")) for name, one in table.items())
    return tuple(zip(table, made, strict=True))


def _list(read: Reads, size: int | None, found: object, where: str) -> tuple[Any, ...]:
    if not isinstance(found, list) or len(found) != (size or len(found)):
        raise DeclaredError(f"{where} : {found!r} ne convient pas ; écrivez une liste")
    return each((place, partial(read, one, where)) for place, one in enumerate(found))


def tables(listed: object, where: str) -> list[dict[str, Any]]:
    """A list of tables."""
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise DeclaredError(
            f"{where} : ce n'est pas une suite de tables ; écrivez son nom entre [[ ]] en tête de chacune"
        )
    return listed


def choice(meanings: Mapping[Any, Value], word: object, where: str) -> Value:
    """What a word means, among those known."""
    if not isinstance(word, str | bool) or word not in meanings:
        known = ", ".join(filter(None, (str(one).lower() for one in meanings)))
        near = nearest(word, known.split(", ")) if isinstance(word, str) else ""
        raise DeclaredError(f"{where} : « {word} » est inconnu ; écrivez {known}{near}")
    return meanings[word]
