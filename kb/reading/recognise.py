"""Which work a publication is, by what stands in it, and its canonical text by that work's reader.

A file that is no text, or none of the publications known, or several, is an UnusableFileError; a reader
that is not there, a FaultyDataError.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kb.errors import Diagnostic, FaultyDataError, UnusableFileError
from kb.model import CanonicalText
from kb.reading.documents import DocumentWriter, FoundPart, found_parts, together
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


def read_publication(path: Path, corpus: Path | None = None) -> Publication:
    """Read a publication that the user owns; `corpus` is the folder of the works (default: the bundled one)."""
    source = read_source(path)
    return read_as(source, recognise(source, known_publications(corpus)))


def known_publications(corpus: Path | None = None) -> list[ReadingData]:
    """What is known of the reading of each work whose publication is known."""
    return [read_instructions(path.parent) for path in sorted((corpus or data_dir("corpus")).glob(f"*/{READING_NAME}"))]


def recognise(source: SourceText, known: Sequence[ReadingData]) -> ReadingData:
    """Say which work a text is: the one whose markers all stand in it, whatever the name of the file."""
    text = "\n".join(source.lines)
    matches = [data for data in known if all(marker in text for marker in data.recognition.markers)]
    if not matches:
        works = ", ".join(data.head.get("titre", data.work) for data in known) or "aucune"
        raise UnusableFileError(
            f"{source.name} : publication inconnue ; publications reconnues : {works} ; "
            "mettez toute autre œuvre en texte canonique (arbitre new, puis build --corpus)"
        )
    if len(matches) > 1:
        names = ", ".join(data.work for data in matches)
        raise UnusableFileError(
            f"{source.name} : plusieurs publications dans un fichier ({names}) ; donnez un fichier par publication"
        )
    return matches[0]


def read_as(source: SourceText, data: ReadingData) -> Publication:
    """Read a text as the publication of a work: its parts found, each set by the work's reader.

    One that is not known to be the edition described is said to be of another.
    """
    reader, register, known = _reader(data), read_register(data.folder), data.recognition
    proven = all(proof in "\n".join(source.lines) for proof in known.proofs)
    expected = ", ".join(f"« {proof} »" for proof in known.proofs)
    unproven = () if proven else (finding("EDITION", source.name, edition=known.edition, proofs=expected),)
    head = {key: said for key, said in data.head.items() if key != "edition"}
    data = replace(data, head={**head, "edition": known.edition if proven else "inconnue"})
    parts, missing = found_parts(source, data, register)
    texts, found = together(reader(parts))
    return Publication(data.work, source.lines, texts, register, (*unproven, *missing, *found))


def _reader(data: ReadingData) -> Callable[[Sequence[FoundPart]], Iterable[DocumentWriter]]:
    """What writes the documents of a publication, part by part: `documents` of the module that its data name."""
    name = data.recognition.reader
    module = f"kb.reading.works.{name}"
    if not name.isidentifier() or importlib.util.find_spec(module) is None:
        raise FaultyDataError(f"{READING_NAME} : lecteur inconnu : « {name} » ; c'est un module de kb/reading/works")
    reader: Callable[[Sequence[FoundPart]], Iterable[DocumentWriter]] = importlib.import_module(module).documents
    return reader
