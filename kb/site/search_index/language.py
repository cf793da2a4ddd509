"""What the program knows of questions, told to the pages: patterns, the weights of the model, those of the fields."""

from __future__ import annotations

import re
from typing import Any

from kb.answer.deciding import GROUNDS
from kb.answer.intent import intents
from kb.search import SIGNALS, bundled, frames
from kb.search.indexing import NORMALISATION, SATURATION, WEIGHTS
from kb.search.portable.meanings import NEAR, WIDE
from kb.search.ranking import CANDIDATES
from kb.search.space import DIMENSIONS
from kb.site.wording import KINDS

_WORD = r"[\p{L}\p{N}_]"
_EDGE = rf"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))"


def portable(pattern: str) -> str:
    """A pattern of Python as JavaScript reads it with the flag `u`: words there have no accent unless told."""
    return re.sub(r"\\(.)", lambda match: {"b": _EDGE, "w": _WORD}.get(match[1], match[0]), pattern)


def rules() -> dict[str, Any]:
    """The patterns and the figures that every work shares."""
    model = bundled()
    return {
        "intents": [[name, portable(pattern.pattern)] for name, pattern in intents()],
        "frames": {
            "openers": portable(frames.OPENERS.pattern),
            "break": portable(frames.BREAK.pattern),
            "article": portable(frames.ARTICLE.pattern),
            "place": portable(frames.PLACE.pattern),
            "denials": sorted(frames.DENIALS),
        },
        "ranking": dict(zip(SIGNALS, model.weights, strict=True)),
        "decision": {
            "grounds": dict(zip(GROUNDS, model.grounds, strict=True)),
            "bias": model.bias,
            "threshold": model.threshold,
        },
        "fields": {"weights": WEIGHTS, "saturation": SATURATION, "normalisation": NORMALISATION},
        "space": {"dimensions": DIMENSIONS, "near": NEAR, "wide": WIDE},
        "candidates": CANDIDATES,
        "kinds": [[str(kind), name] for kind, name in KINDS.items()],
    }
