"""Where an id stands: its page, its fragment, its address in the API. No other module builds a path.

The page of `runewars/35.3` is `runewars/35.3.html`, that of a work `runewars.html`; `runewars/35.3#2` is the fragment
`2` of that page; `runewars/49@guide` has a page of its own. `static/page.js` follows the same rule (`pageOf`).
"""

import posixpath
import re
from functools import lru_cache
from urllib.parse import quote, unquote

from kb.model.clauses import provision_of

HOME = "index.html"
SEARCH = "recherche.html"
ABOUT = "a-propos.html"
LOST = "404.html"
# What is there without a network.
OFFLINE = "hors-ligne.html"
SITE_MAP = "sitemap.xml"
# Where the pages about several works stand; no work bears that name.
SHARED = "-/"
# The part of a game about its texts.
QUALITY = "qualite"
STYLE = "static/site.css"
SCRIPT = "static/page.js"
# What a page of hits loads besides: how they are shown, what finds them where the API does not answer.
SHOWING = "static/search-view.js"
SEARCHING = "static/search.js"
ASKING = "static/demander.js"
ASKING_STYLE = "static/demander.css"
WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
ICON = "static/icon.svg"

_ENDING = ".html"
# A step of an id that no folder can bear, or that the pages about a work use: a tilde sets it apart.
_UNSAFE = re.compile(r"(?:-|\.*)~*")


@lru_cache(maxsize=1 << 16)
def page_path(identifier: str) -> str:
    """The page of an id, from the root of the site; the unit after `#` is not part of it."""
    steps = provision_of(identifier).split("/")
    return "/".join(f"{step}~" if _UNSAFE.fullmatch(step) else step for step in steps) + _ENDING


def fragment(identifier: str) -> str:
    """The fragment of an id on its own page: what follows `#`, or nothing."""
    return identifier.partition("#")[2]


def shown_fragment(identifier: str) -> str:
    """The fragment of an id shown in full on the page of a provision above it: `/35.3`, its second unit `/35.3:2`.

    It begins with a slash, as no unit of that page does.
    """
    path = "/" + identifier.partition("/")[2]
    return path.replace("#", ":")


def part_page(work: str, part: str) -> str:
    """A page about a work: `glossaire`, `errata`, `faq`, `qualite`."""
    return f"{work}/-/{part}{_ENDING}"


def notion_page(notion: str = "") -> str:
    """The page that compares a notion across games; that of all notions without a name."""
    return f"{SHARED}comparer/{notion}{_ENDING}" if notion else f"{SHARED}comparer{_ENDING}"


def preview_script(work: str) -> str:
    """The script that holds the first words of each provision of a work."""
    return f"{work}/-/apercus.js"


def file_list(work: str) -> str:
    """The list of the files of a work, for who takes it along."""
    return f"{work}/-/fichiers.json"


def search_pack(work: str) -> str:
    """The script that holds what a work is searched by."""
    return f"{work}/-/search.js"


def image(name: str) -> str:
    """An image that a shared page is shown by."""
    return f"images/{name}.png"


def relative(page: str, target: str, part: str = "") -> str:
    """The link from a page to another (or a file), both from the root; it holds from any sub-path and from a disk."""
    anchor = f"#{quote(part, safe='/:@~')}" if part else ""
    if page == target and anchor:
        return anchor
    return _way(page.rpartition("/")[0], target) + anchor


def link(page: str, identifier: str) -> str:
    """The link from a page (nothing for the root) to a provision, on its own page."""
    return relative(page, page_path(identifier), fragment(identifier))


@lru_cache(maxsize=1 << 16)
def _way(folder: str, target: str) -> str:
    """From a folder to a file, both from the root; a site asks for the same ways again and again."""
    return quote(posixpath.relpath(target, folder or "."), safe="/@~")


def root(page: str) -> str:
    """The way from a page to the root of the site: nothing, or `../` as often as needed."""
    return "../" * page.count("/")


def resolve(page: str, link: str) -> tuple[str, str]:
    """The page (or file) and the fragment that a relative link on `page` leads to."""
    path, _, part = link.partition("#")
    path = path.partition("?")[0]
    target = posixpath.normpath(posixpath.join(page.rpartition("/")[0], unquote(path))) if path else page
    return target, unquote(part)
