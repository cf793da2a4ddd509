"""Data that an editor writes beside a work: curated relations, and the lexicons of search."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from kb.errors import FaultyDataError
from kb.model import Choice, Correction, Curation, EdgeType, Lexicon, Relation, Undefined, Unlink


def _load(path: Path) -> dict[str, Any]:
    """A TOML file, empty when there is none.

    Raises:
        FaultyDataError: the file is not TOML.
    """
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise FaultyDataError(
            f"{path} : ce fichier n'est pas du TOML ({fault}) ; corrigez la ligne indiquée"
        ) from fault


def read_curation(folder: Path) -> Curation:
    """The `relations.toml` of a work's folder.

    Raises:
        FaultyDataError: it is not TOML, or an entry lacks a key or has an unknown type.
    """
    path = folder / "relations.toml"
    data = _load(path)
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


def read_lexicon(folder: Path, work: str) -> Lexicon:
    """The common lexicon of `folder` with that of `work` (`commun.toml`, `<work>.toml`) laid over it.

    Raises:
        FaultyDataError: one of them is not TOML, or not of the form expected.
    """
    parts = [_load(folder / "commun.toml"), _load(folder / f"{work}.toml")]
    try:
        words = [word for part in parts for word in part.get("mots_vides", "").split()]
        protected = {form: key for part in parts for form, key in part.get("proteges", {}).items()}
        families = [tuple(family) for part in parts for family in part.get("familles", {}).get("liste", ())]
        expansions = {short: full for part in parts for short, full in part.get("abreviations", {}).items()}
        unlinked = [key for part in parts for key in part.get("sans_lien", {}).get("liste", ())]
    except (AttributeError, TypeError) as fault:
        raise FaultyDataError(f"{folder} : lexique de « {work} » mal formé ({fault})") from fault
    return Lexicon(
        stopwords=frozenset(words),
        protected=tuple(sorted(protected.items())),
        families=tuple(families),
        expansions=tuple(sorted(expansions.items())),
        unlinked=frozenset(unlinked),
    )
