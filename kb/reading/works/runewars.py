"""Runewars : le Jeu de Figurines, three documents in one file: tutorial booklet, reference guide, FAQ.

The page order, the lost icons and the captions are data (`corpus/runewars/reading.toml`); numbers, bullets, steps,
tables and the hierarchy of the index are deduced here.

The glossary expects the next rule number. The index is a table a letter, its lost indents rebuilt: a head
begins with the letter of its section; where that is wrong, `reading.toml` says that the row stands below another (`sous`).
"""

import re
from collections.abc import Callable, Iterable

from kb.model import Repair
from kb.model.words import fold
from kb.reading.body import (
    Body,
    below_step,
    bullet,
    callout,
    contents,
    footnote,
    form,
    listed,
    paragraph,
    step,
    tabbed,
)
from kb.reading.canonical import cell, escaped
from kb.reading.documents import DocumentWriter, FoundPart, read_part
from kb.reading.instructions import PatchOrder
from kb.reading.repairs import Line, Reworded, has_icon, joined, repaired, reworded
from kb.reading.sections import Section

_RELATED = r"^(?P<head>Sujets? connexes?)[ ]?:[ ]*(?P<names>.+)$"
_SPOKEN = re.compile(r"^(?P<who>[QR])[ ]?:[ ](?P<text>.+)$")
_RULE = re.compile(r"^(?P<entry>\d{1,2})\.(?P<rule>\d{1,2})[ ]+(?P<text>.+)$")
_TITLES = (
    re.compile(r"^\*\*(?P<title>[^*]+)\*\*[ ]?:[ ](?P<text>.+)$"),
    re.compile(r"^(?P<title>Étape \d+ – [^:*]+?)[ ]?:[ ](?P<text>.+)$"),
    re.compile(r"^(?P<title>[A-ZÀ-Ý][\w'’-]+ (?:X|\[X\]))[ ]:[ ](?P<text>.+)$"),
)
_NUMBERS = r"\d+\.\d+(?:[ ]?[–-][ ]?\d+\.\d+)?"
_ROW = re.compile(rf"^(?P<label>.+?),?[ ](?P<targets>{_NUMBERS}(?:,[ ]{_NUMBERS})*|cf\. page \d+)$")
_UNREADABLE = "icônes illisibles"


