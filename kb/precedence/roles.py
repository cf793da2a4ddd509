"""The players of a request, by role."""

from __future__ import annotations

from kb.errors import InvalidRequestError
from kb.precedence.fields import PLAYERS
from kb.precedence.requests import OrderRequest

_NEUTRAL = "neutral"


def other(player: str) -> str:
    """The player across the table."""
    return PLAYERS[1 - PLAYERS.index(player)]


def role_of(owner: str, request: OrderRequest) -> str:
    """`actif`, `inactif` or `neutre`."""
    if owner == _NEUTRAL:
        return "neutre"
    return "actif" if owner == holder("actif", request) else "inactif"


def holder(role: str, request: OrderRequest) -> str | None:
    """The player of a role (`neutral` for `neutre`); nobody for no role.

    Raises:
        InvalidRequestError: the request does not say who that is.
    """
    if not role:
        return None
    if role == "neutre":
        return _NEUTRAL
    kind, _colon, name = role.partition(":")
    attribute, value = {
        "actif": ("active", request.active),
        "inactif": ("active", request.active),
        "premier-joueur": ("first_player", request.first_player),
        "second-joueur": ("first_player", request.first_player),
    }.get(kind) or (name, request.whole.get(name))
    if not isinstance(value, str):
        raise InvalidRequestError(attribute, "cet attribut manque : la règle dépend de ce joueur", PLAYERS)
    return other(value) if kind in {"inactif", "second-joueur", "autre"} else value
