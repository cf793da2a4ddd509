"""Provisions by title, alias or number; the names that running text may mention, and what each means where it stands."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from os.path import commonpath
from typing import Any, TypeVar

from kb.model import Kind, Layer, Lexicon, Provision, Status
from kb.model.words import loose_key, title_key, words
from kb.system import bounds

# What a name means where nothing that defines it bears it.
_SECOND = frozenset({Kind.PROFILE, Kind.RULE, Kind.SECTION, Kind.STEP})
_BORROWING = frozenset({Kind.RULE, Kind.STEP, Kind.FAQ, Kind.DEFINITION, Kind.ROW})
Item = TypeVar("Item")
# A title of fewer letters is met by chance.
_SHORTEST = 3
# A title of fewer words that say something is a common word, but where it is printed as a name.
_SIGNIFICANT = 2
# What a name means first, when several provisions bear it: what defines it, then what is set out under it.
_DEFINING = (Kind.DEFINITION, Kind.KEYWORD, Kind.ABILITY)
_SETTING_OUT = (Kind.RULE, Kind.SECTION, Kind.SEQUENCE, Kind.TABLE, Kind.PROFILE)
_RANK = (
    {kind: rank for rank, kind in enumerate(_DEFINING)}
    | dict.fromkeys(_SETTING_OUT, len(_DEFINING))
    | {Kind.STEP: len(_DEFINING) + 1}
)
# A heading that only gathers these sets nothing out.
_GATHERED = frozenset({Kind.FAQ, Kind.ERRATUM})
_CHAPTERS = frozenset({Kind.SECTION, Kind.SEQUENCE, Kind.STEP})


def least(items: Iterable[Item], rank: Callable[[Item], Any]) -> list[Item]:
    """Those of the least rank, in order."""
    ranked = [(rank(item), item) for item in items]
    lowest = min((one for one, _item in ranked), default=None)
    return [item for one, item in ranked if one == lowest]


def _also(bearers: list[str], provision: Provision) -> None:
    """One more of those that bear a name: one past the bound tells that they are too many."""
    if len(bearers) <= bounds.NAMESAKES:
        bearers.append(provision.id)


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
        # Those of one module, by the number and the module.
        self._inside: dict[tuple[str, str], list[str]] = defaultdict(list)
        for provision in self.by_id.values():
            if provision.status is not Status.SUPERSEDED:
                self._add(provision)

    def _add(self, provision: Provision) -> None:
        for title in self._titles_of(provision):
            _also(self._titles[title_key(title)], provision)
            _also(self._loose[loose_key(title)], provision)
        for alias in provision.aliases:
            _also(self._aliases[title_key(alias)], provision)
        if provision.number and not provision.is_unit:
            _also(self._numbers[provision.number], provision)
            for module in {self._module(provision.id), *map(title_key, provision.path)}:
                _also(self._inside[provision.number, module], provision)

    def _module(self, identifier: str) -> str:
        """The part of the work that an id is of, as no title is written."""
        return f"{identifier.removeprefix(f'{self.work}/').split('/')[0]}/"

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
        return one.is_unit, one.kind not in _DEFINING, one.kind not in _SECOND, one.redirect is not None

    def numbered(self, number: str, near: str) -> tuple[str, ...]:
        """Ids that bear this number: in the module of provision `near` first; `2.0` may mean entry 2."""
        entry = number.removesuffix(".0")
        borne = number if number in self._numbers else entry
        found = self._numbers.get(borne, [])
        if len(found) > 1:
            whole = f"{self.work}/{entry}"
            same = [one for one in self._inside.get((borne, self._module(near)), ()) if one.count("/") > 1]
            found = same or [identifier for identifier in found if identifier == whole] or found
        return tuple(dict.fromkeys(found))

    def in_module(self, number: str, module: str) -> tuple[str, ...]:
        """Ids that bear this number below a part or document of this name."""
        return tuple(self._inside.get((number, title_key(module)), ()))

    def terms(self) -> dict[str, tuple[str, ...]]:
        """Each title key, and the ids that bear it in reading order; in a publication an alias is a title like another.

        There an alias is a name by which it cites the provision; in a précis, a word of the players.
        """
        cited = {key: ids for key, ids in self._aliases.items() if self.by_id[ids[0]].layer is Layer.TEXTE}
        return {key: tuple(ids) for key, ids in (cited | self._titles).items()}


class Vocabulary:
    """The terms of a work: the key of each title that a text may mention, and the provisions that bear it.

    A definition, a keyword or an ability is mentioned wherever its title stands; a rule, a chapter or a table where the title is of two
    words that say something, or printed as a name. What stands without a number below a rule has its title for that rule alone.
    """

    def __init__(self, names: NameIndex, lexicon: Lexicon) -> None:
        """A word that the lexicon never links is no term; one that it always links is no common word."""
        self._by_id = names.by_id
        holders = {one.parent for one in names.by_id.values() if one.kind not in _GATHERED}
        self._targets: dict[str, list[Provision]] = {}
        for key, ids in names.terms().items():
            borne = [one for one in map(self._by_id.__getitem__, ids) if one.kind in _RANK]
            targets = [one for one in borne if one.text or one.id in holders]
            of_use = len(key) >= _SHORTEST and len(ids) <= bounds.NAMESAKES and key.count(" ") < bounds.TERM_WORDS
            if targets and key not in lexicon.unlinked and of_use:
                self._targets[key] = targets
        # Words that a capital alone shows to be names (« Mouvement » as the title of a chapter).
        self.common = {key for key in self._targets.keys() - lexicon.linked if self._is_common(key, lexicon)}
        # Those of which no word names anything (« à tour de rôle »).
        self.idioms = lexicon.idioms
        known = self._targets.keys() | self.idioms
        self.longest = max((key.count(" ") + 1 for key in known), default=0)
        self.heads = frozenset(key.split(" ")[0] for key in known)

    def _is_common(self, key: str, lexicon: Lexicon) -> bool:
        targets = self._targets[key]
        title = [word for word in words(targets[0].title) if word not in lexicon.stopwords]
        return len(title) < _SIGNIFICANT and not any(one.kind in _DEFINING for one in targets)

    def __contains__(self, key: str) -> bool:
        """Whether some provision bears this title key."""
        return key in self._targets

    def meant(self, key: str, near: Provision) -> str | None:
        """The provision that a term means in another: the nearest of those that bear it, None where several are as near."""
        known = (one for one in self._targets[key] if self._is_known(one, near))
        nearest = least(known, lambda one: _distance(one, near))
        return nearest[0].id if len(nearest) == 1 else None

    def _is_known(self, provision: Provision, near: Provision) -> bool:
        """Whether a provision is called by its title from another: from anywhere, save what stands below a rule."""
        above = self._by_id.get(provision.parent or "")
        if above is None or above.kind in _CHAPTERS or provision.number or provision.kind not in _SETTING_OUT:
            return True
        return near.id == above.id or near.id.startswith(f"{above.id}/")


def _distance(provision: Provision, near: Provision) -> tuple[bool, int, int, bool, int, int, int, int]:
    """How far a provision is from being what is meant: its kind, the parts of the work between, its document, its modes.

    A chapter is set out before it is summed up: the first of several is meant. What is said of fewer modes is nearer to what stands in one.
    """
    kind = provision.kind
    return (
        provision.is_unit,
        _RANK[kind],
        -commonpath([provision.id, near.id]).count("/"),
        provision.authority != near.authority,
        len(set(near.scope) - set(provision.scope)),
        _SETTING_OUT.index(kind) if kind in _SETTING_OUT else 0,
        provision.order if kind is Kind.SECTION else 0,
        len(set(provision.scope) - set(near.scope)),
    )
