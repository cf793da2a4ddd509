"""What is read from a knowledge base, as typed values."""

from dataclasses import dataclass, field
from typing import Literal

from kb.model import Kind, Span, Status

LayerName = Literal["precis", "texte"]
View = Literal["precis", "texte", "both"]


@dataclass(frozen=True, slots=True)
class SourceRef:
    """Where a passage stands: file name, sha256 of its bytes, spans in reading order."""

    document: str
    sha256: str
    spans: tuple[Span, ...]

    @property
    def lines(self) -> str:
        """`lignes 12–14, 20`; nothing where it has none."""
        shown = [str(span.start) if span.start == span.end else f"{span.start}–{span.end}" for span in self.spans]
        one = len(shown) == 1 and "–" not in shown[0]
        return f"{'ligne' if one else 'lignes'} {', '.join(shown)}" if shown else ""


@dataclass(frozen=True, slots=True)
class Proof:
    """A rule that decides, with its words: `quote` is a verbatim part of the provision `id`."""

    id: str
    quote: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a printed table: (title of the column, what stands there), the first cell naming the row."""

    id: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TableNote:
    """A note of a table: the sign that calls it, its words, the rows that call it, and `where` they do, as a person reads it."""

    id: str
    call: str
    text: str
    rows: tuple[str, ...]
    where: str

    @property
    def shown(self) -> str:
        """The note as a line: `Note 1 (Normal) : …`."""
        return f"Note {self.call} ({self.where}) : {self.text}"


@dataclass(frozen=True, slots=True)
class Passage:
    """A provision as it is shown; `summary` is the précis of a text of the same edition.

    `truncated` when its end is left out (see `kb.answer.shortened`).
    """

    id: str
    work: str
    kind: Kind
    subkind: str | None
    layer: LayerName
    authority: str
    number: str | None
    title: str
    path: tuple[str, ...]
    text: str
    own: str
    markdown: str
    parent: str | None
    place: int
    status: Status
    superseded_by: str | None
    redirect: str | None
    scope: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]
    form: str
    page: int | None
    edition: str
    source: SourceRef
    summary: str | None = None
    truncated: bool = False

    @property
    def is_unit(self) -> bool:
        """True for a bullet, paragraph or row below another provision."""
        return "#" in self.id


@dataclass(frozen=True, slots=True)
class Departure:
    """Words of a provision that its lines do not print (see `kb.model.Departure`): `line` is the first of its lines.

    Readers of JSON get `origin` as `from`.
    """

    id: str
    line: int
    text: str
    origin: Literal["repair", "absence"] = field(metadata={"alias": "from"})
    reason: str


@dataclass(frozen=True, slots=True)
class LinkedNode:
    """The other end of an edge: enough to show a link.

    Of two rules that clash: the clause of the précis on the near side and on this one, those of the text where an editor names them, and
    whether this one `prevails`; None where nothing settles it, or nothing clashes.
    """

    id: str
    title: str
    kind: str
    number: str | None
    type: str
    how: str
    printed: str
    reason: str
    near_clause: str = ""
    far_clause: str = ""
    near_texte: str = ""
    far_texte: str = ""
    prevails: bool | None = None


@dataclass(frozen=True, slots=True)
class WorkInfo:
    """A work with its layers, modes (default first), node counts and reference states."""

    work: str
    title: str
    edition: str
    modes: tuple[str, ...]
    layers: tuple[str, ...]
    nodes: int
    references: tuple[tuple[str, int], ...]
    listed: bool

    @property
    def fullest(self) -> str:
        """The layer that holds most: the text where there is one."""
        return max(self.layers)


@dataclass(frozen=True, slots=True)
class WindowRow:
    """A timing phrase as stored (see `kb.model.Window`): `moment` is the period printed, `timeline` the moment that it names."""

    id: str
    edge: str
    moment: str
    timeline: str
    whose: str
    trigger: str
    frequency: str
    printed: str


@dataclass(frozen=True, slots=True)
class Found:
    """A diagnostic as stored."""

    code: str
    severity: str
    message: str
    hint: str
    file: str
    line: int
    id: str | None
    layer: str


@dataclass(frozen=True, slots=True)
class CrossReferenceRow:
    """A reference that a provision prints in a layer, and what it points to."""

    source: str
    layer: str
    form: str
    printed: str
    target: str
    resolution: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the source is held: lines that are not blank, those held, those left out, dropped runs, reference states."""

    lines: int
    held: int
    left_out: int
    dropped: tuple[tuple[int, int, str], ...]
    references: tuple[tuple[str, int], ...]
