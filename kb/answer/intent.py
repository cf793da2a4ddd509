"""What a question asks for, by its own words (`corpus/lexicon/intentions.toml`); whether it can be answered by yes or no."""

from __future__ import annotations

import re
from functools import cache

from kb.model.words import fold
from kb.system.data import lexicon


@cache
def _said(name: str) -> re.Pattern[str]:
    """What any of the patterns of a list meets."""
    table = lexicon("intentions")[name]
    return re.compile("|".join(table["motifs"]).replace("{tete}", table.get("tete", "")))


@cache
def intents() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each intent with what tells it, in the order in which they are tried, here and by the pages of the site."""
    return tuple(
        (one["nom"], re.compile(rf"\b(?:{'|'.join(one['motifs'])})\b")) for one in lexicon("intentions")["intention"]
    )


def intent_of(question: str) -> str:
    """`definition`, `consequence`, `timing`, `precedence`, `permission`, `value` or `sequence`."""
    folded = fold(question)
    return next((intent for intent, pattern in intents() if pattern.search(folded)), "definition")


def is_closed(question: str) -> bool:
    """True when « oui » or « non » would answer: no open word, and no choice between two things."""
    folded = fold(_said("figee").sub(" ", question.lower().replace("’", "'"))).strip()
    return bool(_said("fermee").search(folded)) and not any(_said(name).search(folded) for name in ("ouverte", "choix"))
