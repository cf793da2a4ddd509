"""Canonical text to typed provisions, references, patches and timing windows; every fault is a diagnostic."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.errors import Diagnostic
from kb.model import CanonicalText, CrossReference, Kind, Layer, Patch, Provision, Rulebook, Span, Window, Work
from kb.parsing.cutting import cut
from kb.parsing.drafts import Draft, frozen
from kb.parsing.outline import Outline
from kb.parsing.readings import Readings
from kb.system.findings import finding

# As much of a timing phrase as a window shows.
_SHOWN = 200
# What restates no rule: a list of places, and what the source no longer has.
_UNREAD = frozenset({"index", "absent"})


@dataclass(frozen=True, slots=True)
class Parsed:
    """A work as parsed (None when no file of it has a usable head), and what was wrong."""

    rulebook: Rulebook | None
    diagnostics: tuple[Diagnostic, ...]


def parse_work(files: Sequence[CanonicalText], reader: Readings | None = None) -> Parsed:
    """Parse the files of one work in one layer, in the order given; `reader` may know some of their pieces, and will know all.

    The first usable front matter names the work; a file of another work is a fault.
    """
    reader = reader or Readings().reader()
    headings: dict[str, Draft] = {}
    outlines: list[Outline] = []
    diagnostics: list[Diagnostic] = []
    for file in files:
        front, blocks, faults = cut(file.text, file.source.document, reader)
        diagnostics += _at_source_lines(faults, file)
        if front is None:
            continue
        if outlines and front.oeuvre != outlines[0].front.oeuvre:
            other = outlines[0].front.oeuvre
            diagnostics.append(finding("OEUVRE", file.source.document, 2, work=front.oeuvre, other=other))
            continue
        outline = Outline(front, file, headings, reader)
        for block in blocks:
            outline.add(block)
        outline.close()
        diagnostics += _at_source_lines(outline.diagnostics, file)
        outlines.append(outline)
    if not outlines:
        return Parsed(None, tuple(diagnostics))
    rulebook, more = _assembled(outlines, reader)
    return Parsed(rulebook, (*diagnostics, *more))


def _at_source_lines(found: Sequence[Diagnostic], file: CanonicalText) -> list[Diagnostic]:
    """Findings on canonical lines, placed on the lines of the file that the reader was given (the last one known before)."""
    if file.layer is Layer.PRECIS:
        return list(found)
    lines = [next((numbers[0] for numbers in reversed(file.line_map[: one.line]) if numbers), 0) for one in found]
    return [replace(one, line=line, column=0, context="") for one, line in zip(found, lines, strict=True)]


def _assembled(outlines: list[Outline], reader: Readings) -> tuple[Rulebook, list[Diagnostic]]:
    """One rulebook of all files, its ids made unique."""
    front = outlines[0].front
    provisions: list[Provision] = []
    found: list[CrossReference] = []
    windows: list[Window] = []
    patches: list[Patch] = []
    diagnostics: list[Diagnostic] = []
    seen: dict[str, str] = {}
    for outline in outlines:
        file = outline.source
        for draft in outline.drafts:
            if draft.path in seen:
                code = "ID-DOUBLE/etapes" if draft.kind is Kind.STEP else "ID-DOUBLE"
                place = (file.source.document, draft.lines[0][0], 1)
                diagnostics.append(finding(code, *place, path=draft.path, place=seen[draft.path]))
                continue
            seen[draft.path] = f"{file.source.document}:{draft.lines[0][0]}"
            pieces = frozen(draft, front.oeuvre, file.layer, file, len(provisions))
            provisions += pieces
            found += _references(draft, pieces, file, reader)
            opened, unread = _windows(pieces, reader)
            windows += opened
            diagnostics += unread
        found += outline.related
        patches += outline.patches
    layer = outlines[0].source.layer
    modes = tuple(dict.fromkeys(mode for provision in provisions for mode in provision.scope)) or ("base",)
    work = Work(front.oeuvre, front.titre, front.edition, layer, modes)
    sources = tuple(outline.source.source for outline in outlines)
    dropped = tuple((outline.source.source.document, drop) for outline in outlines for drop in outline.source.dropped)
    return (
        Rulebook(work, tuple(provisions), sources, tuple(found), (), tuple(patches), tuple(windows), dropped),
        diagnostics,
    )


def _references(draft: Draft, pieces: list[Provision], file: CanonicalText, reader: Readings) -> list[CrossReference]:
    """The references printed in a provision and its units; a redirect is one of its own."""
    whole, *units = pieces
    result: list[CrossReference] = []
    for markdown, spans in [(draft.own, whole.spans), *((unit.markdown, unit.spans) for unit in units)]:
        span = spans[0] if spans else Span(0, 0)
        for raw in reader.references[markdown]:
            form = "redirect" if draft.redirect and raw.target == draft.redirect else raw.form
            place = (raw.printed, raw.target, span, file.layer)
            result.append(CrossReference(whole.id, form, *place, module=raw.module))
    return result


def _windows(pieces: Sequence[Provision], reader: Readings) -> tuple[list[Window], list[Diagnostic]]:
    """The windows of a provision and of its units, in order; a finding for each place that says when and is not read."""
    whole, *units = pieces
    line = dict(whole.fields).get("timing", "") if whole.kind is Kind.ABILITY else ""
    windows: list[Window] = []
    findings: list[Diagnostic] = []
    if phrase := reader.timings[line] if line else None:
        windows.append(Window(whole.id, phrase, line[:_SHOWN], whole.layer, whole.id, 1, "usable"))
    elif line:
        place = next((unit for unit in units if line in unit.text), whole)
        findings.append(place.finding("MOMENT", printed=line))
    for piece in pieces:
        own = dict(piece.fields).get("timing", "") if line and piece.fields else line
        stands, opened = piece.own.find(own), sum(window.unit == piece.id for window in windows[:1])
        for found in reader.occurrences[piece.own] if piece.subkind not in _UNREAD else ():
            if own and found.start == stands:
                continue
            if found.phrase is None:
                findings.append(piece.finding("TEMPS", printed=found.printed))
                continue
            opened += 1
            printed = found.printed[:_SHOWN]
            windows.append(Window(whole.id, found.phrase, printed, piece.layer, piece.id, opened))
    return windows, findings
