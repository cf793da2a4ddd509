"""Fidelity of a précis to the publication that it restates: what stands in one layer and not in the other.

Tolerances, stated once: figures are compared piece by piece (a rule's own words, each unit), strictly but for a sign or a unit left out;
a negation, a restriction or an exception counts when a piece has one for sure and the other layer has nothing that could say it;
« ou » and « et » differ when one layer has more than twice as many as the other and three more, and only inform. Length and common words
are judged on texts long enough to tell. Examples and notes are restated in brief, and
a précis has notes of its own: only their ids and references count, and a missing note only informs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from kb.comparison.marks import ALTERNATIVES, MARKS, lacking, runs
from kb.errors import UnusableBaseError
from kb.model import Kind
from kb.model.curation import Settled
from kb.model.words import fold, words
from kb.store import KnowledgeBase, Passage, View

SHORTEST, LONGEST = 0.3, 1.6
COMMON = 0.40
_ENOUGH_WORDS = 25
_BRIEF = frozenset({Kind.EXAMPLE, Kind.NOTE})


class Weight(StrEnum):
    """Whether a finding has to be settled, or only informs."""

    DOUBT = "doute"
    INFO = "indication"


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference between two layers of a provision, told in French; `code` is stable.

    `seen` are the figures or targets that differ, `settled` why an editor accepts it, if one does.
    """

    code: str
    id: str
    message: str
    weight: Weight = Weight.DOUBT
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
    def info(self) -> list[Finding]:
        """The findings that only inform."""
        return [finding for finding in self.findings if finding.weight is Weight.INFO]

    @property
    def open(self) -> list[Finding]:
        """The findings left to read."""
        return [finding for finding in self.findings if finding.weight is Weight.DOUBT and finding.settled is None]


def review(work: str, findings: Iterable[Finding], lines: Iterable[Settled]) -> Review:
    """Settle the findings on a work by the lines of its editor: by code and id, and by what was seen there where the line says it."""
    by_key = {(line.code, line.id): line for line in lines}
    used: set[Settled] = set()
    reviewed: list[Finding] = []
    for finding in findings:
        line = by_key.get((finding.code, finding.id))
        if finding.weight is Weight.DOUBT and line is not None and set(finding.seen) <= set(line.seen or finding.seen):
            used.add(line)
            reviewed.append(replace(finding, settled=line.reason))
        else:
            reviewed.append(finding)
    return Review(work, tuple(reviewed), tuple(line for line in by_key.values() if line not in used))


Layers = tuple[Mapping[str, Passage], Mapping[str, Passage]]


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
    both: Layers = _layer(base, work, "precis"), _layer(base, work, "texte")
    references = _references(base, work)
    links = _links(base, work)
    found = list(_absent(both))
    for identifier in both[1]:
        if identifier in both[0] and "#" not in identifier:
            found += _wording(identifier, both, references)
            found += _linked(identifier, links)
    return tuple(found)


def _layer(base: KnowledgeBase, work: str, view: View) -> dict[str, Passage]:
    return {passage.id: passage for passage in base.passages(base.all_ids(work, view, units=True), view)}


def _absent(both: Layers) -> Iterator[Finding]:
    """Ids that one layer lacks: provisions first, then the units of those that both hold."""
    ways = (
        ("manque au précis", "MANQUANT", both[1], both[0]),
        ("n'est pas dans le texte", "EN-TROP", both[0], both[1]),
    )
    for units in (False, True):
        for told, ending, here, there in ways:
            for identifier in here:
                if identifier in there or ("#" in identifier) is not units:
                    continue
                if not units:
                    yield Finding(f"ID-{ending}", identifier, f"cet identifiant {told}")
                elif identifier.partition("#")[0] in there:
                    message = f"cette unité {told} : « {_shown(here[identifier])} »"
                    weight = Weight.INFO if here[identifier].kind in _BRIEF else Weight.DOUBT
                    yield Finding(f"UNITE-{ending}", identifier, message, weight)


def _shown(passage: Passage) -> str:
    first = " ".join(passage.text.split())
    return first if len(first) <= 80 else f"{first[:79]}…"  # noqa: PLR2004 - a line of the terminal


def _wording(identifier: str, both: Layers, references: Mapping[tuple[str, str], list[str]]) -> Iterator[Finding]:
    texte = both[1][identifier]
    yield from _common(identifier, *(_prose(identifier, layer) for layer in both))
    if texte.kind in _BRIEF:
        return
    pieces = tuple(_pieces(identifier, both, references))
    ours, theirs = (" ".join(piece[side] for piece in pieces) for side in (1, 2))
    yield from _length(identifier, ours, theirs)
    yield from _alternatives(identifier, ours, theirs)
    for piece, ours, theirs in pieces:
        yield from _figures(piece, ours, theirs)
        yield from _marks(piece, ours, theirs)


