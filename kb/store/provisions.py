"""Read provisions: one by id, those below or beside it, its other versions; layers are merged here and nowhere else."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb.errors import UnknownIdError
from kb.model import Kind, Span, Status
from kb.store.opening import Examined
from kb.store.values import Passage, SourceRef, View
from kb.store.works import WorkReader

_COLUMNS = (
    "n.id, n.work, n.kind, n.subkind, n.layer, n.authority, n.number, n.title, n.path, n.text, n.own, n.markdown, n.parent, n.place,"
    " n.status, n.superseded_by, n.redirect, n.scope, n.fields, n.form, w.edition, s.document, s.sha256, n.node"
)
_FROM = "nodes n JOIN works w ON w.work = n.work AND w.layer = n.layer JOIN sources s ON s.source = n.source"

# How many provisions are kept once read: a base never changes, and the same few are asked for again and again.
_KEPT = 4096


class ProvisionReader(WorkReader):
    """The provisions of every work."""

    def __init__(self, path: Path, examined: Examined | None = None) -> None:
        """Open the file (see `OpenedBase`)."""
        super().__init__(path, examined)
        self._kept: dict[tuple[str, View], Passage] = {}
        self._asked = lru_cache(_KEPT // 4)(self._read_asked)
        self._says = lru_cache(_KEPT)(self._read_says)

    @abstractmethod
    def nearest(self, identifier: str, limit: int = 3, view: View = "both") -> tuple[str, ...]:
        """The ids that resemble an unknown one (see `NameReader`)."""

    def passage(self, identifier: str, view: View = "both") -> Passage:
        """One provision; with both layers, the text with the précis as its summary.

        An id below that the layer does not hold (`35#9`) gives the provision above it.

        Raises:
            UnknownIdError: nothing bears this id in this view.
        """
        for candidate in spellings(identifier):
            found = self.passages([candidate], view)
            if found:
                return found[0]
        raise UnknownIdError(identifier, self.nearest(identifier, view=view))

    def passages(self, identifiers: Sequence[str], view: View = "both") -> list[Passage]:
        """The provisions of these ids that exist in this view, in the order given; those read last are kept."""
        kept = self._kept
        shown = {identifier: kept[key] for identifier in identifiers if (key := (identifier, view)) in kept}
        if lacking := [identifier for identifier in identifiers if identifier not in shown]:
            if len(kept) + len(lacking) > _KEPT:
                # Another dictionary: a thread may be reading this one.
                kept = self._kept = {}
            read = {passage.id: passage for passage in self._read(lacking, view)}
            kept |= {(identifier, view): passage for identifier, passage in read.items()}
            shown |= read
        return [shown[identifier] for identifier in identifiers if identifier in shown]

    def outside(self, identifiers: Iterable[str], mode: str, view: View = "both") -> frozenset[str]:
        """Of these ids, those of provisions that do not apply in a mode; where a unit is missing, its whole tells."""
        asked = {identifier: identifier.partition("#")[0] for identifier in identifiers}
        scopes = {passage.id: passage.scope for passage in self.passages(sorted({*asked, *asked.values()}), view)}
        return frozenset(
            identifier
            for identifier, whole in asked.items()
            if mode not in scopes.get(identifier, scopes.get(whole, (mode,)))
        )

    def _read(self, identifiers: Sequence[str], view: View) -> list[Passage]:
        """Provisions as the file holds them."""
        marks = ",".join("?" * len(identifiers))
        rows = self.rows(f"SELECT {_COLUMNS} FROM {_FROM} WHERE n.id IN ({marks})", tuple(identifiers))  # noqa: S608 - only marks
        found: dict[str, dict[str, Any]] = {}
        for row in rows:
            found.setdefault(row[0], {})[row[4]] = row
        shown = [pair for identifier in identifiers if (pair := _shown(found.get(identifier, {}), view)) is not None]
        spans = self._spans([row[23] for row, _summary in shown])
        return [_passage(row, summary, tuple(spans.get(row[23], ()))) for row, summary in shown]

    def _spans(self, nodes: Sequence[int]) -> dict[int, list[Span]]:
        """The spans of some nodes, in order."""
        marks = ",".join("?" * len(nodes))
        query = f"SELECT node, first, last FROM spans WHERE node IN ({marks}) ORDER BY node, place"  # noqa: S608 - only marks
        found: dict[int, list[Span]] = {}
        for node, first, last in self.rows(query, tuple(nodes)):
            found.setdefault(node, []).append(Span(first, last))
        return found

    def children(self, identifier: str, view: View = "both", *, units: bool = False) -> list[Passage]:
        """What stands directly below a provision, in reading order: provisions, or its units."""
        rows = self.rows(
            "SELECT id FROM nodes WHERE parent = ? AND status != 'superseded' AND (instr(id, '#') > 0) = ? ORDER BY layer DESC, place",
            (identifier, units),
        )
        return self.passages(list(dict.fromkeys(row[0] for row in rows)), view)

    def says(self, identifier: str, words: str, view: View = "both") -> bool:
        """True when some words stand in a provision, as they are, in a layer of the view."""
        return self._says(identifier, words, view)

    def _read_says(self, identifier: str, words: str, view: View) -> bool:
        query = "SELECT text, own FROM nodes WHERE id = ? AND (? = 'both' OR layer = ?)"
        told = (part for row in self.rows(query, (identifier, view, view)) for part in row)
        return bool(words) and any(words in part for part in told)

    def asked_beside(self, identifier: str) -> tuple[str, ...]:
        """The questions beside a provision, in order: a verdict counts its place among them."""
        return self._asked(identifier)

    def _read_asked(self, identifier: str) -> tuple[str, ...]:
        query = "SELECT question FROM questions WHERE work = ? AND id = ? ORDER BY place"
        return tuple(question for (question,) in self.rows(query, (identifier.partition("/")[0], identifier)))

    def questions(self, work: str) -> dict[str, tuple[str, ...]]:
        """The questions of a work, by the id of the provision beside which they stand."""
        found: dict[str, list[str]] = {}
        for identifier, question in self.rows(
            "SELECT id, question FROM questions WHERE work = ? ORDER BY id, place", (work,)
        ):
            found.setdefault(identifier, []).append(question)
        return {identifier: tuple(questions) for identifier, questions in found.items()}

    def parts(self, identifier: str) -> list[str]:
        """A provision's id, then those of its units in any layer."""
        query = "SELECT DISTINCT id FROM nodes WHERE parent = ? AND status != 'superseded' AND instr(id, '#') > 0 ORDER BY id"
        return [identifier, *(row[0] for row in self.rows(query, (identifier,)))]

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


