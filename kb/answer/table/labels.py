"""Which labels of a table a question says: the names of its rows, the titles of its columns.

By words (`Charge ratée`, `Normal`), by a figure (`CC 4`), by a range that holds one (`2-3`, `10+`).
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from kb.answer.table.differences import Figure, compares, figures
from kb.model.words import fold, words
from kb.search import Analyzer
from kb.system.data import lexicon, motifs

Keys = frozenset[str]

RANGE = re.compile(r"(?<![\w+–−-])(\d+)(?:[ ]?[-–à][ ]?(\d+)|(\+| ou plus))?(?!\w)")
"""A figure, or a range or threshold of figures, as a label holds one."""
# `Moins de 25 %`, `Entre 25 % et 75 %`, `Plus de 75 %`: bounds given by words; those of « moins » and « plus » are not held.
_BOUNDS = re.compile(r"(?:(moins|plus) de|entre) (\d+)(?: ?%)?(?: et (\d+))?", re.IGNORECASE)
# What has more figures than this asks for no row by one of them; each is tried with each.
_MOST_FIGURES = 24
_PERCENT = re.compile(r"\d+ ?(?:%|pour ?cent|pour 100)")
# What makes a longer threshold of a figure: the 4 of « 4 ou plus ».
_FURTHER = r"(?![\w.]|\s*(?:\+|ou plus|ou moins|à\s*[-–−]?\d))"
# `Monstres (MO)`: another name of the row.
_SHORT = re.compile(r"\((\w{1,4})\)")
_DIGIT = re.compile(r"\d")
# How much of a name must be said when none is said whole, each word weighing less the more names of the table hold it.
_ENOUGH = 0.6


@dataclass(frozen=True, slots=True)
class Label:
    """What a row or column goes by: its name as each layer prints it; the keys of these, and of the names that players give it.

    No key that all labels have, none of a name with a figure. `said` are all the names as words between spaces; `plain` tells that
    the first has no figure and more than a letter.
    """

    printed: tuple[str, ...]
    printed_keys: tuple[Keys, ...]
    given_keys: tuple[Keys, ...]
    said: tuple[str, ...]
    plain: bool


@dataclass(frozen=True, slots=True)
class Side:
    """All rows, or all columns; how many hold each key; of each name with a figure, its place, it in figures, where the first stands.

    `above` are the names of what they are, in either layer and as players say: a `Résultat` is a « total ».
    """

    labels: tuple[Label, ...]
    common: Mapping[str, int]
    figured: tuple[tuple[int, str, int], ...]
    above: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """The labels that a question says, by their places; whether it says them whole, and by which figure, if by one."""

    places: tuple[int, ...]
    whole: bool = True
    figure: int | None = None


class Labels:
    """Finds labels in one question, whose numbers are in figures: `text` is normalised, `raw` as written, `keys` those of its words."""

    def __init__(self, question: str, analyzer: Analyzer) -> None:
        """Cut the question once."""
        self.raw = _numbered(analyzer.in_figures(question))
        self.text = fold(self.raw)
        self.keys = frozenset(analyzer.keys(question)) | _denial(question)
        self.figures = figures(self.raw)
        self._said = f" {' '.join(words(question))} "
        self._analyzer = analyzer

    def named(self, side: Side, title: str) -> list[Said]:
        """The labels that the question says, as printed, else by each of its figures and by its words; `title` stands above them."""
        printed = self._printed(side)
        if printed:
            return printed
        above = f"{title} {side.above}"
        by_figures = [
            # A bare figure may be a figure of anything: it names in part.
            Said(
                (holding[0],),
                whole=self._is_plain(f"{above} {side.labels[holding[0]].printed[0]}", figure),
                figure=figure.place,
            )
            for figure in (() if compares(title) or len(self.figures) > _MOST_FIGURES else self.figures)
            if len(holding := [i for i, one in enumerate(side.labels) if self.holds(one.printed[0], above, figure)])
            == 1
        ]
        by_words = self.by_words(side, title)
        if len(by_figures) == 1 and all(RANGE.fullmatch(one.printed[0].strip()) for one in side.labels):
            # Where rows go by figures alone, words tell what one comes to: « je fais 5, est-il détruit ? » asks of the 5.
            by_words = None
        return [*by_figures, *([by_words] if by_words else [])]

    def _printed(self, side: Side) -> list[Said]:
        """The labels with a figure that the question holds as they are printed, signs included, the longest at each place."""
        found: dict[tuple[int, int], Said] = {}
        for place, printed, figure in side.figured:
            if printed not in self.text:
                continue
            for match in re.finditer(rf"(?<![\w.+–−-]){re.escape(printed)}{_FURTHER}", self.text):
                found[match.span()] = Said((place,), figure=match.start() + figure)
        within = {
            span for span in found for other in found if other[0] <= span[0] and span[1] <= other[1] and span != other
        }
        return [named for span, named in found.items() if span not in within]

    def by_words(self, side: Side, title: str) -> Said | None:
        """All the labels that the question says whole, save those that are part of a longer one, else the one of which it says most."""
        labels = side.labels
        whole = [
            i
            for i, one in enumerate(labels)
            if any(keys and keys <= self.keys for keys in one.printed_keys)
            or self._by_short_name(one, title)
            or (one.plain and one.said[0] in self._said)
        ]
        # What players say is said whole, or not at all.
        said = {i: self._longest(labels[i].printed_keys) or labels[i].printed_keys[0] for i in whole}
        # What players say names a row where it says more than what is printed of another, or nothing of it.
        for i, one in enumerate(labels):
            others = [own for row, own in said.items() if row != i]
            given = self._longest(
                [keys for keys in one.given_keys if all(keys.isdisjoint(own) or keys > own for own in others)]
            )
            if given:
                whole, said = sorted({*whole, i}), said | {i: max(given, said.get(i, given), key=len)}
        # A name of no key, as a letter that is a word of grammar, is part of none.
        longest = [i for i in whole if not (said[i] and any(said[i] < said[other] for other in whole))]
        exact = [i for i in longest if self.word_for_word(labels[i])]
        if exact:
            longest = [i for i in longest if i in exact or all(said[i].isdisjoint(said[other]) for other in exact)]
        if longest:
            return Said(tuple(longest))
        shares = [max(self._share(keys, side.common) for keys in one.printed_keys) for one in labels]
        best = max(shares, default=0.0)
        return Said((shares.index(best),), whole=False) if best >= _ENOUGH and shares.count(best) == 1 else None

    def _longest(self, names: Sequence[Keys]) -> Keys:
        """The keys of the longest of some names that the question says whole."""
        return max((keys for keys in names if keys <= self.keys), key=len, default=frozenset())

    def word_for_word(self, label: Label) -> bool:
        """True when the question says one of the names of a label as it is written."""
        return any(said in self._said for said in label.said)

    def given(self, label: Label) -> list[str]:
        """The names that players give to a label and that the question says whole."""
        players = label.said[len(label.printed) :]
        return [name for name, keys in zip(players, label.given_keys, strict=True) if keys and keys <= self.keys]

    def shares(self, names: Sequence[Keys]) -> list[float]:
        """How much of each name is said, what they all have left out."""
        common = Counter(key for keys in names for key in keys)
        apart = [frozenset(key for key in keys if common[key] < len(names) or len(names) == 1) for keys in names]
        return [self._share(keys, common) if keys else 0.0 for keys in apart]

    def _share(self, keys: Keys, common: Mapping[str, int]) -> float:
        """How much of a name is said."""
        said = sum(1 / common[key] for key in keys & self.keys)
        return said / sum(1 / common[key] for key in keys) if said else 0.0

    def _by_short_name(self, label: Label, title: str) -> bool:
        """True when the question says a name in brackets (`MO`) or a letter: `lettre a`, or `B` standing alone."""
        name = label.printed[0]
        short = _SHORT.search(name)
        if short and short[1].isupper() and re.search(rf"\b{short[1]}\b", self.raw):
            return True
        if len(name) > 1 or not name.isalpha() or f" {fold(name)} " not in self._said:
            return False
        lettered = title and re.search(rf"\b{re.escape(fold(title))} {fold(name)}\b", self.text)
        return bool(lettered or (name.isupper() and re.search(rf"(?<=[\w»] ){name}(?![\w'’])", self.raw)))

    def holds(self, name: str, title: str, figure: Figure) -> bool:
        """True when a name holds a figure, in a range (`2-3`) or above a threshold (`10+`) too, and speaks of the word before it."""
        within = any(low <= figure.number <= high for low, high in _bounds(name))
        if "%" in name and _PERCENT.match(self.raw, figure.place) is None:
            return False
        above = f"{title} {name}"
        # « à 4 dés » counts dice: it is no 4 of a table of results.
        spoken = [word for word in (figure.word, figure.counted) if self._analyzer.keys(word)]
        return within and (not spoken or any(self.speaks_of(above, word) for word in spoken))

    def _is_plain(self, above: str, figure: Figure) -> bool:
        """True when the first word about a figure is of a label: « baliste naine à 2 plateaux » is no « 2 plateaux »."""
        word = figure.word if self._analyzer.keys(figure.word) else figure.counted
        return bool(self._analyzer.keys(word)) and self.speaks_of(above, word)

    def speaks_of(self, title: str, word: str) -> bool:
        """True when a title has a word, or one that it begins: « Rés » is said for « Résistance », « E » for « Endurance »."""
        keys = self._analyzer.keys(word)
        # A word of grammar begins no other: « dés » is not said for « de ».
        begins = any(
            held.startswith(fold(word)) or (len(held) > 1 and fold(word).startswith(held))
            for held in words(title)
            if held not in self._analyzer.lexicon.stopwords
        )
        return not keys or begins or set(keys).issubset(self._analyzer.keys(title))


@lru_cache(maxsize=1 << 12)
def _bounds(name: str) -> tuple[tuple[float, float], ...]:
    """The figures that a name holds, from the least to the greatest of each range."""
    bounds = _BOUNDS.match(name)
    if bounds is not None:
        low = high = float(bounds[2])
        match (bounds[1] or "").lower():
            case "moins":
                return ((-math.inf, low - 1),)
            case "plus":
                return ((low + 1, math.inf),)
            case _:
                return ((low, float(bounds[3] or high)),)
    return tuple((float(low), math.inf if above else float(high or low)) for low, high, above in RANGE.findall(name))


@lru_cache(maxsize=1 << 16)
def name_keys(analyzer: Analyzer, name: str) -> Keys:
    """The keys of a name, without what its brackets hold, unless it has no other: the same few thousand come back at each question."""
    return frozenset(analyzer.keys(_SHORT.sub("", name)) or analyzer.keys(name))


def _denial(said: str) -> Keys:
    """What stands for the words of a name or of a question that deny, which search leaves out; nothing where none does."""
    denying = lexicon("tableaux")["nie"]["mots"]
    return frozenset() if set(denying).isdisjoint(words(said)) else frozenset(denying[:1])


def side_of(
    printed: Sequence[Sequence[str]],
    given: Mapping[str, Sequence[str]],
    analyzer: Analyzer,
    headings: Sequence[str] = (),
) -> Side:
    """The labels so printed below a heading, which either layer may print, with the names that players give them."""
    names = [(tuple(one), tuple(other for name in one for other in given.get(name, ()))) for one in printed]
    held = [frozenset[str]().union(*(name_keys(analyzer, name) for part in one for name in part)) for one in names]
    common = Counter(key for keys in held for key in keys)
    everywhere = {key for key, rows in common.items() if rows == len(names) > 1}

    def keys(name: str) -> Keys:
        # A figure is read where it stands, never as one word among others.
        return frozenset() if _DIGIT.search(name) else (name_keys(analyzer, name) - everywhere) | _denial(name)

    labels = tuple(
        Label(
            own,
            tuple(map(keys, own)),
            tuple(map(keys, players)),
            tuple(f" {' '.join(words(name))} " for name in (*own, *players)),
            len(own[0]) > 1 and not _DIGIT.search(own[0]),
        )
        for own, players in names
    )
    figured = (
        (place, written, figure.start())
        for place, one in enumerate(names)
        for name in (*one[0], *one[1])
        if not name.isdigit() and (figure := _DIGIT.search(written := fold(analyzer.in_figures(name)))) is not None
    )
    above = [name for heading in headings for name in (heading, *given.get(heading, ()))]
    return Side(labels, common, tuple(figured), " ".join(above))


def _numbered(question: str) -> str:
    """A question whose rows go by plain numbers: « carte n°2 », « la deuxième carte » are the card 2."""
    plain = motifs("tableaux", "numero").sub("", question)
    numbers, ordinal = _ordinals()
    return ordinal.sub(lambda said: f"{said[2]} {numbers[said[1].lower()]}", plain)


@cache
def _ordinals() -> tuple[dict[str, int], re.Pattern[str]]:
    """The number of each ordinal, written with its accents or without, and one with the word that it counts."""
    known: dict[str, int] = lexicon("tableaux")["ordinaux"]
    numbers = {written: number for word, number in known.items() for written in (word, fold(word))}
    return numbers, re.compile(rf"\b({'|'.join(numbers)}) ([^\W\d_]+)", re.IGNORECASE)
