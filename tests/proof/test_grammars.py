"""Texts made from the grammars' own words, then mutated: each is read, or told as a finding of ours that says where.

The seeds are fixed: the same texts every time.
"""

from __future__ import annotations

import random

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput
from lark.lexer import TerminalDef

from kb.errors import Severity
from kb.parsing import parse_work
from kb.parsing.fragments import references
from kb.parsing.grammars import parser
from kb.parsing.timing import timing
from tests.canon import HEAD, canonical
from tests.proof.harm import harmed

GRAMMARS = ("rulebook", "reference", "timing", "ability")
TEXTS = 120
# Whatever stands for a part of a pattern: what the grammars speak of.
WORDS = (
    "pont",
    "Charge",
    "1",
    "12",
    "3.4",
    "a",
    "é",
    " ",
    "  ",
    "\n",
    "- ",
    ", ",
    "|",
    "#",
    "**",
    "« ",
    " »",
    "(",
    ")",
    "{",
    "}",
    "D6",
    "+",
    "½",
)


def _spoken(grammar: Lark) -> list[str]:
    """What the terminals of a grammar say: their fixed words, and the plain parts of their patterns."""
    return [word for terminal in grammar.terminals for word in _said(terminal)]


def _said(terminal: TerminalDef) -> list[str]:
    if terminal.pattern.type == "str":
        return [terminal.pattern.value]
    plain = "".join(char if char.isalnum() or char.isspace() else "\0" for char in terminal.pattern.value)
    return [part for part in plain.split("\0") if part.strip()]


def _texts(name: str) -> list[str]:
    """Strings of what a grammar says and of common words, then the same harmed."""
    spoken = [*_spoken(parser(name)), *WORDS]
    chance = random.Random(name)  # noqa: S311 - texts, not secrets
    made = [
        "".join(chance.choice(spoken) + chance.choice(("", " ", "\n")) for _word in range(chance.randint(1, 12)))
        for _text in range(TEXTS)
    ]
    return [*made, *(harmed(text, place) for place, text in enumerate(made))]


@pytest.mark.parametrize("name", GRAMMARS)
def test_a_grammar_parses_or_refuses_and_nothing_else(name: str) -> None:
    grammar = parser(name)
    read = 0
    for text in _texts(name):
        try:
            grammar.parse(text)
            read += 1
        except UnexpectedInput:
            continue
    assert read < 2 * TEXTS


@pytest.mark.parametrize("name", GRAMMARS)
def test_a_work_made_of_such_texts_is_read_or_told_line_by_line(name: str) -> None:
    told = 0
    for text in _texts(name):
        whole = f"{HEAD}# Jeu\n\n{text}"
        parsed = parse_work([canonical(whole)])
        assert parsed.rulebook is not None, text
        for fault in parsed.diagnostics:
            assert fault.file == "essai.md"
            assert 1 <= fault.line <= whole.count("\n") + 1, (text, fault)
            assert fault.message, (text, fault)
            told += fault.severity is Severity.ERROR
    # The texts do try the grammar: some are faulty.
    assert told > 0


@pytest.mark.parametrize("name", GRAMMARS)
def test_fragments_of_such_texts_stand_where_they_say(name: str) -> None:
    for text in _texts(name):
        places = [(found.start, found.end) for found in references(text)]
        assert all(0 <= start < end <= len(text) for start, end in places), text
        timing(text)
