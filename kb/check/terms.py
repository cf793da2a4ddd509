"""Terms that stand out in print and that nothing defines; terms that are defined and that nothing uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kb.check.locating import at
from kb.check.posture import insists
from kb.errors import Diagnostic, Severity
from kb.model import EdgeType, Kind, Provision, Rulebook, Status
from kb.model.curation import Undefined
from kb.model.words import fold, loose_key, title_key, words

# In bold or in italics, in brackets, in capitals; the label that opens a line in bold is a name given there, not a term used.
_LABEL = re.compile(r"(?m)^\s*(?:[-*]\s+|\d+\.\s+|>\s*)*\*\*(?P<label>[^*\n]+)\*\*(?=\s*[:.(–—]|\s*$)")
_MARKED = re.compile(
    r"\*\*(?P<bold>[^*\n]+)\*\*|(?<![*\\])\*(?P<slanted>[^*\n\\]+)\*|(?<!\\)\[(?P<bracketed>[^\]\n]+)\](?!\()"
)
_CAPITALS = re.compile(r"(?<![\w’'-])[A-ZÀ-Ý]{3,}(?: [A-ZÀ-Ý]{2,}(?!\w)| [AÀ] [A-ZÀ-Ý]{2,}(?!\w))*(?!\w)")
# Around a term in bold, the words that say what it is: « on appelle … **X** », « **X** désigne … ».
_CALLED = re.compile(
    r"\b(?:appel\w+|nomm\w+|dite?s?|on parle)\s(?:[\w']+\s){0,3}$|\b(?:est|sont|devien\w+)\s(?:l[ea]s?\s|l'|une?\s)$"
)
_IS = re.compile(r"\s*(?:est|sont|designe|signifie|se dit|s'appelle|veut dire)\b|,\sl[ea]s?\s")
# « la défense (DEF) » : an abbreviation beside what it stands for.
_SHORTENED = re.compile(r"\w\s\((?P<short>[A-ZÀ-Ý]{2,4})\)")
_AROUND = 40
_OF = re.compile(r"^\w+ (?:de la |de l'|de |du |des |d')")
_BRACKETED = re.compile(r"\s*[(\[][^)\]]*[)\]]")
# The longest term, in words; the shortest word that tells something, in letters, less one.
_LONGEST, _SHORT = 4, 2
_BLANK = re.compile(r"^(?:(\w)\1+|[IVXLC]+)$")
_SPEAKING = frozenset({Kind.NOTE, Kind.EXAMPLE, Kind.ERRATUM})
_ENTRIES = frozenset({Kind.DEFINITION, Kind.KEYWORD})
# What ties two provisions without one using the other.
_STRUCTURE = frozenset({EdgeType.CONTAINS, EdgeType.DEFINES, EdgeType.RELATED, EdgeType.RESTATES})


@dataclass(slots=True)
class _Uses:
    """The places where a term stands out, and its form at the first of them."""

    printed: str
    places: list[Provision] = field(default_factory=list)


def undefined_terms(rulebook: Rulebook, declared: Iterable[Undefined] = ()) -> Iterator[Diagnostic]:
    """Each term that stands out in two rules or more, and that no title, alias, label, index row or sentence defines.

    `declared` terms have a finding of their own (`TERME-INDEFINI`). Told once, where the term stands first.
    """
    texts = [(item, item.markdown) for item in rulebook.provisions if _speaks(item)]
    known = _defined(rulebook, texts)
    known |= {
        key for term in declared for form in (term.term, *term.forms) for key in (title_key(form), loose_key(form))
    }
    uses: dict[str, _Uses] = {}
    for provision, text in texts:
        for printed in dict.fromkeys(_terms(text)):
            met = uses.setdefault(loose_key(printed), _Uses(printed))
            if provision not in met.places:
                met.places.append(provision)
    for met in uses.values():
        if len(met.places) > 1 and not _is_known(met.printed, known):
            message = f"« {met.printed} » est mis en évidence dans {len(met.places)} règles, d'abord ici, et rien ne le définit"
            hint = (
                "définissez-le, donnez-le pour autre nom (Aussi : …), ou déclarez-le [[undefined]] dans relations.toml"
            )
            yield at(
                _first(rulebook, met.places[0], met.printed), "TERME-SANS-DEFINITION", Severity.INFO, message, hint
            )


def _speaks(provision: Provision) -> bool:
    """True for what a rule says, each counted whole: a term that one rule repeats is that rule's own affair."""
    in_force = provision.status is Status.CURRENT and provision.kind not in _SPEAKING
    return in_force and not provision.is_unit and bool(provision.text)