def prose(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section."""
    lines = tuple(line for line in joined(section.lines) if line.role != "legende")
    Body(section, writer, lines).write(_FORMS)


@form(_RELATED)
def related(body: Body, match: re.Match[str]) -> None:
    """A line of related subjects, its names without the full stop that one of them carries."""
    names = ", ".join(escaped(name.strip(" .")) for name in match["names"].split(","))
    body.block(f"{match['head']} : {names}")


def _spoken(body: Body) -> int:
    """A question, or an answer; one without the other is but a note."""
    match = _SPOKEN.match(body.line.text)
    if match is None:
        return 0
    asks = match["who"] == "Q"
    other = [_SPOKEN.match(line.text) for line in (body.lines[1:2] if asks else body.before[-1:])]
    if not any(said and said["who"] == ("R" if asks else "Q") for said in other):
        body.writer.quote("Note", body.lines[:1])
        return 1
    return body.block(f"**{match['who']} :** {escaped(match['text'])}")


@form(r"^(?P<term>[A-ZÀ-Ý][\w'’-]*(?:[ ][\w'’-]+){0,3})[ ]:[ ](?P<text>[a-zà-ÿ].*)$")
def _definition(body: Body, match: re.Match[str]) -> int:
    """A term and what it is, unless it is the name of the work."""
    if body.line.text.startswith(body.writer.found.data.head.get("titre", "")):
        return 0
    return body.item(f"**{match['term']}** : {escaped(match['text'])}")


def _rule(body: Body) -> int:
    """A rule, whose number is to be the next one; one of another entry stays a note, for its own entry will not know it."""
    match, entry = _RULE.match(body.line.text), body.section.entry.number
    if match is None:
        return 0
    above = [rule["rule"] for line in body.before if (rule := _RULE.match(line.text)) and rule["entry"] == entry]
    number, expected = f"{match['entry']}.{match['rule']}", f"{entry}.{int(above[-1] if above else 0) + 1}"
    if number != expected:
        body.writer.fault("NUMEROTATION", body.line.number, number=number, expected=expected)
    if match["entry"] != entry:
        return body.block(f"> **Note** : {escaped(body.line.text)}")
    titled = next(filter(None, (pattern.match(match["text"]) for pattern in _TITLES)), None)
    lead = f"**{number} {titled['title'].strip()}.**" if titled else f"**{number}**"
    return body.block(f"{lead} {escaped((titled or match)['text'])}", items=True)


_FORMS = (
    _rule,
    listed,
    footnote,
    tabbed,
    callout,
    related,
    step,
    below_step,
    _spoken,
    contents,
    bullet,
    _definition,
    paragraph,
)


def index(section: Section, writer: DocumentWriter) -> None:
    """Write what opens the index, or the table of one letter."""
    letter = section.entry.title
    if len(letter) > 1:
        prose(section, writer)
        return
    rows = ((_cells(line, fold(letter)), line.numbers) for line in section.lines)
    writer.table([(["Entrée", "Renvois"], ()), *rows])


def _cells(line: Line, letter: str) -> list[str]:
    """The cells of a row; one that does not begin with the letter, or of which the data say so, stands below the head before it."""
    match = _ROW.match(line.text)
    label, targets = (match["label"], match["targets"]) if match else (line.text, "")
    head = match is None or (not line.role and fold(label).startswith(letter))
    return [cell(label) if head else f"– {cell(label)}", targets]


def documents(parts: Iterable[FoundPart]) -> Iterable[DocumentWriter]:
    """Each part, written: its lines repaired, cut into sections, each set by its layout."""
    for part in parts:
        state = reworded(repaired(part.state, part.instructions), _UNREADABLE, _without_unreadable)
        yield read_part(part, state, _below)


def _without_unreadable(line: Line) -> Reworded:
    """A row of a table with `?` in place of each cell of icons."""
    cells = [text.strip() for text in line.text.split("\t")]
    lost = [text for text in cells if len(cells) > 1 and has_icon(text)]
    text = "\t".join("?" if text in lost else text for text in cells)
    return (text if lost else line.text), [(text, "?") for text in lost]


def errata(section: Section, writer: DocumentWriter) -> None:
    """Write one erratum, or the page that gathers several."""
    orders = {patch.order: patch for patch in writer.found.instructions.patch}
    for line in section.lines:
        text = escaped(_unquoted(line.text))
        if patch := orders.get(line.role):
            kept = f" {escaped(_kept(patch, line, writer))}" if patch.keep else ""
            writer.block(f"{patch.order} : {text}{kept}".rstrip(), line.numbers, items=True)
        elif line.bullet:
            writer.item(text, line.numbers)
        elif line.text.endswith(":"):
            writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
        else:
            writer.block(text, line.numbers, items=True)


def _kept(patch: PatchOrder, line: Line, writer: DocumentWriter) -> str:
    """The end of the old text that an erratum keeps, wherever it is printed."""
    for printed in writer.found.source.lines:
        if patch.keep in printed:
            end = printed[printed.index(patch.keep) :].strip()
            writer.repairs.append(Repair(line.number, "", end, patch.reason))
            return end
    writer.fault("REPERE", 0, anchor=patch.keep, reason=f" : {patch.reason}")
    return ""


def _unquoted(text: str) -> str:
    """A new text without the quotation marks around it, of which a bullet may hold only one."""
    opened = text.removeprefix("« ")
    return opened.removesuffix(" »") if opened.count("»") > opened.count("«") else opened


_LAYOUTS: dict[str, Callable[[Section, DocumentWriter], None]] = {
    "": prose,
    "index": index,
    "errata": errata,
}


def _below(section: Section, writer: DocumentWriter) -> None:
    """Write what stands below a title, then its captions."""
    _LAYOUTS[writer.found.layout_of(section)](section, writer)
    for caption in section.lines:
        if caption.role == "legende":
            writer.quote("Exemple", (caption,))
