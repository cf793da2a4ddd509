"""What every tool answers from: the session, and the one view of it that this server shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from api.session import Session
from kb.answer import citation
from kb.store import Passage, View, WorkInfo

# What a passage is, for who quotes it: a précis is never the words of the publication.
_LAYERS = {"precis": "précis", "texte": "texte de la publication"}


@dataclass(frozen=True, slots=True)
class Reader:
    """One base behind a tool server; `view` is all that leaves it."""

    session: Session
    view: View

    @classmethod
    def opened(cls, path: Path, view: View, *, with_texts: bool) -> Reader:
        """Open a base; without `with_texts`, the précis alone.

        Raises:
            UnusableBaseError: the file is missing, damaged, or of another version.
            RequestProblem: the texts are asked for and not served here.
        """
        session = Session.opened(path, with_texts=with_texts)
        return cls(session, session.view(view))

    def works(self) -> tuple[WorkInfo, ...]:
        """The games served, in id order."""
        return self.session.base.works(view=self.view)

    def passages(self, identifiers: Iterable[str]) -> dict[str, Passage]:
        """The provisions of these ids that the view holds, by id."""
        found = self.session.base.passages(list(dict.fromkeys(identifiers)), self.view)
        return {passage.id: passage for passage in found}

    def source(self, identifier: str) -> str:
        """Where a rule stands, as it is cited: `Runewars, Guide de référence, 35.3 Déplacement (runewars/35.3, précis)`."""
        passage = self.passages([identifier]).get(identifier)
        if passage is None:
            return identifier
        title = f" {passage.title}" if passage.number else ""
        return f"{citation(self.session.base, passage)}{title} ({identifier}, {_LAYERS[passage.layer]})"
