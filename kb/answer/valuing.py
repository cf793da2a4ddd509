"""A question of a value, put to the engine: its figures and words fill the slots of a request; a figure left over, and nothing is said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kb.answer.slots import PARTING, Slots, names_of, values_told
from kb.answer.value_text import value_text
from kb.errors import ArbitreError
from kb.model import Kind
from kb.model.words import fold, tokens
from kb.policy import NamedModifier, Policy, Quantity
from kb.precedence import Modified, Precedence
from kb.search import Analyzer, Utterance
from kb.store import KnowledgeBase
from kb.system.data import lexicon, motifs

# « PA1 », « M4 »; a die is no name with a figure.
_GLUED = re.compile(r"\b(?![dD]\d)([^\W\d_]{1,4})(\d+\+?)(?!\w)")
# What a phrase of an editor is made of beside words.
_PARTS = re.compile(r"[…/*]")
# « CHAMPION (1/10) » is one of ten; « 9 pouces et demi » is no whole number, and fills no slot.
_ONE_OF = re.compile(r"(?<![\d/])1/(\d+)(?![\d/])")
_AND_A_HALF = re.compile(r"(\d)((?: [^\W\d_]+)?) et demie?\b")
_PACES = re.compile(r"(?<=\d )pas\b")
# What is asked gives its own figures: « +1 ou 0 ? ».
_CHOICE = re.compile(r"[+−-]?\d+ ou (?:[aà] )?[+−-]?\d+")
# A word no longer than this names no rule.
_SHORT = 2
# So many values of its context, when said, tell which quantity is meant.
_TELLING = 2


@dataclass(frozen=True, slots=True)
class Valued:
    """A value worked out: the request as the engine got it, its answer, and how it is said."""

    request: dict[str, Any]
    answer: Modified
    text: str

    @property
    def value(self) -> str:
        """The value alone."""
        return self.text.partition(" : ")[0]


def asks_value(question: str, analyzer: Analyzer, quantities: Sequence[Quantity] = ()) -> bool:
    """True when a question of figures, or of numbers in words, asks what they come to, or ends by the name of a quantity."""
    if not any(map(str.isdigit, analyzer.in_figures(question))):
        return False
    if motifs("intentions", "valeur").search(fold(question)) is not None:
        return True
    if not question.rstrip().endswith("?"):
        return False
    last = PARTING.split(question.rstrip(" ?"))[-1]
    asked = (phrase for one in quantities for phrase in one.asked if " " in phrase and not _PARTS.search(phrase))
    names = {name for one in quantities for name in (one.title, *one.aliases)}.union(asked)
    keys, before = sorted(analyzer.keys(last)), {*lexicon("intentions")["valeur"]["devant"]}
    # « Ma distance de charge ? » ; « il charge ? » asks something else.
    return bool(keys) and any(
        keys == sorted(analyzer.keys(name)) and before.issuperset({*tokens(last)} - {*tokens(name)}) for name in names
    )


def valued(
    question: str, engine: Precedence, base: KnowledgeBase, game: str, analyzer: Analyzer
) -> Valued | Literal["open"] | None:
    """What the engine makes of a question; None when a slot stays empty, a figure is left over, or two readings differ.

    `open` when something said may count, and the question does not say how: no figure of a table answers it either.
    """
    policy = engine.policy
    counted = motifs("intentions", "un-compte").sub("1", analyzer.in_figures(question))
    text = _AND_A_HALF.sub(r"\1,5\2", _ONE_OF.sub(r"1 sur \1", counted))
    text = _CHOICE.sub("", _GLUED.sub(r"\1 \2", text))
    # In « à 15 pas », the unit is none of the words that a phrase of the policy may take.
    told = _PACES.sub("ps", text)
    utterance = Utterance(told, analyzer)
    is_open = False
    for group in _quantities(policy, utterance, Utterance(PARTING.sub(" ", told), analyzer), analyzer):
        read = [_worked_out(text, utterance, one, engine, base, game, analyzer) for one in group]
        found = {one.text: one for one in read if isinstance(one, Valued)}
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
        is_open = is_open or "open" in read
    return "open" if is_open else None


def _worked_out(
    text: str,
    utterance: Utterance,
    quantity: Quantity,
    engine: Precedence,
    base: KnowledgeBase,
    game: str,
    analyzer: Analyzer,
) -> Valued | Literal["open"] | None:
    """What the engine makes of a question read as one of a quantity."""
    known = named_modifiers(quantity, utterance)
    if known is None:
        return "open"
    if not _is_of(quantity, text, analyzer, engine.policy):
        return None
    named = {key for one in engine.policy.quantities for name in names_of(one, analyzer) for key in name}
    reading = Slots(text, utterance, quantity, analyzer)
    request = reading.request(named - {key for name in names_of(quantity, analyzer) for key in name}, known)
    if request is None:
        return "open" if reading.mixed else None
    if _left_over(known, utterance, quantity, base, game, analyzer):
        return "open"
    try:
        answer = engine.modify(request)
    except ArbitreError:
        return None
    said = value_text(answer, request, quantity)
    return Valued(request, answer, said) if said is not None and not answer.ignored else None


def _is_of(quantity: Quantity, text: str, analyzer: Analyzer, policy: Policy) -> bool:
    """True when what « quelle… » asks of, if anything, is this quantity: « quelle PUI ? » asks for no dice.

    What « combien de… » counts is none of the figures that it is worked out from: « pour 40 points, combien de plateaux ? » ;
    nor another quantity, where it has that name.
    """
    asked, counted = _named(text, "chose"), _named(text, "compte")
    given = analyzer.keys(" ".join(name for one in quantity.attributes for name in one.aliases))
    own = analyzer.keys(" ".join([quantity.title, *quantity.aliases, quantity.unit]))
    if any(one and {*analyzer.keys(one)} & {*given} - {*own} for one in (asked, counted)):
        return False
    others = {key for one in policy.quantities for key in analyzer.keys(one.title)[:1] if one.based}
    if counted is not None and {*analyzer.keys(counted)} & others - {*own}:
        return False
    if asked is None:
        return True
    named = " ".join([quantity.title, *quantity.aliases, *quantity.asked, *lexicon("intentions")["chose"]["vides"]])
    return analyzer.key(asked) in analyzer.keys(_PARTS.sub(" ", named))


def _named(text: str, motif: str) -> str | None:
    """The name that a question gives to what it asks or counts, with its accents where folding keeps each letter."""
    folded = fold(text)
    met = motifs("intentions", motif).search(folded)
    return met and (text if len(folded) == len(text) else folded)[slice(*met.span("nom"))]


def _quantities(policy: Policy, utterance: Utterance, whole: Utterance, analyzer: Analyzer) -> Iterator[list[Quantity]]:
    """The quantities that a question may be about, those first that it asks for in more words: by their phrases, then by their names.

    `whole` is the question as one clause. Then the one whose context it tells; the plain ones that a figure of a characteristic may be.
    """
    said = {token.key for token in utterance.tokens}
    asked = [(max((place.size for place in whole.said(one.asked)), default=0), one) for one in policy.quantities]
    named = [
        (max((len(keys) for keys in names_of(one, analyzer) if keys and set(keys) <= said), default=0), one)
        for one in policy.quantities
    ]
    for sizes in (asked, named):
        for size in sorted({size for size, _quantity in sizes if size}, reverse=True):
            yield [quantity for held, quantity in sizes if held == size]
    by_context = [one for one in policy.quantities if len(list(values_told(one, utterance))) >= _TELLING]
    if len(by_context) == 1:
        yield by_context
    if motifs("intentions", "caracteristique").search(fold(" ".join(token.word for token in utterance.tokens))):
        yield [one for one in policy.quantities if one.based and not one.needed]


def named_modifiers(quantity: Quantity, utterance: Utterance) -> list[NamedModifier] | None:
    """The modifiers of a quantity that a question tells of; None when it does not tell which of several counts.

    Of two phrases that share words, the longer one counts: « couvert lourd » is not « couvert ».
    """
    met = [
        (place, one)
        for one in quantity.modifiers
        for place in utterance.said(one.said)[:1]
        if not utterance.denies(place)
    ]
    kept = [
        one
        for place, one in met
        if not any(
            other.size > place.size and other.first <= place.last and place.first <= other.last for other, _one in met
        )
    ]
    return None if any(one.value is None for one in kept) else kept


def _left_over(
    known: Sequence[NamedModifier],
    utterance: Utterance,
    quantity: Quantity,
    base: KnowledgeBase,
    game: str,
    analyzer: Analyzer,
) -> bool:
    """True when a rule is named that no slot takes, of a value that has modifiers: it may be another of them."""
    if not (quantity.modifiers or quantity.asked):
        return False
    phrases = [
        *quantity.asked,
        *(phrase for one in known for phrase in one.said),
        *(name for one in quantity.attributes for _value, names in one.names for name in names),
    ]
    taken = {utterance.tokens[at].key for place in utterance.said(phrases) for at in range(place.first, place.last + 1)}
    named = [quantity.title, *quantity.aliases, *(name for one in quantity.attributes for name in one.aliases)]
    taken |= {key for name in named for key in analyzer.keys(name)}
    left = [token.word for token in utterance.tokens if token.key not in taken and len(token.word) > _SHORT]
    found = {identifier for word in left for identifier in base.lookup(word, game)}
    return any(rule.kind is Kind.ABILITY for rule in base.passages(sorted(found)))
