"""Build the site: every page of every work, checked, then put in place."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

from kb.data import data_dir
from kb.site.output import SiteFolder
from kb.site.packing import pack
from kb.site.reporting import Progress, SiteReport
from kb.site.workers import Workers
from kb.store import KnowledgeBase, View
from kb.workers import uncollected


def build_site(
    base: KnowledgeBase,
    out: Path,
    view: View = "both",
    progress: Progress = lambda _step: None,
    archive: Path | None = None,
    *,
    answering: bool = False,
) -> SiteReport:
    """Write the site of the listed works of a base to the folder `out`, which another site of ours may hold already.

    Args:
        base: what the pages show.
        out: the folder; nothing in it changes before the whole site is made and checked.
        view: the layers shown.
        progress: told how far it is.
        archive: a zip of the site, written besides.
        answering: the API answers below the same root: pages put questions to it.

    Raises:
        UnusableFileError: `out` cannot be written, or holds something else.
        FaultyDataError: a link leads nowhere, or two pages have one address; `out` is left as it was.
    """
    started = time.perf_counter()
    key = _key(base, view, answering=answering)
    with SiteFolder(out) as folder, uncollected():
        if folder.stands(key) and (archive is None or archive.is_file()):
            return SiteReport(0, 0, round(time.perf_counter() - started, 2), fresh=True)
        filing = folder.filing()
        works = tuple(work for work in base.works() if view == "both" or view in work.layers)
        with Workers(works) as workers:
            # Slow to import, and a site that stands does without: the other processes get ready at the same time.
            from kb.site.whole import all_pages  # noqa: PLC0415

            pages = all_pages(base, works, view, workers, progress, filing, answering=answering)
        pages.check.verify()
        written = folder.publish(filing, pages.files, key)
        if archive is not None:
            pack(out, pages.files, archive)
    return SiteReport(pages.count, pages.check.links, round(time.perf_counter() - started, 2), written)


def _key(base: KnowledgeBase, view: View, *, answering: bool) -> str:
    """A digest of all that a site is made from: the base, which its seal tells, the layers shown, the program and its templates."""
    digest = hashlib.sha256(f"{view} {answering} {base.examined.seal!r}".encode())
    program = Path(__file__).parents[1]
    for root, pattern in ((program, "*.py"), (data_dir("site"), "*")):
        for path in sorted(path for path in root.rglob(pattern) if path.is_file()):
            digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()
