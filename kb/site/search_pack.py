"""What the pages search by: one script a game, made from the tables of the base when the site is written.

The weights are those of the program, rounded to twenty-six levels; `site/static/search.js` reads this and adds them up.
"""

import json
import string
import tomllib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, takewhile
from operator import eq
from pathlib import Path
from typing import Any

from kb.model import Lexicon
from kb.model.french import WORDS
from kb.model.words import fold, title_key, words
from kb.store import KnowledgeBase, Passage, View, WorkInfo
from kb.system.data import data_dir

# The levels of a weight, a letter each: the small ones, which are most, as they are; from one to the next of the others about an eighth.
_LEVELS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 23, 26, 30, 34, 38, 43, 49, 56, 64, 73, 84)
# A key that more documents hold than these does without those where it is hardly anything.
_FEW, _HARDLY = 8, 5
REFUSAL = Path(__file__).parent / "refusal.toml"
"""What a refusal rests on, learnt."""
STEMMER = data_dir("site") / "vendor" / "snowball.js"
"""What the search of the pages finds stems with, as it does."""
_MOST_USES = 9
# The least letters of what a page mends a word to, one less than those that the word has.
_MENDED = 7
# How many letters a form shares with the one before: one sign. Those of other planes, which count double in JavaScript, are not shared.
_SHARED = string.digits + string.ascii_lowercase
_ASTRAL = "\U00010000"
# How many letters of a form its key does without; a longer word, or one of signs that count double, is left to its stem.
_LOST = string.ascii_uppercase
# The other names of a document, those that tell it best first.
_ROLES = ("alias", "label")


def script(base: KnowledgeBase, info: WorkInfo, view: View) -> str:
    """JavaScript that adds the pack of a work to `window.arbitrePacks`; any page may load it, from a disk too."""
    return f"(window.arbitrePacks = window.arbitrePacks || []).push({literal(_pack(base, info, view))});\n"


