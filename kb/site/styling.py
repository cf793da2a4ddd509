"""What of the stylesheet a page needs at first sight: it stands in the page itself, so that nothing is waited for."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

_TAG = re.compile(r"<([a-z][a-z0-9]*)")
_CLASSES = re.compile(r'\sclass="([^"]*)"')
# What a page shows only below a pointer, or on paper: the whole stylesheet is there by then. The focus may be given at once.
_LATER = frozenset({"hover", "active"})
_ON_PAPER = "print"


@dataclass(frozen=True, slots=True)
class _Selector:
    """A selector, and the names of elements and classes (with their dot) without which it matches nothing."""

    text: str
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule: its selectors and declarations."""

    selectors: tuple[_Selector, ...]
    declarations: str


@dataclass(frozen=True, slots=True)
class _Group:
    """The rules of a condition, such as a width of window."""

    condition: str
    rules: tuple[_Rule, ...]


class Stylesheet:
    """A stylesheet, of which each page takes what can match an element of its own."""

    def __init__(self, text: str) -> None:
        """Read it."""
        parts = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
        self._parts = tuple(_parts(parts))
        self._known = frozenset(name for rule in _rules(self._parts) for one in rule.selectors for name in one.names)
        self._for = cache(self._matching)

    def of(self, page: str) -> str:
        """The rules for a page in HTML, in their order and without needless space."""
        names = set(_TAG.findall(page))
        names.update(f".{name}" for held in set(_CLASSES.findall(page)) for name in held.split())
        return self._for(self._known & names)

    def _matching(self, names: frozenset[str]) -> str:
        return "".join(_text(part, names) for part in self._parts)


def source(style: str) -> str:
    """What a security policy names a style by, within a page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"


def _parts(nodes: Iterable[Node]) -> Iterator[_Rule | _Group]:
    for node in nodes:
        if isinstance(node, QualifiedRule):
            rule = _rule(node)
            if rule.selectors:
                yield rule
        elif isinstance(node, AtRule) and node.content is not None:
            condition = _written(node.prelude)
            if condition != _ON_PAPER:
                inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
                rules = tuple(part for part in _parts(inner) if isinstance(part, _Rule))
                yield _Group(f"@{node.at_keyword} {condition}", rules)


def _rules(parts: Iterable[_Rule | _Group]) -> Iterator[_Rule]:
    for part in parts:
        yield from part.rules if isinstance(part, _Group) else (part,)


def _rule(node: QualifiedRule) -> _Rule:
    selectors: list[list[Node]] = [[]]
    for token in node.prelude:
        if token.type == "literal" and token.value == ",":
            selectors.append([])
        else:
            selectors[-1].append(token)
    held = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
    declarations = ";".join(_declaration(one) for one in held if isinstance(one, Declaration))
    return _Rule(tuple(filter(None, map(_selector, selectors))), declarations)


def _declaration(node: Declaration) -> str:
    return f"{node.name}:{_written(node.value)}{'!important' if node.important else ''}"


def _written(tokens: Iterable[Node]) -> str:
    """Tokens as text, one space for each run of spaces."""
    return "".join(" " if token.type == "whitespace" else token.serialize() for token in tokens).strip()


def _selector(tokens: list[Node]) -> _Selector | None:
    """A selector; none when it only matches later. What stands in a function, such as `:not(…)`, asks for no name."""
    names: set[str] = set()
    before = ""
    for token in tokens:
        if token.type == "ident":
            if before == ":" and token.lower_value in _LATER:
                return None
            if before != ":":
                names.add(f".{token.value}" if before == "." else token.lower_value)
        before = token.value if token.type == "literal" else ""
    return _Selector(_written(tokens), frozenset(names))


def _text(part: _Rule | _Group, names: frozenset[str]) -> str:
    if isinstance(part, _Group):
        inner = "".join(_text(rule, names) for rule in part.rules)
        return f"{part.condition}{{{inner}}}" if inner else ""
    matching = [selector.text for selector in part.selectors if selector.names <= names]
    return f"{','.join(matching)}{{{part.declarations}}}" if matching else ""
