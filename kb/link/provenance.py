"""Which words of a publication's layer stand at their lines, and where the others come from."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from kb.model import Departure, Kind, Layer, Provision, Repair, Rulebook
from kb.model.provisions import lines_of
from kb.model.words import fold, words
from kb.system.grouping import by_key

_WORD = re.compile(r"[^\W_]+")
_ABSENT = "absent"
_FIELD = "nom d'un champ, que la source dit par une icône ou par sa place"
_COLUMN = "titre de colonne, redit devant la case"
_LEAD = "nom de la ligne ou de la case, redit par la lecture"
_JOINED = "mots réunis, ou rangés dans un autre ordre que leurs lignes"

_Run = tuple[int, int, list[str]]


def departures(book: Rulebook, lines: Sequence[str], repairs: Iterable[Repair]) -> tuple[Departure, ...]:
    """The words of the text layer that do not stand at the lines of their provision, in order, each run of them with its reason.

    Args:
        book: the layer, linked.
        lines: the file of the user, line by line.
        repairs: what the reading declares to have changed.
    """
    if book.work.layer is not Layer.TEXTE:
        return ()
    by_line = by_key((repair.line, repair) for repair in repairs)
    subkinds = {provision.id: provision.subkind for provision in book.provisions}
    found: list[Departure] = []
    for provision in book.provisions:
        if _ABSENT in {provision.subkind, subkinds.get(provision.parent or "")}:
            found.append(Departure(provision.id, 0, len(provision.own), "absence", "", provision.line))
            continue
        for first, last, said in _unmatched(provision.own, _printed(provision, lines)):
            reason = _reason(provision, first, said, by_line)
            found.append(Departure(provision.id, first, last, "repair", reason, provision.line))
    return tuple(found)


def _printed(provision: Provision, lines: Sequence[str]) -> list[str]:
    """The words at the lines of a provision, in reading order."""
    return [word for span in provision.spans for line in lines[span.start - 1 : span.end] for word in words(line)]


def _unmatched(text: str, printed: list[str]) -> Iterator[_Run]:
    """(first character, last, words) of each run of words of a text that are not among the printed ones, in their order."""
    runs = list(_WORD.finditer(text))
    said = [fold(run[0]) for run in runs]
    remaining = iter(printed)
    # Nearly always, all stand there in order.
    if all(word in remaining for word in said):
        return
    place = 0
    for block in SequenceMatcher(None, said, printed, autojunk=False).get_matching_blocks():
        if block.a > place:
            yield runs[place].start(), runs[block.a - 1].end(), said[place : block.a]
        place = block.a + block.size


def _reason(provision: Provision, first: int, said: Sequence[str], repairs: Mapping[int, Sequence[Repair]]) -> str:
    """Why some words are not printed where they stand: a repair declared at their lines, or what the reading says again."""
    for line in lines_of(provision.spans):
        for repair in repairs.get(line, ()):
            if set(said) <= set(words(repair.after)):
                return repair.reason
    if provision.form == "field" and first == 0:
        return _FIELD
    if provision.kind is Kind.ROW:
        titles = {word for title, _cell in provision.fields for word in words(title)}
        return _COLUMN if set(said) <= titles else _LEAD
    return _JOINED