def literal(value: object) -> str:
    """A value as a script holds it: `<` never stands there as it is, lest some day one is put inside a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def with_data(script: Path) -> bytes:
    """A script of the site, with what it stands on before it: data, and the stemmer for the search."""
    before = b""
    if script.name == "demander.js":
        before = f"const WORDS = {literal(WORDS)};\n".encode()
    elif script.name == "search.js":
        before = f"const MANNER = {literal(_manner())};\n".encode() + STEMMER.read_bytes()
    return before + script.read_bytes()


def _pack(base: KnowledgeBase, info: WorkInfo, view: View) -> dict[str, Any]:
    lexicon = base.lexicon(info.work)
    held = base.impacts(info.work, view)
    rows = base.documents(info.work)
    passages = {passage.id: passage for passage in base.passages([row.id for row in rows if not row.absent], view)}
    # The rules, then what the work does not settle; a document of the other layer alone is none of this view.
    order = [place for place, row in enumerate(rows) if row.id in passages]
    order += [place for place, row in enumerate(rows) if row.absent]
    places = {place: at for at, place in enumerate(order)}
    known = base.forms(info.work)
    forms = [form for form in known if form[2] and len(fold(form[0])) < len(_LOST) and max(form[0]) < _ASTRAL]
    given = dict.fromkeys(key for _form, key, _uses in forms)
    # No page looks for words between quotation marks as one.
    others = sorted(key for key in held.keys() - given.keys() if not key.startswith("«"))
    weights = [
        _weights({places[place]: weight for place, weight in held.get(key, {}).items() if place in places})
        for key in (*given, *others)
    ]
    shown = [passages[rows[place].id] for place in order if rows[place].id in passages]
    return {
        "about": _about(info, lexicon),
        "stopwords": sorted(lexicon.stopwords),
        "expansions": lexicon.expansions,
        "forms": "\n".join(_shortened(_lines(forms))),
        "others": "\n".join(_shortened(others)),
        "weights": "\n".join(weights),
        "documents": {
            "ids": "\n".join(rows[place].id.partition("/")[2] for place in order),
            "numbers": "\n".join(passage.number or "" for passage in shown),
            "titles": "\n".join(" ".join(passage.title.split()) for passage in shown),
            "kinds": [passage.kind for passage in shown],
            "scopes": [rows[place].scope for place in order if not rows[place].absent],
            **{role: _names(base, info.work, role, shown) for role in _ROLES},
        },
    }


def _about(info: WorkInfo, lexicon: Lexicon) -> dict[str, Any]:
    """What a work is called, its modes, the French names of kinds, what a refusal rests on."""
    return {
        "work": info.work,
        "title": info.title,
        "names": [" ".join(words(name)) for name in lexicon.names],
        "modes": [(mode, words(name)) for mode, name in lexicon.modes],
        "default": next(iter(info.modes), ""),
        "kind_names": WORDS["kinds"],
        "refusal": tomllib.loads(REFUSAL.read_text(encoding="utf-8")),
    }


def _manner() -> dict[str, Any]:
    """What is only a manner of asking, as expressions of JavaScript: courtesies, a game that is named, requests to explain a thing."""
    # Slow to import: the process alone that puts the script in place needs them.
    from kb.answer.question.intent import requests  # noqa: PLC0415
    from kb.answer.question.plain import courtesies, naming  # noqa: PLC0415

    opening, closing = courtesies()
    said = {
        "opening": opening,
        "closing": closing,
        "game": naming(),
        "requests": "|".join(_whole(one) for one in requests()),
    }
    # JavaScript has no letters but those of English; a class of all of them takes a phone a fifth of a second to get ready.
    return {name: one.replace("\\w", "[0-9a-z_à-ɏ]") for name, one in said.items()}


def _whole(request: str) -> str:
    """An expression to be matched whole; its thing is the one group that is filled."""
    return f"^(?:{request.replace('(?P<chose>', '(')})$"


def _weights(held: Mapping[int, int]) -> str:
    """The weights of a key: for each document, how far it is from the one before (nothing for the next one), and a letter."""
    if len(held) > _FEW:
        held = {place: weight for place, weight in held.items() if weight > _HARDLY} or held
    found, before = [], -1
    for place in sorted(held):
        gap = place - before - 1
        found.append(f"{gap or ''}{_letter(held[place])}")
        before = place
    return "".join(found)


@cache
def _letter(weight: int) -> str:
    above = min(bisect_left(_LEVELS, weight), len(_LEVELS) - 1)
    return chr(ord("a") + min((max(0, above - 1), above), key=lambda place: abs(_LEVELS[place] - weight)))


def _lines(forms: Sequence[tuple[str, str, int]]) -> list[str]:
    """The forms, each with its uses (9 at most) where they may choose between two, and its key: a page that opens a pack stems no word.

    A key is the form without accents, less so many letters at its end, a capital for how many (A for none), then what it ends with.

    Uses choose between forms that are the same without accents, and between those that a long word may be mended to.
    """
    bare = Counter(fold(form) for form, _key, _uses in forms)
    chosen = {form for form, _key, uses in forms if uses > 1 and (len(form) >= _MENDED or bare[fold(form)] > 1)}

    def shown_key(form: str, key: str) -> str:
        shared = sum(takewhile(bool, map(eq, form, key)))
        return _LOST[len(form) - shared] + key[shared:]

    return [
        f"{form}{min(uses, _MOST_USES) if form in chosen else ''}{shown_key(fold(form), key)}"
        for form, key, uses in forms
    ]


def _shortened(lines: list[str]) -> Iterator[str]:
    """Lines in order, each without the letters that it shares with the one before: how many, then the others."""
    for before, line in pairwise(["", *lines]):
        alike = (one == other < _ASTRAL for one, other in zip(before, line[: len(_SHARED) - 1], strict=False))
        shared = sum(takewhile(bool, alike))
        yield _SHARED[shared] + line[shared:]


def _names(base: KnowledgeBase, work: str, role: str, shown: list[Passage]) -> str:
    """The other names of each document in a role, a line each, set apart by tabs: those that are not its title again."""
    titles = {passage.id: title_key(passage.title) for passage in shown}
    held: dict[str, list[str]] = {passage.id: [] for passage in shown}
    for name, identifier in base.names(work, (role,)):
        if identifier in held and title_key(name) != titles[identifier]:
            held[identifier].append(" ".join(name.split()))
    return "\n".join(map("\t".join, held.values()))
