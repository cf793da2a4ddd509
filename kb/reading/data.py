"""Data that an editor adds to a work: curated relations, its timeline and usages, the lexicons of search.

Each reader raises `FaultyDataError` when its file is not TOML, or an entry lacks a key, has an unknown one or says what it may not.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from functools import reduce
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from kb.errors import FaultyDataError
from kb.model import Absent, Lexicon, Measure, Moment, MomentWords, Notion, RowNames, SheetBlock, Usage
from kb.model.curation import Correction, Curation, Relation, Settled, Undefined, Unlink
from kb.policy import CaseFile, Policy, read_policy
from kb.reading.entries import DataFile, read_file
from kb.system.declared import choice, reads
from kb.system.files import read_text

_Words = TypeVar("_Words", Lexicon, MomentWords)
CASES_NAME = "precedence.cases.toml"
# A clause of the publication, and its first words: of a sentence that is not ours, no more than four.
_TEXTE = re.compile(r"(?:#[\w-]+\.\d+(?: \S+){1,4})?")
# How a moment stands among others, and those in it between themselves.
_ORDERS = ("libre", "fenetre", "a-part", "ensemble")


def read_curation(folder: Path) -> Curation:
    """The `relations.toml` of a work's folder."""
    file = read_file(folder / "relations.toml")
    relations = file.values("relation", Relation)
    for texte in (texte for one in relations for texte in (one.source_texte, one.target_texte)):
        if not _TEXTE.fullmatch(texte):
            raise file.fault(f"[[relation]] : « {texte} » ; écrivez « #2.1 », puis les premiers mots, quatre au plus")
    return Curation(
        relations=relations,
        corrections=file.values("correction", Correction),
        pages=tuple(_pages(file)),
        choices=file.values("choice", Correction),
        unlinks=file.values("unlink", Unlink),
        undefined=file.values("undefined", Undefined),
    )


def _pages(file: DataFile) -> Iterator[tuple[str, str, str]]:
    """Document, page, id: a page by its number leads to one id or to several."""
    for document, pages in file.table("pages").items():
        for page, target in pages.items() if isinstance(pages, dict) else ():
            targets = target if isinstance(target, list) else [target]
            if not all(isinstance(one, str) for one in targets):
                raise file.fault(f"[pages.{document}], {page} : {target!r} n'est pas un identifiant, ni une liste")
            yield from ((document, page, one) for one in targets)


def read_absents(folder: Path) -> tuple[Absent, ...]:
    """The `absents.toml` of a work's folder: what the work does not settle."""
    file = read_file(folder / "absents.toml")
    found = file.values("absents", Absent)
    ids = Counter(absent.id for absent in found)
    if twice := [identifier for identifier, count in ids.items() if count > 1]:
        raise file.fault(f"« {twice[0]} » est l'id de deux sujets ; changez l'un")
    return found


def read_notions(path: Path) -> tuple[Notion, ...]:
    """The `notions.toml` of the corpus: every notion, with the whole ids of its rules, game after game."""
    file, found = read_file(path), []
    for entry in file.entries("notion"):
        rules = {work: ids for work, ids in entry.items() if isinstance(ids, list)}
        cites = [f"{work}/{identifier}" for work in sorted(rules) for identifier in rules[work]]
        rest = {key: value for key, value in entry.items() if key not in rules}
        found.append(file.value({**rest, "cite": cites}, "[[notion]]", Notion))
    return tuple(found)


def read_timeline(folder: Path) -> tuple[Moment, ...]:
    """The `timeline.toml` of a work's folder: its moments, each before those in it."""
    file = read_file(folder / "timeline.toml")
    found: dict[str, Moment] = {}
    for entry in file.entries("moment"):
        moment = _moment(entry, file)
        parent = moment.id.rpartition("/")[0]
        if moment.id in found:
            raise file.fault(f"« {moment.id} » est donné deux fois ; gardez-en un")
        if parent not in found and (parent or found):
            raise file.fault(f"« {moment.id} » n'a pas au-dessus de lui le moment qui le contient ; écrivez-le d'abord")
        if not moment.cites:
            raise file.fault(f"« {moment.id} » ne cite aucune règle ; donnez celle qui le place là")
        found[moment.id] = moment
    _check_plays(found, file)
    return tuple(found.values())


def _moment(entry: dict[str, Any], file: DataFile) -> Moment:
    """One moment; `ordre` says how it stands among others (`a-part`), and those in it between themselves."""
    where = f"« {entry.get('id', '')} »"
    rest = {key: value for key, value in entry.items() if key != "ordre"}
    with file.located():
        for word in str(entry.get("ordre", "")).split():
            rest[word] = choice(dict.fromkeys(_ORDERS, True), word, f"{where}, ordre")
    return file.value(rest, where, Moment)


