"""Data that an editor adds to a work: curated relations, its timeline and usages, the lexicons of search.

Each reader raises `FaultyDataError` when its file is not TOML, or an entry lacks a key, has an unknown one or says what it may not.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial, reduce
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from kb.errors import FaultyDataError
from kb.model import Absent, EdgeType, Lexicon, Measure, Moment, MomentWords, Notion, RowNames, SheetBlock, Usage
from kb.model.curation import Correction, Curation, Relation, Settled, Undefined, Unlink
from kb.policy import CaseFile, Policy, check_policy, read_policy
from kb.reading.entries import DataFile, read_file
from kb.system.declared import DeclaredError, check_once, choice, each, nearest, reads, value
from kb.system.toml import line_at, places

_Words = TypeVar("_Words", Lexicon, MomentWords)
CASES_NAME = "precedence.cases.toml"
# A clause of the publication, and its first words: of a sentence that is not ours, no more than four.
_TEXTE = re.compile(r"(?:#[\w-]+\.\d+(?: \S+){1,4})?")
# Of what prevails, to what yields.
_PREVAILING = (EdgeType.EXCEPTS, EdgeType.OVERRIDES)
# How a moment stands among others, and those in it between themselves.
_ORDERS = ("libre", "fenetre", "a-part", "ensemble")


def read_curation(folder: Path) -> Curation:
    """The `relations.toml` of a work's folder."""
    file = read_file(folder / "relations.toml", ("relation", "correction", "pages", "choice", "unlink", "undefined"))
    relations = file.each("relation", _relation)
    with file.located("relation"):
        said = (f"{one.source} {one.source_clause} {one.type} {one.target} {one.target_clause}" for one in relations)
        check_once((" ".join(one.split()) for one in said), "est une relation donnée deux fois ; gardez-en une")
    return Curation(
        relations=relations,
        corrections=file.values("correction", Correction),
        pages=tuple(_pages(file)),
        choices=file.values("choice", Correction),
        unlinks=file.values("unlink", Unlink),
        undefined=file.values("undefined", Undefined),
    )


def _relation(place: int, entry: dict[str, Any]) -> Relation:
    name = entry.get("from", place + 1)
    relation = value(Relation, entry, f"[[relation]] « {name} »")
    for texte in (relation.source_texte, relation.target_texte):
        if not _TEXTE.fullmatch(texte):
            raise DeclaredError(
                f"[[relation]] : « {texte} » ; écrivez « #2.1 », puis les premiers mots, quatre au plus"
            )
    if (relation.source, relation.source_clause) == (relation.target, relation.target_clause):
        message = f"[[relation]] : de « {relation.source} » à elle-même ; donnez l'autre règle"
        raise DeclaredError(message, ("to",))
    if relation.type in _PREVAILING and relation.prevails == "to":
        what = f"« {relation.source} » {relation.type} « {relation.target} », qui l'emporterait"
        raise DeclaredError(f"[[relation]] : {what} ; échangez from et to, ou ôtez prevails", ("prevails",))
    return relation


def _pages(file: DataFile) -> Iterator[tuple[str, str, str]]:
    """Document, page, id: a page by its number leads to one id or to several."""
    for document, pages in file.table("pages").items():
        if not isinstance(pages, dict):
            advice = "écrivez [pages.PARTIE], puis numéro = identifiant"
            raise file.fault(f"pages, {document} : {pages!r} n'est pas une table ; {advice}", "pages", document)
        for page, target in pages.items():
            targets = target if isinstance(target, list) else [target]
            if not all(isinstance(one, str) for one in targets):
                message = f"[pages.{document}], {page} : {target!r} n'est pas un identifiant, ni une liste"
                raise file.fault(message, "pages", document, page)
            yield from ((document, page, one) for one in targets)


def read_absents(folder: Path) -> tuple[Absent, ...]:
    """The `absents.toml` of a work's folder: what the work does not settle."""
    file = read_file(folder / "absents.toml", ("absents",))
    found = file.values("absents", Absent)
    with file.located("absents"):
        check_once((absent.id for absent in found), "est l'id de deux sujets ; changez l'un")
    return found


def read_notions(path: Path) -> tuple[Notion, ...]:
    """The `notions.toml` of the corpus: every notion, with the whole ids of its rules, game after game."""
    return read_file(path, ("notion",)).each("notion", _notion)


def _notion(_place: int, entry: dict[str, Any]) -> Notion:
    rules = {work: ids for work, ids in entry.items() if isinstance(ids, list)}
    cites = [f"{work}/{identifier}" for work in sorted(rules) for identifier in rules[work]]
    rest = {key: value for key, value in entry.items() if key not in rules}
    return value(Notion, {**rest, "cite": cites}, "[[notion]]")


def read_timeline(folder: Path) -> tuple[Moment, ...]:
    """The `timeline.toml` of a work's folder: its moments, each before those in it."""
    file = read_file(folder / "timeline.toml", ("moment",))
    moments = file.each("moment", _moment)
    found = {moment.id: moment for moment in moments}
    with file.located("moment"):
        check_once((moment.id for moment in moments), "est donné deux fois ; gardez-en un")
        each((place, partial(_check_place, moment, moments[:place])) for place, moment in enumerate(moments))
        each((place, partial(_check_plays, moment, found)) for place, moment in enumerate(moments))
    return moments


