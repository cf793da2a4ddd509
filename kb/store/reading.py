"""Open a knowledge base and read it: rows become typed passages, ids and names are looked up, layers are merged."""

from __future__ import annotations

import difflib
import json
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kb.errors import UnknownIdError, UnknownWorkError, UnusableBaseError
from kb.model import Kind, Span, Status
from kb.store.writing import SCHEMA_VERSION
from kb.words import title_key

View = Literal["precis", "texte", "both"]
VIEWS: tuple[View, ...] = ("precis", "texte", "both")


@dataclass(frozen=True, slots=True)
class SourceRef:
    """Where a passage stands: file name, sha256 of its bytes, spans in reading order."""

    document: str
    sha256: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A provision as it is shown; `summary` is the précis beside a text of the same edition.

    `truncated` tells that its end is left out (see `kb.answer.shortened`).
    """

    id: str
    work: str
    kind: Kind
    subkind: str | None
    layer: str
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
    questions: tuple[str, ...]
    form: str
    edition: str
    source: SourceRef
    summary: str | None = None
    truncated: bool = False

    @property
    def is_unit(self) -> bool:
        """True for a bullet, paragraph or row below another provision."""
        return "#" in self.id


@dataclass(frozen=True, slots=True)
class LinkedNode:
    """The other end of an edge: enough to show a link."""

    id: str
    title: str
    kind: str
    number: str | None
    type: str
    how: str
    printed: str
    reason: str


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
    """A printed reference of a provision and what it points to."""

    form: str
    printed: str
    target: str
    resolution: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the source is held: lines, lines held, dropped runs, reference states."""

    lines: int
    held: int
    dropped: tuple[tuple[int, int, str], ...]
    references: tuple[tuple[str, int], ...]


_COLUMNS = (
    "n.id, n.work, n.kind, n.subkind, n.layer, n.authority, n.number, n.title, n.path, n.text, n.own, n.markdown, n.parent, n.place,"
    " n.status, n.superseded_by, n.redirect, n.scope, n.fields, n.questions, n.form, w.edition, s.document, s.sha256, n.node"
)
_FROM = "nodes n JOIN works w ON w.work = n.work AND w.layer = n.layer JOIN sources s ON s.source = n.source"


