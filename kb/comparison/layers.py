"""Fidelity of a précis to the publication that it restates: what stands in one layer and not in the other.

Tolerances, stated once: figures are compared piece by piece (a rule's own words, each unit), strictly but for a sign or a unit left out;
a negation, a restriction or an exception counts when a piece has one for sure and the other layer has nothing that could say it. Common
words are judged on texts long enough. Examples and notes are restated in brief, and a précis has notes of its own: of those that
are provisions only the ids and the references count, of those that are units nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import shorten

from kb.comparison.marks import lacking, marks, runs
from kb.errors import UnusableBaseError
from kb.model import Kind
from kb.model.clauses import provision_of
from kb.model.curation import Settled
from kb.model.words import fold
from kb.store import KnowledgeBase, Passage, View
from kb.system.grouping import by_key

_COMMON = 0.40
_ENOUGH_WORDS = 25
_BRIEF = frozenset({Kind.EXAMPLE, Kind.NOTE})
# The printed edges that are compared, and the code of a difference.
_LINKS = {"cites": "RENVOIS", "related": "SUJETS"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference between two layers of a provision, in French; `code` is stable.

    `seen` are the figures or targets that differ, `settled` why an editor accepts it, if one does.
    """

    code: str
    id: str
    message: str
    seen: tuple[str, ...] = ()
    settled: str | None = None

    def __str__(self) -> str:
        """`id: CODE message`."""
        return f"{self.id}: {self.code} {self.message}"


@dataclass(frozen=True, slots=True)
class Review:
    """The findings on a work, each settled or not; and the lines of its editor that settle nothing any more."""

    work: str
    findings: tuple[Finding, ...]
    stale: tuple[Settled, ...]

    @property
    def settled(self) -> list[Finding]:
        """The findings that an editor has read and accepts."""
        return [finding for finding in self.findings if finding.settled is not None]

    @property
    def open(self) -> list[Finding]:
        """The findings left to read."""
        return [finding for finding in self.findings if finding.settled is None]


def review(work: str, findings: Iterable[Finding], lines: Iterable[Settled]) -> Review:
    """Settle the findings on a work by the lines of its editor: by code and id, and by what was seen there where the line says it."""
    declared = {(line.code, line.id): line for line in lines}
    used: set[Settled] = set()
    reviewed: list[Finding] = []
    for finding in findings:
        line = declared.get((finding.code, finding.id))
        if line is not None and set(finding.seen) <= set(line.seen or finding.seen):
            used.add(line)
            reviewed.append(replace(finding, settled=line.reason))
        else:
            reviewed.append(finding)
    return Review(work, tuple(reviewed), tuple(line for line in declared.values() if line not in used))


@dataclass(frozen=True, slots=True)
class _Layer:
    """One layer of a work: its passages by id, and of each provision what it says piece by piece, prints and links to.

    The pieces of a provision are its own words, then its units.
    """

    passages: Mapping[str, Passage]
    pieces: Mapping[str, Sequence[Passage]]
    references: Mapping[str, Sequence[str]]
    links: Mapping[tuple[str, str], set[str]]

    def prose(self, identifier: str) -> str:
        """The words of a provision without the rows of its tables, which are names and figures."""
        return "\n".join(piece.own for piece in self.pieces[identifier] if piece.form != "row")

    def said(self, identifier: str) -> dict[str, str]:
        """The words of a provision and of each unit that is no note, by id, without the references printed there."""
        found: dict[str, str] = {}
        for piece in self.pieces[identifier]:
            if piece.id == identifier or piece.kind not in _BRIEF:
                text = piece.own
                for reference in self.references.get(identifier, ()):
                    text = text.replace(reference, " ")
                found[piece.id] = text
        return found


def _layer(base: KnowledgeBase, work: str, view: View) -> _Layer:
    passages = {passage.id: passage for passage in base.passages(base.all_ids(work, view, units=True), view)}
    pieces = by_key((provision_of(passage.id), passage) for passage in passages.values())
    references: dict[str, list[str]] = {}
    for (source, layer), rows in base.cross_references(work).items():
        if layer == view:
            # Of what is printed in words (`page 4`), the figures are no figures of the rule.
            printed = {row.printed for row in rows if any(map(str.isalpha, row.printed))}
            references[source] = sorted(printed, key=len, reverse=True)
    links: dict[tuple[str, str], set[str]] = defaultdict(set)
    for source, target, kind, how, layer, _spans in base.edge_rows(work):
        if layer == view and how == "explicit" and kind in _LINKS:
            links[kind, source].add(provision_of(target))
    return _Layer(passages, pieces, references, links)


