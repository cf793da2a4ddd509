"""The values that are handed out: their fields are those of the JSON that every reader gets, by one road (see `api.render`)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from kb.model import Span
from kb.model.clauses import CALL, note_call
from kb.precedence import Ordered, Prevailing
from kb.store import LayerName, SourceRef
from kb.timing import Comparison

OURS = "Note d'Arbitre sur ce que la source a perdu"
"""What stands before a note of ours, where it is cited."""

Verdict = Literal["oui", "non", "depends"]
Role = Literal["decides", "exception", "defines", "computes", "contradicts", "note"]
Engine = Ordered | Prevailing | Comparison


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A printed field: « coût », « effet », a characteristic."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A provision as it is shown: `truncated` when its end is left out.

    `score` and `why` are those of a search; `mode` is the one asked for, else its first.
    """

    id: str
    work: str
    number: str | None
    title: str
    kind: str
    subkind: str | None
    layer: LayerName
    authority: str
    path: tuple[str, ...]
    parent: str | None
    text: str
    score: float | None
    why: tuple[str, ...]
    scope: tuple[str, ...]
    mode: str | None
    status: str
    superseded_by: str | None
    redirect: str | None
    fields: tuple[NamedValue, ...]
    page: int | None
    edition: str
    summary: str | None
    truncated: bool
    source: SourceRef


@dataclass(frozen=True, slots=True)
class Results:
    """Ranked passages of a search; `corrected` is the question as it was understood, when a word was mended."""

    query: str
    results: tuple[Passage, ...]
    total: int
    took_ms: float
    corrected: str | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """A verbatim part of the provision `id`."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Cited(Quote):
    """A quote of an answer; `marked` is the same with what calls the notes of its table, where its cells call some."""

    marked: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A step of what is asked in order."""

    order: int
    text: str
    id: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What a table answers: the row `id`, the title of a column, what stands where they cross, and the notes that it calls."""

    id: str
    column: str
    value: str
    calls: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """Its value, with what calls its notes."""
        return " ".join((self.value, *map(CALL.format, self.calls)))


@dataclass(frozen=True, slots=True)
class Linked:
    """A provision linked to the answer, and the edge between them (`precedes`, `contradicts`, `related`…).

    `excepts` and `overrides` come from it to the answer; `excepts-it` and `overrides-it` go from the answer to it.
    """

    id: str
    title: str
    text: str
    relation: str


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What is concluded, in a word, a value or a name; `request` is what the engine was asked."""

    kind: Literal[
        "verdict",
        "depends",
        "value",
        "order",
        "first",
        "moment",
        "window",
        "prevails",
        "row",
        "definition",
        "steps",
        "rule",
    ]
    text: str
    verdict: Verdict | None = None
    value: str | None = None
    request: dict[str, object] | None = None


