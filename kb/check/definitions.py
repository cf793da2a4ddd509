"""Terms that stand out in print and that nothing defines; terms that are defined and that nothing uses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from kb.check.locating import at
from kb.check.posture import insists
from kb.errors import Diagnostic, Severity
from kb.model import EdgeType, Kind, Provision, Rulebook, Status
from kb.model.curation import Undefined
from kb.model.words import fold, loose_key, title_key, words
from kb.system.data import motifs

# In bold or in italics, in brackets, in capitals; the label that opens a line in bold is a name given there, not a term used.
_LABEL = re.compile(r"(?m)^\s*(?:[-*]\s+|\d+\.\s+|>\s*)*\*\*(?P<label>[^*\n]+)\*\*(?=\s*[:.(–—]|\s*$)")
_MARKED = re.compile(
    r"\*\*(?P<bold>[^*\n]+)\*\*|(?<![*\\])\*(?P<slanted>[^*\n\\]+)\*|(?<!\\)\[(?P<bracketed>[^\]\n]+)\](?!\()"
)
_CAPITALS = re.compile(r"(?<![\w’'-])[A-ZÀ-Ý]{3,}(?: [A-ZÀ-Ý]{2,}(?!\w)| [AÀ] [A-ZÀ-Ý]{2,}(?!\w))*(?!\w)")
# « la défense (DEF) » : an abbreviation beside what it stands for.
_SHORTENED = re.compile(r"\w\s\((?P<short>[A-ZÀ-Ý]{2,4})\)")
# How far around a term in bold the words may stand that say what it is.
_AROUND = 40
_BRACKETED = re.compile(r"\s*[(\[][^)\]]*[)\]]")
# The longest term, in words; the shortest word that says something, in letters, less one.
_LONGEST, _SHORT = 4, 2
_BLANK = re.compile(r"^(?:(\w)\1+|[IVXLC]+)$")
_SPEAKING = frozenset({Kind.NOTE, Kind.EXAMPLE, Kind.ERRATUM})
_ENTRIES = frozenset({Kind.DEFINITION, Kind.KEYWORD})
# What ties two provisions without one using the other.
_STRUCTURE = frozenset({EdgeType.CONTAINS, EdgeType.DEFINES, EdgeType.RELATED, EdgeType.RESTATES})


def declared_terms(rulebook: Rulebook, declared: Sequence[Undefined]) -> Iterator[Diagnostic]:
    """Each term declared without definition that the work uses, where it does so first; or that it has come to define."""
    in_force = [item for item in rulebook.provisions if item.status is not Status.SUPERSEDED]
    texts = [(item, f" {title_key(item.text)} ") for item in in_force if declared and (item.is_unit or item.own)]
    for term in declared:
        keys = [title_key(form) for form in (term.term, *term.forms)]
        title = next((item for item in in_force if not item.is_unit and title_key(item.title) == keys[0]), None)
        uses = [item for item, text in texts if any(f" {key} " in text for key in keys)]
        if title is not None:
            message = f"« {term.term} », déclaré sans définition, est le titre de {title.id}"
            yield at(title, "TERME-DEFINI", Severity.WARNING, message, "retirez-le de relations.toml")
        elif uses:
            places = f"{len(uses)} passages, d'abord ici" if len(uses) > 1 else "un passage"
            message = f"« {term.term} » est employé ({places}) et n'est défini nulle part : {term.reason}"
            yield at(uses[0], "TERME-INDEFINI", Severity.INFO, message, "aucune réponse ne peut en donner le sens")


def undefined_terms(rulebook: Rulebook, declared: Sequence[Undefined]) -> Iterator[Diagnostic]:
    """Each term that stands out in two rules or more, and that no title, alias, label, index row or sentence defines.

    `declared` terms have a finding of their own. Told once, where the term stands first.
    """
    # Each rule is counted whole: a term that one repeats is its own affair.
    speaking = (item for item in rulebook.provisions if item.status is Status.CURRENT and item.kind not in _SPEAKING)
    rules = [item for item in speaking if item.text and not item.is_unit]
    known = _keys((*_defined(rulebook, rules), *(form for term in declared for form in (term.term, *term.forms))))
    forms: dict[str, str] = {}
    places: dict[str, dict[str, Provision]] = defaultdict(dict)
    for rule in rules:
        for printed in _terms(rule.markdown):
            key = loose_key(printed)
            forms.setdefault(key, printed)
            places[key][rule.id] = rule
    for key, printed in forms.items():
        held = list(places[key].values())
        if len(held) > 1 and not _is_known(printed, known):
            message = f"« {printed} » est mis en évidence dans {len(held)} règles, d'abord ici, et rien ne le définit"
            hint = (
                "définissez-le, donnez-le pour autre nom (Aussi : …), ou déclarez-le [[undefined]] dans relations.toml"
            )
            first = _first(rulebook, held[0], printed)
            yield at(first, "TERME-SANS-DEFINITION", Severity.INFO, message, hint)


def _first(rulebook: Rulebook, rule: Provision, printed: str) -> Provision:
    """The unit of a rule where a term stands first, else the rule."""
    units = (item for item in rulebook.provisions if item.is_unit and item.parent == rule.id)
    return next((unit for unit in units if printed in unit.text and unit.kind not in _SPEAKING), rule)


def _terms(text: str) -> Iterator[str]:
    """What stands out in a text, without the labels that open its lines."""
    inner = _LABEL.sub("", text)
    for match in _MARKED.finditer(inner):
        printed = next(filter(None, match.groups())).strip()
        whole = printed[:1].isalpha() and printed[-1:].isalnum() and len(words(printed)) <= _LONGEST
        if whole and not _is_ordinary(printed):
            yield printed
    yield from (match[0] for match in _CAPITALS.finditer(_MARKED.sub(" ", inner)) if not _BLANK.match(match[0]))


def _is_ordinary(printed: str) -> bool:
    """True for words of insistence, letters and figures, a Roman number."""
    said = words(printed)
    unnamed = all(len(word) == 1 or word.isdigit() for word in said)
    return unnamed or any(map(insists, said)) or _BLANK.match(printed) is not None


def _keys(names: Iterable[str]) -> set[str]:
    return {key for name in names for key in (title_key(name), loose_key(name)) if key}


def _defined(rulebook: Rulebook, rules: Iterable[Provision]) -> Iterator[str]:
    """All that the work names: titles, what they are of, other names, rows of an index, labels, and terms that a sentence defines."""
    complement = motifs("posture", "complement")
    for item in rulebook.provisions:
        yield from (item.title, _bare(item.title), *item.aliases, *item.labels)
        if of := complement.match(item.title):
            # « Jet de blessure » tells what « blessure » is.
            yield item.title[of.end() :]
        if item.kind is Kind.ROW:
            yield item.text.split(" ; ")[0].split(" | ")[0]
        yield from (match["label"] for match in _LABEL.finditer(item.markdown))
    for rule in rules:
        text = rule.markdown
        yield from (match["short"] for match in _SHORTENED.finditer(text))
        yield from (match["bold"] for match in _MARKED.finditer(text) if match["bold"] and _is_defining(text, match))


def _is_defining(text: str, match: re.Match[str]) -> bool:
    """True when the words around a bold term say what it is: « on appelle … **X** », « **X** désigne … »."""
    before, after = fold(text[max(0, match.start() - _AROUND) : match.start()]), text[match.end() :][:_AROUND]
    return bool(motifs("posture", "appel").search(before) or motifs("posture", "attribut").match(fold(after)))


def _is_known(printed: str, known: set[str]) -> bool:
    """True when a term, its plural or its variants are named; a phrase is known by any part of it that is (« en mêlée » by « Mêlée »)."""
    for key in (title_key(printed), loose_key(printed)):
        parts = key.split()
        runs = (" ".join(parts[start:end]) for start, end in combinations(range(len(parts) + 1), 2))
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
        if entry.kind not in _ENTRIES or entry.is_unit or entry.redirect or entry.id in used:
            continue
        parts = (part for name in (entry.title, *entry.aliases) for part in _bare(name).split("/"))
        names = list(filter(None, map(_said, parts)))
        elsewhere = (said for item, said in texts if not _within(item, entry))
        if names and not any(name <= said for said in elsewhere for name in names):
            message = f"« {entry.title} » est défini, et rien d'autre dans l'œuvre n'emploie ce nom"
            hint = "employez-le dans une règle, ou retirez l'entrée"
            yield at(entry, "TERME-INUTILISE", Severity.INFO, message, hint)


def _bare(name: str) -> str:
    """A name without the qualifier or the parameter that it takes in brackets: « Entièrement à (unité) », « Létal [X] »."""
    return _BRACKETED.sub("", name).strip()


def _said(text: str) -> frozenset[str]:
    """The words of a text that say something, endings dropped."""
    return frozenset(key for key in loose_key(text).split() if len(key) > _SHORT)


def _within(item: Provision, entry: Provision) -> bool:
    """True for an entry and what it holds."""
    return item.id.partition("#")[0] == entry.id or item.parent == entry.id
