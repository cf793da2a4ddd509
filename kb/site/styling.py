"""What of the stylesheet a page needs at first sight: it stands in the page itself, so that nothing is waited for."""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

_TAG = re.compile(r"<([a-z][a-z0-9]*)")
# Texts are escaped, quotes too: this stands in tags alone, and is found by its plain beginning.
_CLASSES = re.compile(r'class="([^"]*)"')
# What a page shows only below a pointer, or on paper: the whole stylesheet is there by then. The focus may be given at once.
_LATER = frozenset({"hover", "active"})
_ON_PAPER = "print"
_FACE = "font-face"


class _Rule(NamedTuple):
    """A rule under its condition, such as a width of window, if any.

    Each of its selectors has the names of elements and classes (with their dot) without which it matches nothing.
    """

    condition: str
    selectors: tuple[tuple[str, frozenset[str]], ...]
    declarations: str


class Stylesheet:
    """A stylesheet, of which each page takes what can match an element of its own."""

    def __init__(self, text: str) -> None:
        """Read it."""
        self._rules = tuple(_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)))
        self._names = frozenset(name for rule in self._rules for _text, names in rule.selectors for name in names)
        self._for = cache(self._matching)

    def of(self, page: str, folder: str = "") -> str:
        """The rules for a page in HTML, in their order, without needless space; `folder` is the way from it to the sheet's."""
        classes = {f".{name}" for held in set(_CLASSES.findall(page)) for name in held.split()}
        return self._for(self._names & {*_TAG.findall(page), *classes}).replace("url(", f"url({folder}")

    def _matching(self, names: frozenset[str]) -> str:
        found = []
        for condition, rules in groupby(self._rules, attrgetter("condition")):
            inner = ""
            for rule in rules:
                if selectors := [text for text, needed in rule.selectors if needed <= names]:
                    inner += f"{','.join(selectors)}{{{rule.declarations}}}"
            found.append(f"{condition}{{{inner}}}" if condition and inner else inner)
        return "".join(found)


@cache
def source(style: str) -> str:
    """What a security policy names a style by, within a page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"


def _rules(nodes: Iterable[Node], condition: str = "") -> Iterator[_Rule]:
    """The rules in their order; what is for paper is left out."""
    for node in nodes:
        if isinstance(node, QualifiedRule):
            yield _Rule(condition, tuple(_selectors(node)), _declarations(node))
        elif isinstance(node, AtRule) and node.lower_at_keyword == _FACE:
            yield _Rule(condition, (("@font-face", frozenset()),), _declarations(node))
        elif isinstance(node, AtRule) and node.content is not None and _written(node.prelude) != _ON_PAPER:
            inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
            yield from _rules(inner, f"@{node.at_keyword} {_written(node.prelude)}")


def _selectors(rule: QualifiedRule) -> Iterator[tuple[str, frozenset[str]]]:
    for comma, tokens in groupby(rule.prelude, lambda token: token.type == "literal" and token.value == ","):
        names = None if comma else _names(held := [*tokens])
        if names is not None:
            yield _written(held), names


def _declarations(rule: QualifiedRule | AtRule) -> str:
    held = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
    return ";".join(
        f"{one.name}:{_written(one.value)}{'!important' if one.important else ''}"
        for one in held
        if isinstance(one, Declaration)
    )


def _written(tokens: Iterable[Node]) -> str:
    """Tokens as text, one space for each run of spaces."""
    return "".join(" " if token.type == "whitespace" else token.serialize() for token in tokens).strip()


def _names(tokens: Iterable[Node]) -> frozenset[str] | None:
    """The names that a selector asks for; None when it only matches later. What stands in a function, such as `:not(…)`, asks for none."""
    names: set[str] = set()
    before = ""
    for token in tokens:
        if token.type == "ident" and before == ":" and token.lower_value in _LATER:
            return None
        if token.type == "ident" and before != ":":
            names.add(f".{token.value}" if before == "." else token.lower_value)
        before = token.value if token.type == "literal" else ""
    return frozenset(names)
