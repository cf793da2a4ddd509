"""The typed blocks of canonical text: what one block says, before it is placed in the outline of its work.

Line numbers are 1-based, those of the canonical file once the block is moved to its place; `last` is the block's last line.
"""

from typing import TypeVar

from msgspec import Struct

_Part = TypeVar("_Part")
_LINES = frozenset({"line", "first", "last"})


class Marks(Struct, frozen=True, tag=True):
    """The marks between braces: `{#id .class key=value}`."""

    id: str | None = None
    classes: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()

    def get(self, key: str) -> str | None:
        """The value of `key`, or None."""
        return next((value for name, value in self.pairs if name == key), None)

    def all(self, key: str) -> tuple[str, ...]:
        """Every value of `key`, in order: a mark may be given several times."""
        return tuple(value for name, value in self.pairs if name == key)


class Text(Struct, frozen=True, tag=True):
    """Markdown that stands on lines `first` to `last`.

    `indent` is the depth, in spaces, of a bullet, of a step or of an indented paragraph, None for what is neither; `number` is a step's.
    """

    markdown: str
    first: int
    last: int
    indent: int | None = None
    number: int | None = None


class Heading(Struct, frozen=True, tag=True):
    """A title line: `level` is its number of `#`, 0 for the caption of a table."""

    level: int
    number: str | None
    title: str
    marks: Marks
    line: int


class Rule(Struct, frozen=True, tag=True):
    """A numbered rule with the bullets that follow it in the same block."""

    number: str
    title: str | None
    marks: Marks
    text: Text
    items: tuple[Text, ...]


class Items(Struct, frozen=True, tag=True):
    """A list of bullets, or numbered steps with the bullets that belong to them."""

    items: tuple[Text, ...]


class Footnote(Struct, frozen=True, tag=True):
    """A footnote of a table."""

    mark: str
    text: Text


class Row(Struct, frozen=True, tag=True):
    """The cells of one table row."""

    cells: tuple[str, ...]
    line: int


class Table(Struct, frozen=True, tag=True):
    """A table, perhaps under a caption."""

    caption: Heading | None
    header: Row
    rows: tuple[Row, ...]
    footnotes: tuple[Footnote, ...]


class Footnotes(Struct, frozen=True, tag=True):
    """Footnotes below the table that precedes."""

    footnotes: tuple[Footnote, ...]


class Callout(Struct, frozen=True, tag=True):
    """A quoted block (example, note, box, summary, stub or questions): its paragraphs and bullets, in order."""

    kind: str
    title: str | None
    marks: Marks
    parts: tuple[Text, ...]
    line: int


class Names(Struct, frozen=True, tag=True):
    """A line of names: `role` is `related` or `aliases`."""

    role: str
    names: tuple[str, ...]
    line: int


class Question(Struct, frozen=True, tag=True):
    """The question of a question and answer."""

    text: Text


class Answer(Struct, frozen=True, tag=True):
    """The answer of a question and answer."""

    text: Text


class PatchBlock(Struct, frozen=True, tag=True):
    """An erratum's order, with its new text."""

    operation: str
    target: str
    text: Text
    items: tuple[Text, ...]


class Repeat(Struct, frozen=True, tag=True):
    """Which steps above start again, and on what condition."""

    steps: str
    condition: str
    line: int


class Paragraph(Struct, frozen=True, tag=True):
    """Free prose, with the bullets that follow it in the same block; indented, it belongs to the step above."""

    text: Text
    items: tuple[Text, ...]


Block = (
    Heading | Rule | Items | Table | Footnotes | Callout | Names | Question | Answer | PatchBlock | Repeat | Paragraph
)


def moved(part: _Part, lines: int) -> _Part:
    """A block or a part of one, so many lines further down."""
    if isinstance(part, tuple):
        return type(part)(moved(one, lines) for one in part)
    if not isinstance(part, Struct):
        return part
    parts = ((name, getattr(part, name)) for name in part.__struct_fields__)
    return type(part)(*(one + lines if name in _LINES else moved(one, lines) for name, one in parts))
