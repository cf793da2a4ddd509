"""What a question says that a value comes to: « P+F 14, dés 8, ARM 18 : 4 points ? » asks whether the damage is of 4."""

import re
from dataclasses import dataclass

from kb.model.words import fold
from kb.search import PARTING, Analyzer
from kb.system.data import motifs

_FIGURE = re.compile(
    r"(?<![\w.,+−-])(?<![+−-] )(?P<number>\d+)(?P<roll>\+?)(?![\w.,]*\d)(?!\w)(?: (?P<word>[^\W\d_]{2,})\b)?"
)
# So many words may follow the figure: « 4+ pour toucher ».
_AFTER = 3
_SENTENCE = re.compile(rf"{PARTING.pattern}|[.?!](?=\s)")


@dataclass(frozen=True, slots=True)
class Claim:
    """The question of what the value comes to, the figure that it was said to be (a roll for « 4+ »), and the word of what that counts."""

    asked: str
    figure: int
    is_roll: bool
    counted: str | None


def claim_of(question: str, analyzer: Analyzer) -> Claim | None:
    """The claim of a question that ends by it, after the figures that it is worked out from; None for any other question.

    The last clause holds that figure alone, and nothing that bounds it or tells more of the case: « 8 pouces au plus ? », « sur 4+ avec cet
    ordre ? » are none.
    """
    text = analyzer.in_figures(question).rstrip(" ?")
    start = max((part.end() for part in _SENTENCE.finditer(text)), default=0)
    head, last = text[:start], text[start:]
    said = _FIGURE.search(last)
    if said is None or not any(map(str.isdigit, head)) or sum(map(str.isdigit, last)) > len(said["number"]):
        return None
    rest = last[said.end("roll") :]
    if len(rest.split()) > _AFTER or motifs("intentions", "enonce").search(fold(last)):
        return None
    small = said["word"] is None or fold(said["word"]) in analyzer.lexicon.stopwords
    counted = None if small else said["word"]
    before = last[: said.start()]
    asked = f"{head}{before}combien{' de' if counted else ''}{rest} ?"
    return Claim(asked, int(said["number"]), bool(said["roll"]) or before.endswith("sur "), counted)
