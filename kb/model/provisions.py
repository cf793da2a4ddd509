"""Provisions and the texts that they come from."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from kb.errors import Diagnostic
from kb.system.findings import finding


class Kind(StrEnum):
    """What a provision is."""

    SECTION = "section"
    RULE = "rule"
    DEFINITION = "definition"
    ABILITY = "ability"
    KEYWORD = "keyword"
    PROFILE = "profile"
    TABLE = "table"
    ROW = "row"
    SEQUENCE = "sequence"
    STEP = "step"
    EXAMPLE = "example"
    FAQ = "faq"
    ERRATUM = "erratum"
    NOTE = "note"


class Layer(StrEnum):
    """Whose words a provision holds: our restatement, or the user's own publication."""

    PRECIS = "precis"
    TEXTE = "texte"


class Status(StrEnum):
    """Whether a provision is in force."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    DELETED = "deleted"
    DOUBTFUL = "doubtful"


class Span(NamedTuple):
    """Lines `start` to `end` of a source file, 1-based, both included."""

    start: int
    end: int


def lines_of(spans: Iterable[Span]) -> Iterator[int]:
    """The numbers of the lines of some spans, in their order."""
    return (line for span in spans for line in range(span.start, span.end + 1))


@dataclass(frozen=True, slots=True)
class Source:
    """The file that a text comes from: `document` is its name, without folder; `sha256` is of its bytes; `blank` are its blank lines."""

    document: str
    sha256: str
    lines: int
    blank: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Work:
    """One rulebook in one layer, as its front matter describes it."""

    id: str
    title: str
    edition: str
    layer: Layer
    modes: tuple[str, ...] = ("base",)


@dataclass(frozen=True, slots=True)
class Provision:
    """One addressable piece of a rulebook.

    `id` is `work/path`; a unit (bullet, paragraph, row) is `work/path#n` with `parent` naming `work/path`. `text` of a rule includes its
    units, so that a rule reads whole; `own` is the part before them. `order` is its place in the reading order of its layer. `form` says
    how a unit is printed (`paragraph`, `bullet`, `nested`, `row`), empty for the others. `aliases` are other names of it, `labels` the
    rows of a printed index that lead to it, `page` the page that the source says it is on.
    """

    id: str
    work: str
    kind: Kind
    layer: Layer
    authority: str
    title: str
    text: str
    own: str
    path: tuple[str, ...]
    spans: tuple[Span, ...]
    source: str
    order: int
    markdown: str = ""
    parent: str | None = None
    number: str | None = None
    subkind: str | None = None
    scope: tuple[str, ...] = ("base",)
    status: Status = Status.CURRENT
    superseded_by: str | None = None
    redirect: str | None = None
    aliases: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    page: int | None = None
    fields: tuple[tuple[str, str], ...] = ()
    form: str = ""

    @property
    def is_unit(self) -> bool:
        """True for a bullet, paragraph or row below another provision."""
        return "#" in self.id

    @property
    def line(self) -> int:
        """The first line of its source, 0 when it has none."""
        return self.spans[0].start if self.spans else 0

    def finding(self, code: str, **said: object) -> Diagnostic:
        """A finding that stands where it begins."""
        return finding(code, self.source, self.line, 0, self.id, **said)


@dataclass(frozen=True, slots=True)
class Dropped:
    """Source lines that no provision holds, and why."""

    span: Span
    reason: str


@dataclass(frozen=True, slots=True)
class Repair:
    """A declared departure of the canonical text from its source line: `before` reads `after`, for `reason`."""

    line: int
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class Departure:
    """Characters `first` to `last` (excluded) of a provision that its lines do not print, and why; `line` is its first line.

    They are counted in the text of a unit, and in what a provision says before its units. They come from a repair of the reading, or from
    the note of something that is lost.
    """

    id: str
    first: int
    last: int
    origin: Literal["repair", "absence"]
    reason: str
    line: int


class PageMark(NamedTuple):
    """The number of a page as printed at a line: at the head of what stands there, or at the `foot` of all since the mark before."""

    line: int
    number: int
    foot: bool


@dataclass(frozen=True, slots=True)
class CanonicalText:
    """A work in canonical text, with the way back to the file that the reader was given, and the marks of its pages.

    `line_map[i]` holds the source lines of canonical line `i + 1` (empty for a line that only structures). A bundled précis is its own
    source: every line maps to itself.
    """

    text: str
    source: Source
    layer: Layer
    line_map: tuple[tuple[int, ...], ...]
    dropped: tuple[Dropped, ...] = ()
    repairs: tuple[Repair, ...] = ()
    pages: tuple[PageMark, ...] = ()