class KnowledgeBase:
    """A knowledge base opened for reading; one connection a thread, none ever writes."""

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            UnusableBaseError: the file is missing, damaged, or of another version.
        """
        self.path = path
        self._local = threading.local()
        if not path.is_file():
            raise UnusableBaseError(f"{path} : aucune base ici ; lancez « arbitre build --out {path} »")
        try:
            self.meta: dict[str, str] = dict(self.rows("SELECT key, value FROM meta"))
        except sqlite3.DatabaseError as fault:
            raise UnusableBaseError(
                f"{path} : ce n'est pas une base lisible ({fault}) ; reconstruisez-la avec « arbitre build »"
            ) from fault
        if self.meta.get("schema") != SCHEMA_VERSION:
            raise UnusableBaseError(f"{path} : base d'une autre version ; reconstruisez-la avec « arbitre build »")

    def rows(self, query: str, parameters: Sequence[object] = ()) -> list[Any]:
        """All rows of a query, as tuples."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._connect()
        return connection.execute(query, parameters).fetchall()

    def _connect(self) -> sqlite3.Connection:
        """A connection of this thread, to the very base that was opened.

        Raises:
            UnusableBaseError: another base has taken its place since.
        """
        uri = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
        try:
            connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            opened = self.meta.get("digest") if hasattr(self, "meta") else None
            if opened is None or connection.execute("SELECT value FROM meta WHERE key = 'digest'").fetchone() == (
                opened,
            ):
                return connection
        except sqlite3.DatabaseError as fault:
            raise UnusableBaseError(
                f"{self.path} : la base n'est plus lisible ({fault}) ; relancez la commande"
            ) from fault
        raise UnusableBaseError(f"{self.path} : la base a été reconstruite pendant la lecture ; relancez la commande")

    # Works

    def works(self, *, unlisted: bool = False, view: View = "both") -> tuple[WorkInfo, ...]:
        """The works that a view holds, in id order; the example work only when asked for."""
        return tuple(self.work(work, view) for work in self._works(unlisted=unlisted, view=view))

    def _works(self, *, unlisted: bool, view: View) -> tuple[str, ...]:
        query = "SELECT DISTINCT work FROM works WHERE (listed OR ?) AND (? = 'both' OR layer = ?) ORDER BY work"
        return tuple(row[0] for row in self.rows(query, (unlisted, view, view)))

    def work(self, work: str, view: View = "both") -> WorkInfo:
        """One work, as a view holds it.

        Raises:
            UnknownWorkError: there is no such work in this view.
        """
        rows = self.rows(
            "SELECT layer, title, edition, modes, listed FROM works WHERE work = ? AND (? = 'both' OR layer = ?) ORDER BY layer DESC",
            (work, view, view),
        )
        if not rows:
            raise UnknownWorkError(work, self._works(unlisted=False, view=view))
        _layer, title, edition, modes, listed = rows[0]
        counted = "SELECT count(DISTINCT id) FROM nodes WHERE work = ? AND (? = 'both' OR layer = ?)"
        nodes = self.rows(counted, (work, view, view))[0][0]
        layers = tuple(sorted(row[0] for row in rows))
        return WorkInfo(
            work, title, edition, tuple(json.loads(modes)), layers, nodes, self._references(work, layers), bool(listed)
        )

    def editions(self, work: str) -> dict[str, str]:
        """The edition of each layer of a work."""
        return dict(self.rows("SELECT layer, edition FROM works WHERE work = ? ORDER BY layer", (work,)))

    def _references(self, work: str, layers: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
        """Reference states of the fullest layer: the text where there is one."""
        layer = "texte" if "texte" in layers else "precis"
        counted = dict(
            self.rows(
                "SELECT resolution, count(*) FROM cross_references WHERE work = ? AND layer = ? GROUP BY 1",
                (work, layer),
            )
        )
        return tuple((state, counted.get(state, 0)) for state in ("resolved", "ambiguous", "dangling", "suspect"))

    # Provisions

    def passage(self, identifier: str, view: View = "both") -> Passage:
        """One provision; with both layers, the text with the précis as its summary.

        An id below that the layer does not hold (`35#9`) gives the provision above it.

        Raises:
            UnknownIdError: nothing bears this id in this view.
        """
        for candidate in _spellings(identifier):
            found = self.passages([candidate], view)
            if found:
                return found[0]
        raise UnknownIdError(identifier, self.nearest(identifier, view=view))

    def passages(self, identifiers: Sequence[str], view: View = "both") -> list[Passage]:
        """The provisions of these ids that exist in this view, in the order given."""
        if not identifiers:
            return []
        marks = ",".join("?" * len(identifiers))
        rows = self.rows(f"SELECT {_COLUMNS} FROM {_FROM} WHERE n.id IN ({marks})", tuple(identifiers))  # noqa: S608 - only marks
        found: dict[str, dict[str, Any]] = {}
        for row in rows:
            found.setdefault(row[0], {})[row[4]] = row
        merged = (self._merged(found[identifier], view) for identifier in identifiers if identifier in found)
        return [passage for passage in merged if passage is not None]

    def _merged(self, layers: dict[str, Any], view: View) -> Passage | None:
        """The passage of one id from its rows by layer."""
        if view != "both":
            return self._passage(layers[view]) if view in layers else None
        if "texte" not in layers:
            return self._passage(layers["precis"])
        text = layers["texte"]
        precis = layers.get("precis")
        # Two editions are two rulebooks: they are never merged.
        summary = precis[9] if precis is not None and precis[21] == text[21] else None
        return self._passage(text, summary)

    def _passage(self, row: Any, summary: str | None = None) -> Passage:  # noqa: ANN401 - a database row
        spans = tuple(
            Span(*pair) for pair in self.rows("SELECT first, last FROM spans WHERE node = ? ORDER BY place", (row[24],))
        )
        return Passage(
            id=row[0],
            work=row[1],
            kind=Kind(row[2]),
            subkind=row[3],
            layer=row[4],
            authority=row[5],
            number=row[6],
            title=row[7],
            path=tuple(json.loads(row[8])),
            text=row[9],
            own=row[10],
            markdown=row[11],
            parent=row[12],
            place=row[13],
            status=Status(row[14]),
            superseded_by=row[15],
            redirect=row[16],
            scope=tuple(json.loads(row[17])),
            fields=tuple((name, value) for name, value in json.loads(row[18])),
            questions=tuple(json.loads(row[19])),
            form=row[20],
            edition=row[21],
            source=SourceRef(row[22], row[23], spans),
            summary=summary,
        )

    def children(self, identifier: str, view: View = "both", *, units: bool = False) -> list[Passage]:
        """What stands directly below a provision, in reading order: provisions, or its units."""
        rows = self.rows(
            "SELECT id FROM nodes WHERE parent = ? AND status != 'superseded' AND (instr(id, '#') > 0) = ? ORDER BY layer DESC, place",
            (identifier, units),
        )
        return self.passages(list(dict.fromkeys(row[0] for row in rows)), view)

    def versions(self, identifier: str) -> list[str]:
        """The other ids of a provision: the texts that errata replaced, and the text in force of a replaced one."""
        base, mark, unit = identifier.partition("#")
        stem = base.partition("@")[0]
        current = f"{stem}{mark}{unit}"
        rows = self.rows(
            "SELECT DISTINCT id, superseded_by FROM nodes WHERE id = ? OR (id > ? AND id < ?) ORDER BY id",
            (current, f"{stem}@", f"{stem}A"),
        )
        return [row[0] for row in rows if row[0] != identifier and current in row]

    def neighbours(self, passage: Passage) -> tuple[Passage | None, Passage | None]:
        """The provisions read just before and just after, units apart."""
        condition = "work = ? AND layer = ? AND instr(id, '#') = 0 AND instr(id, '@') = 0"
        key = (passage.work, passage.layer, passage.place)
        before = self.rows(f"SELECT id FROM nodes WHERE {condition} AND place < ? ORDER BY place DESC LIMIT 1", key)  # noqa: S608
        after = self.rows(f"SELECT id FROM nodes WHERE {condition} AND place > ? ORDER BY place LIMIT 1", key)  # noqa: S608
        view: View = "texte" if passage.layer == "texte" else "precis"
        first = self.passages([before[0][0]], view)[0] if before else None
        last = self.passages([after[0][0]], view)[0] if after else None
        return first, last

    def all_ids(self, work: str, view: View = "both", *, units: bool = False) -> list[str]:
        """Every id of a work in reading order (the text's where there is one)."""
        layers = {"both": ("texte", "precis"), "texte": ("texte",), "precis": ("precis",)}[view]
        marks = ",".join("?" * len(layers))
        rows = self.rows(
            f"SELECT id FROM nodes WHERE work = ? AND layer IN ({marks}) AND (? OR instr(id, '#') = 0) ORDER BY layer DESC, place",  # noqa: S608
            (work, *layers, units),
        )
        return list(dict.fromkeys(row[0] for row in rows))

    # Names

    def lookup(self, text: str, work: str | None = None, view: View = "both") -> tuple[str, ...]:
        """The ids that an id, a number, a title or another name means; exact ids first, then numbers, titles, names.

        Without `work`, every work is asked, the example work last; `work/name` asks that one. Several ids: the text is ambiguous.
        """
        wanted = text.strip()
        for candidate in _spellings(wanted):
            if self._holds(candidate, view):
                return (candidate,)
        known = self._works(unlisted=True, view=view)
        game, _, rest = wanted.partition("/")
        if rest and game in known:
            return self._best((game,), rest, view)
        if work is not None:
            return self._best((work,), wanted, view)
        return self._best(self._works(unlisted=False, view=view), wanted, view) or self._best(known, wanted, view)

    def _best(self, works: Sequence[str], wanted: str, view: View) -> tuple[str, ...]:
        """What a text means in these works, of the best rank that any of them gives."""
        found = [pair for work in works for pair in self._meant(work, wanted, view)]
        best = min((rank for rank, _identifier in found), default=0)
        return tuple(identifier for rank, identifier in found if rank == best)

    def _meant(self, work: str, wanted: str, view: View) -> list[tuple[int, str]]:
        """What a text means in one work: the best (rank, id) pairs, an id of the work before all names."""
        for candidate in _spellings(f"{work}/{wanted}"):
            if self._holds(candidate, view):
                return [(1 if wanted[:1].isdigit() else 2, candidate)]
        query = "SELECT id, role, instr(id, '#') > 0 FROM names WHERE work = ? AND key IN (?, ?)"
        rows = [row for row in self.rows(query, (work, wanted, title_key(wanted))) if self._holds(row[0], view)]
        rank = {"former": 0, "number": 1, "title": 2, "alias": 3}
        ordered = sorted(rows, key=lambda row: (rank[row[1]], row[2], self._kind_rank(row[0]), row[0]))
        best = [(rank[row[1]], row[0]) for row in ordered if row[1] == ordered[0][1]]
        return list(dict.fromkeys(best))

    def _holds(self, identifier: str, view: View) -> bool:
        """True when the view holds a provision of this very id."""
        query = "SELECT 1 FROM nodes WHERE id = ? AND (? = 'both' OR layer = ?) LIMIT 1"
        return bool(self.rows(query, (identifier, view, view)))

    def _kind_rank(self, identifier: str) -> int:
        rows = self.rows("SELECT kind FROM nodes WHERE id = ? LIMIT 1", (identifier,))
        return 0 if rows and rows[0][0] in {"definition", "keyword", "ability"} else 1

    def nearest(self, identifier: str, limit: int = 3, view: View = "both") -> tuple[str, ...]:
        """The ids of a view that resemble an unknown one."""
        query = "SELECT DISTINCT id FROM nodes WHERE instr(id, '#') = 0 AND (? = 'both' OR layer = ?) ORDER BY node"
        rows = self.rows(query, (view, view))
        whole: dict[str, str] = {row[0]: row[0] for row in rows}
        below = {candidate.partition("/")[2]: candidate for candidate in reversed(whole)}
        works = {candidate.partition("/")[0] for candidate in whole}
        spellings = whole if identifier.partition("/")[0] in works else {**below, **whole}
        close = difflib.get_close_matches(identifier, spellings, n=limit, cutoff=0.5)
        return tuple(spellings[name] for name in close)

    def glossary(self, work: str, view: View = "both") -> list[tuple[str, str, tuple[str, ...]]]:
        """(term, id, other names) of every definition, keyword and ability, in alphabetical order of the folded term.

        Raises:
            UnknownWorkError: there is no such work in this view.
        """
        self.work(work, view)
        rows = self.rows(
            "SELECT DISTINCT n.title, n.id FROM nodes n WHERE n.work = ? AND n.kind IN ('definition', 'keyword', 'ability')"
            " AND n.status NOT IN ('superseded', 'deleted') AND (instr(n.id, '#') = 0 OR n.form IN ('bullet', 'nested'))"
            " AND n.layer = (SELECT max(m.layer) FROM nodes m WHERE m.id = n.id AND (? = 'both' OR m.layer = ?))",
            (work, view, view),
        )
        names: dict[str, list[str]] = {}
        for identifier, name in self.rows(
            "SELECT id, name FROM names WHERE work = ? AND role = 'alias' ORDER BY key", (work,)
        ):
            names.setdefault(identifier, []).append(name)
        entries = [(title, identifier, tuple(dict.fromkeys(names.get(identifier, ())))) for title, identifier in rows]
        return sorted(entries, key=lambda entry: (title_key(entry[0]), entry[1]))

    # Edges

    def edges(self, identifier: str, *, incoming: bool = False, view: View = "both") -> list[LinkedNode]:
        """The edges that leave a provision (or reach it), one a (type, other end), explicit ones first."""
        near, far = ("target", "source") if incoming else ("source", "target")
        rows = self.rows(
            f"SELECT e.{far}, n.title, n.kind, n.number, e.type, e.how, e.printed, e.reason FROM edges e"  # noqa: S608
            f" JOIN nodes n ON n.id = e.{far} AND n.layer = e.layer WHERE e.{near} = ? AND (? = 'both' OR e.layer = ?)"
            " ORDER BY e.how = 'inferred', e.layer DESC, e.edge",
            (identifier, view, view),
        )
        found: dict[tuple[str, str], LinkedNode] = {}
        for row in rows:
            found.setdefault((row[4], row[0]), LinkedNode(*row))
        return list(found.values())

    def cross_references(self, identifier: str, view: View = "both") -> list[CrossReferenceRow]:
        """The references printed in a provision, in order; of its text where the view is `both` and there is one."""
        passage = self.passage(identifier, view)
        rows = self.rows(
            "SELECT form, printed, target, resolution, candidates FROM cross_references WHERE source = ? AND layer = ? ORDER BY reference",
            (passage.id, passage.layer),
        )
        return [
            CrossReferenceRow(form, printed, target, resolution, tuple(json.loads(candidates)))
            for form, printed, target, resolution, candidates in rows
        ]

    def edge_rows(self, work: str | None = None) -> Iterable[tuple[str, str, str, str, str, str]]:
        """(source, target, type, how, layer, spans as JSON) of every edge, in order."""
        return self.rows(
            "SELECT source, target, type, how, layer, spans FROM edges WHERE ? IS NULL OR source LIKE ? || '/%' ORDER BY edge",
            (work, work),
        )

    # Quality

    def diagnostics(self, work: str, view: View = "both") -> list[Found]:
        """What the checks found in the layers of a view, errors first.

        Raises:
            UnknownWorkError: there is no such work in this view.
        """
        self.work(work, view)
        rows = self.rows(
            "SELECT code, severity, message, hint, file, line, id, layer FROM diagnostics WHERE work = ? AND (? = 'both' OR layer = ?)"
            " ORDER BY severity != 'error', severity != 'warning', layer DESC, file, line, diagnostic",
            (work, view, view),
        )
        return [Found(*row) for row in rows]

    def coverage(self, work: str, view: View = "both") -> Coverage:
        """Lines of the sources of the fullest layer in a view, those held by a provision, and what was dropped.

        Raises:
            UnknownWorkError: there is no such work in this view.
        """
        info = self.work(work, view)
        layer = "texte" if "texte" in info.layers else "precis"
        lines = sum(
            row[0]
            for row in self.rows(
                "SELECT DISTINCT lines, sha256 FROM sources WHERE work = ? AND layer = ?", (work, layer)
            )
        )
        held: set[tuple[str, int]] = set()
        for sha, first, last in self.rows(
            "SELECT s.sha256, p.first, p.last FROM spans p JOIN nodes n ON n.node = p.node JOIN sources s ON s.source = n.source"
            " WHERE n.work = ? AND n.layer = ?",
            (work, layer),
        ):
            held.update((sha, line) for line in range(first, last + 1))
        dropped = self.rows("SELECT first, last, reason FROM dropped WHERE work = ? ORDER BY document, first", (work,))
        return Coverage(lines, len(held), tuple(dropped) if layer == "texte" else (), info.references)


def _spellings(identifier: str) -> list[str]:
    """The ways an id may be written: as it is, with `@` and `#` exchanged, without its `#` part."""
    spellings = [identifier]
    base, mark, unit = identifier.partition("#")
    if "@" in unit:
        unit, _, authority = unit.partition("@")
        spellings.append(f"{base}@{authority}#{unit}")
        base = f"{base}@{authority}"
    if mark:
        spellings.append(base)
    return spellings
