"""The Lark parsers, one a grammar file, each built once, at first use; the words of time that the grammars take from the lexicon."""

import re
from functools import cache
from typing import Any, TypeVar

from lark import Lark, Token, Transformer
from lark.exceptions import GrammarError

from kb.system.data import data_dir, lexicon

_WORD = re.compile(r"[^\W\d_]+")
# « de », contracted or elided.
_DE = "d(?:e (?:la |l')?|es |u |')"
_ELIDED = re.compile(r"(\[Qq\]|q)ue ")


@cache
def word_patterns() -> dict[str, str]:
    """A pattern for each list of words of time, by its name in capitals; the longest words first."""
    tables = lexicon("temps")
    lists = {name: said.split() if isinstance(said, str) else list(said) for name, said in tables["mots"].items()}
    lists["rang"] += [word for said in tables["rangs"]["liste"] for word in said.split()]
    lists["nombre"] = ["une", *tables["chiffres"]]
    openings = [f"{said} " for many in tables["propositions"].values() for said in many]
    patterns = {name.upper(): _any(said) for name, said in lists.items()}
    return {**patterns, "DE": _DE, "PROPOSITION": _ELIDED.sub(r"\1u(?:e |')", _any(openings))}


def _any(said: list[str]) -> str:
    """A pattern that meets any of these words, with a capital or without."""
    return f"(?:{'|'.join(map(_either_case, sorted(said, key=len, reverse=True)))})"


def _either_case(words: str) -> str:
    return _WORD.sub(lambda word: f"[{word[0][0].upper()}{word[0][0]}]{word[0][1:]}", words)


@cache
def parser(name: str) -> Lark:
    """The LALR parser of `grammar/<name>.lark`, with positions; the start rule is `start`.

    A list of words of time that it names is a terminal of it.
    """
    grammar = (data_dir("grammar") / f"{name}.lark").read_text(encoding="utf-8")
    terminals = [
        f"{word}: /{pattern}/" for word, pattern in word_patterns().items() if re.search(rf"\b{word}\b", grammar)
    ]
    grammar = "\n".join((grammar, *terminals, ""))
    return Lark(grammar, parser="lalr", lexer="contextual", propagate_positions=True, maybe_placeholders=True)


Result = TypeVar("Result")


class StrictTransformer(Transformer[Token, Result]):
    """A transformer in which every grammar rule has a handler: an unknown one is a fault of ours, not of the text."""

    def __default__(self, data: Any, children: Any, meta: Any) -> Any:
        """Refuse a rule without handler."""
        message = f"no handler for grammar rule {data}"
        raise GrammarError(message)
