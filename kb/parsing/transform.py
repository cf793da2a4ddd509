"""Tree to block: one handler a rule of `grammar/rulebook.lark`."""

import re
from collections.abc import Iterable

from lark import Token, v_args
from lark.tree import Meta
from msgspec.structs import replace

from kb.parsing import blocks as b
from kb.parsing.grammars import StrictTransformer, parser
from kb.parsing.text import plain

_NUMBERED = re.compile(r"\d{1,3}\.[ ]")
_NO_MARKS = b.Marks()
_Texts = tuple[b.Text, ...]


@v_args(inline=True, meta=True)
class BlockTransformer(StrictTransformer[b.Block]):
    """Turns the tree of one block, whose first line is line 1, into a typed block; a token is one line or a part of one."""

    def __default_token__(self, token: Token) -> str:
        """Keep its words alone: a rule knows its lines."""
        return str(token)

    def start(self, _at: Meta, block: b.Block | _Texts) -> b.Block:
        """Return the block itself; bullets or steps alone are one."""
        return b.Items(block) if isinstance(block, tuple) else block

    def heading(self, at: Meta, hashes: str, number: str | None, title: str, marks: b.Marks | None) -> b.Heading:
        """`## 35 Titre {#id}`."""
        return b.Heading(len(hashes.strip()), number, plain(title), marks or _NO_MARKS, at.line)

    def rule(
        self,
        at: Meta,
        number: str,
        title: str | None,
        marks: b.Marks | None,
        text: str | None,
        *below: str | _Texts | None,
    ) -> b.Rule:
        """`**35.3 Titre.** texte`, its further lines, its bullets."""
        body, items = _body(at, text or "", *below)
        name = plain(title).rstrip(".").strip() if title is not None else None
        return b.Rule(number, name, marks or _NO_MARKS, body, items)

    def list(self, _at: Meta, *lines: b.Text) -> _Texts:
        """Bullets or steps; a continued line joins the one above it."""
        return _run_together(lines)

    def bullet(self, at: Meta, mark: str, text: str) -> b.Text:
        """`- texte`."""
        return _text(at, text, indent=len(mark) - len(mark.lstrip()))

    def step(self, at: Meta, mark: str, text: str) -> b.Text:
        """`1. texte`."""
        return _text(at, text, indent=0, number=int(mark.strip().rstrip(".")))

    def table(self, _at: Meta, caption: b.Heading | None, header: b.Row, *below: b.Row | b.Footnote) -> b.Table:
        """A table with its optional caption and its footnotes."""
        rows = tuple(part for part in below if isinstance(part, b.Row))
        return b.Table(caption, header, rows, tuple(part for part in below if isinstance(part, b.Footnote)))

    def caption(self, at: Meta, title: str, marks: b.Marks | None) -> b.Heading:
        """`Tableau : légende {#id}`."""
        return b.Heading(0, None, plain(title), marks or _NO_MARKS, at.line)

    def row(self, at: Meta, *cells: str) -> b.Row:
        """`| a | b |`."""
        return b.Row(cells, at.line)

    def cell(self, _at: Meta, content: str | None) -> str:
        """What stands before a bar, empty or not."""
        return (content or "").strip()

    def footnotes(self, _at: Meta, *footnotes: b.Footnote) -> b.Footnotes:
        """Footnotes in a block of their own."""
        return b.Footnotes(footnotes)

    def footnote(self, at: Meta, mark: str, text: str) -> b.Footnote:
        """`[^1] : texte`."""
        return b.Footnote(re.sub(r"[\[\]^ :]", "", mark), _text(at, text))

    def callout(
        self, at: Meta, kind: str, title: str | None, marks: b.Marks | None, text: str | None, *quoted: b.Text
    ) -> b.Callout:
        """A quoted block."""
        if text is not None:
            quoted = (_text(at, re.sub(r"^[ ]*:[ ]+", "", text)), *quoted)
        name = plain(re.sub(r"^[ ]?:[ ]+", "", title)) if title is not None else None
        return b.Callout(kind, name, marks or _NO_MARKS, _run_together(quoted), at.line)

    def quoted_bullet(self, at: Meta, mark: str, text: str) -> b.Text:
        """`> - texte`."""
        return _text(at, text, indent=max(0, mark.index("-") - 2))

    def quoted_line(self, at: Meta, text: str | None) -> b.Text:
        """`> texte`, or an empty quoted line; the further line of a bullet or step."""
        return _text(at, text or "")

    continued = quoted_line

    def related(self, at: Meta, *names: str) -> b.Names:
        """`Sujets connexes : A, B`."""
        return b.Names("related", tuple(filter(None, map(plain, names))), at.line)

    def aliases(self, at: Meta, *names: str) -> b.Names:
        """`Aussi : A, B`."""
        return replace(self.related(at, *names), role="aliases")

    def question(self, at: Meta, *lines: str) -> b.Question:
        """`**Q :** texte`."""
        return b.Question(_text(at, *lines))

    def answer(self, at: Meta, *lines: str) -> b.Answer:
        """`**R :** texte`."""
        return b.Answer(_text(at, *lines))

    def patch(self, at: Meta, operation: str, target: str, *below: str | _Texts | None) -> b.PatchBlock:
        """`Remplacer 51.1#2 : texte`."""
        return b.PatchBlock(operation.strip().lower(), target, *_body(at, *below))

    def repeat(self, at: Meta, steps: str, condition: str) -> b.Repeat:
        """`Répéter 2-4 : condition`."""
        return b.Repeat(steps, condition, at.line)

    def continuation(self, at: Meta, indent: str, *below: str | _Texts | None) -> b.Paragraph:
        """An indented paragraph, then its bullets."""
        text, items = _body(at, *below)
        return b.Paragraph(replace(text, indent=len(indent)), items)

    def paragraph(self, at: Meta, *below: str | _Texts | None) -> b.Paragraph:
        """Free prose, then its bullets."""
        return b.Paragraph(*_body(at, *below))

    def marks(self, _at: Meta, *marks: tuple[str, str]) -> b.Marks:
        """`{#id .class key=value}`."""
        identifier = next((value for role, value in marks if role == "#"), None)
        classes = tuple(value for role, value in marks if role == ".")
        return b.Marks(identifier, classes, tuple(pair for pair in marks if pair[0] not in {"#", "."}))

    def mark(self, _at: Meta, first: str, value: str | None = None) -> tuple[str, str]:
        """One mark: its sign or its key, and its value."""
        if value is None:
            return first[0], first.strip()[1:]
        return first.rstrip("="), value.strip()


