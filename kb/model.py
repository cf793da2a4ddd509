"""The values that pass between stages: provisions, edges, references, and where each stands in its source.

Everything here is frozen. A stage receives values and returns new ones; nothing is changed in place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from kb.policy import Policy


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


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Lines `start` to `end` of a source file, 1-based, both included."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """The file that a text comes from: `document` is its name, without folder; `sha256` is of its bytes."""

    document: str
    sha256: str
    lines: int


@dataclass(frozen=True, slots=True)
class Work:
    """One rulebook in one layer, as its front matter describes it."""

    id: str
    title: str
    edition: str
    language: str
    layer: Layer
    modes: tuple[str, ...] = ("base",)


@dataclass(frozen=True, slots=True)
class Provision:
    """One addressable piece of a rulebook.

    `id` is `work/path`; a unit (bullet, paragraph, row) is `work/path#n` with `parent` naming `work/path`. `text` of a rule includes its
    units, so that a rule reads whole; `own` is the part before them. `order` is its place in the reading order of its layer. `form` says
    how a unit is printed (`paragraph`, `bullet`, `nested`, `row`), empty for the others. `aliases` are other names of it, `labels` the
    rows of a printed index that lead to it. `verdicts` are the questions that the rule settles, with `oui` or `non`.
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
    questions: tuple[str, ...] = ()
    verdicts: tuple[tuple[str, str], ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    form: str = ""

    @property
    def is_unit(self) -> bool:
        """True for a bullet, paragraph or row below another provision."""
        return "#" in self.id


@dataclass(frozen=True, slots=True)
class Edge:
    """A typed relation between two provision ids, the lines that state it, and the words printed there."""

    source: str
    target: str
    type: EdgeType
    how: How
    layer: Layer
    spans: tuple[Span, ...] = ()
    printed: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CrossReference:
    """A reference as printed in provision `source`, before and after resolution.

    `form` names the grammar rule that read it (`number`, `title`, `page`, `step`, `link`, `related`, `redirect`, `term`). `target` is
    what is printed there; `candidates` are provision ids: one when resolved or suspect, several when ambiguous, none when dangling.
    `module` is the module or document named with it, `page` the page printed beside a title.
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
    page: str | None = None


@dataclass(frozen=True, slots=True)
class TimingPhrase:
    """A timing phrase as read.

    `edge` is its relation to the moment (start, end, during, before, after, when, while, each, until, if, reaction, passive, limit).
    `moment` is the period named, in the words printed; `whose` is the side whose period it is, or that does what happens (active for
    the one that the rule speaks to, opponent, any); `trigger` is what happens, in the words printed.
    """

    edge: str
    moment: str = ""
    whose: str = "any"
    trigger: str = ""
    frequency: str = ""


class WindowRole(StrEnum):
    """What a timing phrase is for: it opens an ability to its player, or it conditions a rule."""

    USABLE = "usable"
    CLAUSE = "clause"


@dataclass(frozen=True, slots=True)
class Window:
    """A timing phrase where it stands: in provision `unit`, which is `provision` or a unit of it, at `place` among those of `unit`.

    `moment` is the id of the timeline's moment that it names, empty when it names none of them.
    """

    provision: str
    phrase: TimingPhrase
    printed: str
    layer: Layer
    unit: str
    place: int
    role: WindowRole = WindowRole.CLAUSE
    spans: tuple[Span, ...] = ()
    moment: str = ""


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
class CanonicalText:
    """A work in canonical text, with the way back to the file that the reader was given.

    `line_map[i]` holds the source lines of canonical line `i + 1` (empty for a line that only structures). A bundled précis is its own
    source: every line maps to itself.
    """

    text: str
    source: Source
    layer: Layer
    line_map: tuple[tuple[int, ...], ...]
    dropped: tuple[Dropped, ...] = ()
    repairs: tuple[Repair, ...] = ()
    blank: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game's timeline.

    `id` is the path of slugs that is its place in the tree; `kind` is game, round, turn, phase or step; `who` acts there (active, opponent,
    both, alternate); `repeat` says how often, empty for once; `free` when no rule orders what stands in it;
    `apart` for a sequence used in several places, that has no order with its siblings; `at_once` when all that stands in it is resolved
    at once; `window` when who acts there uses it in any order; `plays` are the ids of the sequences that it plays, in order; `count` is
    `up` or `down` for a moment that comes back by number, the lowest or the highest first; `cites` are ids without the work; `aliases`
    its other names.
    """

    id: str
    title: str
    kind: str
    who: str
    repeat: str = ""
    free: bool = False
    apart: bool = False
    at_once: bool = False
    window: bool = False
    plays: tuple[str, ...] = ()
    count: str = ""
    cites: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """What a player may use, must do, or is under, at some moments of the timeline, though no line of an ability says so in form.

    `provision` (an id without the work) allows it, `title` is its printed name; `owner` is whose it is there (active, opponent, both);
    `kind` is libre, obligatoire or passif; `frequency` how often, empty when unlimited; `timing` when, in our words.
    """

    provision: str
    title: str
    moments: tuple[str, ...]
    owner: str
    kind: str = "libre"
    frequency: str = ""
    timing: str = ""


@dataclass(frozen=True, slots=True)
class Absent:
    """A matter that players look for and that a work does not settle: its `genre`, why, and the questions that ask for it."""

    topic: str
    genre: str
    reason: str
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One work in one layer, at any point after parsing; link and check return a fuller one."""

    work: Work
    provisions: tuple[Provision, ...]
    sources: tuple[Source, ...]
    references: tuple[CrossReference, ...] = ()
    edges: tuple[Edge, ...] = ()
    patches: tuple[Patch, ...] = ()
    windows: tuple[Window, ...] = ()
    dropped: tuple[tuple[str, Dropped], ...] = ()
    aliases: tuple[tuple[str, str], ...] = field(default=())
    absents: tuple[Absent, ...] = ()
    timeline: tuple[Moment, ...] = ()
    usages: tuple[Usage, ...] = ()
    policy: Policy | None = None


@dataclass(frozen=True, slots=True)
class MomentWords:
    """The words by which a moment is named.

    `light` ones tell little by themselves, `acts` (« jet », « test ») tell how more than what; those of one tuple of `kindred` mean one
    thing; `others` tell the other player, or another of the same; the words of `ordinals[n]` count n + 1.
    """

    light: frozenset[str] = frozenset()
    acts: frozenset[str] = frozenset()
    kindred: tuple[tuple[str, ...], ...] = ()
    others: frozenset[str] = frozenset()
    ordinals: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words of a language or of a game, as search needs them.

    `protected` are (form, key) pairs that no stemmer may touch; a family is words that mean one thing, the first naming it; an expansion
    is (what people write, the words meant). `names` are those that players give to the game, `modes` the (mode, name) pairs of its modes;
    `stances` are (name, words parted by commas) pairs, see `kb.search.stance`. `moments` are the words of the names of moments.
    """

    stopwords: frozenset[str] = frozenset()
    protected: tuple[tuple[str, str], ...] = ()
    families: tuple[tuple[str, ...], ...] = ()
    expansions: tuple[tuple[str, str], ...] = ()
    unlinked: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    modes: tuple[tuple[str, str], ...] = ()
    stances: tuple[tuple[str, str], ...] = ()
    moments: MomentWords = MomentWords()
