"""Parse, link and check one work in one layer, with what an editor added to it; every finding on works as they are.

What cannot be read or written is an UnusableFileError; a work of which no file has a usable head, a FaultyDataError.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kb.check import check
from kb.check.additions import openings
from kb.check.following import led_by_unread
from kb.errors import ArbitreError, Diagnostic, FaultyDataError, FaultyFileError, UnusableFileError
from kb.link import link
from kb.model import CanonicalText, Kind, Layer, Question, Rulebook
from kb.model.curation import Curation
from kb.parsing import Readings, parse_work
from kb.policy import CaseFile
from kb.precedence.cases import failing_calculations, failing_cases, tables_read
from kb.reading.calculations import read_calculations
from kb.reading.conclusions import read_conclusions
from kb.reading.corpus import listed, parts, read_corpus, read_file
from kb.reading.data import (
    read_absents,
    read_cases,
    read_curation,
    read_lexicon,
    read_measures,
    read_notions,
    read_precedence,
    read_row_names,
    read_sheet,
    read_timeline,
    read_usages,
)
from kb.reading.folder import READ, empty
from kb.reading.folder import unread as unserved
from kb.reading.locating import line_of
from kb.reading.questions import read_openings, read_questions, write_openings
from kb.reading.recognise import known_publications, recognise
from kb.reading.register import Register, read_register
from kb.reading.source import read_source
from kb.system.data import data_dir
from kb.system.files import check_within, read_text
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


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found on one work: its name, the folder that its files stand in, the findings; how many of each thing were read of it."""

    name: str
    folder: Path
    findings: tuple[Diagnostic, ...]
    read: tuple[tuple[str, int], ...] = ()


def check_path(path: Path) -> tuple[Checked, ...]:
    """Every finding on each work of a folder, or on the work that a single file is."""
    lexicons = data_dir("corpus") / "lexicon"
    found: list[Checked] = []
    # What is neither a folder nor a file is refused by its reader.
    alone, elsewhere = os.path.lexists(path) and not path.is_dir(), list[str]()
    for place in [path] if alone else works_named(path, elsewhere):
        refused: list[Diagnostic] = []
        files = (read_file(place),) if alone else read_corpus(place, refused)
        read: tuple[tuple[str, int], ...] = ()
        try:
            findings, read = _findings(files, place, lexicons) if files else ((), ())
        except FaultyDataError as fault:
            if not fault.diagnostics:
                raise
            findings = bounded(fault.diagnostics)
        found_here = tuple(led_by_unread((*refused, *findings)))
        found.append(Checked(place.absolute().name, place.parent if alone else place, found_here, read))
    lost = tuple(finding("DONNEES", str(path), fault=fault) for fault in elsewhere)
    return (*found, *([Checked(path.name, path, lost)] if lost else []))


def _findings(
    files: Sequence[CanonicalText], place: Path, lexicons: Path
) -> tuple[tuple[Diagnostic, ...], tuple[tuple[str, int], ...]]:
    """What is found in the files of a work, and in the notions kept with it; how many of each thing they hold."""
    editor = EditorFiles(place)
    book, findings = assemble(files, place, lexicons, editor)
    return (*findings, *_of_notions(book, place.parent / "notions.toml")), _read(book, editor)


def _read(book: Rulebook, editor: EditorFiles) -> tuple[tuple[str, int], ...]:
    """How many of each thing were read of a work, by its name in French: one that an author wrote, and that is none, shows."""
    whole = [one.kind for one in book.provisions if not one.is_unit and one.kind is not Kind.SECTION]
    rules = whole.count(Kind.RULE)
    return (
        ("règle(s)", rules),
        ("autre(s) passage(s)", len(whole) - rules),
        ("question(s)", len(book.questions)),
        ("relation(s)", len(editor.held["curation"].relations)),
        ("moment(s)", len(book.timeline)),
        ("usage(s)", len(book.usages)),
        ("clause(s) de politique", len([*book.policy.clauses()]) if book.policy else 0),
        ("cas", len(editor.held["cases"].cases)),
        ("conclusion(s)", len(book.issues)),
        ("calcul(s)", len(book.calculations)),
        ("sujet(s) absent(s)", len(book.absents)),
        ("nom(s) de rangée", len(book.row_names)),
    )


def _of_notions(book: Rulebook, path: Path) -> Iterator[Diagnostic]:
    """The notions that name a rule which this work does not have, where it has such a file."""
    known = {provision.id for provision in book.provisions}
    for notion in read_notions(path) if path.is_file() else ():
        for cite in notion.cites:
            if cite.startswith(f"{book.work.id}/") and cite not in known:
                fault = f"notion « {notion.id} » : {cite} n'existe pas ; corrigez l'identifiant"
                yield finding("DONNEES", f"../{path.name}", fault=fault)


def mark_clauses(path: Path) -> tuple[tuple[Path, int], ...]:
    """Write in the folder of each work how the clauses begin that something points at: the files, and how many clauses each has."""
    lexicons, written = data_dir("corpus") / "lexicon", list[tuple[Path, int]]()
    for place in works_named(path, []):
        found = openings(assemble(read_corpus(place), place, lexicons)[0])
        written.append((write_openings(place, found), len(found)))
    return tuple(written)


_PUBLICATION_ENDINGS = frozenset({".txt", ".md", ".text", ".pdf"})


def works_in(root: Path, refused: list[str]) -> list[Path]:
    """The folders of `root` that hold a work in canonical text; those that cannot be read are said in `refused`."""
    found: list[Path] = []
    for folder in (one for one in listed(root, "*") if one.is_dir()):
        try:
            if parts(folder):
                check_within(folder, root)
                found.append(folder)
        except UnusableFileError as fault:
            refused.append(str(fault))
    return found


def works_named(corpus: Path, refused: list[str]) -> list[Path]:
    """A folder that is a work, or the works in it; those that cannot be read are said in `refused`."""
    if not corpus.is_dir():
        raise UnusableFileError(
            f"{corpus} : dossier introuvable ; --corpus veut le dossier d'une œuvre, ou de plusieurs"
        )
    if parts(corpus):
        return [corpus]
    works = works_in(corpus, refused)
    if not works and refused:
        raise UnusableFileError(refused[0], tuple(refused[1:]))
    if not works:
        raise UnusableFileError(
            f"{corpus} : aucun fichier .md ; une œuvre en texte canonique en a au moins un (arbitre new)"
        )
    return works


def publications(texts: Sequence[Path], bundled: Path, notices: list[str]) -> list[tuple[str, Path]]:
    """(work, file) of the publications recognised in the folders (or files) given; what is not recognised is said in `notices`."""
    found: list[tuple[str, Path]] = []
    known = known_publications(bundled) if texts else []
    for place in texts:
        if not place.exists():
            raise UnusableFileError(
                f"{place} : introuvable ; --texts veut le dossier de vos publications (.txt ou .md)"
            )
        for path in _candidates(place) if place.is_dir() else [place]:
            try:
                source = read_source(path, place if place.is_dir() else None)
                found.append((recognise(source, known).work, path))
            except ArbitreError as fault:
                notices.append(str(fault))
    if texts and not found:
        if len(notices) == 1:
            raise UnusableFileError(notices[0])
        where = ", ".join(map(str, texts))
        reason = "aucune publication connue" if notices else "aucun fichier .txt ou .md"
        raise UnusableFileError(f"{where} : {reason}", tuple(notices))
    return found


def _candidates(folder: Path) -> list[Path]:
    return [path for path in listed(folder, "*") if path.suffix.lower() in _PUBLICATION_ENDINGS and not path.is_dir()]
