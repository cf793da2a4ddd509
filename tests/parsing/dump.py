"""What the parser makes of a text, as lines that a person can read."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kb.errors import Diagnostic
from kb.model import CrossReference, Provision, Rulebook, Span, Status, TimingPhrase
from kb.parsing import Parsed, parse_work
from kb.parsing.fragments import RawReference, references
from kb.parsing.timing import occurrences, timing
from tests.canon import canonical

HEAD = "---\noeuvre : cas\ntitre : Cas\ndocument : Cas\n---\n"
HEAD_LINES = HEAD.count("\n")

_NEXT_FILE = re.compile(r"^=== (.+)\n", re.MULTILINE)


def parse_files(folder: Path) -> Parsed:
    """Parse the files of a work, in the order of their names."""
    return parse_work([canonical(file.read_text(encoding="utf-8"), file.name) for file in sorted(folder.glob("*.md"))])


def dump_work(source: str) -> str:
    """Diagnostics, then the outline. A source without head is given one, its own lines still counted from 1.

    `=== nom.md` opens another file of the work.
    """
    bare = not source.startswith("---")
    first, *rest = _NEXT_FILE.split(f"{HEAD}{source}" if bare else source)
    texts = zip([first, *rest[1::2]], ["cas.md", *rest[::2]], strict=True)
    parsed = parse_work([canonical(text, name) for text, name in texts])
    shift = HEAD_LINES if bare else 0
    lines = [_diagnostic(diagnostic, shift) for diagnostic in parsed.diagnostics]
    lines += _rulebook(parsed.rulebook, shift) if parsed.rulebook else ["(rien)"]
    return "\n".join(lines)


def _diagnostic(diagnostic: Diagnostic, shift: int) -> str:
    moved = max(1, diagnostic.line - shift) if diagnostic.file == "cas.md" else diagnostic.line
    message = re.sub(r"cas\.md:(\d+)$", lambda place: f"cas.md:{int(place[1]) - shift}", diagnostic.message)
    return str(replace(diagnostic, message=message, line=moved, context=""))


def _rulebook(book: Rulebook, shift: int) -> Iterator[str]:
    depths: dict[str, int] = {}
    for provision in book.provisions:
        depth = depths[provision.id] = depths.get(provision.parent or "", -1) + 1
        pad, local = "  " * depth, provision.id.removeprefix(f"{book.work.id}/")
        moved = shift if provision.source == "cas.md" else 0
        yield f"{pad}{_head(provision, local, moved)}"
        yield from (f"{pad}  {line}" for line in _details(provision))
        yield from (f"{pad}  {_reference(one)}" for one in book.references if one.source == provision.id)
        windows = (window for window in book.windows if window.unit == provision.id)
        yield from (f"{pad}  @ {phrase(window.phrase)}" for window in windows)
    for patch in book.patches:
        yield f"! {patch.operation} {patch.target} (l. {_lines([patch.span], shift)}) {_one_line(patch.markdown)}"


def _head(provision: Provision, local: str, shift: int) -> str:
    kind = f"{provision.kind}.{provision.subkind}" if provision.subkind else str(provision.kind)
    place = f"(l. {_lines(provision.spans, shift)})"
    if not provision.is_unit:
        number = f" n° {provision.number}" if provision.number and not local.endswith(provision.number) else ""
        return f"{kind} {local}{number} « {provision.title} » {place}"
    title = f" « {provision.title} »" if provision.kind == "definition" else ""
    return f"#{local.partition('#')[2]} {kind}{title} {place} {_one_line(provision.text)}"


def _details(provision: Provision) -> Iterator[str]:
    if provision.own and not provision.is_unit:
        yield f": {_one_line(provision.own)}"
    if provision.is_unit:
        return
    if provision.scope != ("base",):
        yield f"mode {', '.join(provision.scope)}"
    if provision.authority:
        yield f"autorité {provision.authority}"
    if provision.status is not Status.CURRENT:
        yield f"statut {provision.status}"
    if provision.redirect:
        yield f"redirige vers {provision.redirect}"
    if provision.aliases:
        yield f"aussi {', '.join(provision.aliases)}"
    yield from (f"{name} = {value}" for name, value in provision.fields)


def _lines(spans: Iterable[Span], shift: int) -> str:
    pairs = ((span.start - shift, span.end - shift) for span in spans)
    return ", ".join(str(start) if start == end else f"{start}-{end}" for start, end in pairs)


def _reference(reference: CrossReference | RawReference) -> str:
    module = f" de « {reference.module} »" if reference.module else ""
    return f"→ {reference.form} {reference.target}{module} « {reference.printed} »"


def phrase(timing_phrase: TimingPhrase) -> str:
    """A timing phrase on one line: its edge, then what is known."""
    whose = "" if timing_phrase.whose == "any" else timing_phrase.whose
    parts = (timing_phrase.edge, timing_phrase.moment, whose, timing_phrase.trigger, timing_phrase.frequency)
    return " | ".join(part for part in parts if part)


def _one_line(text: str) -> str:
    return text.replace("\n", " ⏎ ")


def _each_line(source: str, found: Callable[[str], Iterable[str]]) -> str:
    """Each line of the source, then what is found in it."""
    said = ((line, [f"  {one}" for one in found(line)] or ["  (aucun)"]) for line in source.split("\n"))
    return "\n".join("\n".join((line, *ones)) for line, ones in said)


def dump_references(source: str) -> str:
    """Each line of the source, then the references found in it."""
    return _each_line(source, lambda line: map(_reference, references(line)))


def dump_timing(source: str) -> str:
    """Each line of the source, then the timing phrase that opens it."""
    return _each_line(source, lambda line: [f"@ {phrase(read) if (read := timing(line)) else '(aucun)'}"])


def dump_occurrences(source: str) -> str:
    """Each line of the source, then every place of it that says when, as printed and as read."""
    return _each_line(
        source,
        lambda line: [
            f"« {one.printed} » {phrase(one.phrase) if one.phrase else '(non lu)'}" for one in occurrences(line)
        ],
    )
