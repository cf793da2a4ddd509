"""What an author asks of the works that a folder holds: every finding on each, how their clauses begin.

What cannot be read or written is an UnusableFileError.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.build.inputs import works_named
from kb.build.one_layer import EditorFiles, assemble
from kb.check.additions import openings
from kb.check.following import led_by_unread
from kb.errors import Diagnostic, FaultyDataError
from kb.model import CanonicalText, Kind, Rulebook
from kb.reading.corpus import read_corpus, read_file
from kb.reading.data import read_notions
from kb.reading.questions import write_openings
from kb.system.data import data_dir
from kb.system.findings import bounded, finding


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
    return (*findings, *_of_notions(book, place.parent / "notions.toml")), _counts(book, editor)


def _counts(book: Rulebook, editor: EditorFiles) -> tuple[tuple[str, int], ...]:
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
