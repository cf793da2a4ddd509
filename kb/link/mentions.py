"""Terms met in running text: the longest title at each place, first mention only, never the provision's own."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from kb.link.edges import redirects
from kb.link.lookup import NameIndex, Vocabulary
from kb.model import CrossReference, Edge, EdgeType, How, Kind, Lexicon, Provision, Status
from kb.model.clauses import provision_of
from kb.model.words import title_key
from kb.system import bounds
from kb.system.grouping import by_key

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
_WORD = re.compile(r"[^\W_]+")
# The parameter that a name takes in parentheses: a figure (« Perforant (1) ») or other names (« Immunité (Peur) »).
_PARAMETER = re.compile(r"[ ]?\((?P<value>\d[\w+]*|[A-ZÀ-Ý][^()]{0,40})\)")
_KEYWORD = re.compile(r"^(?P<name>[^()]+?)(?:[ ]?\((?P<value>[^()]+)\))?$")
# A target, the key of the term that means it, its parameter.
_Mention = tuple[str, str, str | None]


def mentions(
    names: NameIndex, provisions: Sequence[Provision], references: Sequence[CrossReference], lexicon: Lexicon
) -> list[Edge]:
    """`uses` edges (inferred) from each provision in force to the terms that its text mentions, printed references left out.

    A table row uses the keywords that one of its columns lists. The parameter of a term is the edge's reason; what is printed of it is the
    term's key, with a capital when only a capital shows that it is a name. An entry that only refers to another stands for that one.
    """
    terms = Vocabulary(names, lexicon)
    meant = redirects(references)
    printed = by_key((provision_of(reference.source), reference.printed) for reference in references)
    rows = by_key((one.parent, one.text) for one in provisions if one.kind is Kind.ROW)
    edges: list[Edge] = []
    for one in provisions:
        if one.status is Status.SUPERSEDED:
            continue
        if one.kind is Kind.ROW:
            found = _listed(one, terms)
        elif one.is_unit or one.kind is Kind.NOTE:
            continue
        else:
            found = _met(one, _without(one.text, printed[one.id], rows[one.id]), terms)
        edges += _uses(one, ((meant.get(target, target), key, value) for target, key, value in found), names)
    return edges


def _uses(provision: Provision, found: Iterable[_Mention], names: NameIndex) -> Iterator[Edge]:
    """An edge to each target that is not the provision's own: itself, its entry, what it defines, what bears its title.

    It has the key by which the target is first mentioned, and every parameter that it takes.
    """
    keys: dict[str, str] = {}
    parameters: dict[str, dict[str, None]] = defaultdict(dict)
    for target, key, parameter in found:
        keys.setdefault(target, key)
        if parameter:
            parameters[target][parameter] = None
    own = {provision.id, provision.parent, *(names.titled(provision.title) if provision.title else ())}
    where = (EdgeType.USES, How.INFERRED, provision.layer, provision.spans[:1])
    for target, key in keys.items():
        known = names.by_id[target]
        if target not in own and known.parent != provision.id and not (known.is_unit and known.parent in own):
            reason = f"paramètre : {' ; '.join(parameters[target])}" if parameters[target] else ""
            yield Edge(provision.id, target, *where, key, reason)


def _without(text: str, printed: Iterable[str], rows: Iterable[str]) -> str:
    """A text with blanks in place of its printed references, emphasised or not, and of the column titles that its rows repeat."""
    pieces, after = list[str](), 0
    for row in rows:
        # Rows stand in their order.
        if (start := text.find(row, after)) >= 0:
            pieces += [text[after:start], _HEADING.sub(lambda title: " " * len(title[0]), row)]
            after = start + len(row)
    text = "".join((*pieces, text[after:]))
    references = {_MARKS.sub(lambda mark: mark[1] or "", one).strip(): None for one in printed}
    for words in islice(references, bounds.HIDDEN):
        text = text.replace(words, " " * len(words)) if words else text
    return text


def _listed(row: Provision, terms: Vocabulary) -> Iterator[_Mention]:
    """Each keyword listed in a row that names a term."""
    for item in dict(row.fields).get("keywords", "").split(","):
        match = _KEYWORD.match(item.strip())
        key = title_key(match["name"]) if match else ""
        if match and key in terms and (target := terms.meant(key, row)):
            yield target, key, match["value"]


def _met(provision: Provision, text: str, terms: Vocabulary) -> Iterator[_Mention]:
    """Each mention of a term in a text of a provision, longest match first.

    After a term, the next may begin within it, if it goes further (« Votre Phase de Tir »).
    """
    runs = list(_WORD.finditer(text))
    keys = [title_key(run[0]) for run in runs]
    longest = [_longest_at(text, runs, keys, place, terms) for place in range(len(keys))]
    place = 0
    while place < len(keys):
        size, key = longest[place]
        after = place + size
        if key and (target := terms.meant(key, provision)):
            parameter = _PARAMETER.match(text, runs[after - 1].end())
            printed = key.capitalize() if key in terms.common else key
            yield target, printed, parameter["value"] if parameter else None
        further = (
            start for start in range(place + 1, after) if longest[start][1] and start + longest[start][0] > after
        )
        place = next(further, after)


def _longest_at(
    text: str, runs: list[re.Match[str]], keys: list[str], place: int, terms: Vocabulary
) -> tuple[int, str]:
    """How many words of a text the longest term takes there, and its key, empty for an idiom; one word and nothing where there is none."""
    if keys[place] in terms.heads:
        for size in range(min(terms.longest, len(keys) - place), 0, -1):
            key = " ".join(keys[place : place + size])
            if key in terms.idioms:
                return size, ""
            if key in terms and (
                key not in terms.common or _is_name(text, runs[place].start(), runs[place + size - 1].end())
            ):
                return size, key
    return 1, ""


def _is_name(text: str, start: int, end: int) -> bool:
    """Whether words are a name by themselves: a capital that no sentence, cell or quotation gives them, and no part of a longer name."""
    if not text[start].isupper() or _OPENING.search(text, max(0, start - _BEFORE), start):
        return False
    return not _PART.search(text, max(0, start - _BEFORE), start) and not _WHOLE.match(text, end)
