"""Small works of the tests, from canonical text to a linked rulebook."""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from kb.errors import Diagnostic
from kb.link import link
from kb.model import CanonicalText, Edge, EdgeType, Layer, Lexicon, Rulebook, Source
from kb.model.curation import Curation
from kb.parsing import parse_work
from kb.system.data import data_dir

HEAD = "---\noeuvre : essai\ntitre : L'Essai\ndocument : Livret\nautorite : livret\n---\n\n"


def codes_in(*packages: str) -> set[str]:
    """The codes of `grammar/messages.toml` that the sources of some packages name."""
    messages = tomllib.loads((data_dir("grammar") / "messages.toml").read_text(encoding="utf-8"))
    sources = [path.read_text(encoding="utf-8") for name in packages for path in Path("kb", name).rglob("*.py")]
    codes = {key.partition("/")[0] for key in messages}
    return {code for code in codes if any(f'"{code}{end}' in source for source in sources for end in '"/{')}


def canonical(text: str, name: str = "essai.md", layer: Layer = Layer.PRECIS) -> CanonicalText:
    """A canonical text that is its own source."""
    lines = text.count("\n") + 1
    source = Source(name, hashlib.sha256(text.encode()).hexdigest(), lines)
    return CanonicalText(text, source, layer, tuple((line,) for line in range(1, lines + 1)))


@dataclass(frozen=True)
class Linked:
    """A linked rulebook with what was found, and short ways to its parts."""

    book: Rulebook
    diagnostics: tuple[Diagnostic, ...]

    def edges(self, kind: EdgeType) -> list[tuple[str, str]]:
        """(source, target) of the edges of a type, without work."""
        return [_short(edge) for edge in self.book.edges if edge.type is kind]

    def codes(self) -> list[str]:
        """The codes of the diagnostics."""
        return [finding.code for finding in self.diagnostics]


def _short(edge: Edge) -> tuple[str, str]:
    return edge.source.removeprefix("essai/"), edge.target.removeprefix("essai/")


LEXICON = Lexicon(stopwords=frozenset({"la", "de"}), unlinked=frozenset({"sur"}))


def linked(
    body: str,
    curation: Curation | None = None,
    aliases: tuple[tuple[str, str], ...] = (),
    *,
    layer: Layer = Layer.PRECIS,
    lexicon: Lexicon = LEXICON,
    registered: frozenset[str] = frozenset(),
) -> Linked:
    """Parse and link the body of a work, which must parse without fault."""
    parsed = parse_work([canonical(HEAD + body, layer=layer)])
    assert parsed.diagnostics == ()
    assert parsed.rulebook is not None
    return Linked(*link(parsed.rulebook, curation or Curation(), aliases, lexicon, registered))