def compare_layers(base: KnowledgeBase, work: str) -> tuple[Finding, ...]:
    """Every difference between the précis of a work and its text, in the text's order.

    Raises:
        UnknownWorkError: there is no such work.
        UnusableBaseError: the base lacks one of the two layers.
    """
    if set(base.work(work).layers) != {"precis", "texte"}:
        raise UnusableBaseError(
            f"{work} : la base n'a pas les deux couches ; reconstruisez-la avec « arbitre build --texts DOSSIER »"
        )
    precis, texte = _layer(base, work, "precis"), _layer(base, work, "texte")
    found = list(_absent(precis, texte))
    for identifier in texte.pieces:
        if identifier in precis.passages:
            found += _wording(identifier, precis, texte)
            found += _linked(identifier, precis, texte)
    return (*found, *_clashing(base, work))


def _clashing(base: KnowledgeBase, work: str) -> Iterator[Finding]:
    """Of two rules that clash, a clause that the text says in several, or in none, when no relation says which one clashes."""
    for near, links in base.edges_within(work, view="texte").items():
        for link in links:
            sides = ((near, link.near_clause, link.near_texte), (link.id, link.far_clause, link.far_texte))
            for identifier, clause, texte in sides:
                said = base.said_in(clause, "texte")
                if clause and not texte and len(said) != 1:
                    shown = ", ".join(one.id.partition("#")[2] for one in said) or "aucune"
                    message = f"relation de « {near} » à « {link.id} » : « {clause} » est dit par {shown} ; nommez celle qui se heurte"
                    yield Finding("PHRASE", identifier, message, seen=(clause,))


def _absent(precis: _Layer, texte: _Layer) -> Iterator[Finding]:
    """Ids that one layer lacks: provisions, and the units of those that both hold."""
    ways = (
        ("manque au précis", "MANQUANT", texte.passages, precis.passages),
        ("n'est pas dans le texte", "EN-TROP", precis.passages, texte.passages),
    )
    for says, ending, here, there in ways:
        for identifier, passage in here.items():
            whole, unit, _number = identifier.partition("#")
            if identifier in there:
                continue
            if not unit:
                yield Finding(f"ID-{ending}", identifier, f"cet identifiant {says}")
            elif whole in there and passage.kind not in _BRIEF:
                shown = shorten(passage.text, 80, placeholder="…")
                yield Finding(f"UNITE-{ending}", identifier, f"cette unité {says} : « {shown} »")


def _wording(identifier: str, precis: _Layer, texte: _Layer) -> Iterator[Finding]:
    yield from _common(identifier, precis.prose(identifier), texte.prose(identifier))
    if texte.passages[identifier].kind in _BRIEF:
        return
    ours, theirs = precis.said(identifier), texte.said(identifier)
    if ours.keys() != theirs.keys():
        # Where the units differ, all are read at once.
        ours, theirs = ({identifier: "\n".join(said.values())} for said in (ours, theirs))
    for piece, text in theirs.items():
        yield from _figures(piece, ours[piece], text)
        yield from _marks(piece, ours[piece], text)


def _figures(identifier: str, precis: str, texte: str) -> Iterator[Finding]:
    ours, theirs = lacking(precis, texte), lacking(texte, precis)
    if ours or theirs:
        yield Finding("CHIFFRES", identifier, _one_sided(ours, theirs), seen=(*theirs, *ours))


def _linked(identifier: str, precis: _Layer, texte: _Layer) -> Iterator[Finding]:
    for kind, code in _LINKS.items():
        ours, theirs = (layer.links.get((kind, identifier), set()) for layer in (precis, texte))
        if ours != theirs:
            message = _one_sided(sorted(ours - theirs), sorted(theirs - ours))
            yield Finding(code, identifier, message, seen=tuple(sorted(ours ^ theirs)))


def _one_sided(ours: Sequence[str], theirs: Sequence[str]) -> str:
    """What one layer has and the other has not, in words."""
    return " ; ".join(
        f"{name} seul : {', '.join(seen)}" for name, seen in (("texte", theirs), ("précis", ours)) if seen
    )


def _marks(identifier: str, precis: str, texte: str) -> Iterator[Finding]:
    ours, theirs = fold(precis), fold(texte)
    for mark in marks():
        for name, here, there in (("texte", theirs, ours), ("précis", ours, theirs)):
            sure = mark.sure.findall(here)
            if sure and not mark.loose.search(there):
                yield Finding(mark.code, identifier, f"{mark.name} dans le {name} ({len(sure)}), rien de tel en face")


def _common(identifier: str, precis: str, texte: str) -> Iterator[Finding]:
    ours, theirs = runs(precis), set(runs(texte))
    shared = sum(run in theirs for run in ours)
    if len(ours) >= _ENOUGH_WORDS and shared > _COMMON * len(ours):
        share = round(100 * shared / len(ours))
        yield Finding("MOTS-COMMUNS", identifier, f"{share} % des suites de cinq mots du précis sont celles du texte")