def _moment(_place: int, entry: dict[str, Any]) -> Moment:
    """One moment; `ordre` says how it stands among others (`a-part`), and those in it between themselves."""
    where = f"« {entry.get('id', '')} »"
    rest = {key: value for key, value in entry.items() if key != "ordre"}
    for word in str(entry.get("ordre", "")).split():
        rest[word] = choice(dict.fromkeys(_ORDERS, True), word, f"{where}, ordre")
    moment = value(Moment, rest, where)
    if not moment.cites:
        raise DeclaredError(f"« {moment.id} » ne cite aucune règle ; donnez celle qui le place là", ("cite",))
    return moment


def _check_place(moment: Moment, before: Sequence[Moment]) -> None:
    """A moment comes after the one that holds it; the first holds all others."""
    parent = moment.id.rpartition("/")[0]
    if (parent or before) and parent not in {one.id for one in before}:
        message = f"« {moment.id} » n'a pas au-dessus de lui le moment qui le contient ; écrivez-le d'abord"
        raise DeclaredError(message, ("id",))


def _check_plays(moment: Moment, found: Mapping[str, Moment]) -> None:
    """A moment plays sequences that stand apart, or moments of one, and then holds none of its own."""
    apart = tuple(f"{one.id}/" for one in found.values() if one.apart)
    for name in moment.plays:
        if name not in found or not f"{name}/".startswith(apart):
            advice = "donnez l'identifiant d'un moment a-part, ou d'un qu'il contient"
            message = f"« {moment.id} » déroule « {name} », qui n'est pas d'une séquence à part ; {advice}"
            raise DeclaredError(message, ("deroule",))
    if moment.plays and any(other.startswith(f"{moment.id}/") for other in found):
        advice = "mettez l'un de ces moments à la place"
        raise DeclaredError(f"« {moment.id} » déroule une séquence et contient des moments ; {advice}", ("deroule",))


def read_precedence(folder: Path) -> Policy | None:
    """The `precedence.toml` of a work's folder: its policy; None when it has none."""
    file = read_file(folder / "precedence.toml")
    with file.located():
        policy = read_policy(file.tables) if file.tables else None
        if policy is not None:
            check_policy(policy, file.tables)
    return policy


def read_cases(folder: Path) -> CaseFile:
    """The `precedence.cases.toml` of a work's folder: what its policy must answer."""
    file = read_file(folder / CASES_NAME, ("cas",))
    cases, known = file.entries("cas"), places(file.text)
    return CaseFile(CASES_NAME, tuple(cases), tuple(line_at(known, ("cas", place)) for place in range(len(cases))))


def read_measures(folder: Path) -> tuple[Measure, ...]:
    """The `mesures.toml` of a work's folder: what was measured of it."""
    return read_file(folder / "mesures.toml", ("mesure",)).values("mesure", Measure)


def read_usages(folder: Path, timeline: Iterable[Moment]) -> tuple[Usage, ...]:
    """The `usages.toml` of a work's folder: what no line of an ability says in form. Its moments are ids of the timeline."""
    known = {moment.id for moment in timeline}
    return read_file(folder / "usages.toml", ("usage",)).each("usage", partial(_usage, known))


def _usage(known: Collection[str], place: int, entry: dict[str, Any]) -> Usage:
    usage = value(Usage, entry, f"[[usage]] « {entry.get('de', place + 1)} »")
    where = f"« {usage.title} » ({usage.provision})"
    unknown = [moment for moment in usage.moments or ("aucun",) if moment not in known]
    if unknown:
        message = (
            f"{where} nomme un moment que timeline.toml n'a pas : {', '.join(unknown)}{nearest(unknown[0], known)}"
        )
        raise DeclaredError(message, ("moments",))
    if not usage.timing:
        raise DeclaredError(f"{where} ne dit pas quand ; écrivez-le")
    return usage


def read_sheet(folder: Path) -> tuple[SheetBlock, ...]:
    """The `aide-memoire.toml` of a work's folder: the blocks of the sheet that players print."""
    return read_file(folder / "aide-memoire.toml", ("bloc",)).values("bloc", SheetBlock)


def read_row_names(folder: Path) -> tuple[RowNames, ...]:
    """The `tableaux.toml` of a work's folder: what players call rows and columns, in every table of the work, then in one."""
    file = read_file(folder / "tableaux.toml", ("noms", "tableau"))
    with file.located():
        everywhere = _row_names("[noms]", {"id": "", "noms": file.table("noms")})
    in_one = file.each(
        "tableau", lambda place, entry: _row_names(f"[[tableau]] « {entry.get('id', place + 1)} »", entry)
    )
    return (*everywhere, *chain.from_iterable(in_one))


@dataclass(frozen=True, slots=True)
class _NamedTable:
    """A table, and the names of its rows and columns."""

    id: str
    noms: tuple[tuple[str, tuple[str, ...]], ...]


