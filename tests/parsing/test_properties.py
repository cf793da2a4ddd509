"""What holds of any text whatever."""

import re
from collections import defaultdict
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.model import Kind, Layer, Rulebook
from kb.parsing import parse_work
from kb.parsing.grammars import parser
from kb.parsing.text import slug
from kb.reading.canonical import escaped
from tests.canon import canonical
from tests.parsing.dump import HEAD
from tests.proof.harm import PIECES
from tests.proof.test_texts import assert_read_or_told

# A text full of faults is explained fault by fault: a slow machine takes its time.
unhurried = settings(deadline=None)


def _spoken(name: str) -> list[str]:
    """What the terminals of a grammar say: their fixed words, and the plain parts of their patterns."""
    patterns = [terminal.pattern for terminal in parser(name).terminals]
    parts = [[one.value] if one.type == "str" else re.split(r"[^\w\s]+", one.value) for one in patterns]
    return [part for said in parts for part in said if part.strip()]


SPOKEN = [word for name in ("rulebook", "reference", "timing", "ability") for word in _spoken(name)]
SOUPS = st.lists(st.sampled_from(PIECES) | st.sampled_from(SPOKEN) | st.text(max_size=3), max_size=40).map("".join)
WORDS = st.lists(st.text("abcdefghijklmnopqrstuvwxyzéèà", min_size=1, max_size=6), min_size=1, max_size=6).map(" ".join)


BLOCKS = st.one_of(
    WORDS.map("## {}".format),
    WORDS,
    st.lists(WORDS.map("- {}".format), min_size=1, max_size=3).map("\n".join),
    st.tuples(st.integers(1, 9), st.integers(1, 99), WORDS).map(lambda parts: "**{}.{}** {}".format(*parts)),
    st.lists(WORDS, min_size=1, max_size=3).map(
        lambda texts: "\n".join(f"{number}. **{text}** : {text}" for number, text in enumerate(texts, 1))
    ),
    WORDS.map("   {}".format),
    st.tuples(WORDS, WORDS).map(lambda cells: "| {} | x |\n| --- | --- |\n| {} | y |".format(*cells)),
    st.tuples(WORDS, WORDS).map(lambda parts: "Tableau : {0}\n| {1} |\n| --- |\n| {1} |".format(*parts)),
    st.tuples(WORDS, WORDS).map(lambda parts: "> **Encadré : {}**\n> {}".format(*parts)),
    st.tuples(st.sampled_from(["Note", "Exemple", "Résumé", "Absent de la source"]), WORDS).map(
        lambda parts: "> **{}** : {}".format(*parts)
    ),
    st.tuples(WORDS, WORDS).map(lambda parts: "**Q :** {}\n\n**R :** {}".format(*parts)),
    WORDS.map("Aussi : {}".format),
)
WORKS = st.lists(BLOCKS, max_size=12).map(lambda blocks: "\n\n".join(["# Jeu", *blocks]))


def _parsed(text: str) -> Rulebook:
    book = parse_work([canonical(f"{HEAD}{text}")]).rulebook
    assert book is not None
    return book


def _check_shape(book: Rulebook) -> None:
    """Ids are unique, parents exist, units are numbered without gap, each span is a part of the file."""
    ids = [provision.id for provision in book.provisions]
    assert len(set(ids)) == len(ids)
    assert {provision.parent for provision in book.provisions} - {None} <= set(ids)
    assert {reference.source for reference in book.references} <= set(ids)
    numbers: dict[str, list[int]] = defaultdict(list)
    for provision in book.provisions:
        owner, mark, key = provision.id.partition("#")
        if mark:
            assert provision.parent == owner
        if key.isdigit():
            numbers[owner].append(int(key))
        assert all(1 <= span.start <= span.end <= book.sources[0].lines for span in provision.spans)
    assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())
    assert [provision.order for provision in book.provisions] == list(range(len(ids)))


@unhurried
@given(SOUPS)
def test_any_soup_of_constructions_is_read_or_told_at_its_line(text: str) -> None:
    book = assert_read_or_told(f"{HEAD}{text}")
    assert book is not None
    _check_shape(book)


@unhurried
@given(WORKS)
def test_a_provision_is_made_of_the_words_of_its_lines(text: str) -> None:
    book = _parsed(text)
    _check_shape(book)
    lines = f"{HEAD}{text}".split("\n")
    for provision in book.provisions:
        places = [place for span in provision.spans for place in range(span.start, span.end + 1)]
        # A row is read with the titles of its columns, two lines above.
        places += [place - 2 for place in places] if provision.kind is Kind.ROW else []
        printed = {word for place in places for word in re.findall(r"\w+", lines[place - 1])}
        made_up = {"Absent", "de", "la", "source"}
        assert set(re.findall(r"\w+", provision.text)) - made_up <= printed


@unhurried
@given(st.text(min_size=1, max_size=40).map(lambda text: " ".join(text.split())).filter(bool))
def test_an_escaped_line_is_a_paragraph(text: str) -> None:
    book = _parsed(f"# Jeu\n\n{escaped(text)}")
    assert [provision.id for provision in book.provisions] == ["cas/jeu", "cas/jeu#1"]


@unhurried
@given(st.text(max_size=60))
def test_a_slug_is_a_step_of_an_identifier(title: str) -> None:
    assert re.fullmatch(r"(?:[a-z0-9]+(?:-[a-z0-9]+)*)?", slug(title))


def test_a_fault_of_a_publication_is_told_on_its_own_line() -> None:
    text = canonical(HEAD + "# Livret\n\n## {#vide}\n\n- a\nb\n\n[^1] : seule\n", "publication.txt", Layer.TEXTE)
    moved = tuple((line + 100,) if line >= 8 else () for line in range(1, len(text.line_map) + 1))
    found = parse_work([replace(text, line_map=moved)]).diagnostics
    assert [(finding.code, finding.line) for finding in found] == [
        ("TITRE-VIDE", 108),
        ("PUCE", 111),
        ("NOTE-SANS-TABLEAU", 113),
    ]
