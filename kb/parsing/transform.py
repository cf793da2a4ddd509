"""Tree to block: one handler a rule of `grammar/rulebook.lark`."""

import re
from collections.abc import Iterable

from lark import Token, v_args
from msgspec.structs import replace

from kb.parsing import blocks as b
from kb.parsing.grammars import StrictTransformer, parser
from kb.parsing.text import plain

_NUMBERED = re.compile(r"\d{1,3}\.[ ]")
_NO_MARKS = b.Marks()
_Texts = tuple[b.Text, ...]


@v_args(inline=True)
class BlockTransformer(StrictTransformer[Token, b.Block]):
    """Turns the tree of one block, whose first line is line 1, into a typed block."""

    def _line(self, token: Token) -> int:
        return token.line or 1

    def _text(self, *tokens: Token, indent: int | None = None, number: int | None = None) -> b.Text:
        markdown = " ".join(token.strip() for token in tokens)
        return b.Text(markdown, self._line(tokens[0]), self._line(tokens[-1]), indent, number)

    def start(self, block: b.Block | _Texts) -> b.Block:
        """Return the block itself; bullets or steps alone are one."""
        return b.Items(block) if isinstance(block, tuple) else block

    def heading(self, hashes: Token, number: Token | None, title: Token, marks: b.Marks | None) -> b.Heading:
        """`## 35 Titre {#id}`."""
        printed = None if number is None else str(number)
        return b.Heading(len(hashes.strip()), printed, plain(title), marks or _NO_MARKS, self._line(hashes))

    def rule(
        self,
        _open: Token,
        number: Token,
        title: Token | None,
        end: Token,
        marks: b.Marks | None,
        text: Token | None,
        *more: Token | _Texts | None,
    ) -> b.Rule:
        """`**35.3 Titre.** texte`, its further lines, its bullets."""
        lines = [line for line in (text, *more) if isinstance(line, Token)]
        items = more[-1] if isinstance(more[-1], tuple) else ()
        last = self._line(lines[-1] if lines else end)
        body = b.Text(" ".join(line.strip() for line in lines), self._line(number), last)
        name = plain(title).rstrip(".").strip() if title is not None else None
        return b.Rule(str(number), name, marks or _NO_MARKS, body, items)

    def list(self, *lines: b.Text) -> _Texts:
        """Bullets or steps; a continued line joins the one above it."""
        return _run_together(lines)

    def bullet(self, mark: Token, text: Token) -> b.Text:
        """`- texte`."""
        return self._text(text, indent=len(mark) - len(mark.lstrip()))

    def continued(self, line: Token) -> b.Text:
        """The further line of a bullet or step."""
        return self._text(line)

    def step(self, mark: Token, text: Token) -> b.Text:
        """`1. texte`."""
        return self._text(text, indent=0, number=int(mark.strip().rstrip(".")))

    def table(self, caption: b.Caption | None, header: b.Row, _separator: Token, *below: b.Row | b.Footnote) -> b.Table:
        """A table with its optional caption and its footnotes."""
        rows = tuple(part for part in below if isinstance(part, b.Row))
        return b.Table(caption, header, rows, tuple(part for part in below if isinstance(part, b.Footnote)))

    def caption(self, head: Token, title: Token, marks: b.Marks | None) -> b.Caption:
        """`Tableau : légende {#id}`."""
        return b.Caption(plain(title), marks or _NO_MARKS, self._line(head))

    def row(self, bar: Token, *cells: str) -> b.Row:
        """`| a | b |`."""
        return b.Row(cells, self._line(bar))

    def cell(self, content: Token | None, _bar: Token) -> str:
        """What stands before a bar, empty or not."""
        return content.strip() if content is not None else ""

    def footnotes(self, *footnotes: b.Footnote) -> b.Footnotes:
        """Footnotes in a block of their own."""
        return b.Footnotes(footnotes)

    def footnote(self, mark: Token, text: Token) -> b.Footnote:
        """`[^1] : texte`."""
        return b.Footnote(re.sub(r"[\[\]^ :]", "", mark), self._text(text))

    def callout(
        self,
        head: Token,
        kind: Token,
        title: Token | None,
        end: Token,
        marks: b.Marks | None,
        text: Token | None,
        *quoted: b.Text,
    ) -> b.Callout:
        """A quoted block."""
        if text is not None:
            first = b.Text(re.sub(r"^[ ]*:[ ]+", "", text), self._line(text), self._line(text))
            quoted = (first, *quoted)
        name = plain(re.sub(r"^[ ]?:[ ]+", "", title)) if title is not None else None
        last = max([self._line(end), *(part.last for part in quoted)])
        return b.Callout(str(kind), name, marks or _NO_MARKS, _run_together(quoted), self._line(head), last)

    def quoted_bullet(self, mark: Token, text: Token) -> b.Text:
        """`> - texte`."""
        return self._text(text, indent=max(0, mark.index("-") - 2))

    def quoted_line(self, mark: Token, text: Token | None) -> b.Text:
        """`> texte`, or an empty quoted line."""
        return self._text(text) if text is not None else b.Text("", self._line(mark), self._line(mark))

    def names(self, head: Token, *names: Token) -> b.Names:
        """`Sujets connexes : A, B`, or `Aussi : A, B`."""
        return b.Names(head.type.lower(), tuple(filter(None, map(plain, names))), self._line(head))

    def question(self, _mark: Token, *lines: Token) -> b.Question:
        """`**Q :** texte`."""
        return b.Question(self._text(*lines))

    def answer(self, _mark: Token, *lines: Token) -> b.Answer:
        """`**R :** texte`."""
        return b.Answer(self._text(*lines))

    def patch(self, operation: Token, target: Token, _colon: Token, *below: Token | _Texts | None) -> b.PatchBlock:
        """`Remplacer 51.1#2 : texte`."""
        return b.PatchBlock(operation.strip().lower(), str(target), *self._paragraph(below))

    def repeat(self, head: Token, steps: Token, _colon: Token, condition: Token) -> b.Repeat:
        """`Répéter 2-4 : condition`."""
        return b.Repeat(str(steps), str(condition), self._line(head))

    def continuation(self, indent: Token, *below: Token | _Texts | None) -> b.Paragraph:
        """An indented paragraph, then its bullets."""
        return b.Paragraph(*self._paragraph(below, len(indent)))

    def paragraph(self, *below: Token | _Texts | None) -> b.Paragraph:
        """Free prose, then its bullets."""
        return b.Paragraph(*self._paragraph(below))

    def _paragraph(self, below: tuple[Token | _Texts | None, ...], indent: int | None = None) -> tuple[b.Text, _Texts]:
        """Its text, of some lines, and the bullets that end it."""
        lines = [line for line in below if isinstance(line, Token)]
        return self._text(*lines, indent=indent), below[-1] if isinstance(below[-1], tuple) else ()

    def marks(self, _open: Token, *marks: tuple[str, str]) -> b.Marks:
        """`{#id .class key=value}`."""
        *parts, _close = marks
        identifier = next((value for role, value in parts if role == "#"), None)
        classes = tuple(value for role, value in parts if role == ".")
        return b.Marks(identifier, classes, tuple(pair for pair in parts if pair[0] not in {"#", "."}))

    def mark(self, first: Token, value: Token | None = None) -> tuple[str, str]:
        """One mark: its sign or its key, and its value."""
        if value is None:
            return first[0], first.strip()[1:]
        return first.rstrip("="), value.strip()


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