@dataclass(frozen=True, slots=True)
class ClauseSource:
    """Where a clause stands."""

    document: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the proof, word for word; `lead` are the words that it needs to be understood. What is not known is null.

    `marked` are its words with what calls the notes of its table, where its cells call some.
    """

    id: str
    role: Role | None
    text: str
    lead: str | None = None
    layer: LayerName | None = None
    source: ClauseSource | None = None
    marked: str | None = None

    @property
    def is_ours(self) -> bool:
        """True for our note on what the source has lost: it stands at no line of it, in no layer."""
        return self.layer is None and self.source is not None

    @property
    def heading(self) -> str | None:
        """What a reader needs before its words: what leads them; of the note of a table, what calls it, and where; that a note is ours."""
        if self.is_ours:
            return OURS
        return _called(note_call(self.id), self.lead) or self.lead

    @property
    def shown(self) -> str:
        """Its words as a reader sees them: between quotation marks, unless they are our note on what the source has lost."""
        text = self.marked or self.text
        return text if self.is_ours else f"« {text} »"


@dataclass(frozen=True, slots=True)
class Condition:
    """When the conclusion is another: the words of the condition, what follows, and the place of its clause in `because`."""

    when: str
    then: Verdict
    because: int


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the question: `used` when the conclusion rests on it."""

    kind: str
    text: str
    used: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: the act, whether it is denied, the facts given."""

    polarity: Literal["plain", "negated"]
    act: str | None
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Nearest:
    """A written question with its verdict, and the rule that it is of."""

    question: str
    verdict: Verdict | None
    id: str
    title: str

    @property
    def said(self) -> str | None:
        """Its verdict as a player reads it."""
        return "cela dépend" if self.verdict == "depends" else self.verdict


@dataclass(frozen=True, slots=True)
class Reply:
    """What answers: the conclusion, then the proof in the order in which it is needed; `quotes` are the words of `because`.

    `nearest` led to the verdict; `versions` are the like cases of the other verdict, or of either where none is given.
    """

    quotes: tuple[Cited, ...] = ()
    steps: tuple[Step, ...] = ()
    conclusion: Conclusion | None = None
    because: tuple[Clause, ...] = ()
    conditions: tuple[Condition, ...] = ()
    asked: Asked | None = None
    nearest: Nearest | None = None
    versions: tuple[Nearest, ...] = ()


@dataclass(frozen=True, slots=True)
class BaseVersion:
    """The base that answered; `digest` is of all that it was built from."""

    version: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer for one game; without a rule that answers, `answerable` is false and `passages` are the nearest.

    `reason` is then why, where the work is known not to settle it; `mode` is the mode given or named in the question; `conditions` are
    the reserves of a verdict, `settled_by` the question of the rule that gives it; `timing` and `precedence` are what the
    engine says, when the question names enough to be put to it.
    """

    question: str
    game: str
    intent: str
    answerable: bool
    confidence: float
    reason: str | None = None
    mode: str | None = None
    verdict: Verdict | None = None
    settled_by: str | None = None
    conditions: tuple[Quote, ...] = ()
    cell: Cell | None = None
    answer: Reply = Reply()
    passages: tuple[Passage, ...]
    consequences: tuple[Linked, ...] = ()
    exceptions: tuple[Linked, ...] = ()
    related: tuple[Linked, ...] = ()
    timing: Comparison | None = None
    precedence: Ordered | Prevailing | None = None
    corrected: str | None = None
    took_ms: float
    kb: BaseVersion


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of the games that answer, the best first; `refused` are those that the question names and that do not, with why."""

    games: dict[str, Answer]
    refused: dict[str, Answer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """What is decided: the conclusion, else the words cited first; the clause cited first, its citation; the verdict when one is given."""

    verdict: Verdict | None
    text: str
    id: str
    citation: str


@dataclass(frozen=True, slots=True)
class Ground:
    """A rule that a decision rests on; its `role`, `lead` and `marked` are those of the clause quoted, `call` is what calls a note.

    `ours` where what is quoted is our note on what the source has lost.
    """

    id: str
    citation: str
    quote: str
    role: Role | None = None
    lead: str | None = None
    call: str | None = None
    marked: str | None = None
    ours: bool = False

    @property
    def text(self) -> str:
        """The words of the clause quoted."""
        return self.quote

    @property
    def is_note(self) -> bool:
        """True for the note of a table, and for one of ours."""
        return self.ours or self.call is not None

    @property
    def heading(self) -> str | None:
        """What a reader needs before its words, as for the clause quoted."""
        return OURS if self.ours else _called(self.call, self.lead) or self.lead


_Told = TypeVar("_Told", Clause, Ground)


def headed(clauses: Iterable[_Told]) -> Iterator[tuple[str | None, _Told]]:
    """Each of some clauses behind its heading, which is said once: not again after a clause that has it too, or whose words it is."""
    said: tuple[str | None, ...] = ()
    for one in clauses:
        yield None if one.heading in said else one.heading, one
        said = one.heading, one.text


def _called(call: str | None, where: str | None) -> str | None:
    """`Note 1 (Charge ratée : Normal)`; nothing where nothing calls."""
    return f"Note {call}{f' ({where})' if where else ''}" if call is not None else None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What another game answers to the same question, in a line: its conclusion, else the name of the rule that it quotes."""

    game: str
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """A ruling: what decides, what it rests on (the deciding rule first), the exceptions, what the engine said.

    `versions` are like cases, written with the other verdict, or with either where none is given; `elsewhere` are the other games that
    answer, where none was named.

    Without a decision, or `undecided`, nothing decides: `reason` says why where it is known. `status` is that of the deciding rule;
    `erratum` when an erratum printed or amends it; `permalink` is its page, from the root of a site.
    """

    question: str
    game: str | None
    mode: str | None
    edition: str | None = None
    decision: Decision | None = None
    rests_on: tuple[Ground, ...] = ()
    exceptions: tuple[Linked, ...] = ()
    versions: tuple[Nearest, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()
    order: Engine | None = None
    status: str | None = None
    erratum: bool = False
    undecided: bool = True
    reason: str | None = None
    permalink: str | None = None
