"""Terms met in running text: the longest title at each place, first mention only, never the provision's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from kb.link.titles import Names
from kb.model import Edge, EdgeType, How, Kind, Provision, Status
from kb.model.words import title_key

_SILENT = frozenset({Kind.ROW, Kind.NOTE})
_WORD = re.compile(r"[^\W_]+")
# The parameter that a name takes in parentheses: a figure (« Perforant (1) ») or other names (« Immunité (Peur) »).
_PARAMETER = re.compile(r"[ ]?\((?P<value>\d[\w+]*|[A-ZÀ-Ý][^()]{0,40})\)")
_KEYWORD = re.compile(r"^(?P<name>[^()]+?)(?:[ ]?\((?P<value>[^()]+)\))?$")


@dataclass(slots=True)
class _Mention:
    """A term that a text mentions: its key, and the parameters printed after it, each once."""

    key: str
    parameters: dict[str, None] = field(default_factory=dict)

    def edge(self, provision: Provision, target: str) -> Edge:
        """The edge from the provision that mentions it."""
        printed = " ; ".join(self.parameters)
        return Edge(
            provision.id,
            target,
            EdgeType.USES,
            How.INFERRED,
            provision.layer,
            provision.spans[:1],
            self.key,
            f"paramètre : {printed}" if printed else "",
        )


def mentions(names: Names, provisions: tuple[Provision, ...], unlinked: frozenset[str]) -> list[Edge]:
    """`uses` edges (inferred) from each provision in force to the terms that its text mentions.

    A table row uses the keywords that one of its columns lists. The parameter of a term is the edge's reason.
    """
    terms = names.terms(unlinked)
    longest = max((key.count(" ") + 1 for key in terms), default=0)
    heads = frozenset(key.split(" ")[0] for key in terms)
    edges: list[Edge] = []
    for provision in provisions:
        if provision.status is Status.SUPERSEDED:
            continue
        if provision.kind is Kind.ROW:
            found = _listed(dict(provision.fields).get("keywords", ""), terms)
        elif provision.is_unit or provision.kind in _SILENT:
            continue
        else:
            found = _found(provision.text, terms, heads, longest)
        others = _others(names, provision)
        edges += [mention.edge(provision, target) for target, mention in _collected(found).items() if others(target)]
    return edges


def _others(names: Names, provision: Provision) -> Callable[[str], bool]:
    """Says which targets are not the provision's own: itself, its entry, what it defines, what bears its title."""
    own = {provision.id, provision.parent, *(names.titled(provision.title) if provision.title else ())}

    def other(target: str) -> bool:
        known = names.by_id[target]
        return target not in own and known.parent != provision.id and not (known.is_unit and known.parent in own)

    return other


def _collected(found: Iterable[tuple[str, str, str | None]]) -> dict[str, _Mention]:
    """Each target once, in order of first mention, with every parameter that it takes."""
    result: dict[str, _Mention] = {}
    for target, key, parameter in found:
        mention = result.setdefault(target, _Mention(key))
        if parameter:
            mention.parameters[parameter] = None
    return result


def _listed(keywords: str, terms: dict[str, str]) -> Iterator[tuple[str, str, str | None]]:
    """(target, key, parameter) of each keyword of a list that names a term."""
    for item in keywords.split(","):
        match = _KEYWORD.match(item.strip())
        key = title_key(match["name"]) if match else ""
        if match and key in terms:
            yield terms[key], key, match["value"]


def _found(
    text: str, terms: dict[str, str], heads: frozenset[str], longest: int
) -> Iterator[tuple[str, str, str | None]]:
    """(target, key, parameter) of each mention of a term, longest match first."""
    runs = list(_WORD.finditer(text))
    tokens = [title_key(run[0]) for run in runs]
    place = 0
    while place < len(tokens):
        step = 1
        if tokens[place] in heads:
            for size in range(min(longest, len(tokens) - place), 0, -1):
                key = " ".join(tokens[place : place + size])
                if key in terms:
                    step = size
                    parameter = _PARAMETER.match(text, runs[place + size - 1].end())
                    yield terms[key], key, parameter["value"] if parameter else None
                    break
        place += step
