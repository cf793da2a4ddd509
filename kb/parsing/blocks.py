"""The typed blocks of canonical text: what one block says, before it is placed in the outline of its work.

Line numbers are those of the canonical file, 1-based; `last` is the block's last line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Marks:
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


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown that stands on lines `first` to `last`.

    `indent` is the depth, in spaces, of a bullet, of a step or of an indented paragraph, None for what is neither; `number` is a step's.
    """

    markdown: str
    first: int
    last: int
    indent: int | None = None
    number: int | None = None

    def extended(self, line: Text) -> Text:
        """This text with a further line."""
        return replace(self, markdown=f"{self.markdown} {line.markdown}", last=line.last)


@dataclass(frozen=True, slots=True)
class Heading:
    """A title line: `level` is its number of `#`."""

    level: int
    number: str | None
    title: str
    marks: Marks
    line: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule with the bullets that follow it in the same block."""

    number: str
    title: str | None
    marks: Marks
    text: Text
    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list of bullets, or numbered steps with the bullets that belong to them."""

    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote of a table."""

    mark: str
    text: Text


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one table row."""

    cells: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Caption:
    """What names a table and may address it."""

    title: str
    marks: Marks
    line: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table, perhaps under a caption."""

    caption: Caption | None
    header: Row
    rows: tuple[Row, ...]
    footnotes: tuple[Footnote, ...]


@dataclass(frozen=True, slots=True)
class Footnotes:
    """Footnotes below the table that precedes."""

    footnotes: tuple[Footnote, ...]


@dataclass(frozen=True, slots=True)
class Callout:
    """A quoted block (example, note, box, summary, stub or questions): its paragraphs and bullets, in order."""

    kind: str
    title: str | None
    marks: Marks
    parts: tuple[Text, ...]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Names:
    """A line of names: `role` is `related` or `aliases`."""

    role: str
    names: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Question:
    """The question of a question and answer."""

    text: Text


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a question and answer."""

    text: Text


@dataclass(frozen=True, slots=True)
class PatchBlock:
    """An erratum's order, with its new text."""

    operation: str
    target: str
    text: Text
    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Which steps above start again, and on what condition."""

    steps: str
    condition: str
    line: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Free prose, with the bullets that follow it in the same block; indented, it belongs to the step above."""

    text: Text
    items: tuple[Text, ...]


Block = (
    Heading | Rule | Items | Table | Footnotes | Callout | Names | Question | Answer | PatchBlock | Repeat | Paragraph
)
