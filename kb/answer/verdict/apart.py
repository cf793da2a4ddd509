"""Which of the written questions of a rule say nothing of the one that is asked: another case, or another thing asked of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from kb.search.roles import roles
from kb.search.wording import nuances, opposed, stems
from kb.store import Wording
from kb.system.data import motifs


@dataclass(frozen=True, slots=True)
class AskedCase:
    """The question asked, as written ones are set against it: who bears the states that it tells of, what does not go with it."""

    wording: Wording
    stems: set[str]
    borne: Mapping[str, bool]
    contraries: Sequence[tuple[re.Pattern[str], re.Pattern[str]]]
    nuances: Sequence[re.Pattern[str]]

    @classmethod
    def of(cls, question: str, asked: Wording) -> Self:
        """The case of a question, whose wording is given."""
        return cls(asked, stems(asked.words), roles(asked.words), opposed(asked.words), nuances(question))

    def is_apart(self, other: Wording, verdict: str) -> bool:
        """True when a written question says nothing of the one asked.

        It denies what the other lacks, or the other way round; it says alone what does not go with what is asked, or is with or without a
        thing of which the other says nothing; another bears a state.
        """
        # What is soon seen comes first: most deny nothing.
        if other.turned and not other.turns(self.stems):
            return True
        if self.wording.turned and not self.wording.turns(stems(other.words)):
            return True
        if self._asks_more(other, verdict):
            return True
        if any(two.search(other.words) and not one.search(other.words) for one, two in self.contraries):
            return True
        if not self.stems.issuperset(stems(" ".join(motifs("negations", "sous-condition").findall(other.words)))):
            return True
        states = roles(other.words).items() if self.borne else ()
        return any(self.borne.get(state, suffers) is not suffers for state, suffers in states)

    def _asks_more(self, other: Wording, verdict: str) -> bool:
        """True when it asks what another does not tell: whether what may be done must be, or of one thing only, or of one case at least."""
        is_so = (verdict == "oui") != other.turned
        is_imposed = self.wording.modal == "must" and other.modal == "may" and is_so
        return is_imposed or any(one.search(other.words) is None for one in self.nuances)