def _prose(identifier: str, layer: Mapping[str, Passage]) -> str:
    """The words of a provision without the rows of its tables, which are names and figures."""
    prefix = f"{identifier}#"
    pieces = (identifier, *(unit for unit in layer if unit.startswith(prefix) and layer[unit].form != "row"))
    return "\n".join(layer[piece].own for piece in pieces)


def _pieces(
    identifier: str, both: Layers, references: Mapping[tuple[str, str], list[str]]
) -> Iterator[tuple[str, str, str]]:
    """(id, précis, texte) of a provision's own words and of each unit that is no note; of all at once where the units differ."""
    prefix = f"{identifier}#"
    ours, theirs = (
        {
            piece: _without(references.get((name, identifier), ()), layer[piece].own)
            for piece in (identifier, *(unit for unit in layer if unit.startswith(prefix)))
            if piece == identifier or layer[piece].kind not in _BRIEF
        }
        for name, layer in zip(("precis", "texte"), both, strict=True)
    )
    if ours.keys() != theirs.keys():
        yield identifier, "\n".join(ours.values()), "\n".join(theirs.values())
        return
    yield from ((piece, ours[piece], theirs[piece]) for piece in theirs)


def _without(printed: Iterable[str], text: str) -> str:
    """A text without the references printed in it."""
    for reference in printed:
        text = text.replace(reference, " ")
    return text


def _figures(identifier: str, precis: str, texte: str) -> Iterator[Finding]:
    lost, added = lacking(texte, precis), lacking(precis, texte)
    if lost or added:
        sides = [f"{where} seul : {', '.join(seen)}" for where, seen in (("texte", lost), ("précis", added)) if seen]
        yield Finding("CHIFFRES", identifier, " ; ".join(sides), seen=(*lost, *added))


def _marks(identifier: str, precis: str, texte: str) -> Iterator[Finding]:
    ours, theirs = fold(precis), fold(texte)
    for mark in MARKS:
        for name, here, there in (("texte", theirs, ours), ("précis", ours, theirs)):
            sure = mark.sure.findall(here)
            if sure and not mark.loose.search(there):
                yield Finding(mark.code, identifier, f"{mark.name} dans le {name} ({len(sure)}), rien de tel en face")


def _alternatives(identifier: str, precis: str, texte: str) -> Iterator[Finding]:
    for code, name, pattern in ALTERNATIVES:
        ours, theirs = len(pattern.findall(fold(precis))), len(pattern.findall(fold(texte)))
        fewer, more = sorted((ours, theirs))
        if more > 2 * fewer and more >= fewer + 3:
            yield Finding(code, identifier, f"{name} : précis {ours}, texte {theirs}", Weight.INFO)


def _length(identifier: str, precis: str, texte: str) -> Iterator[Finding]:
    ours, theirs = len(words(precis)), len(words(texte))
    if max(ours, theirs) >= _ENOUGH_WORDS and not SHORTEST <= ours / max(theirs, 1) <= LONGEST:
        yield Finding("LONGUEUR", identifier, f"{ours} mots dans le précis, {theirs} dans le texte")


def _common(identifier: str, precis: str, texte: str) -> Iterator[Finding]:
    ours, theirs = runs(precis), set(runs(texte))
    shared = sum(run in theirs for run in ours)
    if len(ours) >= _ENOUGH_WORDS and shared > COMMON * len(ours):
        share = round(100 * shared / len(ours))
        yield Finding("MOTS-COMMUNS", identifier, f"{share} % des suites de cinq mots du précis sont celles du texte")


def _references(base: KnowledgeBase, work: str) -> dict[tuple[str, str], list[str]]:
    """The references that each provision of each layer prints in words (`page 4`): their figures are no figures of the rule."""
    within = base.cross_references(work)
    words = {
        place: {row.printed for row in rows if any(map(str.isalpha, row.printed))} for place, rows in within.items()
    }
    return {(layer, source): sorted(texts, key=len, reverse=True) for (source, layer), texts in words.items()}


Links = Mapping[tuple[str, str, str], set[str]]


def _links(base: KnowledgeBase, work: str) -> Links:
    """The targets of the printed edges by (layer, type, provision)."""
    links: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for source, target, kind, how, layer, _spans in base.edge_rows(work):
        if how == "explicit" and kind in {"cites", "related"}:
            links[layer, kind, source].add(target.partition("#")[0])
    return links


def _linked(identifier: str, links: Links) -> Iterator[Finding]:
    for code, kind in (("RENVOIS", "cites"), ("SUJETS", "related")):
        ours, theirs = (links.get((layer, kind, identifier), set()) for layer in ("precis", "texte"))
        sides = (("texte", theirs - ours), ("précis", ours - theirs))
        told = [f"{where} seul : {', '.join(sorted(seen))}" for where, seen in sides if seen]
        if told:
            yield Finding(code, identifier, " ; ".join(told), seen=tuple(sorted(ours ^ theirs)))
