"""What of the stylesheet a page needs at first sight: it stands in the page itself, so that nothing is waited for."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

_TAG = re.compile(r"<([a-z][a-z0-9]*)")
# Texts are escaped, quotes too: this stands in tags alone, and is found by its plain beginning.
_CLASSES = re.compile(r'class="([^"]*)"')
# What a page shows only below a pointer, or on paper: the whole stylesheet is there by then. The focus may be given at once.
_LATER = frozenset({"hover", "active"})
_ON_PAPER = "print"
_block_of, _rule_of = attrgetter("block"), attrgetter("rule")


class _Selector(NamedTuple):
    """A selector, with the names of elements and classes (with their dot) without which it matches nothing, and where it stands.

    `block` numbers the stretches of rules under one condition, such as a width of window; `rule` the rules, with their declarations.
    """

    block: tuple[int, str]
    rule: tuple[int, str]
    text: str
    names: frozenset[str]


class Stylesheet:
    """A stylesheet, of which each page takes what can match an element of its own."""

    def __init__(self, text: str) -> None:
        """Read it."""
        rules = _rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))
        self._selectors = tuple(_selectors(rules))
        self._needing: dict[str, set[int]] = defaultdict(set)
        for place, selector in enumerate(self._selectors):
            for name in selector.names:
                self._needing[name].add(place)
        self._names = frozenset(self._needing)
        self._for = cache(self._matching)

    def of(self, page: str) -> str:
        """The rules for a page in HTML, in their order and without needless space."""
        names = set(_TAG.findall(page)).union(*map(_classes, set(_CLASSES.findall(page))))
        return self._for(self._names - names)

    def _matching(self, lacking: frozenset[str]) -> str:
        places = set(range(len(self._selectors))).difference(*map(self._needing.__getitem__, lacking))
        found = []
        for (_block, condition), held in groupby(map(self._selectors.__getitem__, sorted(places)), _block_of):
            inner = ""
            for (_rule, declarations), selectors in groupby(held, _rule_of):
                inner += f"{','.join(selector.text for selector in selectors)}{{{declarations}}}"
            found.append(f"{condition}{{{inner}}}" if condition else inner)
        return "".join(found)


@cache
def _classes(held: str) -> frozenset[str]:
    """The names of the classes that an element has; elements have the same ones again and again."""
    return frozenset(f".{name}" for name in held.split())


@cache
def source(style: str) -> str:
    """What a security policy names a style by, within a page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"


_Rule = tuple[str, QualifiedRule]
"""A rule, and the condition that it stands under: nothing for most."""


def _rules(nodes: Iterable[Node], condition: str = "") -> Iterator[_Rule]:
    """The rules in their order; what is for paper is left out."""
    for node in nodes:
        if isinstance(node, QualifiedRule):
            yield condition, node
        elif isinstance(node, AtRule) and node.content is not None and _written(node.prelude) != _ON_PAPER:
            inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
            yield from _rules(inner, f"@{node.at_keyword} {_written(node.prelude)}")


def _selectors(rules: Iterable[_Rule]) -> Iterator[_Selector]:
    number = 0
    for block, (condition, under) in enumerate(groupby(rules, itemgetter(0))):
        for _condition, rule in under:
            number += 1
            for comma, tokens in groupby(rule.prelude, lambda token: token.type == "literal" and token.value == ","):
                names = None if comma else _names(held := [*tokens])
                if names is not None:
                    yield _Selector((block, condition), (number, _declarations(rule)), _written(held), names)


def _declarations(rule: QualifiedRule) -> str:
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