def _row_names(where: str, entry: dict[str, Any]) -> tuple[RowNames, ...]:
    table = value(_NamedTable, entry, where)
    return tuple(RowNames(table.id, label, names) for label, names in table.noms)


def read_settled(folder: Path) -> tuple[Settled, ...]:
    """The `fidelity.toml` of a work's folder: the differences between its layers that were read; an `id` may be a list of ids.

    A line with `seen` settles nothing but these figures or targets.
    """
    file = read_file(folder / "fidelity.toml", ("settled",))
    return tuple(chain.from_iterable(file.each("settled", _settled)))


def _settled(_place: int, entry: dict[str, Any]) -> tuple[Settled, ...]:
    ids = entry["id"] if isinstance(entry.get("id"), list) else [entry.get("id", "")]
    return tuple(value(Settled, {**entry, "id": identifier}, "[[settled]]") for identifier in ids)


def read_lexicon(folder: Path, work: str) -> Lexicon:
    """The common lexicon of `folder` (`commun.toml`, `temps.toml`) with that of `work` (`<work>.toml`) laid over it.

    A word or an abbreviation of the work replaces the common one; a family of the work that begins with the same word as a common one
    extends it.
    """
    parts: list[Lexicon] = []
    for path in (folder / "commun.toml", folder / "temps.toml", folder / f"{work}.toml"):
        try:
            parts.append(_lexicon(read_file(path).tables))
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            raise FaultyDataError(
                f"{path} : entrée de lexique mal formée ({fault}) ; voyez en tête de commun.toml la forme attendue"
            ) from fault
    whole = reduce(_together, parts)
    families: dict[str, tuple[str, ...]] = {}
    for family in whole.families:
        families[family[0]] = (*families.get(family[0], family[:1]), *family[1:])
    return replace(
        whole,
        protected=tuple(sorted(dict(whole.protected).items())),
        families=tuple(families.values()),
        expansions=tuple(sorted(dict(whole.expansions).items())),
    )


def _together(one: _Words, other: _Words) -> _Words:
    """The words of one, then those of the other."""
    both = [(field.name, getattr(one, field.name), getattr(other, field.name)) for field in fields(one)]
    sums = {
        name: a | b if isinstance(a, frozenset) else a + b for name, a, b in both if isinstance(a, frozenset | tuple)
    }
    inner = {name: _together(a, b) for name, a, b in both if name not in sums}
    return replace(one, **sums, **inner)


def _lexicon(part: dict[str, Any]) -> Lexicon:
    """What one file says, its families as they stand there."""
    conclusions = part.get("conclusions", {})
    return Lexicon(
        stopwords=frozenset(part.get("mots_vides", "").split()),
        protected=tuple((form, reads(str)(key, form)) for form, key in part.get("proteges", {}).items()),
        families=tuple(map(_family, part.get("familles", {}).get("liste", ()))),
        expansions=tuple((short, reads(str)(said, short)) for short, said in part.get("abreviations", {}).items()),
        unlinked=frozenset(part.get("sans_lien", {}).get("liste", ())),
        linked=frozenset(part.get("avec_lien", {}).get("liste", ())),
        idioms=frozenset(part.get("locutions", {}).get("liste", ())),
        names=tuple(map(str, part.get("jeu", {}).get("noms", ()))),
        modes=tuple((mode, str(name)) for mode, given in part.get("modes", {}).items() for name in given),
        negations=_phrases(part.get("negations", {}).get("mots", "")),
        figures=tuple((word, str(int(figure))) for word, figure in part.get("chiffres", {}).items()),
        distinctions=tuple(_phrases(line) for line in part.get("distinctions", {}).get("liste", ())),
        moments=_moment_words(part),
        fillers=frozenset(conclusions.get("vides", "").split()),
        persons=frozenset(conclusions.get("personnes", "").split()),
        denials=frozenset(conclusions.get("refus", "").split()),
        kinds=frozenset(conclusions.get("sortes", "").split()),
        forbidding=_phrases(conclusions.get("interdit", "")),
        obliging=_phrases(conclusions.get("oblige", "")),
    )


def _moment_words(part: dict[str, Any]) -> MomentWords:
    """The words of the names of moments that one file says."""
    entry, words = part.get("moments", {}), part.get("mots", {})
    ordinals = tuple(tuple(said.split()) for said in part.get("rangs", {}).get("liste", ()))
    others = " ".join((entry.get("autrui", ""), words.get("adverse", ""), words.get("adversaire", ""))).split()
    return MomentWords(
        light=frozenset((*entry.get("legers", "").split(), *chain(*ordinals), *others)),
        acts=frozenset(entry.get("actes", "").split()),
        kindred=tuple(map(_family, entry.get("parents", ()))),
        others=frozenset(others),
        ordinals=ordinals,
    )


def _phrases(listed: str) -> tuple[str, ...]:
    """What a list parted by commas holds, over several lines or one."""
    return tuple(phrase for piece in listed.split(",") if (phrase := " ".join(piece.split())))


def _family(entry: object) -> tuple[str, ...]:
    words: tuple[str, ...] = reads(tuple[str, ...])(entry, "famille")
    if not words:
        raise ValueError("une famille n'a pas de mots")
    return words
