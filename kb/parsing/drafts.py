"""Provisions under construction: what the outline builder fills, then freezes; the genres and the marks that make them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import accumulate

from kb.model import CanonicalText, Kind, Layer, Provision, Span, Status
from kb.model.words import title_key
from kb.parsing.blocks import Marks, Text
from kb.parsing.text import bold_lead, plain
from kb.system.data import grammar

# The forms of unit that are printed after a dash; a `field` is a bullet that holds a field of an ability.
BULLETED = frozenset({"bullet", "field"})

# The titles of columns that list keywords, as compared; a cell of one that holds a dash alone lists none.
KEYWORD_COLUMNS = frozenset({"mot cle", "regle speciale"})

STATUSES = {"douteux": Status.DOUBTFUL, "supprime": Status.DELETED, "courant": Status.CURRENT}

# Two lines with a blank line between them.
_GAP = 2

_EDITORIAL = re.compile(r"note-\d+")

# A summary has no authority of its own, whatever it stands below.
SUMMARY = "resume"
Genre = tuple[Kind, str | None]

_KEYS = ("autorite", "enfants", "mode", "prefixe", "statut")


@dataclass(slots=True)
class Unit:
    """A bullet, paragraph or row below a provision; `key` is what follows `#` in its id."""

    text: Text
    kind: Kind = Kind.RULE
    subkind: str | None = None
    form: str = "paragraph"
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    key: str = ""

    @property
    def _pairs(self) -> list[tuple[str, str]]:
        """The cells of a row that hold something, each after the title of its column."""
        return [(plain(title), plain(cell)) for title, cell in zip(self.header, self.cells, strict=False) if cell]

    @property
    def words(self) -> str:
        """The plain text: for a row, each cell after the title of its column."""
        if self.form != "row":
            return plain(self.text.markdown)
        return " ; ".join(f"{title} : {cell}" if title else cell for title, cell in self._pairs)

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """For a row: each cell after the title of its column, then what its column of keywords lists."""
        pairs = self._pairs
        listed = [cell for title, cell in pairs if title_key(title) in KEYWORD_COLUMNS]
        return (*pairs, *(("keywords", cell) for cell in listed if title_key(cell)))


@dataclass(slots=True)
class Draft:
    """A provision being filled; `path` is its id without the work, `level` its heading depth (0 when it is none)."""

    path: str
    kind: Kind
    title: str
    document: str
    authority: str
    scope: tuple[str, ...]
    parent: "Draft | None" = None
    subkind: str | None = None
    number: str | None = None
    level: int = 0
    status: Status = Status.CURRENT
    own: str = ""
    prefix: str = ""
    child_kind: tuple[Kind, str | None] = (Kind.SECTION, None)
    redirect: str | None = None
    units: list[Unit] = field(default_factory=list)
    lines: list[tuple[int, int]] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)
    fields: list[tuple[str, str]] = field(default_factory=list)
    children: int = 0
    # The numbers of its steps that are provisions, and how many keys of units begin with each name.
    steps: set[str] = field(default_factory=set)
    _named: Counter[str] = field(default_factory=Counter)

    @property
    def label(self) -> str:
        """Number and title, as a path shows them."""
        return f"{self.number} {self.title}" if self.number and self.level else self.title

    @property
    def trail(self) -> tuple[str, ...]:
        """The document, then the titles above this provision."""
        above = self.parent
        labels: list[str] = []
        while above is not None:
            labels.append(above.label)
            above = above.parent
        heads = [label for label in reversed(labels) if label]
        return (self.document, *[head for head in heads if head.casefold() != self.document.casefold()])

    def add(self, unit: Unit, name: str = "") -> None:
        """Append a unit, numbered in source order; what has a name (a note, a summary, a stub) is counted apart."""
        unit.key = f"{name}-{1 + self._named[name]}" if name else str(1 + self._named[name])
        # What begins with a name bears it: a note of a table is a note too.
        self._named.update(accumulate(unit.key) if name else [name])
        self.units.append(unit)
        self.lines.append((unit.text.first, unit.text.last))


def _rendered(unit: Unit, *, markdown: bool) -> str:
    """One unit inside the text of its provision."""
    words = unit.text.markdown if markdown else unit.words
    if unit.form in BULLETED:
        return f"{'  ' * ((unit.text.indent or 0) // 2)}- {words}"
    if unit.subkind == "absent" and not markdown:
        return f"Absent de la source : {words}"
    return words


def _markdown(draft: Draft) -> str:
    """The whole text in canonical Markdown, its tables with their head."""
    parts = [draft.own] if draft.own else []
    previous: Unit | None = None
    for unit in draft.units:
        text = _rendered(unit, markdown=True)
        if unit.form == "row" and (previous is None or previous.form != "row" or previous.header != unit.header):
            head = f"| {' | '.join(unit.header)} |\n|{' --- |' * len(unit.header)}"
            parts.append(f"{head}\n{text}")
        elif previous is not None and (unit.form == previous.form == "row" or {unit.form, previous.form} <= BULLETED):
            parts[-1] += f"\n{text}"
        else:
            parts.append(text)
        previous = unit
    return "\n\n".join(parts)


def spans_of(lines: list[tuple[int, int]], source: CanonicalText) -> tuple[Span, ...]:
    """Source spans of canonical lines, in reading order: adjacent lines are joined, a blank line between them too.

    A text printed several times has a span for each printing, though its lines alternate.
    """
    numbers = dict.fromkeys(
        number for first, last in lines for line in range(first, last + 1) for number in source.line_map[line - 1]
    )
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number <= runs[-1][-1] + _GAP:
            runs[-1].append(number)
        else:
            runs.append([number])
    read = {number: place for place, number in enumerate(numbers)}
    return tuple(Span(run[0], run[-1]) for run in sorted(runs, key=lambda run: min(read[number] for number in run)))


def frozen(draft: Draft, work: str, layer: Layer, source: CanonicalText, order: int) -> list[Provision]:
    """The provision of a draft and those of its units, in order from `order`."""
    identifier = f"{work}/{draft.path}"
    title = draft.title or (draft.parent.title if draft.parent else "")
    own, pieces = plain(draft.own), [_rendered(unit, markdown=False) for unit in draft.units]
    if layer is Layer.PRECIS:
        # The notes of its editor, which are no rule, are kept from those of a table.
        noted = [_EDITORIAL.fullmatch(unit.key) for unit in draft.units]
        pieces = [f"Note : {piece}" if note else piece for note, piece in zip(noted, pieces, strict=True)]
    made = partial(
        Provision, work=work, layer=layer, scope=draft.scope, status=draft.status, source=source.source.document
    )
    whole = made(
        id=identifier,
        kind=draft.kind,
        authority=draft.authority,
        title=title,
        text="\n".join(filter(None, (own, *pieces))),
        own=own,
        path=draft.trail,
        spans=spans_of(draft.lines, source),
        order=order,
        markdown=_markdown(draft),
        parent=f"{work}/{draft.parent.path}" if draft.parent else None,
        number=draft.number,
        subkind=draft.subkind,
        redirect=draft.redirect,
        aliases=tuple(draft.aliases),
        fields=tuple(draft.fields),
    )
    trail = (*draft.trail, draft.label) if draft.label else draft.trail
    of_unit = partial(made, path=trail, parent=identifier)
    return [whole, *(_unit(unit, whole, of_unit, source, place) for place, unit in enumerate(draft.units, 1))]


def _unit(unit: Unit, whole: Provision, made: Callable[..., Provision], source: CanonicalText, place: int) -> Provision:
    """The provision of a unit of another, so many places after it."""
    return made(
        id=f"{whole.id}#{unit.key}",
        kind=unit.kind,
        authority=SUMMARY if unit.subkind == SUMMARY else whole.authority,
        title=(bold_lead(unit.text.markdown) if unit.form == "bullet" else None) or whole.title,
        text=unit.words,
        own=unit.words,
        spans=spans_of([(unit.text.first, unit.text.last)], source),
        order=whole.order + place,
        markdown=unit.text.markdown,
        subkind=unit.subkind,
        fields=unit.fields,
        form="nested" if unit.form == "bullet" and unit.text.indent else unit.form,
    )


@cache
def genres() -> dict[str, Genre]:
    """What each genre of `grammar/genres.toml` makes of a provision: its kind, and the subkind where the kind covers several things."""
    said = {name: words.split() for name, words in grammar("genres")["genres"].items()}
    return {name: (Kind(kind), next(iter(subkind), None)) for name, (kind, *subkind) in said.items()}


def mark_faults(marks: Marks) -> Iterator[tuple[str, dict[str, str]]]:
    """What is found of each mark that the format does not know: its code, and what fills the words of the finding."""
    known = ", ".join(sorted(genres()))
    for name in marks.classes:
        if name not in genres():
            yield "GENRE", {"genre": f".{name}", "known": known}
    if len(marks.classes) > 1:
        yield "GENRE/plusieurs", {"genres": ", ".join(marks.classes)}
    for key, value in marks.pairs:
        if key not in _KEYS:
            yield "MARQUE-INCONNUE", {"key": key, "known": ", ".join(_KEYS)}
        elif key == "enfants" and value not in genres():
            yield "GENRE", {"genre": f"enfants={value}", "known": known}
        elif key == "statut" and value not in STATUSES:
            yield "MARQUE-INCONNUE/statut", {"status": value, "known": ", ".join(sorted(STATUSES))}
