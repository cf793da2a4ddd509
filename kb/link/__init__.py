"""Names become ids, once: references resolved, errata applied, edges typed. Nothing is dropped in silence."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kb.errors import Diagnostic
from kb.link import edges
from kb.link.attachment import attach, lost, standing
from kb.link.errata import apply_patches
from kb.link.lookup import NameIndex
from kb.link.mentions import mentions
from kb.link.printed import index_references, paged, with_index_names
from kb.link.resolve import Resolver
from kb.model import CrossReference, Edge, Layer, Lexicon, Moment, PageMark, Provision, Resolution, Rulebook
from kb.model.curation import Curation
from kb.system.findings import finding

_FAULTS = {
    Resolution.AMBIGUOUS: "RENVOI-AMBIGU",
    Resolution.DANGLING: "RENVOI-PERDU",
    Resolution.SUSPECT: "RENVOI-SUSPECT",
}


def link(
    rulebook: Rulebook,
    curation: Curation,
    aliases: tuple[tuple[str, str], ...] = (),
    lexicon: Lexicon | None = None,
    registered: frozenset[str] = frozenset(),
    timeline: tuple[Moment, ...] = (),
    pages: tuple[PageMark, ...] = (),
) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """Resolve every name of a parsed rulebook.

    Args:
        rulebook: as parsed.
        curation: what its editor declares.
        aliases: (former id, id) of the register, without work.
        lexicon: the common words of the language, and those that running text never links.
        registered: the published ids of the work, without work: a layer may not hold them all yet.
        timeline: the moments of the game, which its timing phrases name.
        pages: the numbers of pages among the lines of a publication.
    """
    patched, faults = apply_patches(rulebook)
    names = NameIndex(patched.work.id, patched.provisions)
    resolver = Resolver(names, curation, aliases)
    references = [resolver.resolve(item) for item in (*patched.references, *index_references(patched))]
    provisions = with_index_names(patched.provisions, references)
    if patched.work.layer is Layer.TEXTE:
        provisions = paged(provisions, pages, curation.pages)
    found = [*patched.edges, *edges.structural(provisions), *edges.noted(provisions)]
    found += [*edges.from_references(references), *edges.curated(patched, names, curation, registered)]
    found += edges.kept(mentions(names, provisions, references, lexicon or Lexicon()), curation, patched)
    linked = replace(
        patched,
        provisions=provisions,
        references=tuple(references),
        edges=tuple(dict.fromkeys(one for one in found if isinstance(one, Edge))),
        aliases=aliases,
        windows=attach(standing(patched.windows, rulebook, provisions), timeline),
        timeline=timeline,
    )
    doubts = [one for one in found if isinstance(one, Diagnostic)]
    return linked, (*faults, *doubts, *_doubts(references, provisions), *lost(linked.windows, timeline, provisions))


def _doubts(references: Iterable[CrossReference], provisions: Iterable[Provision]) -> Iterator[Diagnostic]:
    """What is said of the references that lead to no one place."""
    documents = {provision.id: provision.source for provision in provisions}
    for one in (one for one in references if one.resolution in _FAULTS):
        lost = "/perdu" if one.resolution is Resolution.SUSPECT and not one.candidates else ""
        module = f" ({one.module})" if one.module else ""
        said = {"printed": one.printed, "module": module, "candidates": ", ".join(one.candidates)}
        yield finding(_FAULTS[one.resolution] + lost, documents[one.source], one.span.start, 0, one.source, **said)
