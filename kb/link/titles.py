"""Find provisions by title, alias or number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from kb.model import Kind, Layer, Provision, Status
from kb.model.words import loose_key, title_key

# Which kind a name means first, when several provisions bear it.
_RANK = {
    Kind.DEFINITION: 0,
    Kind.KEYWORD: 0,
    Kind.ABILITY: 0,
    Kind.PROFILE: 1,
    Kind.RULE: 1,
    Kind.SECTION: 1,
    Kind.STEP: 1,
}
_OTHER = 2
_BORROWING = frozenset({Kind.RULE, Kind.STEP, Kind.FAQ, Kind.DEFINITION, Kind.ROW})


class Names:
    """The names of one work: titles, aliases, defining bullets and numbers, each leading to provision ids."""

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
                self._index(provision)

    def _index(self, provision: Provision) -> None:
        # A rule, a step or a question without title of its own bears its heading's: it is not what that name means.
        borrowed = provision.kind in _BORROWING and provision.title == self._parent_title(provision)
        defining = not provision.is_unit or provision.kind is Kind.DEFINITION
        if provision.title and defining and not borrowed:
            self._titles[title_key(provision.title)].append(provision.id)
            self._loose[loose_key(provision.title)].append(provision.id)
        for alias in provision.aliases:
            self._aliases[title_key(alias)].append(provision.id)
        if provision.number and not provision.is_unit:
            self._numbers[provision.number].append(provision.id)

    def _parent_title(self, provision: Provision) -> str:
        parent = self.by_id.get(provision.parent or "")
        return parent.title if parent else ""

    def titled(self, title: str) -> tuple[str, ...]:
        """Ids that bear this title: exactly (but for case, accents, plural), else as an alias, else loosely; best kinds first."""
        for index, key in (
            (self._titles, title_key(title)),
            (self._aliases, title_key(title)),
            (self._loose, loose_key(title)),
        ):
            if found := index.get(key):
                return tuple(dict.fromkeys(found))
        return ()

    def best(self, ids: Iterable[str]) -> tuple[str, ...]:
        """The ids of the best kind among those given, redirects giving way to what is not one."""
        ranked = [(self._rank(identifier), identifier) for identifier in ids]
        least = min((rank for rank, _identifier in ranked), default=None)
        return tuple(identifier for rank, identifier in ranked if rank == least)

    def _rank(self, identifier: str) -> tuple[bool, int, bool]:
        provision = self.by_id[identifier]
        return provision.is_unit, _RANK.get(provision.kind, _OTHER), provision.redirect is not None

    def numbered(self, number: str, near: str) -> tuple[str, ...]:
        """Ids that bear this number: in the module of provision `near` first; `2.0` may mean entry 2."""
        found = tuple(self._numbers.get(number, ()))
        if not found and number.endswith(".0"):
            found = tuple(self._numbers.get(number[:-2], ()))
        if len(found) > 1:
            module = near.removeprefix(f"{self.work}/").split("/")[0]
            same = tuple(identifier for identifier in found if identifier.startswith(f"{self.work}/{module}/"))
            plain = tuple(
                identifier for identifier in found if identifier == f"{self.work}/{number.removesuffix('.0')}"
            )
            found = same or plain or found
        return tuple(dict.fromkeys(found))

    def in_module(self, number: str, module: str) -> tuple[str, ...]:
        """Ids that bear this number below a part or document of this name."""
        key = title_key(module)
        return tuple(
            identifier
            for identifier in self._numbers.get(number, ())
            if any(title_key(step) == key for step in self.by_id[identifier].path)
        )

    def borne(self) -> dict[str, tuple[str, ...]]:
        """Each title key, and the ids that bear it in reading order; in a publication an alias is a title like another.

        There an alias is a name by which it cites the provision; in a précis, a word of the players.
        """
        cited = {key: ids for key, ids in self._aliases.items() if self.by_id[ids[0]].layer is Layer.TEXTE}
        return {key: tuple(self._titles.get(key, ()) or cited[key]) for key in (cited | self._titles)}
