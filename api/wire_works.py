"""Works, glossaries, graphs, quality, health and problems as they travel.

The docstrings of models and fields are the text of `/openapi.json`, hence in French.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from api.wire import Lines, NodeLink, Wire


class References(Wire):
    """Les renvois imprimés, selon ce qu'ils sont devenus."""

    resolved: int = Field(description="Résolus.")
    ambiguous: int = Field(description="Plusieurs cibles possibles.")
    dangling: int = Field(description="Aucune cible.")
    suspect: int = Field(description="La cible imprimée n'est pas la bonne.")


class Work(Wire):
    """Une œuvre de la base."""

    work: str = Field(description="Identifiant du jeu.")
    title: str
    edition: str
    modes: list[str] = Field(description="Modes de jeu, celui par défaut d'abord.")
    default_mode: str
    layers: list[str] = Field(description="Couches servies : precis, texte.")
    editions: dict[str, str] = Field(description="L'édition de chaque couche ; deux éditions ne sont jamais mêlées.")
    nodes: int = Field(description="Nombre de nœuds.")
    references: References


class Works(Wire):
    """Les œuvres de la base."""

    works: list[Work]


class Term(Wire):
    """Une entrée de glossaire."""

    term: str
    id: str
    aliases: list[str] = Field(description="Autres noms.")


class Glossary(Wire):
    """Le glossaire d'une œuvre, par ordre alphabétique."""

    terms: list[Term]
    total: int = Field(description="Nombre d'entrées, toutes pages confondues.")


class GraphEdge(Wire):
    """Un lien entre deux nœuds."""

    source: str = Field(alias="from")
    target: str = Field(alias="to")
    type: str = Field(description="contains, cites, related, defines, uses, precedes, excepts, overrides, amends…")
    how: str = Field(description="explicit, curated ou inferred.")


class Graph(Wire):
    """Le voisinage d'un nœud."""

    nodes: list[NodeLink]
    edges: list[GraphEdge]


class Finding(Wire):
    """Un constat sur les données."""

    code: str
    severity: str = Field(description="error, warning ou info.")
    message: str
    hint: str = Field(description="Que faire.")
    file: str
    line: int = Field(description="0 si elle est inconnue.")
    id: str | None
    layer: str


class Diagnostics(Wire):
    """Les constats sur une œuvre, les erreurs d'abord."""

    diagnostics: list[Finding]
    total: int = Field(description="Nombre de constats, toutes pages confondues.")


class DroppedLines(Wire):
    """Des lignes que rien ne reprend, et pourquoi."""

    lines: Lines
    reason: str


class Coverage(Wire):
    """Ce que la base tient de la source."""

    lines: int = Field(description="Lignes des fichiers sources.")
    held: int = Field(description="Lignes tenues par un nœud.")
    dropped: list[DroppedLines]
    total: int = Field(description="Nombre de morceaux laissés, toutes pages confondues.")
    references: References


class Health(Wire):
    """L'état du service."""

    status: str
    version: str
    digest: str
    works: list[str]


class ParameterFault(Wire):
    """Ce qui ne va pas dans un paramètre."""

    parameter: str
    detail: str


class Problem(BaseModel):
    """Un problème (RFC 9457), dit en français."""

    model_config = ConfigDict(frozen=True)

    type: str = Field("about:blank", description="Toujours « about:blank » : `code` dit lequel.")
    title: str = Field(description="Le sens du statut HTTP.")
    status: int
    detail: str = Field(description="Ce qui ne va pas, et que faire.")
    code: str = Field(description="Nom stable du problème.")
    instance: str | None = Field(None, description="Adresse demandée.")
    nearest: str | None = Field(None, description="Identifiant valide le plus proche.")
    candidates: list[NodeLink] | None = Field(None, description="Les nœuds entre lesquels choisir.")
    attribute: str | None = Field(None, description="L'attribut en cause d'une requête, par son chemin.")
    accepted: list[str] | None = Field(None, description="Ce que cet attribut accepte.")
    errors: list[ParameterFault] | None = Field(None, description="Les paramètres en cause.")
