"""Read works: their layers, modes and editions, what the checks found in them, how well they hold their sources, what says when.

What is asked of a work that the view does not hold is an UnknownWorkError.
"""

import difflib
import json
import zlib

from kb.errors import UnknownModeError, UnknownWorkError
from kb.model import Measure, Moment, Notion, Resolution, SheetBlock, Usage
from kb.model.words import words
from kb.store.opening import OpenedBase, remembered
from kb.store.records import Coverage, Departure, Found, View, WindowRow, WorkInfo


def works(base: OpenedBase, *, unlisted: bool = False, view: View = "both") -> tuple[WorkInfo, ...]:
    """The works that a view holds, in id order; the example work only when asked for."""
    return tuple(work(base, identifier, view) for identifier in work_ids(base, unlisted=unlisted, view=view))


@remembered
def work_ids(base: OpenedBase, *, unlisted: bool = False, view: View = "both") -> tuple[str, ...]:
    """The ids of the works that a view holds, in order."""
    query = "SELECT DISTINCT work FROM works WHERE (listed OR :unlisted) AND :view IN ('both', layer) ORDER BY work"
    return tuple(base.column(query, unlisted=unlisted, view=view))


@remembered
def work(base: OpenedBase, identifier: str, view: View = "both") -> WorkInfo:
    """One work, as a view holds it."""
    query = """
        SELECT layer, title, edition, modes, listed FROM works
        WHERE work = :work AND :view IN ('both', layer) ORDER BY layer DESC
    """
    rows = base.rows(query, work=identifier, view=view)
    if not rows:
        raise UnknownWorkError(identifier, work_ids(base, view=view), _nearest(base, identifier, view))
    fullest, title, edition, modes, listed = rows[0]
    query = "SELECT count(DISTINCT id) FROM nodes WHERE work = :work AND :view IN ('both', layer)"
    (nodes,) = base.column(query, work=identifier, view=view)
    query = "SELECT resolution, count(*) FROM cross_references WHERE work = :work AND layer = :layer GROUP BY 1"
    counts = dict(base.rows(query, work=identifier, layer=fullest))
    references = tuple((str(state), counts.get(state, 0)) for state in Resolution)
    layers = tuple(sorted(row[0] for row in rows))
    return WorkInfo(identifier, title, edition, tuple(json.loads(modes)), layers, nodes, references, bool(listed))


def _nearest(base: OpenedBase, wanted: str, view: View) -> str | None:
    """The work whose id or title is most like a name: one that begins by it, or holds it, before one that is written alike."""
    query = "SELECT DISTINCT work, title FROM works WHERE listed AND :view IN ('both', layer) ORDER BY work"
    named = {
        " ".join(words(name)): held
        for held, title in base.rows(query, view=view)
        for name in (title, *title.split(" : "), held)
    }
    said = " ".join(words(wanted))
    holding = sorted((name for name in named if said and said in name), key=lambda name: not name.startswith(said))
    close = holding or difflib.get_close_matches(said, named, 1)
    return named[close[0]] if close else None


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
    return dict(base.rows("SELECT layer, edition FROM works WHERE work = :work ORDER BY layer", work=identifier))


def policy(base: OpenedBase, identifier: str) -> str | None:
    """The precedence policy of a work, as JSON (see `kb.policy.read_policy`); None when it has none."""
    printed = base.first("SELECT printed FROM policies WHERE work = :work", work=identifier)
    return zlib.decompress(printed).decode() if printed is not None else None


def notions(base: OpenedBase) -> list[Notion]:
    """The notions that games are compared by, in the order of their file."""
    return base.values(Notion, "SELECT notion, title, summary, cites FROM notions ORDER BY place")


def diagnostics(base: OpenedBase, identifier: str, view: View = "both") -> list[Found]:
    """What the checks found in the layers of a view, errors first."""
    work(base, identifier, view)
    query = """
        SELECT code, severity, message, hint, file, line, id, layer FROM diagnostics
        WHERE work = :work AND :view IN ('both', layer)
        ORDER BY severity != 'error', severity != 'warning', layer DESC, file, line, rowid
    """
    return base.values(Found, query, work=identifier, view=view)


