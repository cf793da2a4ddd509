"""The slots of a request, filled from JSON.

Each function raises an InvalidRequestError on what is not as it reads it: it says the attribute, what is accepted, the nearest name.
"""

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from textwrap import shorten
from typing import Any, TypeVar

from kb.errors import InvalidRequestError
from kb.model.words import title_key
from kb.policy import Attribute, Scalar
from kb.precedence.slots import PLAYERS
from kb.system import bounds

Word = TypeVar("Word", bound=str)

# No game counts so far; beyond, a number is a fault.
_GREATEST = 1_000_000
# Letters of a value that is refused, as it is told back.
_LONGEST = 80
_FIGURE = re.compile(r"([+-]?\d{1,7}(?:[.,]\d{1,6})?)\+?")


def request_of(data: object) -> Mapping[str, Any]:
    """A request: a JSON object of which every text can be written back, none holding half a character."""
    try:
        json.dumps(data, ensure_ascii=False, default=str).encode()
    except (UnicodeEncodeError, RecursionError, ValueError) as fault:
        raise InvalidRequestError("requête", "un texte y est illisible : un caractère n'est pas entier") from fault
    return mapping("requête", data)


def filled(where: str, given: Mapping[str, Any], slots: Iterable[Attribute]) -> dict[str, Scalar]:
    """What fills the slots of a request, or their defaults; `where` is empty for those of the request itself."""
    return {slot.name: _filled(f"{where}.{slot.name}" if where else slot.name, given, slot) for slot in slots}


def lacking(where: str, given: object, slots: Iterable[Attribute]) -> list[str]:
    """What a request cannot do without and does not give, each at its place; the object itself where that is not there."""
    if given is None:
        return [where]
    if not isinstance(given, Mapping):
        return []
    needed = [slot for slot in slots if slot.required and not (slot.needless and slot.needless.holds(given.get))]
    return [f"{where}.{slot.name}" for slot in needed if given.get(slot.name) is None and slot.name not in given]


def _filled(place: str, given: Mapping[str, Any], slot: Attribute) -> Scalar:
    value: object = given.get(slot.name)
    if slot.name not in given and (not slot.required or (slot.needless and slot.needless.holds(given.get))):
        return slot.default
    if value is None:
        if slot.name in given and slot.nullable:
            return None
        near = nearest(slot.name, [name for name in given if name not in {"label", "owner", slot.name}])
        advice = f" (« {near} » ?)" if near else ""
        meaning = f" : {slot.meaning}" if slot.meaning else ""
        raise InvalidRequestError(place, f"cet attribut manque{advice}{meaning}", accepted(slot))
    match slot.type:
        case "nombre" | "entier":
            return _within(place, number(place, value), slot)
        case "oui-non":
            if isinstance(value, bool):
                return value
            raise InvalidRequestError(place, f"« {_shown(value)} » n'est ni vrai ni faux", accepted(slot))
        case "texte":
            return _text(place, value, slot.values)
    return word(place, value, PLAYERS if slot.type == "camp" else slot.values)


def accepted(declared: Attribute) -> tuple[str, ...]:
    """What an attribute accepts."""
    kinds = {
        "nombre": ("un nombre",),
        "entier": ("un nombre",),
        "texte": ("un texte",),
        "oui-non": ("true", "false"),
        "camp": PLAYERS,
        "mot": declared.values,
    }
    return (*kinds[declared.type], *(("null",) if declared.nullable else ()))


def _within(place: str, value: Fraction, declared: Attribute) -> Scalar:
    low, high = declared.least, declared.most
    if (low is not None and value < low) or (high is not None and value > high):
        bounds = " et ".join([f"au moins {low}"] * (low is not None) + [f"au plus {high}"] * (high is not None))
        raise InvalidRequestError(place, f"{plain(value)} est hors des bornes", (f"un nombre, {bounds}",))
    return plain(value)


def one_of(name: str, value: object, known: Sequence[Any]) -> Any:  # noqa: ANN401 - a situation or a quantity
    """The situation or the quantity of that id."""
    ids = tuple(part.id for part in known)
    return known[ids.index(word(name, value, ids))]


def mapping(where: str, data: object) -> Mapping[str, Any]:
    """A JSON object."""
    if not isinstance(data, Mapping):
        raise InvalidRequestError(where, "il faut un objet JSON, entre accolades")
    return data


def listed(where: str, data: object) -> list[tuple[str, Mapping[str, Any]]]:
    """A JSON list of objects, each with its place; not more than anybody resolves at once."""
    if not isinstance(data, list | tuple):
        raise InvalidRequestError(where, "il faut une liste JSON, entre crochets")
    if len(data) > bounds.REQUEST_PARTS:
        raise InvalidRequestError(
            where, f"la liste tient {len(data)} éléments ; {bounds.REQUEST_PARTS} au plus à la fois"
        )
    return [(f"{where}[{at}]", mapping(f"{where}[{at}]", entry)) for at, entry in enumerate(data)]


def word(where: str, value: object, known: Sequence[Word]) -> Word:
    """One of the words known; capitals, accents and plural do not matter."""
    meant = value if value in known else _meant(value, known)
    for one in known:
        if one == meant:
            return one
    fault = "cet attribut manque" if value is None else f"« {_shown(value)} » n'est pas accepté"
    raise InvalidRequestError(where, fault, tuple(known), nearest(value, known) if isinstance(value, str) else None)


def _text(where: str, value: object, known: Sequence[str]) -> str:
    """A text; as the policy spells it, where it knows it."""
    if not isinstance(value, str) or not value.strip():
        raise InvalidRequestError(where, "il faut un texte, non vide", ("un texte",))
    return _meant(value, known) or value


def _meant(value: object, known: Sequence[str]) -> str | None:
    """The word known that differs by capitals, accents or a plural alone."""
    keys = {title_key(word): word for word in known}
    return keys.get(title_key(value)) if isinstance(value, str) else None


def number(where: str, value: object) -> Fraction:
    """A number, exact; players write « 4+ » for a roll of four or more, and « 2,5 »."""
    if isinstance(value, str) and (written := _FIGURE.fullmatch(value.strip())):
        value = float(written[1].replace(",", "."))
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _GREATEST:
        raise InvalidRequestError(where, f"« {_shown(value)} » n'est pas un nombre", ("un nombre",))
    return Fraction(str(value))


def _shown(value: object) -> str:
    """A value as whoever asks wrote it: in JSON, and not longer than what tells it."""
    return shorten(
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str),
        _LONGEST,
        placeholder="…",
    )


def plain(value: Fraction) -> int | float:
    """A whole number where it is one."""
    return int(value) if value.denominator == 1 else float(value)


def nearest(value: str, known: Sequence[str]) -> str | None:
    """The word known that is the most like another; None when none is."""
    found = difflib.get_close_matches(value, known, 1)
    return found[0] if found else None
