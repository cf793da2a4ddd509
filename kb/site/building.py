"""Build the site: every page of every work, checked, then put in place."""

import time
from pathlib import Path
from typing import NamedTuple

from kb.site.output import SiteFolder, write_archive
from kb.store import KnowledgeBase, View
from kb.system.data import data_dir, digest
from kb.system.processes import Workers, processors, uncollected

# Below so many provisions, another process takes longer to start than it spares.
_WORTH = 600


class SiteReport(NamedTuple):
    """What was written: pages, links checked, seconds taken; `written` counts the files that had changed.

    A site that stood already, made from the same, is left as it is: nothing is counted and `fresh` is true.
    """

    pages: int
    links: int
    seconds: float
    written: int = 0
    fresh: bool = False


def _key(base: KnowledgeBase, settings: str) -> str:
    """The digest of all that the site is made from: the base, which its seal tells, how it is asked for, the program, its templates."""
    return digest((Path(__file__).parents[1], data_dir("site")), f"{settings} {base.seal!r}")


def build_site(
    base: KnowledgeBase,
    out: Path,
    view: View = "both",
    archive: Path | None = None,
    *,
    answering: bool = False,
    url: str = "",
) -> SiteReport:
    """Write the site of the listed works of a base to the folder `out`, which another site of ours may hold already.

    Args:
        base: what the pages show.
        view: the layers shown.
        out: nothing in this folder changes before the whole site is made and checked.
        archive: a zip of the site, written besides.
        answering: the API answers below the same root: pages put questions to it.
        url: where the site will stand: each page then says its address, and there is a map of the site.

    Raises:
        UnusableFileError: `out` cannot be written, or holds something else.
        FaultyDataError: a link leads nowhere, or two pages have one address; `out` is left as it was.
    """
    started = time.perf_counter()
    key = _key(base, f"{view} {answering} {url}")
    folder = SiteFolder(out)
    if folder.stands(key) and (archive is None or archive.is_file()):
        return SiteReport(0, 0, round(time.perf_counter() - started, 2), fresh=True)
    works = tuple(work for work in base.works() if view == "both" or view in work.layers)
    # One a work at most, this one alone for a small site.
    processes = min(processors(), len(works)) if sum(work.nodes for work in works) > _WORTH else 1
    with folder.draft(), uncollected(), Workers(processes, "kb.site.games") as workers:
        # Slow to import, and a site that stands does without: the other processes get ready at the same time.
        from kb.site.games import Plan, all_pages  # noqa: PLC0415

        made = all_pages(Plan(lambda: base, works, view, answering, url, folder), workers, processes)
        made.verify()
        written = folder.publish(made.files, key)
    if archive is not None:
        write_archive(out, made.files, archive)
    return SiteReport(len(made.anchors), made.links, round(time.perf_counter() - started, 2), written)
