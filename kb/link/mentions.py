"""Terms met in running text: the longest title at each place, first mention only, never the provision's own."""

from __future__ import annotations

from collections.abc import Iterator

from kb.link.titles import Names
from kb.model import Edge, EdgeType, How, Kind, Provision, Status
from kb.words import title_key, words

_SILENT = frozenset({Kind.ROW, Kind.NOTE})


def mentions(names: Names, provisions: tuple[Provision, ...], unlinked: frozenset[str]) -> list[Edge]:
    """`uses` edges (inferred) from each provision in force to the terms that its text mentions."""
    terms = names.terms(unlinked)
    longest = max((key.count(" ") + 1 for key in terms), default=0)
    heads = frozenset(key.split(" ")[0] for key in terms)
    edges: list[Edge] = []
    for provision in provisions:
        if provision.is_unit or provision.kind in _SILENT or provision.status is Status.SUPERSEDED:
            continue
        own = {provision.id, provision.parent, *_defined_in(names, provision)}
        for target, printed in _found(provision.text, terms, heads, longest):
            if target not in own and names.by_id[target].parent not in own:
                edges.append(
                    Edge(
                        provision.id, target, EdgeType.USES, How.INFERRED, provision.layer, provision.spans[:1], printed
                    )
                )
    return edges


def _defined_in(names: Names, provision: Provision) -> set[str]:
    """The ids that bear the provision's own title: it does not mention itself."""
    return set(names.titled(provision.title)) if provision.title else set()


def _found(text: str, terms: dict[str, str], heads: frozenset[str], longest: int) -> Iterator[tuple[str, str]]:
    """(target, key) of each term, first mention only, longest match first."""
    tokens = [title_key(word) for word in words(text)]
    seen: set[str] = set()
    place = 0
    while place < len(tokens):
        step = 1
        if tokens[place] in heads:
            for size in range(min(longest, len(tokens) - place), 0, -1):
                key = " ".join(tokens[place : place + size])
                if key in terms:
                    step = size
                    if terms[key] not in seen:
                        seen.add(terms[key])
                        yield terms[key], key
                    break
        place += step
