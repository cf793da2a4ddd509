"""A knowledge base opened for reading: works, provisions, names, edges, and how well it holds its sources."""

from __future__ import annotations

from kb.store.edges import EdgeReader
from kb.store.values import Coverage, Found, View


class KnowledgeBase(EdgeReader):
    """A knowledge base opened for reading: any thread may ask, none ever writes."""

    def diagnostics(self, work: str, view: View = "both") -> list[Found]:
        """What the checks found in the layers of a view, errors first.

        Raises:
            UnknownWorkError: there is no such work in this view.
        """
        self.work(work, view)
        rows = self.rows(
            "SELECT code, severity, message, hint, file, line, id, layer FROM diagnostics WHERE work = ? AND (? = 'both' OR layer = ?)"
            " ORDER BY severity != 'error', severity != 'warning', layer DESC, file, line, diagnostic",
            (work, view, view),
        )
        return [Found(*row) for row in rows]

    def coverage(self, work: str, view: View = "both") -> Coverage:
        """Lines of the sources of the fullest layer in a view, those held by a provision, and what was dropped.

        Raises:
            UnknownWorkError: there is no such work in this view.
        """
        info = self.work(work, view)
        layer = "texte" if "texte" in info.layers else "precis"
        lines = sum(
            row[0]
            for row in self.rows(
                "SELECT DISTINCT lines, sha256 FROM sources WHERE work = ? AND layer = ?", (work, layer)
            )
        )
        held: set[tuple[str, int]] = set()
        for sha, first, last in self.rows(
            "SELECT s.sha256, p.first, p.last FROM spans p JOIN nodes n ON n.node = p.node JOIN sources s ON s.source = n.source"
            " WHERE n.work = ? AND n.layer = ?",
            (work, layer),
        ):
            held.update((sha, line) for line in range(first, last + 1))
        dropped = self.rows("SELECT first, last, reason FROM dropped WHERE work = ? ORDER BY document, first", (work,))
        return Coverage(lines, len(held), tuple(dropped) if layer == "texte" else (), info.references)
