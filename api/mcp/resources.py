"""Rules as resources: `regle://jeu` is the head of a game, `regle://jeu/35.3` a rule; listed page by page, completed as they are typed."""

from __future__ import annotations

from urllib.parse import quote, unquote

from mcp import types

from api.mcp import text
from api.session import Session
from kb.errors import ArbitreError, UnknownIdError
from kb.store import Passage, WorkInfo

MEDIA_TYPE = "text/markdown"
_SCHEME = "regle://"
# Every rule, by its id.
TEMPLATE = types.ResourceTemplate(
    uri_template="regle://{jeu}/{+id}",
    name="regle",
    title="Une règle",
    description="Une règle par son identifiant : « regle://jeu/35.3 », « regle://jeu/35.3%232 » pour un paragraphe.",
    mime_type=MEDIA_TYPE,
)
_PAGE = 100
# As many values as the protocol lets a completion hold.
_MOST = 100


def address(identifier: str) -> str:
    """The address of a rule: `#` and `@` written as in a path of the API."""
    return f"{_SCHEME}{quote(identifier, safe='/')}"


def identifier_of(uri: str) -> str:
    """The id that an address names, written with `#` or with `%23`.

    Raises:
        UnknownIdError: it is no address of a rule.
    """
    if not uri.lower().startswith(_SCHEME):
        raise UnknownIdError(uri)
    return unquote(uri[len(_SCHEME) :]).strip("/")


def page(session: Session, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    """The games, then every rule in reading order, a hundred at a time; the cursor is the place of the first.

    Raises:
        ArbitreError: no page begins at this cursor.
    """
    works = session.infos()
    ids = [identifier for info in works for identifier in session.base.all_ids(info.work, session.view)]
    start = _start(params.cursor if params else None, len(ids))
    heads = [_head(info) for info in works] if start == 0 else []
    shown = session.base.passages(ids[start : start + _PAGE], session.view)
    after = start + _PAGE
    return types.ListResourcesResult(
        resources=[*heads, *(_listed(passage) for passage in shown)],
        next_cursor=str(after) if after < len(ids) else None,
    )


def _start(cursor: str | None, count: int) -> int:
    start = 0 if cursor is None else int(cursor) if cursor.isascii() and cursor.isdigit() else -1
    if start % _PAGE or not 0 <= start < max(count, 1):
        raise ArbitreError(f"curseur inconnu : « {cursor} » ; relisez la liste du début")
    return start


def _head(info: WorkInfo) -> types.Resource:
    return types.Resource(
        uri=address(info.work), name=info.work, title=info.title, description="Ses parties.", mime_type=MEDIA_TYPE
    )


def _listed(passage: Passage) -> types.Resource:
    title = f"{passage.number} {passage.title}" if passage.number else passage.title
    return types.Resource(
        uri=address(passage.id),
        name=passage.id,
        title=title,
        description=" › ".join(passage.path),
        mime_type=MEDIA_TYPE,
    )


def read(session: Session, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    """What an address holds, in Markdown: a rule as the tool `rule` tells it, or the parts of a game.

    Raises:
        ArbitreError: nothing has this address.
    """
    identifier = identifier_of(params.uri)
    if "/" in identifier:
        found = session.base.passage(identifier, session.view)
        held = text.rule(session, session.rule(found.id, (), None))
    else:
        held = _parts(session, session.info(identifier))
    contents = types.TextResourceContents(uri=params.uri, text=held, mime_type=MEDIA_TYPE)
    return types.ReadResourceResult(contents=[contents])


def _parts(session: Session, info: WorkInfo) -> str:
    """A game and the parts of its book."""
    ids = session.base.all_ids(info.work, session.view)
    parts = [passage for passage in session.base.passages(ids, session.view) if passage.parent is None]
    lines = [f"- [{passage.title}]({address(passage.id)})" for passage in parts]
    return "\n".join([f"# {info.title}", f"Édition {info.edition} ; modes : {', '.join(info.modes)}", "", *lines])


def completed(session: Session, params: types.CompleteRequestParams) -> types.CompleteResult:
    """The values of an argument that begin so: `jeu`, or `id` in the game already given; nothing for any other."""
    begun = params.argument.value
    game = ((params.context and params.context.arguments) or {}).get("jeu")
    works = [info.work for info in session.infos()]
    found: list[str] = []
    if params.argument.name == "jeu":
        found = [work for work in works if work.startswith(begun)]
    elif params.argument.name == "id" and game in works:
        ids = session.base.all_ids(game, session.view)
        found = [rest for identifier in ids if (rest := identifier.partition("/")[2]).startswith(begun)]
    completion = types.Completion(values=found[:_MOST], total=len(found), has_more=len(found) > _MOST)
    return types.CompleteResult(completion=completion)
