"""Read what says when: the timeline of a work, its timing phrases, what it declares usable."""

from __future__ import annotations

from kb.model import Moment, Usage
from kb.store.opening import OpenedBase
from kb.store.values import View, WindowRow
from kb.store.works import fullest
from kb.store.works import work as work_info


def moments(base: OpenedBase, work: str) -> list[Moment]:
    """The timeline of a work, each moment before those in it; empty when it has none."""
    return base.values(
        Moment,
        "SELECT id, title, kind, who, repeat, free, apart, at_once, window, plays, count, cites, aliases FROM moments"
        " WHERE work = ? ORDER BY place",
        (work,),
    )


def timing_lines(base: OpenedBase, identifier: str) -> list[str]:
    """The moments as printed when a provision applies, by its timing phrases."""
    query = "SELECT moment FROM windows WHERE id = ? AND role = 'usable' AND moment != '' ORDER BY layer"
    return [moment for (moment,) in base.rows(query, (identifier,))]


def windows(base: OpenedBase, work: str, view: View = "both", *, role: str | None = None) -> list[WindowRow]:
    """The timing phrases of a work, in its order; of its text where the view is `both` and there is one. `role` keeps one kind."""
    return base.values(
        WindowRow,
        "SELECT w.id, w.unit, w.role, w.edge, w.moment, w.timeline, w.whose, w.cue, w.frequency, w.printed, w.spans"
        " FROM windows w JOIN nodes n ON n.id = w.unit AND n.layer = w.layer"
        " WHERE w.work = ? AND w.layer = ? AND (? IS NULL OR w.role = ?) AND n.status NOT IN ('superseded', 'deleted')"
        " ORDER BY n.place, w.place",
        (work, fullest(work_info(base, work, view).layers), role, role),
    )


def times_printed(base: OpenedBase, work: str, view: View = "both") -> dict[str, str]:
    """When each ability of a work is used, in the words printed, the text's where there is one."""
    query = "SELECT id, printed FROM windows WHERE work = ? AND role = 'usable' AND (? = 'both' OR layer = ?) ORDER BY layer, place DESC"
    return dict(base.rows(query, (work, view, view)))


def usages(base: OpenedBase, work: str) -> list[tuple[str, Usage]]:
    """What a work declares usable, in the order of its file, each after the id of the provision that allows it."""
    query = "SELECT substr(id, length(work) + 2), title, moments, owner, kind, frequency, timing FROM usages WHERE work = ? ORDER BY place"
    return [(f"{work}/{usage.provision}", usage) for usage in base.values(Usage, query, (work,))]
