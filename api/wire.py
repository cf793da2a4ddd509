"""Passages, rules and answers as they travel: the shapes of the public contract, fields added freely, none renamed.

The docstrings of models and fields are the text of `/openapi.json`, hence in French.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

LayerName = Literal["precis", "texte"]
Lines = tuple[int, int]


class Wire(BaseModel):
    """A value on the wire: closed, frozen, its fields documented in French for the readers of `/openapi.json`."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Source(Wire):
    """Le fichier d'où vient un passage, et les lignes qu'il y occupe."""

    document: str = Field(description="Nom du fichier, sans dossier.")
    sha256: str = Field(description="Empreinte de ses octets.")
    spans: list[Lines] = Field(description="Lignes [première, dernière], comptées de 1, dans l'ordre de lecture.")


class NamedValue(Wire):
    """Un champ imprimé : « coût », « effet », une caractéristique."""

    name: str
    value: str


class NodeLink(Wire):
    """Un renvoi vers un nœud."""

    id: str = Field(description="Identifiant, par exemple « runewars/35.3 ».")
    title: str = Field(description="Titre.")
    kind: str = Field(description="Genre : rule, definition, ability, table…")
    number: str | None = Field(None, description="Numéro imprimé.")


class Version(NodeLink):
    """Une autre version d'un nœud : texte remplacé par un erratum, ou autre édition."""

    layer: LayerName = Field(description="Couche où elle se trouve.")
    edition: str = Field(description="Édition de l'œuvre dans cette couche.")
    status: str = Field(description="current, superseded, deleted ou doubtful.")


class Passage(Wire):
    """Un passage : une règle, une définition, une aptitude, une ligne de tableau."""

    id: str = Field(description="Identifiant stable.")
    work: str = Field(description="Œuvre (jeu).")
    number: str | None = Field(description="Numéro imprimé.")
    title: str = Field(description="Titre.")
    kind: str = Field(description="Genre.")
    subkind: str | None = Field(description="Précision du genre : sort, ordre, tactique, encadre…")
    layer: LayerName = Field(description="precis : nos propres mots ; texte : la publication de l'utilisateur.")
    authority: str = Field(description="Source qui parle, dans l'œuvre : livret, guide, erratum…")
    path: list[str] = Field(description="Document, puis titres au-dessus.")
    parent: str | None = Field(description="Identifiant du nœud qui le contient.")
    text: str = Field(description="Texte en vigueur.")
    score: float | None = Field(description="Score de recherche ; null hors d'une recherche.")
    why: list[str] = Field(description="Raisons de son rang.")
    scope: list[str] = Field(description="Modes de jeu où il s'applique.")
    mode: str | None = Field(
        description="Celui de ces modes sous lequel il est montré : le mode demandé, sinon celui par défaut."
    )
    status: str = Field(description="current, superseded, deleted ou doubtful (abîmé dans la source).")
    superseded_by: str | None = Field(description="Identifiant du texte qui le remplace.")
    redirect: str | None = Field(description="Entrée à laquelle il renvoie, telle qu'imprimée.")
    fields: list[NamedValue] = Field(description="Champs d'une aptitude ou d'un profil.")
    page: int | None = Field(description="Page imprimée, si elle est connue.")
    edition: str = Field(description="Édition de l'œuvre.")
    summary: str | None = Field(description="Le précis de ce passage, quand `text` est celui de la publication.")
    truncated: bool = Field(description="Vrai si la fin, au-delà de 60 lignes, est laissée : demandez ses unités (#n).")
    source: Source


Links = list[Passage | NodeLink]


class Rule(Passage):
    """Un passage et ce qui l'entoure ; avec `expand`, des passages entiers à la place des renvois."""

    children: Links = Field(description="Ce qu'il contient, dans l'ordre.")
    units: Links = Field(description="Ses paragraphes, puces et lignes (#1, #2…).")
    previous: Links = Field(description="Le passage lu juste avant, s'il y en a un.")
    next: Links = Field(description="Le passage lu juste après, s'il y en a un.")
    cites: Links = Field(description="Ce à quoi il renvoie.")
    cited_by: Links = Field(description="Ce qui y renvoie.")
    related: Links = Field(description="Sujets connexes.")
    excepts: Links = Field(description="Ce à quoi il fait exception.")
    excepted_by: Links = Field(description="Ses exceptions.")
    overrides: Links = Field(description="Ce sur quoi il l'emporte.")
    overridden_by: Links = Field(description="Ce qui l'emporte sur lui.")
    contradicts: Links = Field(description="Ce qu'il contredit, dans un sens ou dans l'autre.")
    restates: Links = Field(description="Ce qui dit la même chose.")
    amends: Links = Field(description="Ce que cet erratum modifie.")
    amended_by: Links = Field(description="Les errata qui le modifient.")
    uses: Links = Field(description="Les termes définis qu'il emploie.")
    versions: list[Version] = Field(description="Ses autres versions.")


class BaseVersion(Wire):
    """La base qui a répondu."""

    version: str
    digest: str = Field(description="sha256 de tout ce qui a été lu.")
