"""The canonical text that readers write: escapes, the spans of what is printed twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.model import Source, Span
from kb.parsing import parse_work
from kb.parsing.text import plain
from kb.reading.canonical import CanonicalWriter, escaped


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("un **terme** et *un titre*", "un **terme** et *un titre*"),
        ("Tenace [X] ou {Y}", r"Tenace \[X] ou \{Y}"),
        ("un * seul", r"un \* seul"),
        ("# dièse", r"\# dièse"),
        ("- tiret", r"\- tiret"),
        ("> chevron", r"\> chevron"),
        ("| barre", r"\| barre"),
        ("3. point", r"3\. point"),
        ("3.1 point", "3.1 point"),
        ("a \\ b", r"a \\ b"),
    ],
)
def test_signs_with_a_meaning_are_escaped(text: str, canonical: str) -> None:
    assert escaped(text) == canonical


@given(st.text(alphabet="ab 1.#>-|[]{}\\", max_size=30))
def test_an_escaped_text_reads_as_it_was(text: str) -> None:
    assert plain(escaped(text.strip())) == text.strip()


def test_a_text_printed_twice_has_a_span_for_each_printing() -> None:
    front = (("oeuvre", "essai"), ("titre", "Essai"), ("document", "Livre"))
    writer = CanonicalWriter(Source("livre.txt", "0", 40), front)
    writer.block("# Pont {#pont}", (12, 30))
    writer.block("Il tient.", (10, 28))
    writer.block("Il plie.", (14, 32))
    book = parse_work([writer.canonical()]).rulebook
    assert book is not None
    assert book.provisions[0].spans == (Span(10, 14), Span(28, 32))
