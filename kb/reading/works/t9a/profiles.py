"""The profile of a unit or a mount, a few lines parted by tabs: its labels say what its values are, never their columns.

A row of labels is followed by its values; a cell that is neither is the formation, or an option with its price. Where the
values do not stand under their labels, or a label is not one that belongs there, the profile is doubtful and says so.
"""

import re
from collections import ChainMap, defaultdict
from dataclasses import dataclass, field

from kb.model import Dropped, Span
from kb.model.words import title_key
from kb.reading.canonical import cell, escaped
from kb.reading.documents import DocumentWriter, FoundPart
from kb.reading.repairs import Line
from kb.reading.sections import Section
from kb.reading.works.t9a.titles import PROFILE

ORPHAN_REASON = "titres de colonnes sans valeurs"
# The characteristics, in the order in which a profile prints them.
LABELS = ("MS", "MF", "Dis", "Rsr", "PV", "Déf", "Rés", "Arm", "Æg", "Att", "Off", "Fo", "PA", "Agi")
_ANY_LABEL = frozenset((*LABELS, "Ag"))
_VALUE = re.compile(r'^\+?\d+"?\+?$')
_MODELS = re.compile(r"^(?P<columns>\d+)[×x](?P<ranks>\d+)")
_LEAST = 2
_BONUS = "+"
# A value that may be either of two characteristics, when the columns are lost.
_EITHER = "PV / Rés"

# Where the names that any profile lists are defined.
_GENERAL = ("figurine/", "grimoire/", "bestiaire/")

Cells = dict[int, str]
_ABILITY = re.compile(r"(?P<lead>\s*)(?P<name>[^,;()]+?)(?P<rest>\s*(?:\([^()]*\))?\s*)(?=[,;]|$)")
# An option: its sign, a word left in English or a formation, then a name, then a limit and a price.
_OPTION = re.compile(
    r"^(?P<lead>(?:\+ ?|on |\d+[×x]\d+ (?:rangs? )?)*)(?P<name>[^\W\d][^()+\d]*?)(?P<rest>(?: \([^()]*\))?(?: \+)?(?: ?\+?\d+ pts)?)$"
)


@dataclass(slots=True)
class Profile:
    """What a profile prints: (label, value) pairs with the lines of each, options, abilities, labels without values, what is doubtful."""

    pairs: list[tuple[str, str]] = field(default_factory=list)
    label_lines: list[int] = field(default_factory=list)
    value_lines: list[int] = field(default_factory=list)
    options: list[tuple[str, Line]] = field(default_factory=list)
    abilities: list[Line] = field(default_factory=list)
    orphans: list[int] = field(default_factory=list)
    doubts: list[tuple[str, int]] = field(default_factory=list)


def read_profile(section: Section) -> Profile:
    """The profile that the lines of a section print."""
    profile = Profile()
    # A row of labels that waits for its values; it has none where its columns are lost.
    waiting: tuple[Cells, Line] | None = None
    for line in section.lines:
        cells = {place: text.strip() for place, text in enumerate(line.text.split("\t")) if text.strip()}
        labels = {place: text for place, text in cells.items() if text in _ANY_LABEL}
        values = {place: text for place, text in cells.items() if _VALUE.match(text)}
        others = [(text, line) for place, text in cells.items() if place not in labels and place not in values]
        run = cells.get(0, "").split()
        lost = len(run) >= _LEAST and _ANY_LABEL.issuperset(run)
        if lost or len(labels) >= _LEAST:
            profile.orphans += waiting[1].numbers if waiting else ()
            waiting, others = ({}, line) if lost else (labels, line), [] if lost else others
        elif waiting and (values or not waiting[0]):
            profile.label_lines += waiting[1].numbers
            profile.value_lines += line.numbers
            if waiting[0]:
                _pair(profile, waiting[0], values, line)
            else:
                _lost_columns(profile, cells, line)
                others = []
            waiting = None
        elif not waiting and "\t" not in line.text.strip():
            profile.abilities.append(line)
            others = []
        profile.options += others
    profile.orphans += waiting[1].numbers if waiting else ()
    _doubt_formation(profile, section)
    return profile


def _pair(profile: Profile, labels: Cells, values: Cells, line: Line) -> None:
    """Give each label of the row above its value: the one below it, else the one of the same rank."""
    for label in labels.values():
        # « Agi » below « Arm » stands in a row of other characteristics than its own.
        if label not in LABELS or (label == "Agi" and "Off" not in labels.values()):
            doubt = f"la caractéristique imprimée « {label} » n'est pas celle de cette place"
            profile.doubts.append((doubt, line.number))
    if set(values) <= set(labels):
        profile.pairs += [(label, values.get(place, "")) for place, label in labels.items()]
        return
    profile.doubts.append(("les valeurs ne sont pas sous leurs titres", line.number))
    profile.pairs += zip(labels.values(), values.values(), strict=True) if len(labels) == len(values) else ()


