"""Read what says when: the timeline of a work, its timing phrases, what it declares usable."""

from __future__ import annotations

from kb.model import Moment, Usage
from kb.store.opening import OpenedBase
from kb.store.values import View, WindowRow
from kb.store.works import work as work_info


def moments(base: OpenedBase, work: str) -> list[Moment]:
    """The timeline of a work, each moment before those in it; empty when it has none."""
    query = """
        SELECT id, title, kind, who, repeat, free, apart, at_once, window, plays, count, cites, aliases
        FROM moments WHERE work = :work ORDER BY place
    """
    return base.values(Moment, query, work=work)


def timing_lines(base: OpenedBase, identifier: str) -> list[str]:
    """The moments as printed when a provision applies, by its timing phrases."""
    query = "SELECT moment FROM windows WHERE id = :id AND role = 'usable' AND moment != '' ORDER BY layer"
    return base.column(query, id=identifier)


def windows(base: OpenedBase, work: str, view: View = "both", *, role: str | None = None) -> list[WindowRow]:
    """The timing phrases of a work, in its order; of its text where the view is `both` and there is one. `role` keeps one kind."""
    query = """
        SELECT w.id, w.unit, w.role, w.edge, w.moment, w.timeline, w.whose, w.cue, w.frequency, w.printed, w.spans
        FROM windows w JOIN nodes n ON n.id = w.unit AND n.layer = w.layer
        WHERE w.work = :work AND w.layer = :layer AND w.role = coalesce(:role, w.role)
        AND n.status NOT IN ('superseded', 'deleted')
        ORDER BY n.place, w.place
    """
    return base.values(WindowRow, query, work=work, layer=work_info(base, work, view).fullest, role=role)


def times_printed(base: OpenedBase, work: str, view: View = "both") -> dict[str, str]:
    """When each ability of a work is used, in the words printed, the text's where there is one."""
    query = """
        SELECT id, printed FROM windows
        WHERE work = :work AND role = 'usable' AND :view IN ('both', layer) ORDER BY layer, place DESC
    """
    return dict(base.rows(query, work=work, view=view))


def usages(base: OpenedBase, work: str) -> list[tuple[str, Usage]]:
    """What a work declares usable, in the order of its file, each after the id of the provision that allows it."""
    query = """
        SELECT substr(id, length(work) + 2), title, moments, owner, kind, frequency, timing
        FROM usages WHERE work = :work ORDER BY place
    """
    return [(f"{work}/{usage.provision}", usage) for usage in base.values(Usage, query, work=work)]
