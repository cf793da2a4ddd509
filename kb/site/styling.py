"""What of the stylesheet a page needs at first sight: it stands in the page itself, so that nothing is waited for."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from operator import and_, or_

import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

_TAG = re.compile(r"<([a-z][a-z0-9]*)")
# Texts are escaped, quotes too: this stands in tags alone, and is found by its plain beginning.
_CLASSES = re.compile(r'class="([^"]*)"')
# What a page shows only below a pointer, or on paper: the whole stylesheet is there by then. The focus may be given at once.
_LATER = frozenset({"hover", "active"})
_ON_PAPER = "print"


class _Bits(dict[str, int]):
    """A bit for each name of an element or of a class (with its dot) that selectors bear: sets of names are then compared at once."""

    def __missing__(self, name: str) -> int:
        """A bit more for a name that is new."""
        return self.setdefault(name, 1 << len(self))

    def of(self, names: Iterable[str]) -> int:
        """The bits of some names."""
        return reduce(or_, (self[name] for name in names), 0)


@dataclass(frozen=True, slots=True)
class _Selector:
    """A selector, and the names of elements and classes without which it matches nothing, as bits."""

    text: str
    names: int


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule: its selectors, the names that all of them ask for, and its declarations."""

    selectors: tuple[_Selector, ...]
    names: int
    declarations: str

    def without(self, lacking: int) -> str:
        """The rule as text, for a page that has none of the names lacking; nothing when no selector is left."""
        matching = [one.text for one in self.selectors if not lacking & one.names]
        return f"{','.join(matching)}{{{self.declarations}}}" if matching else ""


@dataclass(frozen=True, slots=True)
class _Group:
    """The rules of a condition, such as a width of window; of none, where that is empty."""

    condition: str
    rules: tuple[_Rule, ...]

    def without(self, lacking: int) -> str:
        """The group as text, for a page that has none of the names lacking; nothing when no rule is left."""
        inner = "".join([rule.without(lacking) for rule in self.rules if not lacking & rule.names])
        return f"{self.condition}{{{inner}}}" if self.condition and inner else inner


class Stylesheet:
    """A stylesheet, of which each page takes what can match an element of its own."""

    def __init__(self, text: str) -> None:
        """Read it."""
        parts = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
        self._bits = _Bits()
        self._groups = tuple(_groups(parts, self._bits))
        self._names = frozenset(self._bits)
        self._for = cache(self._matching)

    def of(self, page: str) -> str:
        """The rules for a page in HTML, in their order and without needless space."""
        names = set(_TAG.findall(page)).union(*map(_classes, set(_CLASSES.findall(page))))
        return self._for(self._names - names)

    def _matching(self, names: frozenset[str]) -> str:
        lacking = self._bits.of(names)
        return "".join(group.without(lacking) for group in self._groups)


@cache
def _classes(held: str) -> frozenset[str]:
    """The names of the classes that an element has; elements have the same ones again and again."""
    return frozenset(f".{name}" for name in held.split())


def source(style: str) -> str:
    """What a security policy names a style by, within a page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"


def _groups(nodes: Iterable[Node], bits: _Bits) -> Iterator[_Group]:
    """The rules in their order, those that follow one another under no condition together."""
    bare: list[_Rule] = []
    for node in nodes:
        if isinstance(node, QualifiedRule):
            bare.append(_rule(node, bits))
        elif isinstance(node, AtRule) and node.content is not None:
            condition = _written(node.prelude)
            if condition != _ON_PAPER:
                yield _Group("", tuple(bare))
                bare.clear()
                inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
                rules = tuple(_rule(one, bits) for one in inner if isinstance(one, QualifiedRule))
                yield _Group(f"@{node.at_keyword} {condition}", rules)
    yield _Group("", tuple(bare))


def _rule(node: QualifiedRule, bits: _Bits) -> _Rule:
    selectors: list[list[Node]] = [[]]
    for token in node.prelude:
        if token.type == "literal" and token.value == ",":
            selectors.append([])
        else:
            selectors[-1].append(token)
    held = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
    declarations = ";".join(_declaration(one) for one in held if isinstance(one, Declaration))
    kept = tuple(found for tokens in selectors if (found := _selector(tokens, bits)) is not None)
    return _Rule(kept, reduce(and_, (one.names for one in kept)) if kept else 0, declarations)


def _declaration(node: Declaration) -> str:
    return f"{node.name}:{_written(node.value)}{'!important' if node.important else ''}"


def _written(tokens: Iterable[Node]) -> str:
    """Tokens as text, one space for each run of spaces."""
    return "".join(" " if token.type == "whitespace" else token.serialize() for token in tokens).strip()


def _selector(tokens: list[Node], bits: _Bits) -> _Selector | None:
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
    return _Selector(_written(tokens), bits.of(names))