def _first(rulebook: Rulebook, place: Provision, printed: str) -> Provision:
    """The unit of a rule where a term stands first, else the rule."""
    units = (item for item in rulebook.provisions if item.is_unit and item.parent == place.id)
    return next((unit for unit in units if printed in unit.text and unit.kind not in _SPEAKING), place)


def _terms(text: str) -> Iterator[str]:
    """What stands out in a text, without the labels that open its lines."""
    inner = _LABEL.sub("", text)
    for match in _MARKED.finditer(inner):
        printed = next(group for group in match.groups() if group).strip()
        if printed[:1].isalpha() and printed[-1:].isalnum() and len(words(printed)) <= _LONGEST:
            yield from () if _ordinary(printed) else (printed,)
    for match in _CAPITALS.finditer(_MARKED.sub(" ", inner)):
        if not _BLANK.match(match[0]):
            yield match[0]


def _ordinary(printed: str) -> bool:
    said = words(printed)
    return (
        any(map(insists, said)) or all(len(word) == 1 or word.isdigit() for word in said) or bool(_BLANK.match(printed))
    )


def _defined(rulebook: Rulebook, texts: list[tuple[Provision, str]]) -> set[str]:
    """The keys of all that the work names: titles, other names, rows of an index, labels, and terms that a sentence defines."""
    names: list[str] = []
    for item in rulebook.provisions:
        names += [item.title, _bare(item.title), _last(item.title), *item.aliases, *item.labels]
        if item.kind is Kind.ROW or item.form == "row":
            names.append(item.text.split(" ; ")[0].split(" | ")[0])
        names += [match["label"] for match in _LABEL.finditer(item.markdown)]
    for _item, text in texts:
        names += [match["short"] for match in _SHORTENED.finditer(text)]
        names += [match["bold"] for match in _MARKED.finditer(text) if match["bold"] and _is_defining(text, match)]
    return {key for name in names for key in (title_key(name), loose_key(name)) if key}


def _last(title: str) -> str:
    """What a title is of: « Jet de blessure » tells what « blessure » is; empty where there is no « de »."""
    return _OF.sub("", title) if _OF.match(title) else ""


def _is_defining(text: str, match: re.Match[str]) -> bool:
    """True when the words around a bold term say what it is."""
    before, after = text[max(0, match.start() - _AROUND) : match.start()], text[match.end() : match.end() + _AROUND]
    return bool(_CALLED.search(fold(before)) or _IS.match(fold(after)))


def _is_known(printed: str, known: set[str]) -> bool:
    """True when a term, its plural or its variants are named; a phrase is known by any part of it that is (« en mêlée » by « Mêlée »)."""
    for key in (title_key(printed), loose_key(printed)):
        parts = key.split()
        runs = (" ".join(parts[start:end]) for start in range(len(parts)) for end in range(start + 1, len(parts) + 1))
        if any(run in known for run in runs if len(run) > _SHORT):
            return True
    return False


def unused_terms(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Each entry of a glossary, or keyword, that no other provision cites, uses, bears as its title, or says by its names.

    A name of several words is said where they all stand in one text, in any order and form.
    """
    in_force = [item for item in rulebook.provisions if item.status is not Status.SUPERSEDED]
    ends = ((edge.source.partition("#")[0], edge.target.partition("#")[0], edge.type) for edge in rulebook.edges)
    used = {target for source, target, kind in ends if kind not in _STRUCTURE and source != target}
    texts = [(item, _said(f"{item.title} {item.text}")) for item in in_force if item.is_unit or item.own]
    for entry in in_force:
        if entry.kind in _ENTRIES and not entry.is_unit and not entry.redirect and entry.id not in used:
            names = [
                said
                for name in (entry.title, *entry.aliases)
                for part in _bare(name).split("/")
                if (said := _said(part))
            ]
            if names and not any(_holds(text, names) for item, text in texts if not _within(item, entry)):
                message = f"« {entry.title} » est défini, et rien d'autre dans l'œuvre n'emploie ce nom"
                yield at(
                    entry, "TERME-INUTILISE", Severity.INFO, message, "employez-le dans une règle, ou retirez l'entrée"
                )


def _bare(name: str) -> str:
    """A name without the qualifier or the parameter that it takes in brackets: « Entièrement à (unité) », « Létal [X] »."""
    return _BRACKETED.sub("", name).strip()


def _said(text: str) -> frozenset[str]:
    """The words of a text that tell something, endings dropped."""
    return frozenset(key for key in loose_key(text).split() if len(key) > _SHORT)


def _holds(text: frozenset[str], names: Iterable[frozenset[str]]) -> bool:
    return any(name <= text for name in names)


def _within(item: Provision, entry: Provision) -> bool:
    """True for an entry and what it holds."""
    return item.id.partition("#")[0] == entry.id or item.parent == entry.id
