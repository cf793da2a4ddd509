"""Parse, link and check one work in one layer, with what an editor added to it.

A work of which no file has a usable head is a FaultyDataError.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kb.check import check
from kb.errors import Diagnostic, FaultyDataError, FaultyFileError, UnusableFileError
from kb.link import link
from kb.model import CanonicalText, Layer, Question, Rulebook
from kb.model.curation import Curation
from kb.parsing import Readings, parse_work
from kb.policy import CaseFile
from kb.precedence.cases import failing_calculations, failing_cases, tables_read
from kb.reading.calculations import read_calculations
from kb.reading.conclusions import read_conclusions
from kb.reading.data import (
    read_absents,
    read_cases,
    read_curation,
    read_lexicon,
    read_measures,
    read_precedence,
    read_row_names,
    read_sheet,
    read_timeline,
    read_usages,
)
from kb.reading.folder import READ, empty
from kb.reading.folder import unread as unserved
from kb.reading.locating import line_of
from kb.reading.questions import read_openings, read_questions
from kb.reading.register import Register, read_register
from kb.system.files import read_text
from kb.system.findings import bounded, finding

_Held = TypeVar("_Held")
# What is said of a whole file.
_OF_A_FILE = frozenset({"DONNEES", "FICHIER-VIDE", "FICHIER-NON-LU"})


@dataclass(frozen=True, slots=True)
class EditorFiles:
    """What an editor added to a work, read once: a file at fault is a finding like any other, and hides none of them.

    `held` is what files hold, by the names that they are known by: those that were read before, then all that are read.
    """

    folder: Path
    held: dict[str, Any] = field(default_factory=dict)
    faults: list[Diagnostic] = field(default_factory=list)

    def read(self, name: str, reader: Callable[[Path], _Held], otherwise: _Held) -> _Held:
        """What a file holds, known by a name; `otherwise` when there is no folder, or the file is at fault."""
        try:
            return self.once(name, lambda: reader(self.folder) if self.folder.is_dir() else otherwise)
        except FaultyFileError as fault:
            self.faults.extend(finding("DONNEES", fault.file, line, fault=message) for line, message in fault.faults)
        except (FaultyDataError, UnusableFileError) as fault:
            file, _colon, message = str(fault).partition(" : ")
            self.faults.append(finding("DONNEES", file, fault=message))
        return self.once(name, lambda: otherwise)

    def once(self, name: str, work_out: Callable[[], _Held]) -> _Held:
        """What is worked out of its files alone, by all that it rests on besides them."""
        if name not in self.held:
            self.held[name] = work_out()
        held: _Held = self.held[name]
        return held


def assemble(
    files: Sequence[CanonicalText],
    folder: Path,
    lexicons: Path,
    editor: EditorFiles | None = None,
    reader: Readings | None = None,
) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """Parse, link and check one work in one layer.

    `editor` holds what an editor wrote of it, where another layer has read it, and `reader` pieces of its text.
    """
    parsed = parse_work(files, reader)
    if parsed.rulebook is None:
        message = f"{folder} : aucun fichier n'a d'en-tête utilisable"
        raise FaultyDataError(message, parsed.diagnostics)
    work = parsed.rulebook.work.id
    editor = editor or EditorFiles(folder)
    curation = editor.read("curation", read_curation, Curation())
    register = editor.read("register", read_register, Register())
    lexicon = read_lexicon(lexicons, work)
    timeline = editor.read("timeline", read_timeline, None)
    pages = tuple(mark for file in files for mark in file.pages)
    book, doubts = link(parsed.rulebook, curation, register.aliases, lexicon, register.ids, timeline or (), pages)
    none: tuple[tuple[Question, ...], tuple[Diagnostic, ...]] = ((), ())
    questions, unread = editor.read("questions", partial(read_questions, work=work), none)
    book = replace(
        book,
        absents=editor.read("absents", read_absents, ()),
        # Usages name moments: of a timeline that could not be read, all would be at fault.
        usages=() if timeline is None else editor.read("usages", lambda place: read_usages(place, timeline), ()),
        policy=editor.read("precedence", read_precedence, None),
        calculations=editor.read("calculations", read_calculations, ()),
        questions=questions,
        measures=editor.read("measures", read_measures, ()),
        issues=editor.read("conclusions", read_conclusions, ()),
        openings=editor.read("openings", read_openings, ()),
        row_names=editor.read("row_names", read_row_names, ()),
        sheet=editor.read("sheet", read_sheet, ()),
    )
    findings = check(book, register.ids, curation.undefined)
    written = editor.read("cases", read_cases, CaseFile())
    # The policy answers alike in each layer that prints the tables alike.
    tables = repr(tables_read(book, book.policy)) if book.policy is not None else ""
    cases = editor.once(tables, lambda: (*failing_cases(book, written), *failing_calculations(book)))
    # What is found of an editor's files is said once, with the précis that it was written for.
    ours = (*unread, *_unserved(folder)) if book.work.layer is Layer.PRECIS else ()
    found = (*parsed.diagnostics, *doubts, *ours, *findings, *cases, *dict.fromkeys(editor.faults))
    return book, tuple(_located(bounded(found), folder, work))


def _located(found: Iterable[Diagnostic], folder: Path, work: str) -> Iterator[Diagnostic]:
    """The findings, those on a file of TOML each at the line of what it quotes."""
    texts: dict[str, str] = {}
    for one in found:
        name = Path(one.file).name
        if one.line or one.code in _OF_A_FILE or name not in READ or not name.endswith(".toml"):
            yield one
            continue
        if name not in texts:
            texts[name] = read_text(folder / name, folder) if (folder / name).is_file() else ""
        yield replace(one, line=line_of(texts[name], one.message, work))


def _unserved(folder: Path) -> Iterator[Diagnostic]:
    """What an editor wrote under a name that nothing reads; a file of a name that is read, in which there is nothing."""
    for name, near in unserved(folder) if folder.is_dir() else ():
        code = "FICHIER-NON-LU" if near else "FICHIER-NON-LU/loin"
        yield finding(code, name, name=name, near=near, known=", ".join(READ))
    for name in empty(folder) if folder.is_dir() else ():
        yield finding("FICHIER-VIDE", name)
