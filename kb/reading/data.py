"""Data that an editor writes beside a work: curated relations, its timeline and usages, the lexicons of search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from kb.errors import FaultyDataError
from kb.model import Absent, Lexicon, Moment, MomentWords, Notion, Opposition, Usage
from kb.model.curation import Choice, Correction, Curation, Gap, Relation, Settled, Undefined, Unlink
from kb.policy import CaseFile, Policy, read_policy
from kb.reading.entries import DataFile, read_file

ABSENTS_NAME = "absents.toml"
CASES_NAME = "precedence.cases.toml"
_MOMENTS = ("game", "round", "turn", "phase", "step")
_ACTORS = ("active", "opponent", "both", "alternate")
_ORDERS = ("libre", "fenetre", "a-part", "ensemble")
_OWNERS = ("active", "opponent", "both")
_USAGES = ("libre", "obligatoire", "passif")
# The keys of a moment and of a usage, where they are not the names of their fields.
_MOMENT_KEYS = {
    "title": "titre",
    "kind": "genre",
    "who": "qui",
    "repeat": "repeter",
    "free": "libre",
    "apart": "a-part",
    "at_once": "ensemble",
    "window": "fenetre",
    "plays": "deroule",
    "count": "compte",
    "cites": "cite",
    "aliases": "aussi",
}
_USAGE_KEYS = {
    "provision": "de",
    "title": "titre",
    "owner": "qui",
    "kind": "genre",
    "frequency": "frequence",
    "timing": "quand",
}
# How a moment that comes back by number counts.
_COUNTS = {"": "", "croissant": "up", "decroissant": "down"}
# Why a work does not settle a matter: a mechanic of other games, a thing named without definition, content lost in the copy, what is
# not a matter of rules, a case that the rules leave open.
_GENRES = frozenset({"autre-jeu", "sans-definition", "perdu", "hors-regles", "non-prevu"})


def read_curation(folder: Path) -> Curation:
    """The `relations.toml` of a work's folder.

    Raises:
        FaultyDataError: it is not TOML, or an entry lacks a key or has an unknown type.
    """
    file = read_file(folder / "relations.toml")
    return Curation(
        relations=file.values("relation", Relation, source="from", target="to"),
        corrections=file.values("correction", Correction, place="in", target="to"),
        pages=tuple(_pages(file)),
        choices=file.values("choice", Choice, place="in", target="to"),
        unlinks=file.values("unlink", Unlink, place="in", target="to"),
        undefined=file.values("undefined", Undefined),
    )


def _pages(file: DataFile) -> Iterator[tuple[str, str, str]]:
    """Document, page, id: a page by its number leads to one id or to several."""
    tables = file.tables.get("pages", {})
    for document, pages in tables.items() if isinstance(tables, dict) else ():
        for page, target in pages.items() if isinstance(pages, dict) else ():
            targets = target if isinstance(target, list) else [target]
            if not all(isinstance(one, str) for one in targets):
                raise file.fault(f"[pages.{document}], {page} : {target!r} n'est pas un identifiant, ni une liste")
            yield from ((document, page, one) for one in targets)


def read_absents(folder: Path) -> tuple[Absent, ...]:
    """The `absents.toml` of a work's folder: what the work does not settle.

    Raises:
        FaultyDataError: it is not TOML, an entry lacks a key or still lists questions, bears the id of another, or is of an unknown genre.
    """
    file = read_file(folder / ABSENTS_NAME)
    if any("questions" in entry for entry in file.entries("absents")):
        told = "les questions ne se tiennent plus ici ; arbitre check --convert DOSSIER les range dans questions/"
        raise file.fault(told)
    found = file.values("absents", Absent, topic="sujet", reason="raison")
    times = Counter(absent.id for absent in found)
    if twice := [identifier for identifier in times if times[identifier] > 1]:
        raise file.fault(f"« {twice[0]} » est l'id de deux sujets ; changez l'un")
    if unknown := next((absent for absent in found if absent.genre not in _GENRES), None):
        raise file.fault(f"« {unknown.topic} » est d'un genre inconnu ; écrivez {', '.join(sorted(_GENRES))}")
    return found


def read_notions(path: Path) -> tuple[Notion, ...]:
    """The `notions.toml` of the corpus: every notion, with the whole ids of its rules, game after game.

    Raises:
        FaultyDataError: it is not TOML, or an entry lacks a key.
    """
    file, found = read_file(path), []
    for entry in file.entries("notion"):
        rules = {work: ids for work, ids in entry.items() if isinstance(ids, list)}
        cites = [f"{work}/{identifier}" for work in sorted(rules) for identifier in rules[work]]
        told = {key: value for key, value in entry.items() if key not in rules}
        found.append(file.value({**told, "cites": cites}, "[[notion]]", Notion, title="titre", summary="resume"))
    return tuple(found)


def read_timeline(folder: Path) -> tuple[Moment, ...]:
    """The `timeline.toml` of a work's folder: its moments, each before those in it.

    Raises:
        FaultyDataError: it is not TOML, an entry lacks a key or is of an unknown kind, an id comes twice or before its parent's.
    """
    file = read_file(folder / "timeline.toml")
    found: dict[str, Moment] = {}
    for entry in file.entries("moment"):
        moment = _moment(entry, file)
        if wrong := _misplaced(moment, found):
            raise file.fault(f"« {moment.id} » {wrong}")
        found[moment.id] = moment
    for moment in found.values():
        if wrong := _misplayed(moment, found):
            raise file.fault(f"« {moment.id} » {wrong}")
    return tuple(found.values())


def _moment(entry: dict[str, Any], file: DataFile) -> Moment:
    """One moment; `ordre` says how it stands among others (`a-part`), and those in it between themselves."""
    words = str(entry.get("ordre", "")).split()
    if unknown := [word for word in words if word not in _ORDERS]:
        raise file.fault(
            f"[[moment]], ordre : « {unknown[0]} » est inconnu ; écrivez libre, fenetre, a-part ou ensemble"
        )
    told = {key: value for key, value in entry.items() if key != "ordre"} | dict.fromkeys(words, True)
    moment = file.value(told, "[[moment]]", Moment, **_MOMENT_KEYS)
    if moment.count not in _COUNTS:
        raise file.fault(f"[[moment]], compte : « {moment.count} » est inconnu ; écrivez croissant ou decroissant")
    return replace(moment, count=_COUNTS[moment.count])


def read_precedence(folder: Path) -> Policy | None:
    """The `precedence.toml` of a work's folder: its policy; None when it has none.

    Raises:
        FaultyDataError: it is not TOML, or a clause is not of the vocabulary.
    """
    file = read_file(folder / "precedence.toml")
    try:
        return read_policy(file.tables) if file.tables else None
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise file.fault(str(fault)) from fault


def read_cases(folder: Path) -> CaseFile:
    """The `precedence.cases.toml` of a work's folder: what its policy must answer.

    Raises:
        FaultyDataError: it is not TOML.
    """
    path = folder / CASES_NAME
    cases = read_file(path).entries("cas")
    lines = path.read_text(encoding="utf-8").splitlines() if cases else []
    starts = [number for number, line in enumerate(lines, 1) if line.strip() == "[[cas]]"]
    # Written as one list, they have no line of their own.
    return CaseFile(CASES_NAME, tuple(cases), tuple(starts if len(starts) == len(cases) else (0 for _case in cases)))


def read_gaps(folder: Path) -> tuple[Gap, ...]:
    """The differences between the timeline of a work and the sequences of its text that its `timeline.toml` declares.

    Raises:
        FaultyDataError: it is not TOML, or an entry lacks a key.
    """
    return read_file(folder / "timeline.toml").values("ecart", Gap, step="etape", reason="raison")


def read_usages(folder: Path, timeline: Iterable[Moment]) -> tuple[Usage, ...]:
    """The `usages.toml` of a work's folder: what no line of an ability says in form. Its moments are ids of the timeline.

    Raises:
        FaultyDataError: it is not TOML, an entry lacks a key, or names a moment, an owner or a kind that does not exist.
    """
    file = read_file(folder / "usages.toml")
    known = {moment.id for moment in timeline}
    usages = file.values("usage", Usage, **_USAGE_KEYS)
    for usage in usages:
        if wrong := _misused(usage, known):
            raise file.fault(f"« {usage.title} » ({usage.provision}) {wrong}")
    return usages


def _misused(usage: Usage, known: set[str]) -> str:
    """What is wrong with a usage; empty when nothing is."""
    unknown = [moment for moment in usage.moments if moment not in known]
    if unknown or not usage.moments:
        return f"nomme un moment que timeline.toml n'a pas : {', '.join(unknown) or 'aucun'}"
    if usage.owner not in _OWNERS:
        return f"dit « {usage.owner} » de qui ; écrivez {', '.join(_OWNERS)}"
    if not usage.timing:
        return "ne dit pas quand ; écrivez-le"
    return "" if usage.kind in _USAGES else f"est d'un genre inconnu ; écrivez {', '.join(_USAGES)}"


def _misplayed(moment: Moment, found: dict[str, Moment]) -> str:
    """What is wrong with the sequences that a moment plays; empty when nothing is."""
    apart = tuple(other for other in found if found[other].apart)
    wrong = next(
        (
            name
            for name in moment.plays
            if name not in found or not f"{name}/".startswith(tuple(f"{one}/" for one in apart))
        ),
        None,
    )
    if wrong is not None:
        return f"déroule « {wrong} », qui n'est pas d'une séquence à part ; donnez l'identifiant d'un moment a-part, ou d'un qu'il contient"
    if moment.plays and any(other.startswith(f"{moment.id}/") for other in found):
        return "déroule une séquence et contient des moments ; mettez l'un de ces moments à la place"
    return ""


def _misplaced(moment: Moment, before: dict[str, Moment]) -> str:
    """What is wrong with a moment after those that stand before it; empty when nothing is."""
    parent = moment.id.rpartition("/")[0]
    if moment.kind not in _MOMENTS:
        return f"est d'un genre inconnu ; écrivez {', '.join(_MOMENTS)}"
    if moment.who not in _ACTORS:
        return f"dit « {moment.who} » de qui agit ; écrivez {', '.join(_ACTORS)}"
    if moment.id in before:
        return "est donné deux fois ; gardez-en un"
    if (parent and parent not in before) or (not parent and before):
        return "n'a pas au-dessus de lui le moment qui le contient ; écrivez-le d'abord"
    return "" if moment.cites else "ne cite aucune règle ; donnez celle qui le place là"


def read_settled(folder: Path) -> tuple[Settled, ...]:
    """The `fidelity.toml` of a work's folder: the differences between its layers that were read; an `id` may be a list of ids.

    A line with `seen` settles nothing but these figures or targets.

    Raises:
        FaultyDataError: it is not TOML, or an entry lacks a key.
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

    Raises:
        FaultyDataError: one of them is not TOML, or not of the form expected.
    """
    stopwords: set[str] = set()
    unlinked: set[str] = set()
    protected: dict[str, str] = {}
    expansions: dict[str, str] = {}
    families: dict[str, tuple[str, ...]] = {}
    names: tuple[str, ...] = ()
    modes: tuple[tuple[str, str], ...] = ()
    oppositions: tuple[Opposition, ...] = ()
    negations: tuple[str, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    distinctions: tuple[tuple[str, ...], ...] = ()
    said = MomentWords()
    for path in (folder / "commun.toml", folder / "temps.toml", folder / f"{work}.toml"):
        part = read_file(path).tables
        try:
            stopwords.update(part.get("mots_vides", "").split())
            unlinked.update(part.get("sans_lien", {}).get("liste", ()))
            protected |= {form: _said(entry, "clef") for form, entry in part.get("proteges", {}).items()}
            expansions |= {short: _said(entry, "sens") for short, entry in part.get("abreviations", {}).items()}
            names += tuple(map(str, part.get("jeu", {}).get("noms", ())))
            modes += tuple((mode, str(name)) for mode, given in part.get("modes", {}).items() for name in given)
            oppositions += tuple(
                Opposition(name, tuple(_phrases(sides["un"])), tuple(_phrases(sides["autre"])))
                for name, sides in part.get("oppositions", {}).items()
            )
            negations += tuple(_phrases(part.get("negations", {}).get("mots", "")))
            figures += tuple((word, str(int(figure))) for word, figure in part.get("chiffres", {}).items())
            distinctions += tuple(tuple(line.split()) for line in part.get("distinctions", {}).get("liste", ()))
            said = _moment_words(said, part)
            for entry in part.get("familles", {}).get("liste", ()):
                words = _family(entry)
                families[words[0]] = (*families.get(words[0], words[:1]), *words[1:])
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            raise FaultyDataError(
                f"{path} : entrée de lexique mal formée ({fault}) ; voyez en tête de commun.toml la forme attendue"
            ) from fault
    return Lexicon(
        stopwords=frozenset(stopwords),
        protected=tuple(sorted(protected.items())),
        families=tuple(families.values()),
        expansions=tuple(sorted(expansions.items())),
        unlinked=frozenset(unlinked),
        names=names,
        modes=modes,
        oppositions=oppositions,
        negations=negations,
        figures=figures,
        distinctions=distinctions,
        moments=said,
    )


def _moment_words(known: MomentWords, part: dict[str, Any]) -> MomentWords:
    """The words of the names of moments, those of a lexicon added to those already known."""
    entry, told = part.get("moments", {}), part.get("mots", {})
    ordinals = tuple(tuple(said.split()) for said in part.get("rangs", {}).get("liste", ()))
    others = " ".join((entry.get("autrui", ""), told.get("adverse", ""), told.get("adversaire", ""))).split()
    light = (*entry.get("legers", "").split(), *(word for said in ordinals for word in said), *others)
    return MomentWords(
        light=known.light | frozenset(light),
        acts=known.acts | frozenset(entry.get("actes", "").split()),
        kindred=known.kindred + tuple(map(_family, entry.get("parents", ()))),
        others=known.others | frozenset(others),
        ordinals=known.ordinals + ordinals,
    )


def _phrases(listed: str) -> list[str]:
    """What a list parted by commas holds, over several lines or one."""
    return [phrase for piece in listed.split(",") if (phrase := " ".join(piece.split()))]


def _said(entry: object, name: str) -> str:
    """What an entry says: itself, or its key `name` where it comes with the node that it is from.

    Raises:
        ValueError: it is neither.
    """
    match entry:
        case str(value):
            return value
        case {"noeud": str(), **rest} if rest.keys() == {name} and isinstance(rest[name], str):
            return str(rest[name])
    raise ValueError(f"{entry!r} : une chaîne, ou {{ {name} = …, noeud = … }}")


def _family(entry: object) -> tuple[str, ...]:
    """The words of a family: a list, or its key `mots` where it comes with the node that it is from.

    Raises:
        ValueError: it is neither, or holds no word.
    """
    words: object = entry
    match entry:
        case {"noeud": str(), "mots": list(words), **rest} if not rest:
            pass
    match words:
        case [_, *_] if all(isinstance(word, str) for word in words):
            return tuple(map(str, words))
    raise ValueError(f"{entry!r} : une liste de mots, ou {{ mots = […], noeud = … }}")
