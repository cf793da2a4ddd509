"""Terms met in running text: the longest title at each place, first mention only, never the provision's own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from kb.link.edges import redirects
from kb.link.terms import Terms
from kb.link.titles import Names
from kb.model import CrossReference, Edge, EdgeType, How, Kind, Lexicon, Provision, Status
from kb.model.words import title_key

_SILENT = frozenset({Kind.ROW, Kind.NOTE})
# What stands before a word that a sentence, a bullet, a cell or a quotation begins with, or at the start of a text.
_OPENING = re.compile(r"(?:\A|[.!?:;|•\n«\"“(–-]\s*)\Z")
# What joins a word to a longer name: « Attaques de tir », « Phase de Mouvement ».
_OF = r"(?:\b(?:de|du|des)[ ]|\bd['’])"
_PART = re.compile(rf"{_OF}\Z", re.IGNORECASE)
_WHOLE = re.compile(rf"[ ]{_OF}", re.IGNORECASE)
_BEFORE = 5
# The title of a column, as a row repeats it.
_HEADING = re.compile(r"(?:^|(?<= ; ))[^:;\n]+ : ", re.MULTILINE)
# Marks of emphasis, and links of which the words alone are read.
_MARKS = re.compile(r"\*+|\[([^\]]*)\]\([^)]*\)")
# A target, the key of the term that means it, its parameter.
_Found = tuple[str, str, str | None]
_WORD = re.compile(r"[^\W_]+")
# The parameter that a name takes in parentheses: a figure (« Perforant (1) ») or other names (« Immunité (Peur) »).
_PARAMETER = re.compile(r"[ ]?\((?P<value>\d[\w+]*|[A-ZÀ-Ý][^()]{0,40})\)")
_KEYWORD = re.compile(r"^(?P<name>[^()]+?)(?:[ ]?\((?P<value>[^()]+)\))?$")


def mentions(
    names: Names, provisions: tuple[Provision, ...], references: Iterable[CrossReference], lexicon: Lexicon
) -> list[Edge]:
    """`uses` edges (inferred) from each provision in force to the terms that its text mentions, printed references left out.

    A table row uses the keywords that one of its columns lists. The parameter of a term is the edge's reason; what is printed of it is the
    term's key, with a capital when only a capital shows that it is a name. An entry that only refers to another stands for that one.
    """
    terms = Terms(names, lexicon)
    printed: dict[str, list[str]] = defaultdict(list)
    references = tuple(references)
    meant = redirects(references)
    for reference in references:
        printed[reference.source.partition("#")[0]].append(reference.printed)
    rows: dict[str, list[str]] = defaultdict(list)
    for provision in provisions:
        if provision.kind is Kind.ROW:
            rows[provision.parent or ""].append(provision.text)
    edges: list[Edge] = []
    for provision in provisions:
        if provision.status is Status.SUPERSEDED:
            continue
        if provision.kind is Kind.ROW:
            found = _listed(provision, terms)
        elif provision.is_unit or provision.kind in _SILENT:
            continue
        else:
            found = _met(provision, _without(provision.text, printed[provision.id], rows[provision.id]), terms)
        redirected = ((meant.get(target, target), key, parameter) for target, key, parameter in found)
        edges += _uses(provision, _collected(redirected), names)
    return edges


def _uses(provision: Provision, found: dict[str, tuple[str, dict[str, None]]], names: Names) -> Iterator[Edge]:
    """An edge to each target that is not the provision's own: itself, its entry, what it defines, what bears its title."""
    own = {provision.id, provision.parent, *(names.titled(provision.title) if provision.title else ())}
    where = (EdgeType.USES, How.INFERRED, provision.layer, provision.spans[:1])
    for target, (key, parameters) in found.items():
        known = names.by_id[target]
        if target not in own and known.parent != provision.id and not (known.is_unit and known.parent in own):
            reason = f"paramètre : {' ; '.join(parameters)}" if parameters else ""
            yield Edge(provision.id, target, *where, key, reason)


def _without(text: str, printed: Iterable[str], rows: Iterable[str]) -> str:
    """A text with blanks in place of its printed references, emphasised or not, and of the column titles that its rows repeat."""
    for row in rows:
        text = text.replace(row, _HEADING.sub(lambda title: " " * len(title[0]), row), 1)
    for words in dict.fromkeys(_MARKS.sub(lambda mark: mark[1] or "", one).strip() for one in printed):
        text = text.replace(words, " " * len(words)) if words else text
    return text


def _collected(found: Iterable[_Found]) -> dict[str, tuple[str, dict[str, None]]]:
    """Each target once, in order of first mention: the key of the term, every parameter that it takes."""
    result: dict[str, tuple[str, dict[str, None]]] = {}
    for target, key, parameter in found:
        _key, parameters = result.setdefault(target, (key, {}))
        if parameter:
            parameters[parameter] = None
    return result


def _listed(row: Provision, terms: Terms) -> Iterator[_Found]:
    """Each keyword listed in a row that names a term."""
    for item in dict(row.fields).get("keywords", "").split(","):
        match = _KEYWORD.match(item.strip())
        key = title_key(match["name"]) if match else ""
        if match and key in terms and (target := terms.meant(key, row)):
            yield target, key, match["value"]


def _met(provision: Provision, text: str, terms: Terms) -> Iterator[_Found]:
    """Each mention of a term in a text of a provision, longest match first."""
    runs = list(_WORD.finditer(text))
    keys = [title_key(run[0]) for run in runs]
    place = 0
    while place < len(keys):
        size, key = _longest_at(text, runs, keys, place, terms)
        if key and (target := terms.meant(key, provision)):
            parameter = _PARAMETER.match(text, runs[place + size - 1].end())
            printed = key.capitalize() if terms.is_common(key) else key
            yield target, printed, parameter["value"] if parameter else None
        place = _onward(text, runs, keys, place, size, terms)


def _onward(text: str, runs: list[re.Match[str]], keys: list[str], place: int, size: int, terms: Terms) -> int:
    """The word to go on from: the one after a term, or one of it that begins another that goes further (« Votre Phase de Tir »)."""
    after = place + size
    for start in range(place + 1, after):
        longer, key = _longest_at(text, runs, keys, start, terms)
        if key and start + longer > after:
            return start
    return after


def _longest_at(text: str, runs: list[re.Match[str]], keys: list[str], place: int, terms: Terms) -> tuple[int, str]:
    """How many words of a text the longest term takes there, and its key, empty for an idiom; one word and nothing where there is none."""
    if keys[place] in terms.heads:
        for size in range(min(terms.longest, len(keys) - place), 0, -1):
            key = " ".join(keys[place : place + size])
            start, end = runs[place].start(), runs[place + size - 1].end()
            if terms.is_idiom(key):
                return size, ""
            if key in terms and (not terms.is_common(key) or _is_name(text, start, end)):
                return size, key
    return 1, ""


def _is_name(text: str, start: int, end: int) -> bool:
    """Whether words are a name by themselves: a capital that no sentence, cell or quotation gives them, and no part of a longer name."""
    if not text[start].isupper() or _OPENING.search(text, max(0, start - _BEFORE), start):
        return False
    return not _PART.search(text, max(0, start - _BEFORE), start) and not _WHOLE.match(text, end)
