"""Read works: their layers, modes and editions, what the checks found in them, how well they hold their sources.

What is asked of a work that the view does not hold is an UnknownWorkError.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from kb.errors import UnknownModeError, UnknownWorkError
from kb.model import Measure, Notion
from kb.store.opening import OpenedBase, remembered
from kb.store.values import Coverage, Departure, Found, View, WorkInfo


def works(base: OpenedBase, *, unlisted: bool = False, view: View = "both") -> tuple[WorkInfo, ...]:
    """The works that a view holds, in id order; the example work only when asked for."""
    return tuple(work(base, identifier, view) for identifier in work_ids(base, unlisted=unlisted, view=view))


def work_ids(base: OpenedBase, *, unlisted: bool = False, view: View = "both") -> tuple[str, ...]:
    """The ids of the works that a view holds, in order."""
    query = "SELECT DISTINCT work FROM works WHERE (listed OR ?) AND (? = 'both' OR layer = ?) ORDER BY work"
    return tuple(row[0] for row in base.rows(query, (unlisted, view, view)))


@remembered
def work(base: OpenedBase, identifier: str, view: View = "both") -> WorkInfo:
    """One work, as a view holds it."""
    rows = base.rows(
        "SELECT layer, title, edition, modes, listed FROM works WHERE work = ? AND (? = 'both' OR layer = ?) ORDER BY layer DESC",
        (identifier, view, view),
    )
    if not rows:
        raise UnknownWorkError(identifier, work_ids(base, view=view))
    _layer, title, edition, modes, listed = rows[0]
    layers = tuple(sorted(row[0] for row in rows))
    nodes = base.rows(
        "SELECT count(DISTINCT id) FROM nodes WHERE work = ? AND (? = 'both' OR layer = ?)", (identifier, view, view)
    )[0][0]
    references = dict(
        base.rows(
            "SELECT resolution, count(*) FROM cross_references WHERE work = ? AND layer = ? GROUP BY 1",
            (identifier, fullest(layers)),
        )
    )
    states = tuple((state, references.get(state, 0)) for state in ("resolved", "ambiguous", "dangling", "suspect"))
    return WorkInfo(identifier, title, edition, tuple(json.loads(modes)), layers, nodes, states, bool(listed))


def fullest(layers: Iterable[str]) -> str:
    """Of some layers, the one that holds most: the text where there is one."""
    return "texte" if "texte" in layers else "precis"


def check_mode(base: OpenedBase, mode: str | None, identifier: str | None = None, view: View = "both") -> None:
    """Accept a mode that the work, or any listed work, has; none asks nothing.

    Raises:
        UnknownModeError: none has it.
    """
    if mode is None:
        return
    asked = (work(base, identifier, view),) if identifier else works(base, view=view)
    known = sorted({name for info in asked for name in info.modes})
    if mode not in known:
        raise UnknownModeError(mode, tuple(known))


def editions(base: OpenedBase, identifier: str) -> dict[str, str]:
    """The edition of each layer of a work."""
    return dict(base.rows("SELECT layer, edition FROM works WHERE work = ? ORDER BY layer", (identifier,)))


def policy(base: OpenedBase, identifier: str) -> str | None:
    """The precedence policy of a work, as JSON (see `kb.policy.read_policy`); None when it has none."""
    rows = base.rows("SELECT printed FROM policies WHERE work = ?", (identifier,))
    return str(rows[0][0]) if rows else None


def notions(base: OpenedBase) -> list[Notion]:
    """The notions that games are compared by, in the order of their file."""
    return base.values(Notion, "SELECT notion, title, summary, cites FROM notions ORDER BY place")


def diagnostics(base: OpenedBase, identifier: str, view: View = "both") -> list[Found]:
    """What the checks found in the layers of a view, errors first."""
    work(base, identifier, view)
    return base.values(
        Found,
        "SELECT code, severity, message, hint, file, line, id, layer FROM diagnostics WHERE work = ? AND (? = 'both' OR layer = ?)"
        " ORDER BY severity != 'error', severity != 'warning', layer DESC, file, line, diagnostic",
        (identifier, view, view),
    )


def coverage(base: OpenedBase, identifier: str, view: View = "both") -> Coverage:
    """The lines that are not blank of the sources of the fullest layer in a view: those held by a provision, those left out, and why."""
    info = work(base, identifier, view)
    place = (identifier, layer := fullest(info.layers))
    sources = base.rows("SELECT DISTINCT sha256, lines, blank FROM sources WHERE work = ? AND layer = ?", place)
    printed = {
        (sha, line) for sha, lines, blank in sources for line in {*range(1, lines + 1)}.difference(json.loads(blank))
    }
    spans = base.rows(
        "SELECT s.sha256, p.first, p.last FROM spans p JOIN nodes n ON n.node = p.node JOIN sources s ON s.source = n.source"
        " WHERE n.work = ? AND n.layer = ?",
        place,
    )
    held = printed.intersection((sha, line) for sha, first, last in spans for line in range(first, last + 1))
    query = "SELECT first, last, reason FROM dropped WHERE work = ? ORDER BY document, first"
    dropped = base.rows(query, (identifier,)) if layer == "texte" else ()
    return Coverage(len(printed), len(held), len(printed) - len(held), tuple(dropped), info.references)


def measures(base: OpenedBase, identifier: str) -> list[Measure]:
    """What was measured of a work, in the order of its file."""
    return base.values(
        Measure, "SELECT name, good, whole, how FROM measures WHERE work = ? ORDER BY place", (identifier,)
    )


def departures(base: OpenedBase, identifier: str, view: View = "both") -> list[Departure]:
    """What the text layer of a work says that its lines do not print, where it stands, why and whence; in the order of the lines."""
    if "texte" not in work(base, identifier, view).layers:
        return []
    query = (
        "SELECT d.id, d.line, substr(iif(instr(d.id, '#') OR coalesce(n.own, '') = '', n.text, n.own), d.first + 1,"
        " d.last - d.first), d.origin, d.reason FROM departures d JOIN nodes n ON n.id = d.id AND n.layer = 'texte'"
        " WHERE n.work = ? ORDER BY d.line, n.node, d.first"
    )
    return base.values(Departure, query, (identifier,))
