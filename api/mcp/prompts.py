"""Prompts that a player picks: they tell an assistant which tools to use, and to quote."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mcp.types import GetPromptResult, Prompt, PromptArgument, PromptMessage, TextContent

from api.mcp.reader import Reader
from kb.errors import InvalidRequestError

INSTRUCTIONS = """\
Arbitre répond aux questions de règles de jeux de figurines, en français, depuis une base de règles citées.
- Commencez par judge (une réponse brève) ou ask (plus complète) ; donnez `game` dès que le jeu est connu (works les liste).
- Citez mot pour mot ce qui est entre guillemets, avec la ligne qui suit et l'identifiant. Un « précis » est une reformulation : ne le
  donnez pas pour les mots de la publication.
- « Aucune règle ne tranche » est une réponse : dites-le, et n'inventez ni règle ni ordre. Les passages proches ne sont pas des réponses.
- Qui passe avant : situations dit ce qu'une requête doit donner, puis order, modify ou conflict ; timeline, timing et window pour le temps.
- Pour lire une règle citée : rule, ou la ressource regle://identifiant.
"""


@dataclass(frozen=True, slots=True)
class _Prompt:
    """A prompt: its title, what it is for, its arguments (name, meaning, required), its words."""

    title: str
    description: str
    arguments: tuple[tuple[str, str, bool], ...]
    words: Callable[[Mapping[str, str]], str]


def _ruling(given: Mapping[str, str]) -> str:
    game = f" (jeu : {given['jeu']})" if given.get("jeu") else ""
    return (
        f"Arbitre cette situation{game} : {given['situation']}\n\n"
        "Appelle judge, puis rule sur chaque règle qu'il cite ; si l'ordre ou une valeur est en cause, situations puis order, modify ou "
        "conflict. Réponds par la décision, la citation exacte et sa source, les exceptions qui s'appliquent ici. Si aucune règle ne "
        "tranche, dis-le et donne les règles les plus proches, sans rien inventer."
    )


def _moment(given: Mapping[str, str]) -> str:
    return (
        f"Je joue à {given['jeu']}. Nous en sommes à : {given['moment']}. Que puis-je faire ou utiliser maintenant, et mon adversaire ?\n\n"
        "Appelle window pour chacun des deux joueurs (active, puis opponent), et timeline sur ce moment. Donne une liste courte, chaque "
        "ligne avec l'identifiant de sa règle."
    )


_GAME = "L'identifiant du jeu"
PROMPTS = {
    "arbitrer": _Prompt(
        "Arbitrer une situation",
        "Trancher un désaccord, règle citée à l'appui.",
        (("situation", "Ce qui se passe à la table, et la question", True), ("jeu", _GAME, False)),
        _ruling,
    ),
    "moment": _Prompt(
        "Que puis-je faire maintenant ?",
        "Ce que chaque joueur peut utiliser à un moment de la partie.",
        (("jeu", _GAME, True), ("moment", "La phase ou l'étape en cours", True)),
        _moment,
    ),
}


def listed() -> list[Prompt]:
    """The prompts, as a player is shown them."""
    return [
        Prompt(
            name=name,
            title=prompt.title,
            description=prompt.description,
            arguments=[
                PromptArgument(name=part, description=meaning, required=need)
                for part, meaning, need in prompt.arguments
            ],
        )
        for name, prompt in PROMPTS.items()
    ]


def written(reader: Reader, name: str, given: Mapping[str, str]) -> GetPromptResult:
    """A prompt with its arguments.

    Raises:
        InvalidRequestError: there is no such prompt, or an argument is missing.
        UnknownWorkError: the game is not known.
    """
    if name not in PROMPTS:
        raise InvalidRequestError("invite", f"« {name} » n'est pas connue", tuple(PROMPTS))
    prompt = PROMPTS[name]
    for part, meaning, need in prompt.arguments:
        if need and not given.get(part, "").strip():
            raise InvalidRequestError(part, f"cet argument manque ({meaning})")
    if given.get("jeu"):
        reader.session.info(given["jeu"], reader.view)
    content = TextContent(type="text", text=prompt.words(given))
    return GetPromptResult(description=prompt.description, messages=[PromptMessage(role="user", content=content)])
