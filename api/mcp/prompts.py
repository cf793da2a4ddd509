"""Prompts that a player picks: they tell an assistant which tools to use, and to quote."""

from __future__ import annotations

from mcp.types import GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, TextContent

from api.session import Session
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


_GAME = "L'identifiant du jeu"


def _prompt(name: str, title: str, description: str, *arguments: tuple[str, str, bool]) -> Prompt:
    """A prompt, its arguments given as (name, meaning, required)."""
    asked = [PromptArgument(name=part, description=meaning, required=need) for part, meaning, need in arguments]
    return Prompt(name=name, title=title, description=description, arguments=asked)


PROMPTS = (
    _prompt(
        "arbitrer",
        "Arbitrer une situation",
        "Trancher un désaccord, règle citée à l'appui.",
        ("situation", "Ce qui se passe à la table, et la question", True),
        ("jeu", _GAME, False),
    ),
    _prompt(
        "moment",
        "Que puis-je faire maintenant ?",
        "Ce que chaque joueur peut utiliser à un moment de la partie.",
        ("jeu", _GAME, True),
        ("moment", "La phase ou l'étape en cours", True),
    ),
)
_WORDS = {
    "arbitrer": (
        "Arbitre cette situation{of_game} : {situation}\n\n"
        "Appelle judge, puis rule sur chaque règle qu'il cite ; si l'ordre ou une valeur est en cause, situations puis order, modify ou "
        "conflict. Réponds par la décision, la citation exacte et sa source, les exceptions qui s'appliquent ici. Si aucune règle ne "
        "tranche, dis-le et donne les règles les plus proches, sans rien inventer."
    ),
    "moment": (
        "Je joue à {jeu}. Nous en sommes à : {moment}. Que puis-je faire ou utiliser maintenant, et mon adversaire ?\n\n"
        "Appelle window pour chacun des deux joueurs (active, puis opponent), et timeline sur ce moment. Donne une liste courte, chaque "
        "ligne avec l'identifiant de sa règle."
    ),
}


def written(session: Session, params: GetPromptRequestParams) -> GetPromptResult:
    """A prompt with its arguments.

    Raises:
        InvalidRequestError: there is no such prompt, or an argument is missing.
        UnknownWorkError: the game is not known.
    """
    name, given = params.name, params.arguments or {}
    prompt = next((one for one in PROMPTS if one.name == name), None)
    if prompt is None:
        raise InvalidRequestError("invite", f"« {name} » n'est pas connue", tuple(_WORDS))
    for part in prompt.arguments or ():
        if part.required and not given.get(part.name, "").strip():
            raise InvalidRequestError(part.name, f"cet argument manque ({part.description})")
    game = given.get("jeu", "")
    if game:
        session.info(game)
    words = _WORDS[name].format_map({**given, "of_game": f" (jeu : {game})" if game else ""})
    message = PromptMessage(role="user", content=TextContent(type="text", text=words))
    return GetPromptResult(description=prompt.description, messages=[message])