def _text(at: Meta, *lines: str, indent: int | None = None, number: int | None = None) -> b.Text:
    """Some lines of a rule, from its first."""
    markdown = " ".join(filter(None, map(str.strip, lines)))
    return b.Text(markdown, at.line, at.line + len(lines) - 1, indent, number)


def _body(at: Meta, *below: str | _Texts | None) -> tuple[b.Text, _Texts]:
    """The text of a rule, of some lines, and the bullets that end it."""
    lines = [line for line in below if isinstance(line, str)]
    return _text(at, *lines), below[-1] if isinstance(below[-1], tuple) else ()


def _run_together(lines: Iterable[b.Text]) -> _Texts:
    """The parts of a list or of a quoted block: a line joins the part above it, unless an empty line or a number opens another."""
    parts: list[b.Text] = []
    running = False
    for line in lines:
        if running and line.indent is None and line.markdown and not _NUMBERED.match(line.markdown):
            parts[-1] = replace(parts[-1], markdown=f"{parts[-1].markdown} {line.markdown}", last=line.last)
        elif line.markdown:
            parts.append(line)
        running = bool(line.markdown)
    return tuple(parts)


def parse_block(text: str) -> b.Block:
    """Parse one block, its lines counted from its first.

    Raises:
        lark.exceptions.UnexpectedInput: the text is not a block of `grammar/rulebook.lark`.
    """
    return BlockTransformer().transform(parser("rulebook").parse(text))
