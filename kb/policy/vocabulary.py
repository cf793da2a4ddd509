"""What a `precedence.toml` holds: the closed vocabulary of precedence, typed; what is named in it is declared there too.

Each field of a dataclass knows its key in the file. A clause has those of its kind alone (`grammar/clauses.toml`); `kb.precedence` has one
function for each kind. `cites` are ids without the work; every clause has some.

A *role* names a player in terms of a request: `actif`, `inactif`, `premier-joueur`, `second-joueur`, `champ:NOM` (whom the request's
attribute NOM names), `autre:NOM` (the other one), `neutre`; for `libre` alone, `proprietaire` (the one owner of the group).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, Literal

from kb.system.data import grammar
from kb.system.declared import DeclaredError, choice, each, key, nearest, reads, tables, value

Scalar = bool | int | float | str | None
_NEEDED = object()


def _key(words: str, default: Any = _NEEDED, **how: Any) -> Any:  # noqa: ANN401 - a field of any type
    """A field read from a key, or from one of several that say the same."""
    metadata = key(words, **how)
    return field(metadata=metadata) if default is _NEEDED else field(metadata=metadata, default=default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The figures from one to another, both among them; without one of the two, on that side all."""

    least: int | None = _key("au-moins", None)
    most: int | None = _key("au-plus", None)

    def holds(self, value: object) -> bool:
        """True of a figure that is among them; no word, and nothing left out, is."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


@dataclass(frozen=True, slots=True)
class Guard:
    """Alternatives, each a list of (attribute, values accepted); none at all means always.

    `si = { kind = "passive" }` is one alternative with one attribute; `si = [{ kind = "passive" }, { lasting = true }]` are two.
    Of figures, a span may be accepted: `quand = { distance = { au-plus = 4 } }`.
    """

    alternatives: tuple[tuple[tuple[str, tuple[Scalar | Span, ...]], ...], ...] = ()

    def holds(self, value_of: Callable[[str], Scalar]) -> bool:
        """True when an alternative has all its attributes at a value accepted."""
        return self.always or any(
            all(_among(value_of(name), accepted) for name, accepted in alternative) for alternative in self.alternatives
        )

    @classmethod
    def declared(cls, found: object, where: str) -> Guard:
        """What a table asks for, or each of a list of tables; a value may be one, or a list of those accepted."""
        alternatives = tables(found if isinstance(found, list) else [found], where)
        return cls(tuple(tuple((name, _accepted(one, where)) for name, one in asked.items()) for asked in alternatives))

    @property
    def always(self) -> bool:
        """True when it asks for nothing."""
        return not self.alternatives


ALWAYS = Guard()


def _accepted(found: object, where: str) -> tuple[Scalar | Span, ...]:
    scalar, span = reads(Scalar), reads(Span)
    listed = found if isinstance(found, list) else [found]
    return tuple((span if isinstance(one, Mapping) else scalar)(one, where) for one in listed)


def _figure(found: object, where: str) -> int | float:
    """A number, whole where it is written so."""
    return found if type(found) is int else reads(float)(found, where)


def _among(value: Scalar, accepted: tuple[Scalar | Span, ...]) -> bool:
    """Equality that does not take `True` for 1; a figure may be in a span."""
    return any(
        known.holds(value)
        if isinstance(known, Span)
        else value == known and isinstance(value, bool) == isinstance(known, bool)
        for known in accepted
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """A band of `bandes`: the items that it takes, and the rules that put them there, if other than the clause's."""

    when: Guard = _key("si", ALWAYS)
    cites: tuple[str, ...] = _key("cite", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyClause:
    """A clause of any kind: the word for it, the rules that it encodes, in a few words what it says, and what its kind wants."""

    genre: str = _key("genre")
    cites: tuple[str, ...] = _key("cite")
    reason: str = _key("motif", "")
    # Which items, or wholly which groups, or which modifiers it is for (these by op, value, owner, kind, and `nom`: the words of the
    # label, without capitals, accents or plural); in a conflict, what the side that would prevail must be.
    when: Guard = _key("si", ALWAYS)

    # Of a situation: the number of owners that a group must have (0: any); whether a mode stands even where all items are one player's.
    sides: int = _key("camps", 0)
    always: bool = _key("toujours", default=False)
    values: tuple[tuple[str, Scalar], ...] = _key("comme", ())
    bands: tuple[Band, ...] = _key("bandes", ())
    by: str = _key("par", "")
    roles: tuple[str, ...] = _key("ordre", ())
    chooser: str = _key("choix premier", "")
    open: bool = _key("ouvert", default=False)

    # Of a quantity: in which contexts it applies, and in which of these it does not.
    context: Guard = _key("quand", ALWAYS)
    unless: Guard | None = _key("sauf", None)
    table: str = _key("table", "")
    row: str = _key("ligne", "")
    column: str = _key("colonne", "")
    high: str = _key("de", "")
    low: str = _key("moins", "")
    # (least difference, value), the greatest difference first; below all of them, the last value.
    steps: tuple[tuple[int, int], ...] = _key("seuils", ())
    name: str = _key("nom", "")
    constant: float = _key("constante", 0, reads=_figure)
    divisor: int = _key("diviseur", 1)
    # The attributes whose figures together divide; « {} » in the name stands for what they come to.
    divided_by: tuple[str, ...] = _key("divise-par", ())
    terms: tuple[tuple[str, int], ...] = _key("termes", ())
    groups: tuple[tuple[str, ...], ...] = _key("groupes", ())
    least: int | None = _key("au-moins des", None)
    most: int | None = _key("au-plus jusqu-a", None)
    # Bounds that leave where it is a value that starts beyond them.
    from_start: bool = _key("depart", default=False)
    # A figure past which an addition does not go: what is there or past it already stays as it is.
    limit: int | None = _key("limite", None)
    # The modifiers that say what an addition adds: where one of them is given, nothing is added.
    without: Guard | None = _key("sans", None)

    # Whether a value that is not whole is none.
    fraction: bool = _key("fraction", default=False)

    # Of several.
    way: str = _key("sens", "croissant")
    situation: str = _key("selon", "")
    above: str = _key("au-dessus prime", "")
    below: tuple[str, ...] = _key("au-dessous sur", ("cannot",))


@dataclass(frozen=True, slots=True)
class ClauseKind:
    """The keys that a clause of a kind must have, those that it may have, and what `sens` may say in it."""

    needed: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()


@cache
def clause_kinds(family: str) -> dict[str, ClauseKind]:
    """The kinds of clause of a family (`ordre`, `valeur`, `conflit`), as `grammar/clauses.toml` describes them."""
    table = grammar("clauses")[family]
    return {
        genre: ClauseKind(
            ("cite", *kind.get("faut", ())),
            ("motif", *table["communes"], *kind.get("peut", ())),
            (*kind.get("sens", ()),),
        )
        for genre, kind in table["genres"].items()
    }


def _clauses(family: str) -> Callable[[object, str], tuple[PolicyClause, ...]]:
    """Reads a list of clauses, each of one of the kinds of a family."""
    return lambda found, where: each(
        (place, partial(_clause, one, where, clause_kinds(family))) for place, one in enumerate(tables(found, where))
    )


def _clause(table: Mapping[str, Any], where: str, kinds: Mapping[str, ClauseKind]) -> PolicyClause:
    genre = str(table.get("genre", ""))
    if genre not in kinds:
        raise DeclaredError(
            f"{where} de genre « {genre} » inconnue ; écrivez {', '.join(kinds)}{nearest(genre, kinds)}", ("genre",)
        )
    where, kind = f"{where} « {genre} »", kinds[genre]
    clause = value(PolicyClause, table, where, (("genre", *kind.needed), kind.others))
    if not clause.cites:
        raise DeclaredError(f"{where} : aucune règle citée ; donnez celle qu'elle encode")
    if not clause.divisor:
        raise DeclaredError(f"{where}, diviseur : {BY_ZERO}")
    if kind.ways:
        choice(dict.fromkeys(kind.ways), clause.way, f"{where}, sens")
    return clause


VALUE = "valeur"
"""The row of a table where what is worked out so far is read."""
BY_ZERO = "on ne divise pas par zéro ; donnez un autre nombre"
_TYPES = ("nombre", "mot", "texte", "oui-non", "camp")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """An attribute that a request gives: of an item, or of the request itself when `whole`.

    `type` is nombre, mot, texte, oui-non or camp (a player's letter); `values` are the words accepted, or for a texte the ones that the
    policy knows; `default` stands when the attribute is left out, unless it is `required`; `needless` is when it may be left out all the
    same; `nullable` when null is accepted. `names` are (value, words that players use for it), `aliases` what they call a figure; that of
    an item may be `worked_out`, by the quantity of that id. A `plain` one is never written as a roll (« 4+ »). Of dice listed one after
    another, a `die` is that one, the highest being 1; `reaching` is how many of them come to this figure or more. One that `sums` is
    the total of all figures that bear its names. `asked_for` is how it is asked for when it alone is missing.
    """

    name: str = _key("nom")
    type: str = _key("type", among={word: word for word in _TYPES})
    meaning: str = _key("sens")
    values: tuple[str, ...] = _key("valeurs", ())
    default: Scalar = _key("defaut", None)
    required: bool = _key("defaut", default=True, reads=lambda _default, _where: False)
    nullable: bool = _key("vide", default=False)
    whole: bool = _key("demande", default=False)
    needless: Guard | None = _key("inutile-si", None)
    least: int | None = _key("au-moins", None)
    most: int | None = _key("au-plus", None)
    names: tuple[tuple[str, tuple[str, ...]], ...] = _key("noms", ())
    aliases: tuple[str, ...] = _key("aussi", ())
    worked_out: str = _key("calcul", "")
    plain: bool = _key("sans-plus", default=False)
    die: int | None = _key("rang-du-de", None)
    reaching: int | None = _key("des-au-moins", None)
    sums: bool = _key("somme", default=False)
    asked_for: str = _key("manque", "")
    parts: tuple[Attribute, ...] = _key("", ())


Operation = Literal["set", "multiply", "divide", "add", "subtract"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedModifier:
    """A modifier that a request may give by its name alone: what it does, and the rules that say so.

    `said` are the phrases by which a player tells that it counts. Without a value, they tell of something that may count for more than one
    figure, and nothing is worked out of a question until it says which.
    """

    name: str = _key("nom")
    cites: tuple[str, ...] = _key("cite")
    said: tuple[str, ...] = _key("dit")
    op: Operation = _key("op", "add")
    value: int | None = _key("valeur", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Things to put in order: what tells them apart, and the clauses that order them."""

    id: str = _key("id")
    title: str = _key("titre")
    cites: tuple[str, ...] = _key("cite")
    attributes: tuple[Attribute, ...] = _key("attribut", ())
    clauses: tuple[PolicyClause, ...] = _key("clause", reads=_clauses("ordre"))
    aliases: tuple[str, ...] = _key("aussi", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A value to work out. `needed` is the sign of the roll when the answer is one: `+` (that or more), `-` (that or less).

    `based` when the request gives the base; `helps` is false when what is added makes the roll harder: added to the number needed itself.
    `asked` are phrases by which players ask for it without its name, `modifiers` those that its rules know; the value is said with its
    `unit`, or with its sign when `signed`. `rows` is the table, which it cites, whose rows go by what it comes to.
    """

    id: str = _key("id")
    title: str = _key("titre")
    cites: tuple[str, ...] = _key("cite")
    attributes: tuple[Attribute, ...] = _key("contexte", ())
    clauses: tuple[PolicyClause, ...] = _key("clause", reads=_clauses("valeur"))
    needed: str = _key("jet", "", among={True: "+", False: "", "au-plus": "-"})
    based: bool = _key("base", default=True)
    helps: bool = _key("sens", default=True, among={"aide": True, "gene": False})
    aliases: tuple[str, ...] = _key("aussi", ())
    asked: tuple[str, ...] = _key("demande", ())
    unit: str = _key("unite", "")
    rows: str = _key("rangees", "")
    signed: bool = _key("signe", default=False)
    modifiers: tuple[NamedModifier, ...] = _key("modificateur", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """How two rules that say different things are distinguished: the layers of the game, and the clauses in the order tried."""

    layers: tuple[str, ...] = _key("couches", ())
    clauses: tuple[PolicyClause, ...] = _key("clause", (), reads=_clauses("conflit"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What decides in a game. `printed` is the whole of it as JSON, as the base keeps it."""

    situations: tuple[Situation, ...] = _key("situation", ())
    quantities: tuple[Quantity, ...] = _key("quantite", ())
    conflict: Conflict = _key("conflit", Conflict())
    printed: str = _key("", "")

    @property
    def parts(self) -> tuple[Situation | Quantity, ...]:
        """What can be put in order, then what can be worked out."""
        return (*self.situations, *self.quantities)

    def clauses(self) -> Iterator[tuple[str, PolicyClause]]:
        """(where, clause) of every clause."""
        for part in self.parts:
            yield from ((part.id, clause) for clause in part.clauses)
        yield from (("conflit", clause) for clause in self.conflict.clauses)

    def cited(self) -> Iterator[tuple[str, str]]:
        """(where, id) of every rule that a part of the policy cites, and of every table that a clause reads."""
        cited = [(part.id, part.cites) for part in self.parts]
        cited += [(part.id, modifier.cites) for part in self.quantities for modifier in part.modifiers]
        for where, clause in self.clauses():
            cited += [(where, clause.cites), *((where, band.cites) for band in clause.bands)]
            cited += [(where, (clause.table,))] if clause.table else []
        return ((where, cite) for where, cites in cited for cite in cites)


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases of a policy, as read from their file, and the line of each."""

    file: str = ""
    cases: tuple[Mapping[str, Any], ...] = ()
    lines: tuple[int, ...] = ()


def read_policy(data: Mapping[str, Any]) -> Policy:
    """The policy that some tables hold, each part by itself.

    Raises:
        DeclaredError: a key, a kind of clause or a type is not known, or something is missing; said in French, with its place.
    """
    return replace(value(Policy, data, ""), printed=json.dumps(data, ensure_ascii=False))
