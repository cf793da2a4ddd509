"""« Sujets connexes » that lead one way: A names B, and B does not name A."""

from __future__ import annotations

from collections.abc import Iterator

from kb.check.locating import at
from kb.errors import Diagnostic, Severity
from kb.model import EdgeType, How, Provision, Rulebook, Status


def one_way(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Each entry that those of its kind name related, and that does not name them back: one finding an entry, at its own place."""
    by_id = {item.id: item for item in rulebook.provisions if item.status is not Status.SUPERSEDED}
    related = {
        (edge.source, edge.target): None
        for edge in rulebook.edges
        if edge.type is EdgeType.RELATED and edge.how is How.EXPLICIT
    }
    lacking: dict[str, list[str]] = {}
    for source, target in related:
        if (target, source) not in related and _answers(by_id.get(source), by_id.get(target)):
            lacking.setdefault(target, []).append(source)
    for target, sources in lacking.items():
        named = ", ".join(f"« {by_id[source].title} » ({source})" for source in sources)
        message = f"« {by_id[target].title} » est sujet connexe de {named}, et ne rend pas le lien"
        hint = "ajoutez-le à ses « Sujets connexes », ou faites là-bas un renvoi (voir …)"
        yield at(by_id[target], "CONNEXE-SENS-UNIQUE", Severity.INFO, message, hint)


def _answers(source: Provision | None, target: Provision | None) -> bool:
    """True for two entries of a kind: a rule may send to an entry that does not send back; one that redirects has nothing to say."""
    return source is not None and target is not None and source.kind is target.kind and not target.redirect
