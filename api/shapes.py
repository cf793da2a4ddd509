"""The values that only the API and its readers have; those of an answer are in `kb.answer.values`, those of the engine next to it.

What each says of itself to the readers of `/openapi.json` is in `descriptions.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from kb.answer import CheckedClaim
from kb.answer.values import Passage
from kb.policy import Scalar
from kb.store.records import Departure, Found, LayerName, TableNote
from kb.store.segments import Segment


@dataclass(frozen=True, slots=True)
class NodeLink:
    """A link to a provision."""

    id: str
    title: str
    kind: str
    number: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version(NodeLink):
    """A provision as another edition has it, or as it was before an erratum."""

    layer: LayerName
    edition: str
    status: str


Links = tuple[Passage | NodeLink, ...]


# `/openapi.json` names it by this module, to tell it from the clause of an answer: neither can be moved.
@dataclass(frozen=True, slots=True)
class RuleClause:
    """A sentence, an item or a cell: a verbatim part of its passage."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Rule(Passage):
    """A passage with what surrounds it: links, or whole passages where they are asked for.

    `segments`, put end to end, are its text; `clauses` are those that stand in no unit of it; `lead` is the one that a bullet hangs on;
    `aligned` are the clauses of the other layer that say what a clause says; `notes` are those that the rows of a table call.
    """

    children: Links
    units: Links
    previous: Links
    next: Links
    cites: Links
    cited_by: Links
    related: Links
    excepts: Links
    excepted_by: Links
    overrides: Links
    overridden_by: Links
    contradicts: Links
    restates: Links
    amends: Links
    amended_by: Links
    uses: Links
    versions: tuple[Version, ...]
    segments: tuple[Segment, ...]
    clauses: tuple[RuleClause, ...]
    lead: RuleClause | None
    aligned: tuple[str, ...]
    notes: tuple[TableNote, ...]


@dataclass(frozen=True, slots=True)
class References:
    """The printed references, by what became of them."""

    resolved: int = 0
    ambiguous: int = 0
    dangling: int = 0
    suspect: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """A work of the base; `modes` the default first."""

    work: str
    title: str
    edition: str
    modes: tuple[str, ...]
    default_mode: str
    layers: tuple[str, ...]
    editions: dict[str, str]
    nodes: int
    references: References


@dataclass(frozen=True, slots=True)
class Works:
    """The works of the base."""

    works: tuple[Work, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of a glossary."""

    term: str
    id: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Glossary:
    """The terms of a work, in alphabetical order, `total` of them."""

    terms: tuple[Term, ...]
    total: int


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An edge between two provisions."""

    source: str = field(metadata={"alias": "from"})
    target: str = field(metadata={"alias": "to"})
    type: str
    how: str


@dataclass(frozen=True, slots=True)
class Graph:
    """What surrounds a provision."""

    nodes: tuple[NodeLink, ...]
    edges: tuple[GraphEdge, ...]


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """What the checks found, errors first, `total` of them."""

    diagnostics: tuple[Found, ...]
    total: int


@dataclass(frozen=True, slots=True)
class DroppedLines:
    """Lines that no provision holds, and why."""

    lines: tuple[int, int]
    reason: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the source is held: `lines` that are not blank, `held` and `left_out`; `total` counts the runs dropped.

    `departures` are the words served that no line prints where they stand.
    """

    lines: int
    held: int
    left_out: int
    dropped: tuple[DroppedLines, ...]
    departures: tuple[Departure, ...]
    total: int
    references: References


# The bounds of what is verified at once.
MOST_CLAIMS, LONGEST_QUOTE, LONGEST_CLAIM, LONGEST_ID = 50, 2000, 1000, 300


@dataclass(frozen=True, slots=True)
class Claim:
    """Words said to be those of a rule, and what is said to follow from them."""

    quote: Annotated[str, Field(min_length=1, max_length=LONGEST_QUOTE)]
    id: Annotated[str | None, Field(max_length=LONGEST_ID)] = None
    edition: Annotated[str | None, Field(max_length=LONGEST_ID)] = None
    says: Annotated[str | None, Field(max_length=LONGEST_CLAIM)] = None


@dataclass(frozen=True, slots=True)
class Claims:
    """What is to be verified, in a game or in all."""

    claims: Annotated[tuple[Claim, ...], Field(min_length=1, max_length=MOST_CLAIMS)]
    game: Annotated[str | None, Field(max_length=LONGEST_ID)] = None


@dataclass(frozen=True, slots=True)
class Verified:
    """What each claim is worth, in order; `ok` when each is exact, in force, and not unsupported."""

    ok: bool
    claims: tuple[CheckedClaim, ...]


@dataclass(frozen=True, slots=True)
class Health:
    """How the service is."""

    status: str
    version: str
    digest: str
    works: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether the base can be read, and which one it is."""

    ready: bool
    digest: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that an attribute accepts, in words."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a request says of an item, of itself, or of a context; `choices` when its values are counted."""

    name: str
    type: Literal["number", "word", "text", "boolean", "player"]
    meaning: str
    accepted: tuple[str, ...]
    choices: tuple[Choice, ...]
    required: bool
    default: Scalar
    of: Literal["item", "request", "context"]


@dataclass(frozen=True, slots=True)
class Situation:
    """What can be put in order, or worked out; `based` when a request gives the value to start from.

    `modifiers` are those that a request may give by their name alone, as `label`.
    """

    id: str
    title: str
    attributes: tuple[Attribute, ...]
    cites: tuple[str, ...]
    based: bool | None
    modifiers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Situations:
    """What the engine decides in a game."""

    game: str
    situations: tuple[Situation, ...]
    quantities: tuple[Situation, ...]
    layers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game and those in it."""

    id: str
    title: str
    kind: Literal["game", "round", "turn", "phase", "step"]
    order: int
    repeat: str | None
    who: Literal["active", "opponent", "both", "alternate"]
    free: bool
    apart: bool
    window: bool
    at_once: bool
    count: Literal["up", "down"] | None
    plays: tuple[str, ...]
    cites: tuple[str, ...]
    children: tuple[Moment, ...]
    # How many moments it holds that are not given, where fewer levels were asked for.
    left_out: int


@dataclass(frozen=True, slots=True)
class ParameterFault:
    """What is wrong with a parameter."""

    parameter: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A problem (RFC 9457); what it has nothing to say of is left out."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    instance: str | None = None
    nearest: str | None = None
    candidates: tuple[NodeLink, ...] | None = None
    attribute: str | None = None
    accepted: tuple[str, ...] | None = None
    errors: tuple[ParameterFault, ...] | None = None
