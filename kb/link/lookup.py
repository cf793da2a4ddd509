"""Find provisions by title, alias or number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from kb.model import Kind, Layer, Provision, Status
from kb.model.words import loose_key, title_key

# Which kind a name means first, when several provisions bear it.
_FIRST = frozenset({Kind.DEFINITION, Kind.KEYWORD, Kind.ABILITY})
_SECOND = frozenset({Kind.PROFILE, Kind.RULE, Kind.SECTION, Kind.STEP})
_BORROWING = frozenset({Kind.RULE, Kind.STEP, Kind.FAQ, Kind.DEFINITION, Kind.ROW})

Item = TypeVar("Item")


def least(items: Iterable[Item], rank: Callable[[Item], Any]) -> list[Item]:
    """Those of the least rank, in order."""
    ranked = [(rank(item), item) for item in items]
    lowest = min((one for one, _item in ranked), default=None)
    return [item for one, item in ranked if one == lowest]


class NameIndex:
    """The titles, aliases, defining bullets and numbers of one work, each leading to provision ids."""

    def __init__(self, work: str, provisions: Iterable[Provision]) -> None:
        """Index every provision in force."""
        self.work = work
        self.by_id = {provision.id: provision for provision in provisions}
        self._titles: dict[str, list[str]] = defaultdict(list)
        self._loose: dict[str, list[str]] = defaultdict(list)
        self._aliases: dict[str, list[str]] = defaultdict(list)
        self._numbers: dict[str, list[str]] = defaultdict(list)
        for provision in self.by_id.values():
            if provision.status is not Status.SUPERSEDED:
                self._add(provision)

    def _add(self, provision: Provision) -> None:
        for title in self._titles_of(provision):
            self._titles[title_key(title)].append(provision.id)
            self._loose[loose_key(title)].append(provision.id)
        for alias in provision.aliases:
            self._aliases[title_key(alias)].append(provision.id)
        if provision.number and not provision.is_unit:
            self._numbers[provision.number].append(provision.id)

    def _titles_of(self, provision: Provision) -> tuple[str, ...]:
        """The names that a title gives: each of those that a profile lists; a bullet that lists several defines none of them."""
        title, parent = provision.title, self.by_id.get(provision.parent or "")
        # A rule, a step or a question without title of its own bears its heading's: it is not what that name means.
        if provision.kind in _BORROWING and title == (parent.title if parent else ""):
            return ()
        listed = tuple(filter(None, title.split(", ")))
        if provision.is_unit:
            return listed if provision.kind is Kind.DEFINITION and len(listed) == 1 else ()
        return listed if provision.kind is Kind.PROFILE or not title else (title,)

    def titled(self, title: str) -> tuple[str, ...]:
        """Ids that bear this title: exactly (but for case, accents, plural), else as an alias, else loosely."""
        key = title_key(title)
        found = self._titles.get(key) or self._aliases.get(key) or self._loose.get(loose_key(title)) or ()
        return tuple(dict.fromkeys(found))

    def best(self, ids: Iterable[str]) -> tuple[str, ...]:
        """The ids of the best kind among those given, redirects giving way to what is not one."""
        return tuple(least(ids, self._rank))

    def _rank(self, identifier: str) -> tuple[bool, ...]:
        one = self.by_id[identifier]
        return one.is_unit, one.kind not in _FIRST, one.kind not in _FIRST | _SECOND, one.redirect is not None

    def numbered(self, number: str, near: str) -> tuple[str, ...]:
        """Ids that bear this number: in the module of provision `near` first; `2.0` may mean entry 2."""
        entry = number.removesuffix(".0")
        found = self._numbers.get(number) or self._numbers.get(entry) or ()
        if len(found) > 1:
            module = near.removeprefix(f"{self.work}/").split("/")[0]
            same = [identifier for identifier in found if identifier.startswith(f"{self.work}/{module}/")]
            found = same or [identifier for identifier in found if identifier == f"{self.work}/{entry}"] or found
        return tuple(dict.fromkeys(found))

    def in_module(self, number: str, module: str) -> tuple[str, ...]:
        """Ids that bear this number below a part or document of this name."""
        key, found = title_key(module), self._numbers.get(number, ())
        return tuple(one for one in found if key in map(title_key, self.by_id[one].path))

    def terms(self) -> dict[str, tuple[str, ...]]:
        """Each title key, and the ids that bear it in reading order; in a publication an alias is a title like another.

        There an alias is a name by which it cites the provision; in a précis, a word of the players.
        """
        cited = {key: ids for key, ids in self._aliases.items() if self.by_id[ids[0]].layer is Layer.TEXTE}
        return {key: tuple(ids) for key, ids in (cited | self._titles).items()}
