"""A question of figures read as a request of one quantity: its figures and words fill the slots, by what players call each of them."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kb.answer.ruling.named import names_of, values_given
from kb.model.words import fold, tokens
from kb.policy import Attribute, NamedModifier, Quantity
from kb.search import PARTING, Analyzer, Figure, Utterance, figures_of
from kb.system.data import lexicon, motifs

# How many words before or after a figure may say what it is the figure of.
_AROUND = 3
# How an operation is written before its figure.
_SIGNS = {"set": "= ", "multiply": "×", "divide": "÷", "add": "+", "subtract": "−"}
# What stands between dice listed one after another, how many sides one has.
_LISTING = re.compile(r"\s*(?:,|/|et|puis|,\s*et)\s*(?:une? )?|\s+")
_SIDES = 6
# How far after a verb stands what asks of it.
_NEAR = 10
# The word that follows a figure.
_WORD = re.compile(r" ?([^\W\d_]{2,})\b")


@dataclass(slots=True)
class _Figure:
    """A figure of a question: the keys of the words before it, nearest last, and after it; whether the request has taken it.

    `own` are those keys without the words of what an abbreviation stands for; `operated` tells that a verb takes it for an operation.
    """

    number: int
    start: int
    signed: bool
    label: tuple[str, ...]
    after: tuple[str, ...]
    is_roll: bool
    own: frozenset[str]
    taken: bool = False
    operated: bool = False


class Slots:
    """What a question tells of the slots of one quantity; `mixed` when two figures bear one name, and nothing says whose they are.

    `missing` are what it needs and may be asked for, where the question tells all else: no figure of it is left over.
    """

    def __init__(self, text: str, utterance: Utterance, quantity: Quantity, analyzer: Analyzer) -> None:
        """Find the figures of the question, each with the words around it."""
        text = _counted(text, quantity)
        self._text, self._utterance, self._quantity, self._analyzer = text, utterance, quantity, analyzer
        self.mixed = False
        self.missing: tuple[str, ...] = ()
        self._figures = [self._figure(one) for one in figures_of(text)]
        self._take_faces()
        self._take_phrases()
        # « Il me faut combien sur les deux dés ? » : how many are thrown is none of the figures, unless a slot takes it.
        silent = [match.span() for match in motifs("intentions", "des-jetes").finditer(fold(text))]
        self._silent = [one for one in self._figures if any(start <= one.start < end for start, end in silent)]

    @property
    def figures(self) -> int:
        """How many figures the question has."""
        return len(self._figures)

    @property
    def counts_part(self) -> bool:
        """True when a figure counts what a slot has the name of: « 3 dés »."""
        names = {self._analyzer.keys(name) for one in self._quantity.attributes for name in one.aliases}
        return any(figure.after[:1] in names for figure in self._figures if figure.after)

    def _figure(self, found: Figure) -> _Figure:
        """A figure of the text, with the words around it as keys."""
        label, following = self._words(found.before)[-_AROUND:], self._words(found.after)[:_AROUND]
        return _Figure(
            found.number,
            found.start,
            found.signed,
            self._analyzer.keys(" ".join(label)),
            self._analyzer.keys(" ".join(following)),
            found.is_roll,
            frozenset(map(self._analyzer.key, (*label, *following))),
        )

    def _take_faces(self) -> None:
        """« Deux 6 » are two of what bears the name « 6 »: the face of a die is no figure of its own."""
        for one, face in pairwise(self._figures):
            if str(face.number) in _faces(self._quantity) and self._text[one.start : face.start].strip().isdigit():
                face.taken, one.after, one.own = True, (str(face.number), *face.after), one.own | {str(face.number)}

    def _take_phrases(self) -> None:
        """The figure of a phrase that the policy knows is none of a slot: « 2 armes de base »."""
        given = [at for at, token in enumerate(self._utterance.tokens) if token.word.strip("+-").isdigit()]
        phrases = [phrase for one in self._quantity.modifiers for phrase in one.said]
        phrases += [name for one in self._quantity.attributes for _value, names in one.names for name in names]
        places = self._utterance.said([one for one in phrases if any(map(str.isdigit, self._analyzer.in_figures(one)))])
        for at, figure in zip(given, self._figures, strict=False) if len(given) == len(self._figures) else ():
            figure.taken = figure.taken or any(place.first <= at <= place.last for place in places)

    def _listed(self, one: _Figure, other: _Figure) -> bool:
        return _LISTING.fullmatch(self._text[one.start + len(str(one.number)) : other.start]) is not None

    def _words(self, text: str) -> list[str]:
        """The words of a text that may say something: an abbreviation is one, however many it stands for."""
        return [token for token in tokens(text) if token not in self._analyzer.lexicon.stopwords]

    def request(self, others: Collection[str], known: Sequence[NamedModifier]) -> dict[str, Any] | None:
        """The request, with modifiers known by name; None when something that it needs is not said, or a figure said is none of it.

        `others` are the keys of the names of other quantities: « +1 pour toucher » adds nothing to the attacks.
        """
        if any(figure.signed and not set(figure.after[:1]).isdisjoint(others) for figure in self._figures):
            return None
        context, modifiers = self._context(), self._modifiers()
        for figure in self._silent:
            figure.taken = True
        if context is None or modifiers is None or not (context or modifiers or known) or self._changes_a_slot():
            return None
        if lacking := self._lacking(context):
            counted = any(type(value) is int for value in context.values())
            if counted and all(figure.taken for figure in self._figures) and all(one.asked_for for one in lacking):
                self.missing = tuple(one.asked_for for one in lacking)
            return None
        modifiers += [{"label": one.name, "owner": "A"} for one in known]
        given: dict[str, Any] = {
            "quantity": self._quantity.id,
            "context": context,
            "modifiers": modifiers,
            "active": "A",
        }
        if self._quantity.based:
            left = [figure for figure in self._figures if not figure.taken and not figure.signed]
            # What is fixed needs no figure to start from.
            fixed = [part["value"] for part in modifiers if part.get("op") == "set"]
            if len(left) > 1 or not (left or fixed) or not all(map(self._is_base, left)):
                return None
            return given | {"base": left[0].number if left else fixed[0]}
        return given if all(figure.taken for figure in self._figures) else None

    def _changes_a_slot(self) -> bool:
        """True where a verb changes what the value is worked out from: « un sort lui retire 2 en perfo »."""
        names = (name for one in self._quantity.attributes for name in one.aliases)
        named = {key for name in names for key in self._analyzer.keys(name)[:1]}
        return any(figure.operated and not named.isdisjoint(figure.after[:1]) for figure in self._figures)

    def _is_base(self, figure: _Figure) -> bool:
        """True for a roll, and for a figure next to a name of the quantity: « 3 attaques », « menace 2 », « caractéristique de 5 »."""
        adjacent = {*figure.label[-1:], *figure.after[:1]}
        own = {key for name in names_of(self._quantity, self._analyzer) for key in name} | {
            *self._analyzer.keys(" ".join(lexicon("intentions")["valeur"]["vides"]))
        }
        return bool(adjacent & own) or (figure.is_roll and bool(self._quantity.needed))

    def _context(self) -> dict[str, Any] | None:
        """The values of the context that are said; None when it is not known whose a figure is."""
        figured = [attribute for attribute in self._quantity.attributes if attribute.type == "nombre"]
        dice, counting = self._dice(figured)
        found: dict[str, Any] = {**dict(values_given(self._quantity, self._utterance)), **dice}
        for figure in counting:
            figure.taken = True
        # The figure whose words are most those of an attribute goes to it first: « pénétration d'armure 2 », then « armure 4 ».
        pairs = [
            (self._similarity(attribute, figure), attribute.name, figure)
            for attribute in figured
            for figure in self._figures
            if not figure.signed and not figure.taken and not (attribute.plain and figure.is_roll)
        ]
        summed = {attribute.name for attribute in figured if attribute.sums}
        # Of two that it fits as well, the one that fits fewer others: « Force 5 PA 2 », « 3 PV, 5 blessures ».
        fits = {id(one): [shared for shared, _name, figure in pairs if figure is one] for one in self._figures}
        for shared, name, figure in sorted(
            pairs, key=lambda pair: (-pair[0], sum(other >= pair[0] for other in fits[id(pair[2])]))
        ):
            if shared and (name not in found or name in summed) and not figure.taken:
                found[name], figure.taken = found.get(name, 0) + figure.number, True
        self.mixed = self._of_either(figured, found)
        return None if self.mixed else found

    def _lacking(self, context: Mapping[str, Any]) -> tuple[Attribute, ...]:
        """What the quantity needs and the context has not: figures, and words of which a question may tell one or another."""
        return tuple(
            one
            for one in self._quantity.attributes
            if one.required
            and one.name not in context
            and not (one.needless is not None and one.needless.holds(context.get))
            and (one.type == "nombre" or one.asked_for)
        )

    def _dice(self, figured: Sequence[Attribute]) -> tuple[dict[str, int], Sequence[_Figure]]:
        """What dice listed one after another (« 6, 3 et 1 ») give to the attributes that are of dice, all at once; what counts them."""
        of_dice = [one for one in figured if one.die is not None or one.reaching is not None]
        others = [one for one in figured if one not in of_dice]
        rolled = self._rolled() if of_dice else []
        # « Mes deux dés », « trois des 5 4 2 » tell how many there are, and are none of them.
        called = {key for one in of_dice for name in one.aliases for key in self._analyzer.keys(name)}
        listed = {match.start() for match in motifs("intentions", "des-listes").finditer(fold(self._text))}
        counting = [
            one
            for one in self._figures
            if one.number == len(rolled)
            and (
                not called.isdisjoint(one.after[:1])
                or (one.start in listed and not any(self._similarity(other, one) for other in others))
            )
        ]
        if any(self._similarity(other, figure) for other in others for figure in rolled):
            return {}, ()
        highest = sorted((figure.number for figure in rolled), reverse=True)
        found = {one.name: highest[one.die - 1] for one in of_dice if one.die is not None and one.die <= len(highest)}
        reached = ((one.name, one.reaching) for one in of_dice if one.reaching is not None and rolled)
        found |= {name: sum(number >= least for number in highest) for name, least in reached}
        for figure in rolled if found else ():
            figure.taken = True
        return found, counting if found else ()

    def _rolled(self) -> list[_Figure]:
        """The first figures that are listed one after another and may all be of dice."""
        lists = (run for run in self._runs() if len(run) > 1 and all(_is_of_a_die(figure) for figure in run))
        found = next(lists, [])
        return [] if self._counts_faces(found) else found

    def _counts_faces(self, listed: Sequence[_Figure]) -> bool:
        """True where a list may be of faces that are counted: « deux 6 et trois 4 » are five dice, « 6 4 et 2 » are three."""
        parting = [
            self._text[one.start + len(str(one.number)) : other.start].isspace() for one, other in pairwise(listed)
        ]
        return any(parting) and not all(parting[:-1])

    def _runs(self) -> list[list[_Figure]]:
        """The figures, those together that are listed one after another."""
        runs: list[list[_Figure]] = []
        for figure in self._figures:
            if runs and self._listed(runs[-1][-1], figure):
                runs[-1].append(figure)
            else:
                runs.append([figure])
        return runs

    def _of_either(self, figured: Sequence[Attribute], found: Collection[str]) -> bool:
        """True when two figures bear one name, and the first one said is not that of who asks."""
        names = [name for one in figured if one.name in found for name in one.aliases]
        first = min((figure.start for figure in self._figures), default=0)
        return (
            len(set(names)) < len(names) and motifs("intentions", "autrui").search(fold(self._text[:first])) is not None
        )

    def _similarity(self, attribute: Attribute, figure: _Figure) -> float:
        """How well the words around a figure say that it is that of an attribute: the names that players have for it, else its meaning.

        Of names that are said, their words in order, the longest counts; of figures with it, the nearest.
        """
        # A letter (« M 4 ») and a word that says little (« 4 pas », « sur 20 ») are read as they are written.
        before = "".join(self._text[: figure.start].split()[-1:])
        if any(len(name) == 1 and before == name for name in attribute.aliases):
            return 2
        unit = _WORD.match(self._text, figure.start + len(str(figure.number)))
        # How far each word stands.
        sides = [(key, at) for words in (figure.label[::-1], figure.after) for at, key in enumerate(words)]
        far = dict(sorted(sides, key=lambda pair: -pair[1]))
        said = (*figure.label, *figure.after)
        names = (tuple(dict.fromkeys(self._analyzer.keys(name))) for name in attribute.aliases)
        named = [
            len(keys) - min(map(far.__getitem__, keys)) / (_AROUND + 1)
            for keys in names
            # A word of what an abbreviation stands for is no name by itself: « tir » is no distance.
            if keys and _in_order(keys, said) and (len(keys) > 1 or keys[0] in figure.own)
        ]
        if named:
            return max(named) + 1
        if any(name in (before, unit and unit[1]) and not self._analyzer.keys(name) for name in attribute.aliases):
            return 1
        # An attribute without a name of its own goes by what it means.
        return 0 if attribute.aliases else len({*self._analyzer.keys(attribute.meaning)[:2]} & {*figure.label})

    def _modifiers(self) -> list[dict[str, Any]] | None:
        """The operations said, by a sign or by a verb with its figure; None when a verb has none."""
        normalised, found = fold(self._text), self._signed()
        if found is None:
            return None
        for entry, met in operations_said(normalised):
            value = entry.get("valeur")
            if value is None:
                near = [one for one in self._figures if not one.taken and 0 <= one.start - met.end() <= entry["loin"]]
                if not near and (_is_asked(normalised, *met.span()) or met[0].endswith("s")):
                    # « 4 points enlevés » tells what the figure is.
                    continue
                if not near:
                    return None
                near[0].taken = near[0].operated = True
                value = near[0].number
            elif "chiffre" in entry:
                self._take(met.end() - 1)
            found.append((met.start(), self._op_of(entry), value))
        return [self._modifier(place, op, value) for place, (_at, op, value) in enumerate(sorted(found), 1)]

    def _op_of(self, entry: Mapping[str, Any]) -> str:
        """The operation that the lexicon has for words."""
        return self._op(helps=entry["sens"] == "aide") if "sens" in entry else str(entry["nom"])

    def _op(self, *, helps: bool) -> str:
        """What helps or hinders does to the value: what helps takes away from a number that must be reached."""
        return "add" if helps is self._quantity.helps else "subtract"

    def _signed(self) -> list[tuple[int, str, int]] | None:
        """The operations said by a sign: where, which and its figure, as often as they are said to count.

        None where a sign alone does not tell whether it helps: « −1 pour toucher » on a number that must be reached.
        """
        normalised, found = fold(self._text), list[tuple[int, str, int]]()
        for figure in [one for one in self._figures if one.signed]:
            figure.taken = True
            count = self._count(normalised[: figure.start])
            op = "add" if self._text[figure.start] == "+" else "subtract"
            if not self._quantity.helps:
                said = [motifs("intentions", way).search(normalised[: figure.start]) for way in ("aide", "gene")]
                if said == [None, None]:
                    return None
                op = self._op(helps=said[0] is not None)
            # « Deux effets de -1 et -2 » are these two, « deux effets de -1 » the same one twice.
            times = int(count[1]) if count else 1
            found += [(figure.start, op, figure.number)] * (1 if times == self._signed_in_a_row(figure) else times)
            if count:
                self._take(count.start(1))
        return found

    def _signed_in_a_row(self, first: _Figure) -> int:
        """How many figures with a sign are listed one after another, from one of them."""
        rest = self._figures[self._figures.index(first) :]
        apart = (
            not (other.signed and _LISTING.fullmatch(re.split(r"\d+", self._text[one.start : other.start])[-1]))
            for one, other in pairwise(rest)
        )
        return 1 + next((at for at, parted in enumerate(apart) if parted), len(rest) - 1)

    def _count(self, before: str) -> re.Match[str] | None:
        """How many times what follows is said to count (« trois +1 »); the figure of a value (« Force 4 +1 ») counts nothing."""
        count = motifs("intentions", "plusieurs").search(before)
        figure = next((one for one in self._figures if count and one.start == count.start(1)), None)
        return count if figure is not None and not figure.taken and not self._is_base(figure) else None

    def _take(self, at: int) -> None:
        """The figure that stands at a place is part of an operation."""
        for figure in self._figures:
            figure.taken = figure.taken or figure.start == at

    @staticmethod
    def _modifier(place: int, op: str, value: int) -> dict[str, Any]:
        # Two of one name may count once: each has its own.
        return {"op": op, "value": value, "label": f"{_SIGNS[op]}{value}{' ' * (place - 1)}", "owner": "A"}


def operations_said(normalised: str) -> Iterator[tuple[Mapping[str, Any], re.Match[str]]]:
    """Each operation that a text says in words, as the lexicon has it, and where."""
    for entry in lexicon("intentions")["operation"]:
        yield from ((entry, met) for met in re.finditer("|".join(entry["motifs"]), normalised))


def _counted(text: str, quantity: Quantity) -> str:
    """A question with a figure for each article that counts: that of « un coup mortel » or « claqué un », where a name has it."""
    names = [name for one in quantity.attributes for name in one.aliases]
    for face in _faces(quantity):
        text = re.sub(rf"\bune? (?={face}\b)", "1 ", text, flags=re.IGNORECASE)
    after = "|".join(re.escape(name.partition(" ")[2]) for name in names if name.startswith(("un ", "une ")))
    before = "|".join(re.escape(name.rpartition(" ")[0]) for name in names if name.endswith((" un", " une")))
    if after:
        text = re.sub(rf"\bune? (?=(?:{after})\b)", "1 ", text, flags=re.IGNORECASE)
    if before:
        text = re.sub(rf"\b({before}) une?(?=\s*(?:[,.;:?!]|$))", r"\1 1", text, flags=re.IGNORECASE)
    return text


def _faces(quantity: Quantity) -> frozenset[str]:
    """The faces of dice that are names of what a quantity is worked out from."""
    return frozenset(name for one in quantity.attributes for name in one.aliases if name.isdigit())


def _in_order(keys: Sequence[str], said: Sequence[str]) -> bool:
    """True when the words of a name are said in their order, others between them or not."""
    rest = iter(said)
    return all(key in rest for key in keys)


def _is_of_a_die(figure: _Figure) -> bool:
    return 1 <= figure.number <= _SIDES and not (figure.signed or figure.is_roll)


def _is_asked(normalised: str, start: int, end: int) -> bool:
    """True for a verb of what is asked: « combien de figurines je retire ? », « ça retire combien ? » take nothing off."""
    before, after = PARTING.split(normalised[:start])[-1], normalised[end : end + _NEAR]
    return any(motifs("intentions", "valeur").search(part) for part in (before, after))
