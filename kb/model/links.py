"""What joins provisions: edges, references as printed, errata."""

from dataclasses import dataclass
from enum import StrEnum

from kb.model.provisions import Layer, Span

_LONGEST_RANGE = 30


class EdgeType(StrEnum):
    """The relations between provisions; `a cites b` is the edge from a to b."""

    CONTAINS = "contains"
    CITES = "cites"
    RELATED = "related"
    DEFINES = "defines"
    USES = "uses"
    PRECEDES = "precedes"
    EXCEPTS = "excepts"
    OVERRIDES = "overrides"
    AMENDS = "amends"
    RESTATES = "restates"
    CONTRADICTS = "contradicts"


class How(StrEnum):
    """How an edge was found: printed in the text, declared by an editor with a reason, or deduced."""

    EXPLICIT = "explicit"
    CURATED = "curated"
    INFERRED = "inferred"


class Resolution(StrEnum):
    """What became of a printed reference."""

    RESOLVED = "resolved"
    AMBIGUOUS = "ambiguous"
    DANGLING = "dangling"
    SUSPECT = "suspect"


@dataclass(frozen=True, slots=True)
class Edge:
    """A typed relation between two provision ids, the lines that state it, and the words printed there.

    Of two rules that clash, the clauses of the précis whose words do, those of the text where an editor names them, and the end that
    prevails: `source`, `target`, or neither.
    """

    source: str
    target: str
    type: EdgeType
    how: How
    layer: Layer
    spans: tuple[Span, ...] = ()
    printed: str = ""
    reason: str = ""
    source_clause: str = ""
    target_clause: str = ""
    source_texte: str = ""
    target_texte: str = ""
    prevails: str = ""


@dataclass(frozen=True, slots=True)
class CrossReference:
    """A reference as printed in provision `source`, before and after resolution.

    `form` names the grammar rule that read it (`number`, `title`, `page`, `step`, `link`, `related`, `redirect`, `term`). `target` is
    what is printed there; `candidates` are provision ids: one when resolved or suspect, several when ambiguous, none when dangling.
    `module` is the module or document named with it.
    """

    source: str
    form: str
    printed: str
    target: str
    span: Span
    layer: Layer
    resolution: Resolution = Resolution.DANGLING
    candidates: tuple[str, ...] = ()
    module: str | None = None


def printed_range(first: str, last: str) -> list[str]:
    """`35.1` to `35.3` as its numbers; a range that makes no sense gives its ends, one without end its beginning."""
    head, _, low = first.rpartition(".")
    last_head, _, high = last.rpartition(".")
    if last and head == last_head and int(low) < int(high) <= int(low) + _LONGEST_RANGE:
        return [f"{head}.{number}".lstrip(".") for number in range(int(low), int(high) + 1)]
    return [number for number in (first, last) if number]


class PatchOperation(StrEnum):
    """What an erratum does to its target."""

    REPLACE = "remplacer"
    ADD = "ajouter"
    DELETE = "supprimer"


@dataclass(frozen=True, slots=True)
class Patch:
    """An erratum's order: replace, add or delete `target` (an id without work), with the text now in force, plain and in Markdown.

    The bullets printed below the new text are lines of it.
    """

    erratum: str
    operation: PatchOperation
    target: str
    text: str
    markdown: str
    span: Span
    layer: Layer
