"""Values as responses; long lists page by page (RFC 8288)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar
from urllib.parse import quote

from fastapi import Depends, Query, Request, Response
from starlette.datastructures import URL

from api.render import json_bytes

Item = TypeVar("Item")
LONGEST_PAGE = 1000


def response(value: object, links: str | None = None) -> Response:
    """A value as a response; `links` are the pages beside it.

    FastAPI would check the value again and write it in another thread: it is typed already, and its thread is at hand.
    """
    headers = {"Link": links} if links else None
    return Response(json_bytes(value), media_type="application/json", headers=headers)


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list: `limit` items, all without one, after the first `offset`; and the address that asked for it."""

    limit: int | None
    offset: int
    url: URL

    def of(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items of this page."""
        return tuple(items[self.offset :][: self.limit])

    def links(self, total: int) -> str | None:
        """The value of `Link`: the first page, and those before and after where there are any; None when all is given."""
        if self.limit is None or (self.offset == 0 and total <= self.limit):
            return None
        last = max(total - 1, 0) // self.limit * self.limit
        found = [("first", 0), ("last", last)]
        if self.offset > 0:
            found.append(("prev", max(0, min(self.offset - self.limit, last))))
        if self.offset + self.limit < total:
            found.append(("next", self.offset + self.limit))
        return ", ".join(f'<{self._address(offset)}>; rel="{name}"' for name, offset in found)

    def _address(self, offset: int) -> str:
        return f"{quote(self.url.path)}?{self.url.include_query_params(limit=self.limit, offset=offset).query}"


async def page(
    request: Request,
    limit: Annotated[
        int | None, Query(ge=1, le=LONGEST_PAGE, description="Nombre d'éléments au plus ; sans lui, tous.")
    ] = None,
    offset: Annotated[int, Query(ge=0, description="Nombre d'éléments à sauter.")] = 0,
) -> Page:
    """The page that a request asks for."""
    return Page(limit, offset, request.url)


async def found_page(
    request: Request,
    limit: Annotated[int, Query(ge=1, le=50, description="Nombre de passages au plus.")] = 10,
    offset: Annotated[int, Query(ge=0, description="Nombre de passages à sauter.")] = 0,
) -> Page:
    """The page of a search that a request asks for."""
    return Page(limit, offset, request.url)


Paged = Annotated[Page, Depends(page)]
Found = Annotated[Page, Depends(found_page)]
