"""Data that an editor writes beside a work: curated relations, and the lexicons of search."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from kb.curation import Choice, Correction, Curation, Gap, Relation, Settled, Undefined, Unlink
from kb.errors import FaultyDataError, reason
from kb.model import Absent, EdgeType, Lexicon, Moment, MomentWords, Notion, Opposition
from kb.policy import CaseFile, Policy, read_policy

ABSENTS_NAME = "absents.toml"
CASES_NAME = "precedence.cases.toml"
_MOMENTS = ("game", "round", "turn", "phase", "step")
_ACTORS = ("active", "opponent", "both", "alternate")
# How a moment that comes back by number counts.
_COUNTS = {"": "", "croissant": "up", "decroissant": "down"}
# Why a work does not settle a matter: a mechanic of other games, a thing named without definition, content lost in the copy, what is
# not a matter of rules, a case that the rules leave open.
_GENRES = frozenset({"autre-jeu", "sans-definition", "perdu", "hors-regles", "non-prevu"})


def load(path: Path) -> dict[str, Any]:
    """A TOML file, empty when there is none.

    Raises:
        FaultyDataError: the file is not TOML.
    """
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise FaultyDataError(
            f"{path} : ce fichier n'est pas du TOML ({fault}) ; corrigez la ligne indiquée"
        ) from fault
    except OSError as fault:
        raise FaultyDataError(f"{path} : lecture impossible ({reason(fault)}) ; vérifiez ses droits") from fault


def tables(path: Path, name: str) -> list[dict[str, Any]]:
    """The tables `[[name]]` of a TOML file, in order.

    Raises:
        FaultyDataError: the file is not TOML, or says something else under this name.
    """
    found = load(path).get(name, [])
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise FaultyDataError(
            f"{path} : « {name} » n'est pas une suite de tables ; écrivez [[{name}]] en tête de chacune"
        )
    return found


def read_curation(folder: Path) -> Curation:
    """The `relations.toml` of a work's folder.

    Raises:
        FaultyDataError: it is not TOML, or an entry lacks a key or has an unknown type.
    """
    path = folder / "relations.toml"
    data = load(path)
    try:
        return Curation(
            relations=tuple(
                Relation(str(entry["from"]), EdgeType(entry["type"]), str(entry["to"]), str(entry["reason"]))
                for entry in data.get("relation", ())
            ),
            corrections=tuple(
                Correction(
                    str(entry["in"]),
                    str(entry["printed"]),
                    str(entry.get("label", "")),
                    str(entry["to"]),
                    str(entry["reason"]),
                )
                for entry in data.get("correction", ())
            ),
            pages=tuple(
                (document, page, target)
                for document, pages in data.get("pages", {}).items()
                for page, targets in pages.items()
                for target in (targets if isinstance(targets, list) else [targets])
            ),
            choices=tuple(
                Choice(str(entry["in"]), str(entry["printed"]), str(entry["to"]), str(entry["reason"]))
                for entry in data.get("choice", ())
            ),
            unlinks=tuple(
                Unlink(str(entry["in"]), str(entry["to"]), str(entry["reason"])) for entry in data.get("unlink", ())
            ),
            undefined=tuple(
                Undefined(str(entry["term"]), tuple(map(str, entry.get("forms", ()))), str(entry["reason"]))
                for entry in data.get("undefined", ())
            ),
        )
    except (KeyError, ValueError, TypeError, AttributeError) as fault:
        raise FaultyDataError(
            f"{path} : entrée incomplète ou de type inconnu ({fault}) ; voyez corpus/README.md"
        ) from fault


def read_absents(folder: Path) -> tuple[Absent, ...]:
    """The `absents.toml` of a work's folder: what the work does not settle.

    Raises:
        FaultyDataError: it is not TOML, an entry lacks a key or still lists questions, bears the id of another, or is of an unknown genre.
    """
    path = folder / ABSENTS_NAME
    entries = tables(path, "absents")
    if any("questions" in entry for entry in entries):
        message = "les questions ne se tiennent plus ici ; arbitre check --convert DOSSIER les range dans questions/"
        raise FaultyDataError(f"{path} : {message}")
    try:
        found = tuple(
            Absent(str(entry["id"]), str(entry["sujet"]), str(entry["genre"]), str(entry["raison"]))
            for entry in entries
        )
    except KeyError as fault:
        message = f"{path} : entrée incomplète ({fault}) ; il faut id, sujet, genre et raison"
        raise FaultyDataError(message) from fault
    twice = [identifier for identifier, times in Counter(absent.id for absent in found).items() if times > 1]
    if twice:
        raise FaultyDataError(f"{path} : « {twice[0]} » est l'id de deux sujets ; changez l'un")
    unknown = next((absent for absent in found if absent.genre not in _GENRES), None)
    if unknown is not None:
        message = f"{path} : « {unknown.topic} » est d'un genre inconnu ; écrivez {', '.join(sorted(_GENRES))}"
        raise FaultyDataError(message)
    return found


def read_notions(path: Path) -> tuple[Notion, ...]:
    """The `notions.toml` of the corpus: every notion, with the whole ids of its rules, game after game.

    Raises:
        FaultyDataError: it is not TOML, or an entry lacks a key.
    """
    found = []
    for entry in tables(path, "notion"):
        rules = {work: ids for work, ids in entry.items() if isinstance(ids, list)}
        try:
            cites = tuple(f"{work}/{identifier}" for work in sorted(rules) for identifier in rules[work])
            found.append(Notion(str(entry["id"]), str(entry["titre"]), str(entry["resume"]), cites))
        except (KeyError, TypeError) as fault:
            raise FaultyDataError(f"{path} : notion incomplète ({fault}) ; il faut id, titre et resume") from fault
    return tuple(found)


def read_timeline(folder: Path) -> tuple[Moment, ...]:
    """The `timeline.toml` of a work's folder: its moments, each before those in it.

    Raises:
        FaultyDataError: it is not TOML, an entry lacks a key or is of an unknown kind, an id comes twice or before its parent's.
    """
    path = folder / "timeline.toml"
    found: dict[str, Moment] = {}
    for entry in tables(path, "moment"):
        try:
            moment = Moment(
                id=str(entry["id"]),
                title=str(entry["titre"]),
                kind=str(entry["genre"]),
                who=str(entry["qui"]),
                repeat=str(entry.get("repeter", "")),
                free="libre" in _ordering(entry),
                apart="a-part" in _ordering(entry),
                at_once="ensemble" in _ordering(entry),
                window="fenetre" in _ordering(entry),
                plays=tuple(map(str, entry.get("deroule", ()))),
                count=_COUNTS[str(entry.get("compte", ""))],
                cites=tuple(map(str, entry["cite"])),
                aliases=tuple(map(str, entry.get("aussi", ()))),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as fault:
            message = f"{path} : moment incomplet ({fault}) ; il faut id, titre, genre, qui et cite"
            raise FaultyDataError(message) from fault
        wrong = _misplaced(moment, found)
        if wrong:
            raise FaultyDataError(f"{path} : « {moment.id} » {wrong}")
        found[moment.id] = moment
    for moment in found.values():
        wrong = _misplayed(moment, found)
        if wrong:
            raise FaultyDataError(f"{path} : « {moment.id} » {wrong}")
    return tuple(found.values())


def read_precedence(folder: Path) -> Policy | None:
    """The `precedence.toml` of a work's folder: its policy; None when it has none.

    Raises:
        FaultyDataError: it is not TOML, or a clause is not of the vocabulary.
    """
    path = folder / "precedence.toml"
    if not path.is_file():
        return None
    try:
        return read_policy(load(path))
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise FaultyDataError(f"{path} : {fault}") from fault


def read_cases(folder: Path) -> CaseFile:
    """The `precedence.cases.toml` of a work's folder: what its policy must answer.

    Raises:
        FaultyDataError: it is not TOML.
    """
    path = folder / CASES_NAME
    cases = tables(path, "cas")
    lines = path.read_text(encoding="utf-8").splitlines() if cases else []
    starts = [number for number, line in enumerate(lines, 1) if line.strip() == "[[cas]]"]
    # Written as one list, they have no line of their own.
    return CaseFile(CASES_NAME, tuple(cases), tuple(starts if len(starts) == len(cases) else (0 for _case in cases)))


def read_gaps(folder: Path) -> tuple[Gap, ...]:
    """The differences between the timeline of a work and the sequences of its text that its `timeline.toml` declares.

    Raises:
        FaultyDataError: it is not TOML, or an entry lacks a key.
    """
    path = folder / "timeline.toml"
    try:
        return tuple(
            Gap(str(entry["sequence"]), str(entry.get("etape", "")), str(entry["raison"]))
            for entry in tables(path, "ecart")
        )
    except (KeyError, TypeError, AttributeError) as fault:
        raise FaultyDataError(f"{path} : écart incomplet ({fault}) ; il faut sequence et raison") from fault


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


def _ordering(entry: dict[str, Any]) -> frozenset[str]:
    """How a moment stands among others (`a-part`), and those in it between themselves (`libre`, `fenetre`, `ensemble`).

    Raises:
        ValueError: it says something else.
    """
    said = frozenset(str(entry.get("ordre", "")).split())
    if not said <= {"libre", "fenetre", "a-part", "ensemble"}:
        raise ValueError(f"ordre = {entry['ordre']!r} ; écrivez libre, fenetre, a-part ou ensemble")
    return said


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
    path = folder / "fidelity.toml"
    try:
        return tuple(
            Settled(str(identifier), str(entry["code"]), str(entry["reason"]), tuple(map(str, entry.get("seen", ()))))
            for entry in tables(path, "settled")
            for identifier in (entry["id"] if isinstance(entry["id"], list) else [entry["id"]])
        )
    except (KeyError, TypeError, AttributeError) as fault:
        raise FaultyDataError(f"{path} : entrée incomplète ({fault}) ; il faut id, code et reason") from fault


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
        part = load(path)
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
