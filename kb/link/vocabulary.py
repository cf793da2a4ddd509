"""The names that running text may mention, and what each means where it stands."""

from __future__ import annotations

from os.path import commonpath

from kb.link.lookup import NameIndex, least
from kb.model import Kind, Lexicon, Provision
from kb.model.words import words

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
            targets = [one for one in borne if one.own or one.text or one.id in holders]
            if targets and key not in lexicon.unlinked and len(key) >= _SHORTEST:
                self._targets[key] = targets
        self._common = {key for key in self._targets.keys() - lexicon.linked if self._is_common(key, lexicon)}
        self._idioms = lexicon.idioms
        known = self._targets.keys() | self._idioms
        self.longest = max((key.count(" ") + 1 for key in known), default=0)
        self.heads = frozenset(key.split(" ")[0] for key in known)

    def _is_common(self, key: str, lexicon: Lexicon) -> bool:
        targets = self._targets[key]
        title = [word for word in words(targets[0].title) if word not in lexicon.stopwords]
        return len(title) < _SIGNIFICANT and not any(one.kind in _DEFINING for one in targets)

    def __contains__(self, key: str) -> bool:
        """Whether some provision bears this title key."""
        return key in self._targets

    def is_idiom(self, key: str) -> bool:
        """Whether no word of it names anything (« à tour de rôle »)."""
        return key in self._idioms

    def is_common(self, key: str) -> bool:
        """Whether it is a word that a capital alone shows to be a name (« Mouvement » as the title of a chapter)."""
        return key in self._common

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
