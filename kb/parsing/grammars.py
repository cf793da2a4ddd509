"""The Lark parsers, one a grammar file, each built once, at first use."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from lark import Lark, Transformer
from lark.exceptions import GrammarError

from kb.data import data_dir


@cache
def parser(name: str) -> Lark:
    """The LALR parser of `grammar/<name>.lark`, with positions; the start rule is `start`."""
    grammar = (data_dir("grammar") / f"{name}.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", propagate_positions=True, maybe_placeholders=True)


Leaf = TypeVar("Leaf")
Result = TypeVar("Result")


class StrictTransformer(Transformer[Leaf, Result]):
    """A transformer in which every grammar rule has a handler: an unknown one is a fault of ours, not of the text."""

    def __default__(self, data: Any, children: Any, meta: Any) -> Any:
        """Refuse a rule without handler.

        Raises:
            GrammarError: always.
        """
        message = f"no handler for grammar rule {data}"
        raise GrammarError(message)
