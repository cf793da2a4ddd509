"""A whole work, and the words of a language or a game."""

from dataclasses import dataclass, field
from typing import Literal

from kb.model.calculations import Calculation
from kb.model.conclusions import Issue
from kb.model.links import CrossReference, Edge, Patch
from kb.model.moments import Moment, MomentWords, SheetBlock, Usage, Window
from kb.model.provisions import Departure, Dropped, Provision, Source, Work
from kb.policy import Policy
from kb.system.declared import key


@dataclass(frozen=True, slots=True)
class Notion:
    """A notion that players compare across games: its `summary`, and the rules that hold it, the main one of each game first."""

    id: str
    title: str = field(metadata=key("titre"))
    summary: str = field(metadata=key("resume"))
    cites: tuple[str, ...] = field(metadata=key("cite"))


# A mechanic of other games, a thing named without definition, what is not a matter of rules, a case that the rules leave open, content
# lost in the copy.
Genre = Literal["autre-jeu", "sans-definition", "hors-regles", "non-prevu", "perdu"]


@dataclass(frozen=True, slots=True)
class Absent:
    """A matter that players look for and that a work does not settle: its `genre`, and why; questions name it `?id`."""

    id: str
    topic: str = field(metadata=key("sujet"))
    genre: Genre
    reason: str = field(metadata=key("raison"))


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a provision answers, or that asks for what the work does not settle.

    `provision` is a whole id, `work/path`, or `work/?id` for an absent matter. `verdict` is `oui`, `non`, `depend` or empty; the clauses
    that decide, of the précis and of the text, are empty where they are not known. `file` and `line` say where it is written.
    """

    provision: str
    text: str
    verdict: str = ""
    clause_precis: str = ""
    clause_texte: str = ""
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Measure:
    """What was measured of a work by hand or by a program: its name, how many of how many were right, how it was taken."""

    name: str = field(metadata=key("nom"))
    good: int = field(metadata=key("justes"))
    whole: int = field(metadata=key("sur"))
    how: str = field(metadata=key("comment"))


@dataclass(frozen=True, slots=True)
class Opening:
    """The first words of a clause of the précis that something points at (its id without work), and the line that says so."""

    clause: str
    words: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class RowNames:
    """What players call a row or a column of a table, whole id, by its label in the précis; of every table where `table` is empty."""

    table: str = field(metadata=key("id"))
    label: str = field(metadata=key("intitule"))
    names: tuple[str, ...] = field(metadata=key("noms"))


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
    departures: tuple[Departure, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    absents: tuple[Absent, ...] = ()
    questions: tuple[Question, ...] = ()
    timeline: tuple[Moment, ...] = ()
    usages: tuple[Usage, ...] = ()
    policy: Policy | None = None
    calculations: tuple[Calculation, ...] = ()
    measures: tuple[Measure, ...] = ()
    issues: tuple[Issue, ...] = ()
    openings: tuple[Opening, ...] = ()
    row_names: tuple[RowNames, ...] = ()
    sheet: tuple[SheetBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words of a language or of a game, as search needs them.

    `protected` are (form, key) pairs that no stemmer may touch; a family is words that mean one thing, the first naming it; an expansion
    is (what people write, the words meant). Of the keys of titles, `unlinked` are those that running text never mentions, `linked` those
    that it mentions wherever they stand, `idioms` phrases of which no word is a mention. `names` are those that players give to the game,
    `modes` the (mode, name) pairs of its modes; `negations` are the words that deny as « ne … pas » does. `figures` are (word, figure)
    pairs; a distinction is a matter (a side, a rank, a size) by the cases that it tells apart, each by its words. `moments` are the words
    of the names of moments. The last ones serve to try what is declared of a provision: `fillers` that a phrase does without, `persons`
    among them that say who acts or owns, `denials` that deny what follows, `kinds` that say of what sort the thing denied is, the words by
    which a question says that an act is forbidden, or asks whether one must do it.
    """

    stopwords: frozenset[str] = frozenset()
    protected: tuple[tuple[str, str], ...] = ()
    families: tuple[tuple[str, ...], ...] = ()
    expansions: tuple[tuple[str, str], ...] = ()
    unlinked: frozenset[str] = frozenset()
    linked: frozenset[str] = frozenset()
    idioms: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    modes: tuple[tuple[str, str], ...] = ()
    negations: tuple[str, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    distinctions: tuple[tuple[str, ...], ...] = ()
    moments: MomentWords = field(default_factory=MomentWords)
    fillers: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()
    denials: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    forbidding: tuple[str, ...] = ()
    obliging: tuple[str, ...] = ()
