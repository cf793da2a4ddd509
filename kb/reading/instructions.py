"""What a reader must know of a publication and cannot deduce: `corpus/<work>/reading.toml`, typed.

An anchor is the beginning of a printed line, or the whole of it, eight words at most; `texte@2` is the second line of
its part that matches. Line numbers are never used: they belong to one conversion. Every instruction gives its reason.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kb.reading.entries import check_names, read_file
from kb.system.declared import each, value

READING_NAME = "reading.toml"


@dataclass(frozen=True, slots=True)
class Recognition:
    """How a work is known by its content: `markers` must all stand in it; it is that `edition` when `proofs` do too.

    `reader` is a module of `kb.reading.works`.
    """

    markers: tuple[str, ...]
    reader: str
    edition: str
    proofs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a publication: the part of the register that outlines it, its name, its authority.

    `mode` are the modes where it applies; `opens` is an anchor in the whole file, where another line than its title opens it.
    """

    part: str
    document: str
    autorite: str
    mode: str = ""
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """What is done to the line at `at`, and why."""

    at: str
    reason: str


@dataclass(frozen=True, slots=True)
class Drop(Step):
    """Lines left out: the one at `at`, those up to `to`, or with `every` all that match."""

    to: str = ""
    every: bool = False


@dataclass(frozen=True, slots=True)
class Move(Step):
    """Lines `at` to `to`, printed elsewhere than they read, put after the line `after`."""

    to: str
    after: str


@dataclass(frozen=True, slots=True)
class Replace(Step):
    """A repair of the words: in the line at `at`, every `before` reads `after`."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Split(Step):
    """Two things printed on one line: `opening` begins the second."""

    opening: str


@dataclass(frozen=True, slots=True)
class Join(Step):
    """One thing printed on several lines: those from `at` to `to` are read as one."""

    to: str


@dataclass(frozen=True, slots=True)
class Role(Step):
    """What a line is, where its form does not say.

    `legende` (an example that goes last in its section), `note`, `exemple`, `suite` (it carries on the paragraph above), `texte` (a
    paragraph that looks like a bullet, or like a part of an ability), `sous` (below the bullet, or in an index the head, before it); in an
    ability `ambiance`, `restriction` or `fin` (what ends its effect); in a table `tete` (the head of another, right below it).
    """

    role: str


@dataclass(frozen=True, slots=True)
class Doubt(Step):
    """A line printed wrong that nothing allows to repair: it stays, and `reason` says what is doubtful in it."""


@dataclass(frozen=True, slots=True)
class Absent:
    """A content that the source has lost, said in our words, under the title `under`; `id` makes it a node of its own."""

    under: str
    text: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Alias:
    """Other names by which the publication itself cites the title `under`."""

    under: str
    names: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table that the print left as lines, under the title `under`; `columns` are titles in our words, or the first row is the head.

    `pattern` reads the cells of a row, a group each; the rows of a line that holds several are put in order by `sorted`. Without a
    pattern, the cells are parted by tabs.
    """

    under: str
    reason: str
    columns: tuple[str, ...] = ()
    pattern: str = ""
    sorted: bool = False


@dataclass(frozen=True, slots=True)
class PatchOrder(Step):
    """The order that an erratum gives, as `Remplacer 51.1#2`.

    `keep` opens the end of the old text, which stays in force though the erratum does not quote it.
    """

    order: str
    keep: str = ""


@dataclass(frozen=True, slots=True)
class PartInstructions:
    """What concerns one part of a publication."""

    drop: tuple[Drop, ...] = ()
    move: tuple[Move, ...] = ()
    replace: tuple[Replace, ...] = ()
    split: tuple[Split, ...] = ()
    join: tuple[Join, ...] = ()
    role: tuple[Role, ...] = ()
    absent: tuple[Absent, ...] = ()
    doubt: tuple[Doubt, ...] = ()
    alias: tuple[Alias, ...] = ()
    table: tuple[Grid, ...] = ()
    patch: tuple[PatchOrder, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadingData:
    """All that `reading.toml` says.

    `layout` says of an id how what stands below it is set; `head` is the front matter common to all documents.
    """

    folder: Path
    recognition: Recognition
    head: dict[str, str]
    documents: tuple[Document, ...]
    layout: dict[str, str]
    parts: dict[str, PartInstructions]

    @property
    def work(self) -> str:
        """The name of the work."""
        return self.folder.name


def read_instructions(folder: Path) -> ReadingData:
    """Read `reading.toml` of a work folder.

    Raises:
        FaultyDataError: it is missing, or not TOML; a key is unknown, missing or has the wrong type.
    """
    file = read_file(folder / READING_NAME)
    documents = file.values("document", Document)
    names = [document.part for document in documents]
    known = ("recognise", "work", "document", "layout", *names)
    with file.located():
        check_names(file.tables, known)
    with file.located("recognise"):
        recognition = value(Recognition, file.table("recognise"), "[recognise]")
    with file.located():
        parts = each((name, partial(value, PartInstructions, file.table(name), f"[{name}]")) for name in names)
    return ReadingData(
        folder,
        recognition,
        {key: str(said) for key, said in file.table("work").items()},
        documents,
        {key: str(said) for key, said in file.table("layout").items()},
        dict(zip(names, parts, strict=True)),
    )
