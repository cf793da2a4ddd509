"""What an editor added to a work, as the work holds it: clauses pointed at by number, names of rows, clauses of a policy."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from kb.errors import Diagnostic
from kb.model import Kind, Layer, Opening, Rulebook
from kb.model.clauses import clause_id, numbered
from kb.model.words import fold, title_key, words
from kb.policy import PolicyClause
from kb.system.data import lexicon
from kb.system.findings import finding

# How many words tell a clause from what may come to stand in its place.
_WORDS = 5
_FILE = "tableaux.toml"
# The ids of rows and the titles of columns that go by a label of a table; of any table, where none is named.
Bearers = dict[tuple[str, str], set[str]]
# What a direction says of itself; its other keys are values, each with the words that ask for it.
_SETTINGS = frozenset({"genres", "clef", "regle", "nombre"})


def clause_references(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """What is declared of a clause that the layer lacks; a clause of the précis that no longer begins as it did."""
    held = _held(rulebook)
    if rulebook.work.layer is Layer.PRECIS:
        yield from _of_sheet(rulebook, held)
        yield from _changed(rulebook, held)
    for clause, code, place, said in _pointed(rulebook):
        if clause not in held:
            yield finding(code, *place, **said)


def openings(rulebook: Rulebook) -> tuple[Opening, ...]:
    """The first words of each clause of the précis that something points at, in the order of their ids."""
    held, work = _held(rulebook), rulebook.work.id
    # What has no number is a whole unit, and no clause.
    pointed = {clause for clause, *_finding in _pointed(rulebook) if clause_id(clause) is not None}
    return tuple(Opening(one.removeprefix(f"{work}/"), opening(held[one])) for one in sorted(pointed & held.keys()))


def _pointed(rulebook: Rulebook) -> Iterator[tuple[str, str, tuple[str, int], dict[str, str]]]:
    """Each clause that something points at in the layer, and what is found where it lacks it: code, file and line, words."""
    ours = rulebook.work.layer is Layer.PRECIS
    concluded = [(issue.provision, clause) for issue in rulebook.issues for clause in issue.clauses()]
    for rule, clause in dict.fromkeys(concluded) if ours else ():
        said = {"rule": rule, "clause": clause}
        yield f"{rulebook.work.id}/{clause}", "CONCLUSION-SANS-PHRASE", ("conclusions.toml", 0), said
    for edge in rulebook.edges if ours else ():
        for clause in filter(None, (edge.source_clause, edge.target_clause)):
            said = {"source": edge.source, "target": edge.target, "clause": clause}
            yield clause, "RELATION-SANS-PHRASE", ("relations.toml", 0), said
    code = "QUESTION-SANS-PHRASE" if ours else "QUESTION-SANS-PHRASE/texte"
    for one in rulebook.questions:
        for clause in (one.clause_precis if ours else one.clause_texte).split():
            said = {"clause": clause, "rule": one.provision}
            yield f"{one.provision}{clause}", code, (one.file, one.line), said


def _held(rulebook: Rulebook) -> dict[str, str]:
    """Every clause of a layer, by its id."""
    return {clause.id: clause.text for one in rulebook.provisions for clause in numbered(one.id, one.own, one.form)}


def opening(text: str, most: int = _WORDS) -> str:
    """The first words of a clause, as they stand."""
    return " ".join(text.split()[:most])


def _changed(rulebook: Rulebook, held: dict[str, str]) -> Iterator[Diagnostic]:
    for one in rulebook.openings:
        text = held.get(f"{rulebook.work.id}/{one.clause}")
        if text is None or words(opening(text)) != words(one.words):
            code = "PHRASE-CHANGEE/perdue" if text is None else "PHRASE-CHANGEE"
            said = {"clause": one.clause, "words": one.words, "now": opening(text or "")}
            yield finding(code, "clauses.tsv", one.line, **said)


def _of_sheet(rulebook: Rulebook, held: dict[str, str]) -> Iterator[Diagnostic]:
    known = held.keys() | {provision.id for provision in rulebook.provisions}
    for block in rulebook.sheet:
        for cited in block.cites:
            if f"{rulebook.work.id}/{cited}" not in known:
                yield finding("BLOC-SANS-REGLE", "aide-memoire.toml", block=block.title, cited=cited)


def row_names(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """What `tableaux.toml` says of the précis, whose labels it gives: a name that would name two rows of a table names neither."""
    if rulebook.work.layer is not Layer.PRECIS:
        return
    known = _bearers(rulebook) if rulebook.row_names else {}
    named: Bearers = defaultdict(set)
    for (table, label), bearers in known.items():
        named[table, title_key(label)] |= bearers
    for one in rulebook.row_names:
        for name in one.names:
            named[one.table, title_key(name)] |= known.get((one.table, one.label), set())
    for one in rulebook.row_names:
        if (one.table, one.label) not in known:
            where = f"de « {one.table} »" if one.table else "d'un tableau"
            yield finding("RANGEE-INCONNUE", _FILE, label=one.label, where=where)
            continue
        for name in one.names if one.table else ():
            if named[one.table, title_key(name)] - known[one.table, one.label]:
                yield finding("NOM-DE-DEUX-RANGEES", _FILE, name=name, label=one.label, table=one.table)


def _bearers(rulebook: Rulebook) -> Bearers:
    """What bears each label of each table: a row by its two first cells, alone and together, a column by its title."""
    known: Bearers = defaultdict(set)
    for row in rulebook.provisions:
        if row.kind is Kind.ROW and row.parent:
            first = [cell for _title, cell in row.fields[:2]]
            labels = [(label, row.id) for label in (*first, " ".join(first))] if first else []
            for label, bearer in (*labels, *((title, title) for title, _cell in row.fields)):
                known[row.parent, label].add(bearer)
                known["", label].add(bearer)
    return known


def contrary_clauses(book: Rulebook) -> Iterator[Diagnostic]:
    """Each clause whose reason, or the whole of a rule that it cites, asks for another value than the one it has."""
    if book.policy is None:
        return
    texts = {part.id.partition("/")[2]: fold(part.text) for part in book.provisions}
    for where, clause in book.policy.clauses():
        # Its reason and a rule may ask for one thing: that is said once.
        for key, wanted in dict.fromkeys(_contrary(clause, texts)):
            said = {"where": where, "genre": clause.genre, "key": key, "value": _value(clause, key), "wanted": wanted}
            yield finding("CLAUSE-CONTRAIRE", "precedence.toml", **said)


def _contrary(clause: PolicyClause, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each key of a clause that has another value than is asked for, with what is."""
    directions: list[dict[str, Any]] = lexicon("directions")["direction"]
    for direction in directions:
        if clause.genre not in direction["genres"]:
            continue
        key = direction["clef"]
        rules = (texts[cite] for cite in clause.cites if cite in texts)
        for text in rules if direction.get("regle") else (fold(clause.reason),):
            asked = _asked(direction, text)
            if asked and _value(clause, key) not in asked:
                yield key, " ou ".join(map(str, sorted(asked, key=str)))


def _value(clause: PolicyClause, key: str) -> object:
    """What a clause has under a key; the first of several."""
    field = next(part for part in fields(clause) if key in part.metadata["keys"])
    value = getattr(clause, field.name)
    return value[0] if isinstance(value, tuple) else value


def _asked(direction: Mapping[str, Any], text: str) -> set[object]:
    """The values that a text asks for: the figures that it names in place of `{n}`, or those of which it has the words."""
    if "nombre" in direction:
        words = _figures()
        pattern = "|".join(direction["nombre"]).replace("{n}", rf"([+-]?\d+\b|{'|'.join(words)})")
        named = (next(filter(None, match.groups())) for match in re.finditer(pattern, text))
        return {words[word] if word in words else int(word) for word in named}
    patterns = {value: "|".join(said) for value, said in direction.items() if value not in _SETTINGS}
    return {value for value, pattern in patterns.items() if re.search(pattern, text)}


@cache
def _figures() -> dict[str, int]:
    """Figures in words; after « de », « un » is one."""
    return {"un": 1, **lexicon("temps")["chiffres"]}
