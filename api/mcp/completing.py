"""What a player may be typing: the games, and the ids of rules, for the addresses and the prompts."""

from __future__ import annotations

from collections.abc import Mapping

from mcp.types import Completion

from api.session import Session

# As many as the protocol lets an answer hold.
_MOST = 100


def completed(session: Session, argument: str, begun: str, others: Mapping[str, str]) -> Completion:
    """The values of an argument that begin so: `jeu`, or `id` in the game already given; nothing for any other."""
    works = [info.work for info in session.infos()]
    found: list[str] = []
    if argument == "jeu":
        found = [work for work in works if work.startswith(begun)]
    elif argument == "id" and others.get("jeu") in works:
        game = others["jeu"]
        ids = session.base.all_ids(game, session.view)
        found = [rest for identifier in ids if (rest := identifier.partition("/")[2]).startswith(begun)]
    return Completion(values=found[:_MOST], total=len(found), has_more=len(found) > _MOST)