def _shown(layers: dict[str, Any], view: View) -> tuple[Any, str | None] | None:
    """The row to show of one id, from its rows by layer, and the précis beside a text."""
    if view != "both":
        return (layers[view], None) if view in layers else None
    if "texte" not in layers:
        return (layers["precis"], None) if layers else None
    text = layers["texte"]
    precis = layers.get("precis")
    # Two editions are two rulebooks: they are never merged.
    return text, precis[9] if precis is not None and precis[20] == text[20] else None


def _passage(row: Any, summary: str | None, spans: tuple[Span, ...]) -> Passage:  # noqa: ANN401 - a database row
    return Passage(
        id=row[0],
        work=row[1],
        kind=Kind(row[2]),
        subkind=row[3],
        layer=row[4],
        authority=row[5],
        number=row[6],
        title=row[7],
        path=_strings(row[8]),
        text=row[9],
        own=row[10],
        markdown=row[11],
        parent=row[12],
        place=row[13],
        status=Status(row[14]),
        superseded_by=row[15],
        redirect=row[16],
        scope=_strings(row[17]),
        fields=tuple((name, value) for name, value in json.loads(row[18])),
        form=row[19],
        edition=row[20],
        source=SourceRef(row[21], row[22], spans),
        summary=summary,
    )


@lru_cache(maxsize=8192)
def _strings(text: str) -> tuple[str, ...]:
    """A JSON list of strings; the same ones come back again and again."""
    return tuple(json.loads(text))


def spellings(identifier: str) -> list[str]:
    """The ways an id may be written: as it is, with `@` and `#` exchanged, without its `#` part."""
    found = [identifier]
    base, mark, unit = identifier.partition("#")
    if "@" in unit:
        unit, _, authority = unit.partition("@")
        found.append(f"{base}@{authority}#{unit}")
        base = f"{base}@{authority}"
    if mark:
        found.append(base)
    return found