def _lost_columns(profile: Profile, cells: Cells, line: Line) -> None:
    """Values whose columns are lost: moves stand first, `+N` adds to the armour; a lone figure may be either of two."""
    profile.pairs += zip(("MS", "MF"), cells.get(0, "").split(), strict=False)
    for value in " ".join(text for place, text in cells.items() if place).split():
        profile.pairs.append(("Arm" if value.startswith(_BONUS) else _EITHER, value))
        if not value.startswith(_BONUS):
            doubt = f"« {value} » est imprimé sans sa colonne : Points de vie ou Résistance"
            profile.doubts.append((doubt, line.number))


def _doubt_formation(profile: Profile, section: Section) -> None:
    """A formation is of as many models as the title says."""
    title = _title(section)
    formation = next((match for text, _line in profile.options if (match := _MODELS.match(text))), None)
    models = int(formation["columns"]) * int(formation["ranks"]) if formation else 0
    if title and formation and int(title["count"] or models) != models:
        doubt = f"{title['count']} figurines en formation de {models}"
        profile.doubts.append((doubt, section.heading.number))


def _title(section: Section) -> re.Match[str] | None:
    return PROFILE.match(re.sub(r"</?b>", "", section.heading.printed))


@dataclass(frozen=True, slots=True)
class Linker:
    """Names of abilities to ids: `common` is the folder of what several factions of a part share, `general` that of the rest."""

    names: dict[str, dict[str, str]]
    common: str
    general: dict[str, str]

    def own(self, faction: str) -> ChainMap[str, str]:
        """The names that a faction has, or shares."""
        return ChainMap(self.names.get(faction, {}), self.names.get(self.common, {}))

    def linked(self, text: str, faction: str) -> tuple[str, tuple[str, ...]]:
        """A list of abilities with each name that is known as a link, and the names that are not."""
        known = ChainMap(*self.own(faction).maps, self.general)
        unknown: list[str] = []

        def link(match: re.Match[str]) -> str:
            target = known.get(title_key(match["name"]))
            unknown.extend([] if target else [match["name"].strip()])
            return _link(match, target) if target else escaped(match[0])

        return _ABILITY.sub(link, text).strip(), tuple(unknown)

    def option(self, text: str, faction: str) -> str:
        """An option of a profile, its name as a link when it is known, whole or as a part of one title of the faction."""
        match, own = _OPTION.match(text), self.own(faction)
        if match is None:
            return text
        # « Aile noire » for « Totem de l'aile noire ».
        key = title_key(match["name"])
        parts = {target for title, target in own.items() if f" {key} " in f" {title} "}
        target = own.get(key) or self.general.get(key) or (parts.pop() if len(parts) == 1 else None)
        return _link(match, target) if target else text


def _link(match: re.Match[str], target: str) -> str:
    return f"{match['lead']}[{match['name']}](#{target}){match['rest']}"


def linker(found: FoundPart) -> Linker:
    """What the names of a part lead to: « Raptor, Chien-ours » are two."""
    names: dict[str, dict[str, str]] = defaultdict(dict)
    everywhere: dict[str, str] = {}
    for entry in (entry for known in found.register.parts for entry in known.headings):
        for name in map(title_key, entry.title.split(",")):
            if ".profil" not in entry.marks:
                names[entry.id.rpartition("/")[0]][name] = entry.id
            if entry.id.startswith(_GENERAL):
                everywhere.setdefault(name, entry.id)
    for alias in (alias for part in found.data.parts.values() for alias in part.alias):
        for written in alias.names:
            everywhere.setdefault(title_key(written), alias.under)
    return Linker(names, f"{found.part.name}/regles", everywhere)


def write_profile(section: Section, writer: DocumentWriter, links: Linker) -> None:
    """Write the one row of characteristics, then the options, then the abilities."""
    profile, title = read_profile(section), _title(section)
    for what, at in profile.doubts:
        writer.fault("PROFIL-DOUTEUX", at, title=section.entry.title, doubt=what)
    names = {"count": "Effectif", "limit": "Limite", "base": "Socle"}
    head = [(label, title[name]) for name, label in names.items() if title and title[name]]
    formation = [one for one in profile.options if "pts" not in one[0] and title and title["count"]]
    pairs = [*head[:1], *(("Formation", text) for text, _line in formation), *head[1:]]
    pairs += [(label, value) for label, value in profile.pairs if value]
    labels, values = [cell(label) for label, _value in pairs], [cell(value) for _label, value in pairs]
    spare = [line.number for _text, line in formation]
    numbers = tuple(dict.fromkeys((*section.heading.numbers, *spare, *profile.value_lines)))
    writer.table([(labels, (*section.heading.numbers, *profile.label_lines)), (values, numbers)])
    writer.dropped += (Dropped(Span(number, number), ORPHAN_REASON) for number in profile.orphans)
    faction = section.entry.id.rpartition("/")[0]
    for text, line in (one for one in profile.options if one not in formation):
        writer.item(links.option(text, faction), line.numbers)
    for line in profile.abilities:
        linked, unknown = links.linked(line.text, faction)
        writer.block(linked, line.numbers)
        for name in unknown:
            writer.fault("APTITUDE-INCONNUE", line.number, name=name)
