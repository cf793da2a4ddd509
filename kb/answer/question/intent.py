"""What a question asks for, by its own words (`corpus/lexicon/intentions.toml`); whether it can be answered by yes or no."""

import re
from functools import cache, lru_cache

from kb.model.words import fold
from kb.system.data import lexicon, motifs

# What a motif takes from its table by name.
_PART = re.compile(r"\{([a-z]+)\}")
_SENTENCE = re.compile(r"(?<=[.!…?])\s+")


@cache
def intents() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each intent with what tells it, in the order in which they are tried, here and by the pages of the site."""
    return tuple(
        (one["nom"], re.compile(rf"\b(?:{'|'.join(one['motifs'])})\b")) for one in lexicon("intentions")["intention"]
    )


@lru_cache(maxsize=64)  # a question is looked at more than once
def intent_of(question: str) -> str:
    """`definition`, `consequence`, `timing`, `precedence`, `permission`, `value` or `sequence`."""
    normalised = fold(question)
    return next((intent for intent, pattern in intents() if pattern.search(normalised)), "definition")


def is_closed(question: str) -> bool:
    """True when « oui » or « non » would answer: no open word, and no choice between two things."""
    return not _opens(question) and (question.rstrip().endswith("?") or is_worded_as_closed(question))


def is_worded_as_closed(question: str) -> bool:
    """True when the very words ask for « oui » or « non » (« peut-il », « est-ce que »), and not the mark at the end alone."""
    return motifs("intentions", "fermee").search(_bare(question)) is not None and not _opens(question)


@lru_cache(maxsize=64)  # a question is looked at more than once
def _opens(question: str) -> bool:
    """True when a sentence that asks has an open word: what comes before it (« … et qui a chargé. ») asks for nothing."""
    first, *others = _SENTENCE.split(_bare(question))
    # What opens a question at its head alone (« bonus de rang ? ») does not after a story.
    sentences = [first, *(f". {one}" for one in others)]
    asking = [one for one in sentences if one.endswith("?")] or sentences[-1:]
    return any(motifs("intentions", name).search(one) for name in ("ouverte", "choix") for one in asking)


@lru_cache(maxsize=64)  # a question is looked at more than once
def _bare(question: str) -> str:
    """A question normalised, without the set phrases in which an open word asks for nothing."""
    return fold(motifs("intentions", "figee").sub(" ", question.lower().replace("’", "'"))).strip()


def contrasted(question: str) -> tuple[str, str] | None:
    """The names of the two things of which a question asks what sets them apart."""
    normalised = fold(question)
    met = next((found for pattern in _contrasts() if (found := pattern.search(normalised)) is not None), None)
    return (met["a"], met["b"]) if met is not None else None


def listed(question: str) -> str | None:
    """What a question asks the whole list of: « quels sont les types de terrain ? »."""
    met = motifs("intentions", "liste").search(fold(question))
    return next(filter(None, met.groups()), None) if met is not None else None


def may_list(question: str) -> bool:
    """True when several things may answer: « qu'est-ce qui donne un bonus ? »."""
    return motifs("intentions", "liste-possible").search(fold(question)) is not None


def topic_of(question: str) -> str | None:
    """The thing alone that a question asks about (« explique-moi la charge »); None when it asks something of it."""
    said = question.strip(" ?!.")
    met = next((found for pattern in _requests() if (found := pattern.fullmatch(said)) is not None), None)
    return met["chose"] if met is not None else None


def without_article(name: str) -> str:
    """A name without its article."""
    pattern = re.compile(lexicon("intentions")["demande"]["nom"], re.IGNORECASE)
    found = pattern.fullmatch(name.strip(" ?!."))
    return found["chose"] if found is not None else name


@cache
def _requests() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(one, re.IGNORECASE) for one in requests())


def requests() -> tuple[str, ...]:
    """The expressions of what asks only what a thing is (group `chose`), to be matched whole; capitals are all one."""
    table = lexicon("intentions")["demande"]
    parts = {name: table[name] for name in ("article", "dire", "sur", "chose")}
    return tuple(one.format(**parts) for one in table["motifs"])


@cache
def _contrasts() -> tuple[re.Pattern[str], ...]:
    table = lexicon("intentions")["contraste"]
    return tuple(re.compile(_PART.sub(lambda part: table[part[1]], motif)) for motif in table["motifs"])