def _check_plays(found: dict[str, Moment], file: DataFile) -> None:
    """A moment plays sequences that stand apart, or moments of one, and then holds none of its own."""
    apart = tuple(f"{moment.id}/" for moment in found.values() if moment.apart)
    for moment in found.values():
        for name in moment.plays:
            if name not in found or not f"{name}/".startswith(apart):
                advice = "donnez l'identifiant d'un moment a-part, ou d'un qu'il contient"
                raise file.fault(f"« {moment.id} » déroule « {name} », qui n'est pas d'une séquence à part ; {advice}")
        if moment.plays and any(other.startswith(f"{moment.id}/") for other in found):
            advice = "mettez l'un de ces moments à la place"
            raise file.fault(f"« {moment.id} » déroule une séquence et contient des moments ; {advice}")


def read_precedence(folder: Path) -> Policy | None:
    """The `precedence.toml` of a work's folder: its policy; None when it has none."""
    file = read_file(folder / "precedence.toml")
    with file.located():
        return read_policy(file.tables) if file.tables else None


def read_cases(folder: Path) -> CaseFile:
    """The `precedence.cases.toml` of a work's folder: what its policy must answer."""
    path = folder / CASES_NAME
    cases = read_file(path).entries("cas")
    lines = read_text(path).splitlines() if cases else []
    starts = [number for number, line in enumerate(lines, 1) if line.strip() == "[[cas]]"]
    # Written as one list, they have no line of their own.
    return CaseFile(CASES_NAME, tuple(cases), tuple(starts if len(starts) == len(cases) else (0 for _case in cases)))


def read_measures(folder: Path) -> tuple[Measure, ...]:
    """The `mesures.toml` of a work's folder: what was measured of it."""
    return read_file(folder / "mesures.toml").values("mesure", Measure)


def read_usages(folder: Path, timeline: Iterable[Moment]) -> tuple[Usage, ...]:
    """The `usages.toml` of a work's folder: what no line of an ability says in form. Its moments are ids of the timeline."""
    file = read_file(folder / "usages.toml")
    known = {moment.id for moment in timeline}
    usages = file.values("usage", Usage)
    for usage in usages:
        where = f"« {usage.title} » ({usage.provision})"
        unknown = [moment for moment in usage.moments or ("aucun",) if moment not in known]
        if unknown:
            raise file.fault(f"{where} nomme un moment que timeline.toml n'a pas : {', '.join(unknown)}")
        if not usage.timing:
            raise file.fault(f"{where} ne dit pas quand ; écrivez-le")
    return usages


def read_sheet(folder: Path) -> tuple[SheetBlock, ...]:
    """The `aide-memoire.toml` of a work's folder: the blocks of the sheet that players print."""
    return read_file(folder / "aide-memoire.toml").values("bloc", SheetBlock)


def read_row_names(folder: Path) -> tuple[RowNames, ...]:
    """The `tableaux.toml` of a work's folder: what players call rows and columns, in every table of the work, then in one."""
    file = read_file(folder / "tableaux.toml")
    tables = [{"id": "", "noms": file.table("noms")}, *file.entries("tableau")]
    return tuple(
        file.value({**table, "intitule": label, "noms": names}, f"« {label} »", RowNames)
        for table in tables
        for label, names in DataFile(file.path, table).table("noms").items()
    )


def read_settled(folder: Path) -> tuple[Settled, ...]:
    """The `fidelity.toml` of a work's folder: the differences between its layers that were read; an `id` may be a list of ids.

    A line with `seen` settles nothing but these figures or targets.
    """
    file = read_file(folder / "fidelity.toml")
    return tuple(
        file.value({**entry, "id": identifier}, "[[settled]]", Settled)
        for entry in file.entries("settled")
        for identifier in (entry["id"] if isinstance(entry.get("id"), list) else [entry.get("id", "")])
    )


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
        protected=tuple((form, _said(entry, "clef", str, form)) for form, entry in part.get("proteges", {}).items()),
        families=tuple(map(_family, part.get("familles", {}).get("liste", ()))),
        expansions=tuple(
            (short, _said(entry, "sens", str, short)) for short, entry in part.get("abreviations", {}).items()
        ),
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


def _said(entry: object, name: str, kind: Any, where: str) -> Any:  # noqa: ANN401 - a type, and a value of it
    """What an entry says, of a type: itself, or its key `name` where it comes with the node that it is from."""
    match entry:
        case {"noeud": str(), **rest} if rest.keys() == {name}:
            entry = rest[name]
    return reads(kind)(entry, where)


def _family(entry: object) -> tuple[str, ...]:
    """The words of a family: a list, or its key `mots` where it comes with the node that it is from."""
    words: tuple[str, ...] = _said(entry, "mots", tuple[str, ...], "famille")
    if not words:
        raise ValueError("une famille n'a pas de mots")
    return words
