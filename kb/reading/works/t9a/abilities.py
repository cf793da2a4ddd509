"""The abilities that a profile lists, as links: first what its faction defines, then what all do, then the general rules."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.model.words import title_key
from kb.reading.canonical import escaped
from kb.reading.instructions import Alias
from kb.reading.register import Entry, Register

_ABILITY = re.compile(r"(?P<lead>\s*)(?P<name>[^,;()]+?)(?P<rest>\s*(?:\([^()]*\))?\s*)(?=[,;]|$)")
# An option: its sign, a word left in English or a formation, then a name, then a limit and a price.
_OPTION = re.compile(
    r"^(?P<lead>(?:\+ ?|on |\d+[×x]\d+ (?:rangs? )?)*)(?P<name>[^\W\d][^()+\d]*?)(?P<rest>(?: \([^()]*\))?(?: \+)?(?: ?\+?\d+ pts)?)$"
)


@dataclass(frozen=True, slots=True)
class Linker:
    """Names of abilities to ids: `common` is the folder of what several factions of a part share, `general` that of the rest."""

    names: dict[str, dict[str, str]]
    common: str
    general: dict[str, str]

    def linked(self, text: str, faction: str) -> tuple[str, tuple[str, ...]]:
        """A list of abilities with each name that is known as a link, and the names that are not."""
        known = ChainMap(*self._own(faction), self.general)
        unknown: list[str] = []

        def link(match: re.Match[str]) -> str:
            target = known.get(title_key(match["name"]))
            if target is None:
                unknown.append(match["name"].strip())
                return escaped(match[0])
            return f"{match['lead']}[{match['name']}](#{target}){match['rest']}"

        return _ABILITY.sub(link, text).strip(), tuple(unknown)

    def option(self, text: str, faction: str) -> str:
        """An option of a profile, its name as a link when it is known, whole or as a part of one title of the faction."""
        match, own = _OPTION.match(text), ChainMap(*self._own(faction))
        if match is None:
            return text
        # « Aile noire » for « Totem de l'aile noire ».
        key = title_key(match["name"])
        parts = {target for title, target in own.items() if f" {key} " in f" {title} "}
        target = ChainMap(own, self.general).get(key) or (parts.pop() if len(parts) == 1 else None)
        return f"{match['lead']}[{match['name']}](#{target}){match['rest']}" if target else text

    def _own(self, faction: str) -> tuple[dict[str, str], dict[str, str]]:
        return self.names.get(faction, {}), self.names.get(self.common, {})


def linker(register: Register, aliases: Iterable[Alias], part: str, general: tuple[str, ...]) -> Linker:
    """What the names of a part lead to; `general` are the folders whose titles every faction may name."""
    names: dict[str, dict[str, str]] = {}
    everywhere: dict[str, str] = {}
    for entry in (entry for known in register.parts for entry in known.headings):
        folder = entry.id.rpartition("/")[0]
        for name in _names(entry):
            if ".profil" not in entry.marks and folder.startswith(f"{part}/"):
                names.setdefault(folder, {})[name] = entry.id
            if any(entry.id.startswith(f"{root}/") for root in general):
                everywhere.setdefault(name, entry.id)
    for alias in aliases:
        folder = alias.under.rpartition("/")[0]
        for written in alias.names:
            known = names.setdefault(folder, {}) if folder.startswith(f"{part}/") else everywhere
            known.setdefault(title_key(written), alias.under)
    return Linker(names, f"{part}/regles", everywhere)


def _names(entry: Entry) -> Iterator[str]:
    """The names that a title gives: « Raptor, Chien-ours » are two."""
    return (title_key(name) for name in entry.title.split(","))
