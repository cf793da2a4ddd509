"""Tree to block: one handler a rule of `grammar/rulebook.lark`."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, Tree

from kb.parsing import blocks as b
from kb.parsing.grammars import StrictTransformer, parser
from kb.parsing.text import plain

Children = list[Any]

_NUMBERED = re.compile(r"\d{1,3}\.[ ]")


class BlockTransformer(StrictTransformer[Token, b.Block]):
    """Turns the tree of one block, whose first line is line `offset + 1` of its file, into a typed block."""

    def __init__(self, offset: int) -> None:
        """`offset`: how many lines of the file precede the block."""
        super().__init__()
        self.offset = offset

    def _line(self, token: Token) -> int:
        return (token.line or 1) + self.offset

    def _text(self, tokens: list[Token], indent: int | None = None, number: int | None = None) -> b.Text:
        markdown = " ".join(token.strip() for token in tokens)
        return b.Text(markdown, self._line(tokens[0]), self._line(tokens[-1]), indent, number)

    def start(self, children: Children) -> b.Block:
        """Return the block itself."""
        block: b.Block = children[0]
        return block

    def heading(self, children: Children) -> b.Heading:
        """`## 35 Titre {#id}`."""
        hashes, number, title, marks = children
        return b.Heading(len(hashes.strip()), _string(number), plain(title), marks or b.Marks(), self._line(hashes))

    def rule(self, children: Children) -> b.Rule:
        """`**35.3 Titre.** texte`, its further lines, its bullets."""
        _open, number, title, end, marks, text, *lines, items = children
        tokens = [token for token in (text, *lines) if token is not None]
        last = self._line(tokens[-1] if tokens else end)
        body = b.Text(" ".join(token.strip() for token in tokens), self._line(number), last)
        name = plain(title).rstrip(".").strip() if title is not None else None
        return b.Rule(str(number), name, marks or b.Marks(), body, items.items if items else ())

    def list(self, children: Children) -> b.Items:
        """Bullets or steps; a continued line joins the one above it."""
        return b.Items(_run_together(children))

    def bullet(self, children: Children) -> b.Text:
        """`- texte`."""
        mark, text = children
        return self._text([text], len(mark) - len(mark.lstrip()))

    def continued(self, children: Children) -> b.Text:
        """The further line of a bullet or step."""
        return self._text(children)

    def step(self, children: Children) -> b.Text:
        """`1. texte`."""
        mark, text = children
        return self._text([text], 0, int(mark.strip().rstrip(".")))

    def table(self, children: Children) -> b.Table:
        """A table with its optional caption and its footnotes."""
        caption, header, _separator, *rest = children
        title, marks, line = caption or (None, b.Marks(), header.line)
        rows = tuple(part for part in rest if isinstance(part, b.Row))
        notes = tuple(part for part in rest if isinstance(part, b.Footnote))
        return b.Table(title, marks, line, header, rows, notes)

    def caption(self, children: Children) -> tuple[str, b.Marks, int]:
        """`Tableau : légende {#id}`."""
        head, title, marks = children
        return plain(title), marks or b.Marks(), self._line(head)

    def row(self, children: Children) -> b.Row:
        """`| a | b |`."""
        bar, *cells = children
        return b.Row(tuple(cells), self._line(bar))

    def cell(self, children: Children) -> str:
        """What stands before a bar, empty or not."""
        content = children[0]
        return content.strip() if content is not None else ""

    def footnotes(self, children: Children) -> b.Footnotes:
        """Footnotes in a block of their own."""
        return b.Footnotes(tuple(children))

    def footnote(self, children: Children) -> b.Footnote:
        """`[^1] : texte`."""
        mark, text = children
        return b.Footnote(re.sub(r"[\[\]^ :]", "", mark), self._text([text]))

    def callout(self, children: Children) -> b.Callout:
        """A quoted block."""
        head, kind, title, end, marks, text, *quoted = children
        if text is not None:
            quoted.insert(0, b.Text(re.sub(r"^[ ]*:[ ]+", "", text), self._line(text), self._line(text)))
        name = plain(re.sub(r"^[ ]?:[ ]+", "", title)) if title is not None else None
        last = max([self._line(end), *(part.last for part in quoted)])
        return b.Callout(str(kind), name, marks or b.Marks(), _run_together(quoted), self._line(head), last)

    def quoted_bullet(self, children: Children) -> b.Text:
        """`> - texte`."""
        mark, text = children
        return self._text([text], max(0, mark.index("-") - 2))

    def quoted_line(self, children: Children) -> b.Text:
        """`> texte`, or an empty quoted line."""
        mark, text = children
        return self._text([text]) if text is not None else b.Text("", self._line(mark), self._line(mark))

    def names(self, children: Children) -> b.Names:
        """`Sujets connexes : A, B`, or `Aussi : A, B`."""
        head, *names = children
        return b.Names(head.type.lower(), tuple(filter(None, map(plain, names))), self._line(head))

    def question(self, children: Children) -> b.Question:
        """`**Q :** texte`."""
        return b.Question(self._text(children[1:]))

    def answer(self, children: Children) -> b.Answer:
        """`**R :** texte`."""
        return b.Answer(self._text(children[1:]))

    def patch(self, children: Children) -> b.PatchBlock:
        """`Remplacer 51.1#2 : texte`."""
        operation, target, _colon, text, *lines, items = children
        body = self._text([text, *lines])
        return b.PatchBlock(operation.strip().lower(), str(target), body, items.items if items else ())

    def repeat(self, children: Children) -> b.Repeat:
        """`Répéter 2-4 : condition`."""
        head, steps, _colon, condition = children
        return b.Repeat(str(steps), str(condition), self._line(head))

    def continuation(self, children: Children) -> b.Paragraph:
        """An indented paragraph, then its bullets."""
        indent, *lines, items = children
        return b.Paragraph(self._text(lines, len(indent)), items.items if items else ())

    def paragraph(self, children: Children) -> b.Paragraph:
        """Free prose, then its bullets."""
        *lines, items = children
        return b.Paragraph(self._text(lines), items.items if items else ())

    def marks(self, children: Children) -> b.Marks:
        """`{#id .class key=value}`."""
        parts = children[1:-1]
        identifier = next((value for role, value in parts if role == "id"), None)
        classes = tuple(value for role, value in parts if role == "class")
        pairs = tuple(value for role, value in parts if role == "pair")
        return b.Marks(identifier, classes, pairs)

    def mark(self, children: Children) -> tuple[str, Any]:
        """One mark."""
        first = children[0]
        if first.type == "MARK_ID":
            return "id", first.strip()[1:]
        if first.type == "MARK_CLASS":
            return "class", first.strip()[1:]
        return "pair", (str(first).rstrip("="), children[1].strip())


def _string(token: Token | None) -> str | None:
    return None if token is None else str(token)


def _run_together(lines: list[b.Text]) -> tuple[b.Text, ...]:
    """The parts of a list or of a quoted block: a line joins the part above it, unless an empty line or a number opens another."""
    parts: list[b.Text] = []
    running = False
    for line in lines:
        if running and line.indent is None and line.markdown and not _NUMBERED.match(line.markdown):
            parts[-1] = parts[-1].extended(line)
        elif line.markdown:
            parts.append(line)
        running = bool(line.markdown)
    return tuple(parts)


def parse_block(text: str, offset: int) -> b.Block:
    """Parse one block that starts after `offset` lines of its file.

    Raises:
        lark.exceptions.UnexpectedInput: the text is not a block of `grammar/rulebook.lark`.
    """
    tree: Tree[Token] = parser("rulebook").parse(text)
    return BlockTransformer(offset).transform(tree)
