"""What a phone needs when the network is gone: the service worker, the lists of files, the first words of each rule."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from kb.model import Status
from kb.model.french import typeset
from kb.site import urls
from kb.site.book import Book
from kb.site.search_pack import literal
from kb.system.data import data_dir

_PREVIEW = 320
# Kept from the first visit on: what every page stands on, and the pages of the whole. What a game is searched by is kept once it has
# served: all of them would take from a slow network what is being read.
_CORE = (urls.HOME, urls.SEARCH, urls.ABOUT, urls.OFFLINE, urls.MANIFEST)


def worker(files: Mapping[str, str]) -> str:
    """The service worker of a site whose files are given: its version is a digest of them all."""
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.encode() + b"\0" + bytes.fromhex(files[path]))
    core = sorted(path for path in files if path.startswith("static/") or path in _CORE)
    body = (data_dir("site") / "worker.js").read_text(encoding="utf-8")
    known = {"VERSION": digest.hexdigest()[:16], "CORE": core, "OFFLINE": urls.OFFLINE}
    return "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items()) + body


def file_list(work: str, files: Iterable[str]) -> str:
    """The addresses of the files of a work and of what compares it with others, from the root, as JSON.

    They are written as a browser's `encodeURIComponent` has them: the worker keeps each under this address.
    """
    own = sorted(path for path in files if path == urls.page_path(work) or path.startswith((f"{work}/", urls.SHARED)))
    return json.dumps([quote(path, safe="/!*'()") for path in own], separators=(",", ":"))


def previews(book: Book) -> str:
    """JavaScript that gives `window.arbitreApercus` the label and first words of each provision, and of the units that links lead to.

    Also why the work does not settle what it leaves out.
    """
    wanted = {link.id for passage in book.passages.values() for link in book.links(passage.id)}
    found = {
        passage.id.partition("/")[2]: [book.label(passage.id), book.teaser(passage, _PREVIEW)]
        for passage in book.passages.values()
        if passage.status is not Status.SUPERSEDED and (not passage.is_unit or passage.id in wanted)
    }
    absents = (row for row in book.base.documents(book.info.work) if row.absent)
    found |= {row.id.partition("/")[2]: ["", row.absent] for row in absents}
    return f"(window.arbitreApercus = window.arbitreApercus || {{}})[{json.dumps(book.info.work)}] = {typeset(literal(found))};\n"
