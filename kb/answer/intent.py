"""What a question asks for, read from its own words (a first version: the understanding of events comes later)."""

from __future__ import annotations

import re

from kb.words import fold

# Tried in order: the first pattern found in the folded question names the intent.
_INTENTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "precedence",
        re.compile(
            r"\b(prime|l'emporte|prevaut|prioritaire|en premier|qui commence|d'abord|fait foi|lequel des deux)\b"
        ),
    ),
    ("sequence", re.compile(r"\b(dans quel ordre|quel ordre|etapes?|deroule\w*|sequence|ordre de)\b")),
    (
        "timing",
        re.compile(
            r"\b(a quel moment|quelle phase|jusqu'a quand|combien de temps|timing|avant ou apres|quand (?:est|resout|applique|se)|quand)\b"
        ),
    ),
    (
        "value",
        re.compile(
            r"\b(combien|quel(?:le)? (?:est la |est le )?(?:valeur|portee|distance|bonus|malus|cout|taille|nombre)|max\w*|minimum)\b"
        ),
    ),
    (
        "consequence",
        re.compile(
            r"\b(que se passe|qu'est-ce qui (?:se passe|arrive)|qu'arrive|il se passe quoi|que devient|que subit|consequences?|et si)\b"
        ),
    ),
    (
        "permission",
        re.compile(
            r"\b(peut|peuvent|puis-je|peux|ai-je le droit|a le droit|autorise|possible|droit de|interdit|faut-il|doit|dois)\b"
        ),
    ),
    ("consequence", re.compile(r"\b(si|lorsque?|apres que)\b")),
)


def intent_of(question: str) -> str:
    """`definition`, `consequence`, `timing`, `precedence`, `permission`, `value` or `sequence`."""
    folded = fold(question)
    return next((intent for intent, pattern in _INTENTS if pattern.search(folded)), "definition")
