"""What settles a question that the engine says nothing of: two figures compared, yes or no, or which of two things said is so."""

import re
from dataclasses import dataclass, replace
from functools import cache

from kb.answer.question.intent import is_closed, is_worded_as_closed
from kb.answer.question.query import Named
from kb.answer.question.sides import otherwise
from kb.answer.table.lookup import Reading
from kb.answer.values import Asked, Conclusion, Fact
from kb.answer.verdict.by_conditions import Concluded
from kb.answer.verdict.by_figures import Compared, compared
from kb.answer.verdict.by_questions import Verdict, Written, chosen, judged
from kb.model.words import fold
from kb.search import Found, Searcher
from kb.store import KnowledgeBase
from kb.system.data import lexicon

# How the engine's word for two moments is said.
_WORDS = {"before": "Avant.", "after": "Après."}


@dataclass(frozen=True, slots=True)
class Settlement:
    """The comparison, or the verdict; `choice` is what is concluded where the verdict is of one of two things said.

    `versions` are the like cases that are written with another verdict, or with either where none is given; `case` is the question as a
    declaration understands it.
    """

    comparison: Compared | None = None
    verdict: Verdict | None = None
    choice: Conclusion | None = None
    versions: tuple[Written, ...] = ()
    case: Concluded | None = None

    def withheld(self) -> "Settlement":
        """The same, without anything to conclude: the like cases and what is asked are left."""
        return replace(self, comparison=None, verdict=None, choice=None)

    def asked(self, *, turned: bool) -> Asked:
        """What a question is understood to ask and tell, as a declaration words it; used where the verdict is what it comes to."""
        facts = self.case.facts if self.case is not None else ()
        used = self.case is not None and self.verdict is not None and self.verdict.verdict == self.case.said
        stated = tuple(Fact("figure" if figures else "state", words, used) for words, figures in facts)
        act = (self.case.act or None) if self.case is not None else None
        return Asked("negated" if turned else "plain", act, stated)


def settled(
    said: Named, base: KnowledgeBase, searcher: Searcher, found: Found, read: Reading | None, *, noted: bool
) -> Settlement:
    """What settles a question; `noted` tells that a row read in a table calls a note, where the note alone may give the verdict."""
    question = said.text
    comparison = compared(question, base, searcher, found.work, found.view)
    if comparison is not None:
        return Settlement(comparison if isinstance(comparison, Compared) else None)
    # A value that is read in a table answers a question that no word of it closes: « la taille de rang d'un monstre ? ».
    closed = is_worded_as_closed if read is not None and read.values else is_closed
    if closed(question):
        contrary = otherwise(question)
        if contrary is not None:
            return _ordered(question, contrary, base, searcher, found)
        judgement = judged(base, found, question, searcher.analyzer(found.work), searcher.model)
        of_note = judgement.verdict is not None and "#note-" in (judgement.verdict.clause or "")
        # What a row says holds in the case of its note alone: the verdict must be that of the note.
        if noted and not of_note:
            return Settlement()
        return Settlement(verdict=judgement.verdict, versions=judgement.versions, case=judgement.case)
    return _between(said, base, searcher, found)


def _ordered(question: str, contrary: str, base: KnowledgeBase, searcher: Searcher, found: Found) -> Settlement:
    """Whether an order that a question states is so: the contrary one, which has nearly the same words, must be so much less likely."""
    held = chosen(question, contrary, base, found, searcher.analyzer(found.work), searcher.model)
    if held is None:
        return Settlement()
    place, verdict = held
    return Settlement(verdict=replace(verdict, verdict="non" if place else "oui"))


def _between(said: Named, base: KnowledgeBase, searcher: Searcher, found: Found) -> Settlement:
    """Which of the two things that a question opposes is so: « avant ou après ? » is asked as « avant ? » and as « après ? »."""
    asked = next((match for pattern in _alternatives() if (match := pattern.search(said.text)) is not None), None)
    if asked is None:
        return Settlement()
    before, after = said.text[: asked.start()], said.text[asked.end() :]
    first, second = (f"{before}{one}{after}" for one in asked.groups())
    held = chosen(first, second, base, found, searcher.analyzer(found.work), searcher.model)
    if held is None:
        return Settlement()
    place, verdict = held
    word = f"{asked[place + 1].split()[0].capitalize()}."
    # « apres » is said as it is written with care.
    text = next((one for one in _WORDS.values() if fold(one) == fold(word)), word)
    return Settlement(verdict=verdict, choice=Conclusion("first", text))


@cache
def _alternatives() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(one, re.IGNORECASE) for one in lexicon("intentions")["alternative"]["motifs"])