def coverage(base: OpenedBase, identifier: str, view: View = "both") -> Coverage:
    """The lines that are not blank of the sources of the fullest layer in a view: those held by a provision, those left out, and why."""
    info = work(base, identifier, view)
    query = "SELECT DISTINCT sha256, lines, blank FROM sources WHERE work = :work AND layer = :layer"
    sources = base.rows(query, work=identifier, layer=info.fullest)
    printed = {
        (sha, line) for sha, lines, blank in sources for line in {*range(1, lines + 1)}.difference(json.loads(blank))
    }
    query = """
        SELECT s.sha256, json_extract(p.value, '$[0]'), json_extract(p.value, '$[1]')
        FROM nodes n JOIN sources s ON s.work = n.work AND s.layer = n.layer AND s.document = n.source, json_each(n.spans) p
        WHERE n.work = :work AND n.layer = :layer
    """
    spans = base.rows(query, work=identifier, layer=info.fullest)
    held = printed.intersection((sha, line) for sha, first, last in spans for line in range(first, last + 1))
    query = "SELECT first, last, reason FROM dropped WHERE work = :work ORDER BY document, first"
    dropped = base.rows(query, work=identifier) if info.fullest == "texte" else ()
    return Coverage(len(printed), len(held), len(printed) - len(held), tuple(dropped), info.references)


def measures(base: OpenedBase, identifier: str) -> list[Measure]:
    """What was measured of a work, in the order of its file."""
    query = "SELECT name, good, whole, how FROM measures WHERE work = :work ORDER BY place"
    return base.values(Measure, query, work=identifier)


def departures(base: OpenedBase, identifier: str, view: View = "both") -> list[Departure]:
    """What the text layer of a work says that its lines do not print, where it stands, why and whence; in the order of the lines."""
    if "texte" not in work(base, identifier, view).layers:
        return []
    query = """
        SELECT d.id, d.line,
            substr(iif(instr(d.id, '#') OR coalesce(n.own, '') = '', n.text, n.own), d.first + 1, d.last - d.first),
            d.origin, d.reason
        FROM departures d JOIN nodes n ON n.id = d.id AND n.layer = 'texte'
        WHERE n.work = :work ORDER BY d.line, n.place, d.first
    """
    return base.values(Departure, query, work=identifier)


def moments(base: OpenedBase, work: str) -> list[Moment]:
    """The timeline of a work, each moment before those in it; empty when it has none."""
    query = """
        SELECT id, title, kind, who, repeat, free, apart, at_once, window, plays, count, cites, aliases, said, sign
        FROM moments WHERE work = :work ORDER BY place
    """
    return base.values(Moment, query, work=work)


def timing_lines(base: OpenedBase, identifier: str) -> list[str]:
    """The moments as printed when a provision applies, by its timing phrases."""
    query = "SELECT moment FROM windows WHERE id = :id AND role = 'usable' AND moment != '' ORDER BY layer"
    return base.column(query, id=identifier)


def windows(base: OpenedBase, identifier: str, view: View = "both", *, role: str | None = None) -> list[WindowRow]:
    """The timing phrases of a work, in its order; of its text where the view is `both` and there is one. `role` keeps one kind."""
    query = """
        SELECT w.id, w.edge, w.moment, w.timeline, w.whose, w.cue, w.frequency, w.printed
        FROM windows w JOIN nodes n ON n.id = w.unit AND n.layer = w.layer
        WHERE w.work = :work AND w.layer = :layer AND w.role = coalesce(:role, w.role)
        AND n.status NOT IN ('superseded', 'deleted')
        ORDER BY n.place, w.place
    """
    return base.values(WindowRow, query, work=identifier, layer=work(base, identifier, view).fullest, role=role)


def times_printed(base: OpenedBase, work: str, view: View = "both") -> dict[str, str]:
    """When each ability of a work is used, in the words printed, the text's where there is one."""
    query = """
        SELECT id, printed FROM windows
        WHERE work = :work AND role = 'usable' AND :view IN ('both', layer) ORDER BY layer, place DESC
    """
    return dict(base.rows(query, work=work, view=view))


def sheet(base: OpenedBase, work: str) -> list[SheetBlock]:
    """The blocks of the sheet of a work that players print; none when it has no sheet."""
    return base.values(SheetBlock, "SELECT title, cites FROM sheets WHERE work = :work ORDER BY place", work=work)


def usages(base: OpenedBase, work: str) -> list[tuple[str, Usage]]:
    """What a work declares usable, in the order of its file, each after the id of the provision that allows it."""
    query = """
        SELECT substr(id, length(work) + 2), title, moments, owner, kind, frequency, timing
        FROM usages WHERE work = :work ORDER BY place
    """
    return [(f"{work}/{usage.provision}", usage) for usage in base.values(Usage, query, work=work)]
