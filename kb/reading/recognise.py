"""Which work a publication is, by what stands in it, and its canonical text by that work's reader.

A file that is no text, or none of the publications known, or several, is an UnusableFileError; a reader
that is not there, a FaultyDataError.
"""

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kb.errors import Diagnostic, FaultyDataError, UnusableFileError
from kb.model import CanonicalText
from kb.reading.documents import Reading
from kb.reading.instructions import READING_NAME, ReadingData, read_instructions
from kb.reading.register import Register, read_register
from kb.reading.source import SourceText, read_source
from kb.system.data import data_dir
from kb.system.findings import finding


@dataclass(frozen=True, slots=True)
class Publication:
    """A publication as read: its lines, one canonical text a document, in reading order, and what was found amiss."""

    work: str
    lines: tuple[str, ...]
    texts: tuple[CanonicalText, ...]
    register: Register
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Recognised:
    """The work that a text is, with its data; and a finding when it is not known to be the edition described."""

    work: str
    data: ReadingData
    register: Register
    findings: tuple[Diagnostic, ...]


# Gives one canonical text a document, and what was found amiss.
Reader = Callable[[SourceText, ReadingData, Register], Reading]


def read_publication(path: Path, corpus: Path | None = None) -> Publication:
    """Read a publication that the user owns; `corpus` is the folder of the works (default: the bundled one)."""
    source = read_source(path)
    known = recognise(source, corpus)
    texts, diagnostics = reader_of(known.data)(source, known.data, known.register)
    return Publication(known.work, source.lines, texts, known.register, (*known.findings, *diagnostics))


def known_publications(corpus: Path | None = None) -> list[tuple[Path, ReadingData]]:
    """The folder of each work whose publication is known, and what is known of its reading."""
    folders = sorted(path.parent for path in (corpus or data_dir("corpus")).glob(f"*/{READING_NAME}"))
    return [(folder, read_instructions(folder)) for folder in folders]


def recognise(
    source: SourceText, corpus: Path | None = None, known: Sequence[tuple[Path, ReadingData]] | None = None
) -> Recognised:
    """Say which work a text is: the one whose markers all stand in it, whatever the name of the file; `known` are those of `corpus`."""
    text = "\n".join(source.lines)
    known = known_publications(corpus) if known is None else known
    matches = [(folder, data) for folder, data in known if all(marker in text for marker in data.recognition.markers)]
    if not matches:
        works = ", ".join(dict(data.head).get("titre", folder.name) for folder, data in known) or "aucune"
        raise UnusableFileError(
            f"{source.name} : publication inconnue ; publications reconnues : {works} ; "
            "mettez toute autre œuvre en texte canonique (arbitre new, puis build --corpus)"
        )
    if len(matches) > 1:
        names = ", ".join(folder.name for folder, _data in matches)
        raise UnusableFileError(
            f"{source.name} : plusieurs publications dans un fichier ({names}) ; donnez un fichier par publication"
        )
    folder, data = matches[0]
    proven = all(proof in text for proof in data.recognition.proofs)
    edition = data.recognition.edition if proven else "inconnue"
    head = (*(pair for pair in data.head if pair[0] != "edition"), ("edition", edition))
    expected = ", ".join(f"« {proof} »" for proof in data.recognition.proofs)
    unproven = finding("EDITION", source.name, edition=data.recognition.edition, proofs=expected)
    return Recognised(folder.name, replace(data, head=head), read_register(folder), () if proven else (unproven,))


def reader_of(data: ReadingData) -> Reader:
    """What reads a publication: `read` of the module that its data name."""
    name = data.recognition.reader
    module = f"kb.reading.works.{name}"
    if not name.isidentifier() or importlib.util.find_spec(module) is None:
        raise FaultyDataError(f"{READING_NAME} : lecteur inconnu : « {name} » ; c'est un module de kb/reading/works")
    read: Reader = importlib.import_module(module).read
    return read
