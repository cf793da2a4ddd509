"""A question of a value, put to the engine: its figures and words fill the slots of a request; a figure left over, and nothing is said."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Any, Literal

from kb.answer.question.claims import PARTING, claim_of
from kb.answer.ruling.slot_filling import Slots, denies, names_of, values_given
from kb.answer.ruling.value_text import value_text
from kb.errors import ArbitreError
from kb.model import Kind
from kb.model.words import fold, title_key, tokens
from kb.policy import NamedModifier, Quantity
from kb.precedence import Modified, Precedence
from kb.search import Analyzer, Token, Utterance, denied_apart
from kb.store import KnowledgeBase
from kb.system.data import lexicon, motifs

# « PA1 », « M4 », « D2 »; a die is no name with a figure.
_GLUED = re.compile(r"\b(?![dD](?:3|6|\d\d)(?!\w))([^\W\d_]{1,4})(\d+\+?)(?!\w)")
# « 3pv », « 12ps »; an ordinal and a die are no figure with its unit.
_UNIT = re.compile(r"(?<![\w.,])(\d+)(?![dD]\d|(?:er|re|e|eme|ème|nd|nde|d[eé]s?)\b)([^\W\d_]{1,6})\b")
# What a phrase of an editor is made of besides words.
_PARTS = re.compile(r"[…/*]")
# « CHAMPION (1/10) » is one of ten; « 9 pouces et demi » is no whole number, and fills no slot.
_ONE_OF = re.compile(r"(?<![\d/])1/(\d+)(?![\d/])")
_AND_A_HALF = re.compile(r"(\d)((?: [^\W\d_]+)?) et demie?\b")
# A value that is one figure, with its unit: « 4 pouces au plus » bounds it.
_PRINTED = re.compile(r"(?P<number>\d+)(?P<roll>\+?)(?: (?!plus|moins)[^\W\d_]+(?:['’][^\W\d_]+)?)*")
# What parts the id of a rule from that of one within it.
_LEVEL = re.compile(r"[/.]")
_PACES = re.compile(r"(?<=\d )pas\b")
# What is asked gives its own figures: « +1 ou 0 ? ».
_CHOICE = re.compile(r"[+−-]?\d+ ou (?:[aà] )?[+−-]?\d+")
# A word no longer than this names no rule; no name has more words than the last.
_SHORT, _LONGEST = 2, 5
# What a name of one word, of two, of three, of more must be the name of to count.
_NAMED = (
    {Kind.ABILITY},
    {Kind.ABILITY, Kind.KEYWORD},
    {Kind.ABILITY, Kind.KEYWORD},
    {Kind.ABILITY, Kind.KEYWORD, Kind.RULE},
)
# So many values of its context, when said, tell which quantity is meant.
_ENOUGH_VALUES = 2
# The name alone of what is asked has no more words that tell something.
_FEW = 3
# A clause of so many words says something, unless it begins by saying that there is none of it.
_MUCH = 3
# Among so many rules that answer a question best must be one that a quantity rests on.
_NEAREST = 2


# A word, and whether nothing took it.
_Said = tuple[Token, bool]


@dataclass(frozen=True, slots=True)
class Valued:
    """A value worked out: the request as the engine got it, of which quantity, its answer, and how it is said."""

    quantity: Quantity
    request: dict[str, Any]
    answer: Modified
    text: str

    @property
    def value(self) -> str:
        """The value alone."""
        return self.text.partition(" : ")[0]

    @property
    def figures(self) -> int:
        """How many figures its context holds, those of dice listed one after another being one."""
        of_dice = {one.name for one in self.quantity.attributes if one.die is not None or one.reaching is not None}
        given = [name for name, value in self.request["context"].items() if type(value) is int]
        named = sum(name not in of_dice for name in given)
        return named + (named > 0 and len(given) > named)


@dataclass(frozen=True, slots=True)
class Missing:
    """A value that a question tells enough to work out but for one figure or two: what to say, and of which quantity."""

    quantity: Quantity
    text: str


class Valuer:
    """The values of a game that a question may ask for."""

    def __init__(self, engine: Precedence, base: KnowledgeBase, analyzer: Analyzer) -> None:
        """Read the names of the quantities of the game."""
        self._engine, self._base, self._analyzer = engine, base, analyzer
        self._quantities = engine.policy.quantities
        named = ((one.id, names_of(one, analyzer)) for one in self._quantities)
        self._names = {identifier: [keys for keys in names if keys] for identifier, names in named}
        self._named = {key for names in self._names.values() for keys in names for key in keys}
        phrases = (name for one in self._quantities for name in (one.title, *one.aliases, one.unit or ""))
        self._spoken = {key for name in phrases for key in analyzer.keys(_PARTS.sub(" ", name))}
        self._spoken -= {*analyzer.keys(" ".join(lexicon("intentions")["valeur"]["vrai"]))}
        self._units = {key for one in self._quantities for key in analyzer.keys(one.unit or "")}
        self._based = {key for one in self._quantities for key in analyzer.keys(one.title)[:1] if one.based}
        # What a quantity is of, and all that its value rests on; then both with all that these are within.
        self._rules = {one.id: (self._whole(one.cites), self._whole(_rests_on(one))) for one in self._quantities}
        self._within = {
            one: tuple({held for rule in rules for held in _wholes(rule)} for rules in both)
            for one, both in self._rules.items()
        }

    def asked(self, question: str) -> bool:
        """True when a question asks what something comes to, or with a figure ends by the name of a quantity."""
        return motifs("intentions", "valeur").search(fold(question)) is not None or self.named_alone(question)

    def named_alone(self, question: str) -> bool:
        """True when a question with a figure ends by the name alone of a value."""
        if not self._analyzer.has_figures(question):
            return False
        last = PARTING.split(question.rstrip(" ?."))[-1]
        keys, before = self._analyzer.keys(last), {*lexicon("intentions")["valeur"]["devant"]}
        # « Ma distance de charge ? », « …, touches ? »; « il charge ? » asks something else.
        small = {token for token in tokens(last) if not self._analyzer.keys(token)}
        return (
            0 < len(keys) <= _FEW
            and not any(map(str.isdigit, last))
            and self._spoken.issuperset(keys)
            and before.issuperset(small)
        )

    def stated(self, question: str, nearest: Sequence[str]) -> tuple[Valued, Literal["oui", "non"]] | None:
        """The value of which a question says what it comes to, and whether it does; None where a word of it is left over."""
        claim = claim_of(question, self._analyzer)
        found = self.valued(claim.asked, nearest, much=1) if claim is not None else None
        if claim is None or not isinstance(found, Valued):
            return None
        printed = _PRINTED.fullmatch(found.value)
        names = found.quantity.unit or " ".join([found.quantity.title, *found.quantity.aliases])
        counts_it = claim.counted is None or self._analyzer.key(claim.counted) in self._analyzer.keys(names)
        if printed is None or not counts_it:
            return None
        if int(printed["number"]) == claim.figure:
            return found, "oui"
        # A figure of another sort than the value is not what was asked for.
        return (found, "non") if claim.is_roll == bool(printed["roll"]) else None

    def valued(
        self, question: str, nearest: Sequence[str], much: int = _MUCH
    ) -> Valued | Missing | Literal["open"] | None:
        """What the engine makes of a question; None when a figure is left over, or two readings differ.

        `open` when something said may count, and the question does not say how: no figure of a table answers it either. `nearest` are the
        rules that answer it best. A clause of `much` words of which nothing was taken may count.
        """
        counted = motifs("intentions", "un-compte").sub("1", self._analyzer.in_figures(question))
        text = _AND_A_HALF.sub(r"\1,5\2", _ONE_OF.sub(r"1 sur \1", counted))
        text = _CHOICE.sub("", _UNIT.sub(r"\1 \2", _GLUED.sub(r"\1 \2", text)))
        # In « à 15 pas », the unit is none of the words that a phrase of the policy may take.
        paced = _PACES.sub("ps", denied_apart(text))
        utterance = Utterance(paced, self._analyzer)
        known: dict[str, Valued | Missing | Literal["open"] | None] = {}
        missing: dict[str, Missing] = {}
        near = self._near(self._quantities, nearest, meant=True)
        for least, group in self._meant(near, utterance, Utterance(PARTING.sub(" ", paced), self._analyzer)):
            # Where no phrase says that one is meant, the best rules must be of it.
            of_them = self._near(group, nearest, meant=False) if least else group
            # One may be meant in several ways: it is worked out once.
            for one in of_them:
                if one.id not in known:
                    known[one.id] = self._worked_out(text, utterance, one, much)
            read = [known[one.id] for one in of_them]
            found = {one.text: one for one in read if isinstance(one, Valued) and one.figures >= least}
            if found:
                return next(iter(found.values())) if len(found) == 1 else None
            missing = missing or {one.text: one for one in read if isinstance(one, Missing) and not least}
            if not least and "open" in read and not missing:
                # What is asked for in so many words is not answered by another quantity, asked for in fewer.
                return "open"
        # « Deux points de Force de plus que lui » tells enough.
        if len(missing) == 1 and motifs("intentions", "de-plus").search(fold(text)) is None:
            return next(iter(missing.values()))
        return None

    def _meant(
        self, near: Sequence[Quantity], utterance: Utterance, whole: Utterance
    ) -> Iterator[tuple[int, Sequence[Quantity]]]:
        """Those of some quantities that a question may be about, those first that it asks for in more words: by phrases, then by names.

        `whole` is the question as one clause. Then the one whose context it tells; the plain ones that a figure of a characteristic may
        be; those that their figures alone tell (« CC 4 contre CC 7 »). With each go the figures that the question must tell of it.
        """
        said = {token.key for token in utterance.tokens}
        asked = [(max((place.size for place in whole.said(one.asked)), default=0), one) for one in near]
        named = [
            (max((len(keys) for keys in self._names[one.id] if set(keys) <= said), default=0), one) for one in near
        ]
        for sizes in (asked, named):
            for size in sorted({size for size, _quantity in sizes if size}, reverse=True):
                yield 0, [quantity for held, quantity in sizes if held == size]
        by_context = [one for one in near if len(list(values_given(one, utterance))) >= _ENOUGH_VALUES]
        if len(by_context) == 1:
            yield 0, by_context
        if motifs("intentions", "caracteristique").search(fold(" ".join(token.word for token in utterance.tokens))):
            yield 0, [one for one in near if one.based and not one.needed]
        yield _ENOUGH_VALUES, near

    def _near(self, among: Iterable[Quantity], nearest: Sequence[str], *, meant: bool) -> list[Quantity]:
        """Those of some quantities that are of one of the rules that answer a question best, or rest on it when one is meant.

        A rule is of what is within it too, and of what it is within.
        """
        rules = {rule.partition("#")[0] for rule in nearest[:_NEAREST]}
        wholes = {held for rule in rules for held in _wholes(rule)}
        return [
            one
            for one in among
            if not (wholes.isdisjoint(self._rules[one.id][meant]) and rules.isdisjoint(self._within[one.id][meant]))
        ]

    def _whole(self, cites: Iterable[str]) -> set[str]:
        """The ids of the rules cited, or of which a unit is."""
        return {f"{self._engine.work}/{cite.partition('#')[0]}" for cite in cites}

    def _worked_out(
        self, text: str, utterance: Utterance, quantity: Quantity, much: int
    ) -> Valued | Missing | Literal["open"] | None:
        """What the engine makes of a question read as one of a quantity."""
        known = named_modifiers(quantity, utterance)
        meant = bool(utterance.said(quantity.asked))
        if known is None or not self._is_of(quantity, text, meant=meant):
            return "open" if known is None else None
        reading = Slots(text, utterance, quantity, self._analyzer)
        own = {key for keys in self._names[quantity.id] for key in keys}
        request = reading.request(self._named - own, known)
        if request is None and not reading.missing:
            return "open" if reading.mixed else None
        if self._left_over(known, utterance, quantity, much):
            return "open"
        return self._computed(quantity, request) if request is not None else self._lacking(quantity, reading, text)

    def _computed(self, quantity: Quantity, request: dict[str, Any]) -> Valued | None:
        try:
            answer = self._engine.modify(request)
        except ArbitreError:
            return None
        said = value_text(answer, request, quantity)
        return Valued(quantity, request, answer, said) if said is not None and not answer.ignored else None

    def _lacking(self, quantity: Quantity, reading: Slots, text: str) -> Missing | None:
        """What to ask for; nothing where the question counts something else than this quantity."""
        counted = _named(text, "compte")
        own = self._analyzer.keys(" ".join([quantity.title, *quantity.aliases, quantity.unit, "dé"]))
        if counted is not None and {*self._analyzer.keys(counted)}.isdisjoint(own):
            return None
        return Missing(quantity, f"Cela dépend : il manque {' et '.join(reading.missing)}.")

    def _is_of(self, quantity: Quantity, text: str, *, meant: bool) -> bool:
        """True when what « quelle… » asks of, if anything, is this quantity: « quelle PUI ? » asks for no dice.

        What « combien de… » counts is none of the figures that it is worked out from: « pour 40 points, combien de plateaux ? » ;
        nor another quantity, where it has that name; nor, unless a phrase says that this one is `meant`, what another is counted in.
        """
        keys = self._analyzer.keys
        asked, counted = _named(text, "chose"), _named(text, "compte")
        given = {*keys(" ".join(name for one in quantity.attributes for name in one.aliases))}
        own = {*keys(" ".join([quantity.title, *quantity.aliases, quantity.unit]))}
        if any(one and {*keys(one)} & given - own for one in (asked, counted)):
            return False
        others = self._based if meant else self._based | self._units - {*keys(" ".join(quantity.asked))}
        if counted is not None and {*keys(counted)} & others - own:
            return False
        if asked is None:
            return True
        named = " ".join([quantity.title, *quantity.aliases, *quantity.asked, *lexicon("intentions")["chose"]["vides"]])
        return self._analyzer.key(asked) in keys(_PARTS.sub(" ", named))

    def _left_over(self, known: Sequence[NamedModifier], utterance: Utterance, quantity: Quantity, much: int) -> bool:
        """True when a rule is named that no slot takes, of a value that has modifiers, or a clause tells what none takes: it may count."""
        if not (quantity.modifiers or quantity.asked):
            return False
        phrases = [
            *quantity.asked,
            *(phrase for one in known for phrase in one.said),
            *(name for one in quantity.attributes for _value, names in one.names for name in names),
        ]
        places = {at for place in utterance.said(phrases) for at in range(place.first, place.last + 1)}
        named = [quantity.title, *quantity.aliases, *(name for one in quantity.attributes for name in one.aliases)]
        keys = {key for name in named for key in self._analyzer.keys(name)}
        left = [at not in places and token.key not in keys for at, token in enumerate(utterance.tokens)]
        said = [(token, one) for token, one in zip(utterance.tokens, left, strict=True)]
        clauses = [list(clause) for _place, clause in groupby(said, key=lambda pair: pair[0].clause)]
        fillers = self._analyzer.lexicon.fillers
        return any(_stands_apart(clause, fillers, much) or self._names_rule(clause, quantity) for clause in clauses)

    def _names_rule(self, clause: Sequence[_Said], quantity: Quantity) -> bool:
        """True when words of which nothing took one name an ability; a long name may be that of any rule."""
        cited, _all = self._rules[quantity.id]
        sizes = {
            title_key(" ".join(token.word for token, _left in clause[start:end])): end - start
            for start, end in combinations(range(len(clause) + 1), 2)
            if end - start <= _LONGEST and _is_left(clause[start:end])
        }
        return any(
            kind in _NAMED[min(sizes[key], len(_NAMED)) - 1] and identifier not in cited
            for key, meant in self._base.meant_by(self._engine.work, sizes).items()
            for identifier, kind in meant
        )


def _named(text: str, motif: str) -> str | None:
    """The name that a question gives to what it asks or counts, with its accents where each letter has but one."""
    normalised = fold(text)
    met = motifs("intentions", motif).search(normalised)
    return met and (text if len(normalised) == len(text) else normalised)[slice(*met.span("nom"))]


def _rests_on(quantity: Quantity) -> Iterator[str]:
    """What a quantity cites, and its clauses and modifiers."""
    yield from quantity.cites
    yield from (cite for clause in quantity.clauses for cite in clause.cites)
    yield from (cite for modifier in quantity.modifiers for cite in modifier.cites)


def _wholes(rule: str) -> Iterator[str]:
    """A rule, and those that it is within."""
    return (rule[:at] for at in (*(met.start() for met in _LEVEL.finditer(rule)), len(rule)))


def named_modifiers(quantity: Quantity, utterance: Utterance) -> list[NamedModifier] | None:
    """The modifiers of a quantity that a question tells of; None when it does not tell which of several counts.

    Of two phrases that share words, the longer one counts: « couvert lourd » is not « couvert ».
    """
    said = [(utterance.said(one.said), one) for one in quantity.modifiers]
    # « Une sarbacane, sans venin »: what is denied once does not count, whatever else tells of it.
    met = [(places[0], one) for places, one in said if places and not any(denies(utterance, place) for place in places)]
    kept = [
        one
        for place, one in met
        if not any(
            other.size > place.size and other.first <= place.last and place.first <= other.last for other, _one in met
        )
    ]
    return None if any(one.value is None for one in kept) else kept


def _stands_apart(clause: Sequence[_Said], fillers: Collection[str], much: int) -> bool:
    """True when a clause asks nothing and tells much of which nothing was taken, or little after « mais », which says that it counts.

    « Aucun autre bonus » does not.
    """
    reserve = lexicon("intentions")["reserve"]
    at = next((at for at, (token, _left) in enumerate(clause) if token.word in reserve["mots"]), None)
    rest = clause if at is None else clause[at + 1 :]
    full = [(token, left) for token, left in rest if len(token.word) > _SHORT and token.word not in fillers]
    asked = motifs("intentions", "valeur").search(" ".join(token.word for token, _left in rest))
    apart = not asked and all(left for _token, left in full) and not any(token.word[0].isdigit() for token, _ in rest)
    denied = at is None and clause[0][0].word in reserve["rien"]
    return apart and not denied and len(full) >= (much if at is None else 1)


def _is_left(words: Sequence[_Said]) -> bool:
    """True when nothing took a word of these; small ones tell nothing."""
    full = [left for token, left in words if len(token.word) > _SHORT]
    return bool(full) and all(full)
