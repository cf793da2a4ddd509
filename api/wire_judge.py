"""A ruling card as it travels. Docstrings are the text of `/openapi.json`, hence in French."""

from __future__ import annotations

from pydantic import Field, JsonValue

from api.wire import Linked, Verdict, Wire


class Decision(Wire):
    """Ce qui est décidé : un verdict quand la règle en donne un, et la règle citée."""

    verdict: Verdict | None
    text: str = Field(description="Les mots de la règle.")
    id: str
    citation: str = Field(description="La règle comme on la cite : jeu, document, numéro ou titre.")


class Ground(Wire):
    """Une règle sur laquelle la décision repose."""

    id: str
    citation: str
    quote: str


class Card(Wire):
    """La fiche d'un arbitre : ce qui tranche, sur quoi cela repose, les exceptions, l'ordre ; `undecided` quand rien ne tranche."""

    question: str
    game: str | None
    mode: str | None
    edition: str | None
    decision: Decision | None = Field(description="null : aucune règle ne tranche ; `reason` dit pourquoi.")
    rests_on: list[Ground]
    exceptions: list[Linked]
    order: dict[str, JsonValue] | None = Field(
        description="La réponse du moteur, quand la question est d'ordre ou de temps."
    )
    status: str | None = Field(description="current, superseded, deleted ou doubtful : celui de la règle qui tranche.")
    erratum: bool = Field(description="Vrai si la règle citée est le texte d'un erratum, ou corrigée par un.")
    undecided: bool
    reason: str | None
    permalink: str | None = Field(description="La page de la règle, depuis la racine du site.")
