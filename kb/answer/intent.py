"""What a question asks for, read from its own words; whether it can be answered by yes or no."""

from __future__ import annotations

import re

from kb.words import fold


def _any(*phrases: str) -> re.Pattern[str]:
    """A pattern of whole phrases, parted by bars; each is a pattern of folded words."""
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b")


# Tried in order, here and by the pages of the site: the first pattern found in the folded question names the intent.
INTENTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "definition",
        _any(
            "c'est quoi|c quoi|ca veut dire|veut dire|que signifie|definition|definir|qu'est-ce qu'une?|qu'appelle-t-on|on appelle",
            "kesako|a quoi (?:sert|servent|correspond)",
        ),
    ),
    (
        "consequence",
        _any(
            "que se passe|qu'est-ce qui (?:se passe|arrive)|qu'arrive|il se passe quoi|consequences?",
            r"que devient|que devien\w+|que subi\w+|ca fait quoi|ca donne quoi|il lui arrive",
        ),
    ),
    (
        "precedence",
        _any(
            "prime|primer|l'emporte|prevaut|prioritaire|priorite|en premier|qui commence|d'abord|fait foi|lequel des deux",
            r"qui (?:choisit|decide)|au-dessus de|contredi\w+|conflit",
        ),
    ),
    ("sequence", _any(r"dans quel ordre|quel ordre|etapes?|deroule\w*|sequence|ordre de")),
    (
        "timing",
        _any(
            "a quel moment|quelle phase|jusqu'a quand|combien de temps|timing|(?:avant|pendant) ou (?:apres|avant)|a quelle etape",
            "quand (?:est|resout|applique|se)|quand(?! meme)|ou apres|ou avant",
        ),
    ),
    (
        "value",
        _any(
            "combien|sur (?:du )?combien|quel(?:le)? (?:est la |est le )?(?:valeur|portee|distance|bonus|malus|cout|taille|nombre)",
            r"quel(?:le)? (?:force|score|jet)|cout|max\w*|minimum|\w+ ?\d* contre \w+ ?\d+",
        ),
    ),
    (
        "permission",
        _any(
            "peut|peuvent|puis-je|peux|pouvons|ai-je le droit|j'ai le droit|a le droit|ont le droit|possible|droit de|force de|valable",
            r"autorise\w*|interdit\w*|faut-il|doit|dois|doivent|oblige\w*|legal|permis\w*",
        ),
    ),
    # A case told at the table: someone's troops, someone who acts.
    (
        "consequence",
        _any(
            "et si|du coup|alors|si|lorsque?|apres que",
            "mon|ma|mes|son|sa|ses|je|j'ai|on|il|elle|ils|elles|lui|adversaire|en face|un gars|un mec",
        ),
    ),
)
# Set phrases in which an open word asks nothing, and « où » that only says which moment or place.
_ASKS_NOTHING = re.compile(
    r"\bquoi qu\w* (?:ce soit|il arrive)|\bn'importe (?:quel\w*|qui|quoi|où|quand|comment|lequel|laquelle)|\balors qu(?:e\b|')"
    r"|\bn(?:e |')\w+ qu(?:e\b|')|(?<=\w )où\b(?! ?[?,])"
)
_OPEN = re.compile(
    r"(?:^|[.,;:?!] ?|\b(?:et|a|de|sur|dans|pour|avec|jusqu'a|alors|donc|mais|par|depuis|en|chez|vers) )"
    r"(?:qu'est-ce qu|que |qu'|quoi|qui (?!.*\?.*-|.*, (?:il|elle|ils|elles|je|on)\b)|combien|comment|quand (?!.*,)|pourquoi|ou (?:est|se|va|places?))"
    r"|\b(?:combien|comment|pourquoi|c'est quoi|quoi|lequel|laquelle|lesquels|lesquelles|quels?|quelles?)\b"
    r"|(?:^|[.,;:] ?)(?:nb|cb|nombre|prix|cout|portee)\b"
)
_CLOSED = re.compile(
    r"\w-(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)\b|\best-ce qu|\?\s*$"
    r"|\b(?:possible|autorise\w*|interdit\w*|permis\w*|valable|legal\w*|ok|reglo|le droit|peut|peux|peuvent|dois|doit|doivent)\b"
)
# « Avant ou après ? » is no yes or no, nor is what ends on an open word.
_CHOICE = re.compile(r"\bou\b (?!non\b|pas\b)[^?]*\?|\b(?:resultat|definition|quand|qui|cb|nb|alors|du coup) ?\??$")


def intent_of(question: str) -> str:
    """`definition`, `consequence`, `timing`, `precedence`, `permission`, `value` or `sequence`."""
    folded = fold(question)
    return next((intent for intent, pattern in INTENTS if pattern.search(folded)), "definition")


def is_closed(question: str) -> bool:
    """True when « oui » or « non » would answer: no open word, and no choice between two things."""
    folded = fold(_ASKS_NOTHING.sub(" ", question.lower().replace("’", "'"))).strip()
    return bool(_CLOSED.search(folded)) and not _OPEN.search(folded) and not _CHOICE.search(folded)
