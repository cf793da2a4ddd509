"""Read the works of a base."""

from __future__ import annotations

import json
from pathlib import Path

from kb.errors import UnknownModeError, UnknownWorkError
from kb.store.opening import Examined, OpenedBase
from kb.store.values import View, WorkInfo


class WorkReader(OpenedBase):
    """The works, their layers, editions and reference states."""

    def __init__(self, path: Path, examined: Examined | None = None) -> None:
        """Open the file (see `OpenedBase`)."""
        super().__init__(path, examined)
        self._works: dict[tuple[str, View], WorkInfo] = {}

    def works(self, *, unlisted: bool = False, view: View = "both") -> tuple[WorkInfo, ...]:
        """The works that a view holds, in id order; the example work only when asked for."""
        return tuple(self.work(work, view) for work in self.work_ids(unlisted=unlisted, view=view))

    def work_ids(self, *, unlisted: bool = False, view: View = "both") -> tuple[str, ...]:
        """The ids of the works that a view holds, in order."""
        query = "SELECT DISTINCT work FROM works WHERE (listed OR ?) AND (? = 'both' OR layer = ?) ORDER BY work"
        return tuple(row[0] for row in self.rows(query, (unlisted, view, view)))

    def work(self, work: str, view: View = "both") -> WorkInfo:
        """One work, as a view holds it; read once, for the base never changes.

        Raises:
            UnknownWorkError: there is no such work in this view.
        """
        key = (work, view)
        if key not in self._works:
            self._works[key] = self._read_work(work, view)
        return self._works[key]

    def _read_work(self, work: str, view: View) -> WorkInfo:
        rows = self.rows(
            "SELECT layer, title, edition, modes, listed FROM works WHERE work = ? AND (? = 'both' OR layer = ?) ORDER BY layer DESC",
            (work, view, view),
        )
        if not rows:
            raise UnknownWorkError(work, self.work_ids(unlisted=False, view=view))
        _layer, title, edition, modes, listed = rows[0]
        counted = "SELECT count(DISTINCT id) FROM nodes WHERE work = ? AND (? = 'both' OR layer = ?)"
        nodes = self.rows(counted, (work, view, view))[0][0]
        layers = tuple(sorted(row[0] for row in rows))
        return WorkInfo(
            work, title, edition, tuple(json.loads(modes)), layers, nodes, self._references(work, layers), bool(listed)
        )

    def check_mode(self, mode: str | None, work: str | None = None, view: View = "both") -> None:
        """Accept a mode that the work, or any listed work, has; none asks nothing.

        Raises:
            UnknownModeError: none has it.
            UnknownWorkError: there is no such work in this view.
        """
        if mode is None:
            return
        works = (self.work(work, view),) if work else self.works(view=view)
        known = sorted({name for info in works for name in info.modes})
        if mode not in known:
            raise UnknownModeError(mode, tuple(known))

    def editions(self, work: str) -> dict[str, str]:
        """The edition of each layer of a work."""
        return dict(self.rows("SELECT layer, edition FROM works WHERE work = ? ORDER BY layer", (work,)))

    def _references(self, work: str, layers: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
        """Reference states of the fullest layer: the text where there is one."""
        layer = "texte" if "texte" in layers else "precis"
        counted = dict(
            self.rows(
                "SELECT resolution, count(*) FROM cross_references WHERE work = ? AND layer = ? GROUP BY 1",
                (work, layer),
            )
        )
        return tuple((state, counted.get(state, 0)) for state in ("resolved", "ambiguous", "dangling", "suspect"))
