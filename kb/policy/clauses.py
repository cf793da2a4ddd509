"""The closed vocabulary of precedence: every kind of clause that a `precedence.toml` may hold, on this page.

A class is a kind; its `genre` is the word written in the file, the key of each field stands in its metadata. `kb.precedence` has one
function for each. `cites` are ids without the work; every clause has some.

A *role* names a player in terms of a request: `actif`, `inactif`, `premier-joueur`, `second-joueur`, `champ:NOM` (whom the request's
attribute NOM names), `autre:NOM` (the other one), `neutre`; for `libre` alone, `proprietaire` (the one owner of the group).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from kb.policy.conditions import ALWAYS, Condition, Scalar

Pairs = tuple[tuple[str, Scalar], ...]
_Kind = TypeVar("_Kind", bound="Clause")


def _key(word: str, default: Any = None, **options: Any) -> Any:  # noqa: ANN401 - a field of any type
    """A field read from the key `word`, a word of `among` where it is given; required when `default` is left out."""
    metadata = {"key": word, "required": default is None and "optional" not in options, "among": options.get("among")}
    return field(metadata=metadata, default=default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """What every clause has: the rules that it encodes, and in a few words what it says."""

    genre: ClassVar[str]
    cites: tuple[str, ...] = _key("cite")
    reason: str = _key("motif", "")


# --- order: a pile of items is cut into groups, group after group, then each group is given its mode -----------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderClause(Clause):
    """A clause of a situation. `when` says which items (`exclure`, `traiter`) or wholly which groups (all others) it is for.

    `sides` is the number of owners that a group must have for it (0: any).
    """

    when: Condition = _key("si", ALWAYS)
    sides: int = _key("camps", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclude(OrderClause):
    """`exclure`: the items concerned do not act."""

    genre = "exclure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Treat(OrderClause):
    """`traiter`: the items concerned count as having other attributes."""

    genre = "traiter"
    values: Pairs = _key("comme")


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """A band of `bandes`: the items that it takes, and the rules that put them there, if other than the clause's."""

    when: Condition = _key("si", ALWAYS)
    cites: tuple[str, ...] = _key("cite", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Bands(OrderClause):
    """`bandes`: the items of a group part by the first band that takes them, and the bands follow one another."""

    genre = "bandes"
    bands: tuple[Band, ...] = _key("bandes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sort(OrderClause):
    """`trier`: the items of a group part by a figure, `croissant` or `decroissant`; equal ones stay together."""

    genre = "trier"
    by: str = _key("par")
    way: str = _key("sens", "croissant", among=("croissant", "decroissant"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides(OrderClause):
    """`camps`: the items of a group part by owner, in the order of the roles; with an owner without role, nothing is known of them."""

    genre = "camps"
    roles: tuple[str, ...] = _key("ordre")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode(OrderClause):
    """What is done with a group of several items; the first that fits decides.

    By the conventions of the answer, one item is alone, and the items of one player are in the order that this player likes, without any
    clause; a mode that is `toujours` comes before that second convention.
    """

    always: bool = _key("toujours", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Free(Mode):
    """`libre`: the player of this role chooses the order."""

    genre = "libre"
    chooser: str = _key("choix")


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternate(Mode):
    """`alterner`: players take turns, the one of this role first; nobody in particular when it is empty (a die decides)."""

    genre = "alterner"
    chooser: str = _key("premier", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Simultaneous(Mode):
    """`simultane`: all at once; `open` when no rule says whose choices come first, so that the group is undecided besides."""

    genre = "simultane"
    open: bool = _key("ouvert", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFirst(Mode):
    """`par-joueur`: the player of this role picks which player goes first."""

    genre = "par-joueur"
    chooser: str = _key("choix")


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided(Mode):
    """`indecis`: a rule speaks of the group, and gives it no order."""

    genre = "indecis"


# --- modify: a value goes through the clauses of its quantity, one after the other -----------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifyClause(Clause):
    """A clause of a quantity. `context` says in which contexts it applies, `unless` in which of these it does not.

    Where a clause says which modifiers it is for (`si`), it may name their op, value, owner, kind, and `nom`: the words of the label,
    without capitals, accents or plural.
    """

    context: Condition = _key("quand", ALWAYS)
    unless: Condition | None = _key("sauf", optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(ModifyClause):
    """`ignorer`: modifiers that have no effect."""

    genre = "ignorer"
    when: Condition = _key("si", ALWAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Once(ModifyClause):
    """`une-fois`: modifiers that bear one label count once."""

    genre = "une-fois"
    when: Condition = _key("si", ALWAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyOne(ModifyClause):
    """`un-seul`: of the modifiers concerned, which do not add up, the greatest counts."""

    genre = "un-seul"
    when: Condition = _key("si", ALWAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepHighest(ModifyClause):
    """`plus-haut`: occurrences do not add up; the highest of the base and of the modifiers is the value."""

    genre = "plus-haut"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup(ModifyClause):
    """`lire`: the value where a row and a column of a printed table cross.

    The row is the one whose first cell is the context's `row`; the column is the one titled with the context's `column`, or a title
    given as it is.
    """

    genre = "lire"
    table: str = _key("table")
    row: str = _key("ligne")
    column: str = _key("colonne")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference(ModifyClause):
    """`ecart`: the value given by the difference of two attributes: (least difference, value) pairs, the greatest first.

    A difference below all of them has the value of the last.
    """

    genre = "ecart"
    high: str = _key("de")
    low: str = _key("moins")
    steps: tuple[tuple[int, int], ...] = _key("seuils")


@dataclass(frozen=True, slots=True, kw_only=True)
class FromContext(ModifyClause):
    """`ajouter`: a constant plus context attributes, each times a factor, within bounds, is added to the value; named in the steps."""

    genre = "ajouter"
    name: str = _key("nom")
    constant: int = _key("constante", 0)
    terms: tuple[tuple[str, int], ...] = _key("termes", ())
    least: int | None = _key("au-moins", optional=True)
    most: int | None = _key("au-plus", optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Apply(ModifyClause):
    """`appliquer`: the modifiers concerned, not yet applied, operations in the order of their groups (those of one group together).

    Within a group they follow the order of `situation`, when one is named. Where no order is given (`groupes` empty) and it would
    change the result, nothing decides.
    """

    genre = "appliquer"
    when: Condition = _key("si", ALWAYS)
    groups: tuple[tuple[str, ...], ...] = _key("groupes", ())
    situation: str = _key("selon", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class NetCap(ModifyClause):
    """`somme`: what is added and subtracted is summed up first, then held between two bounds."""

    genre = "somme"
    most: int | None = _key("au-plus", optional=True)
    least: int | None = _key("au-moins", optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding(ModifyClause):
    """`arrondir`: to the whole number below (`inferieur`) or above (`superieur`)."""

    genre = "arrondir"
    way: str = _key("sens", among=("inferieur", "superieur"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound(ModifyClause):
    """`borner`: the value (or the roll needed) is held between two bounds."""

    genre = "borner"
    least: int | None = _key("au-moins", optional=True)
    most: int | None = _key("au-plus", optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Impossible(ModifyClause):
    """`impossible`: from this value up, or down to it, there is no result."""

    genre = "impossible"
    least: int | None = _key("des", optional=True)
    most: int | None = _key("jusqu-a", optional=True)


# --- conflict: the first clause that gives a winner decides -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictClause(Clause):
    """A clause of `conflit`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outranks(ConflictClause):
    """`rang`: one layer prevails over others."""

    genre = "rang"
    above: str = _key("au-dessus")
    below: tuple[str, ...] = _key("au-dessous")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifted(ConflictClause):
    """`lever`: a side that lifts in so many words what the other says, when that is one of `below`, prevails."""

    genre = "lever"
    below: tuple[str, ...] = _key("sur", ("cannot",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Says(ConflictClause):
    """`dire`: what one side says prevails over what the other says; `when` is a condition on the side that would prevail."""

    genre = "dire"
    above: str = _key("prime")
    below: tuple[str, ...] = _key("sur")
    when: Condition = _key("si", ALWAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Latest(ConflictClause):
    """`dernier`: the side that comes last in the order of a situation prevails."""

    genre = "dernier"
    situation: str = _key("selon")


def _by_genre(*kinds: type[_Kind]) -> dict[str, type[_Kind]]:
    return {kind.genre: kind for kind in kinds}


ORDER_CLAUSES: dict[str, type[OrderClause]] = _by_genre(
    Exclude, Treat, Bands, Sort, Sides, Free, Alternate, Simultaneous, PlayerFirst, Undecided
)
MODIFY_CLAUSES: dict[str, type[ModifyClause]] = _by_genre(
    Drop, Once, OnlyOne, KeepHighest, Lookup, Difference, FromContext, Apply, NetCap, Rounding, Bound, Impossible
)
CONFLICT_CLAUSES: dict[str, type[ConflictClause]] = _by_genre(Outranks, Lifted, Says, Latest)
