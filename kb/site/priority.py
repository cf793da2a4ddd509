"""« Qui passe avant »: the precedence policy of a game as a player reads it, every clause with the rules that it rests on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from kb.policy import Attribute, Clause, Condition, Policy, Scalar, read_policy
from kb.site import urls
from kb.site.book import Book, Item
from kb.site.wording import NO_VALUE, YES_NO


def priorities(book: Book) -> Priorities | None:
    """What decides in a game; None when the base holds no policy of it."""
    printed = book.policy
    return Priorities(book, read_policy(json.loads(printed))) if printed is not None else None


class Priorities:
    """A policy for its page."""

    def __init__(self, book: Book, policy: Policy) -> None:
        """Read nothing yet."""
        self.policy = policy
        self._book, self._page = book, urls.part_page(book.info.work, "priorites")

    def rules(self, cites: Iterable[str]) -> tuple[Item, ...]:
        """The rules cited, linked from the page."""
        ids = [f"{self._book.info.work}/{cite}" for cite in dict.fromkeys(cites)]
        return tuple(self._book.item(identifier, self._page) for identifier in ids if identifier in self._book.passages)

    def bands(self, clause: Clause, attributes: Sequence[Attribute]) -> list[tuple[str, tuple[Item, ...]]]:
        """The bands that follow one another in a clause, each with its rules."""
        return [(_condition(band.when, attributes), self.rules(band.cites)) for band in clause.bands]


def _condition(condition: Condition, attributes: Sequence[Attribute]) -> str:
    """A condition in French: « charge, ou contre-charge » ; the other cases when it says nothing."""
    known = {attribute.name: attribute for attribute in attributes}
    cases = [
        ", ".join(_value(known.get(name), name, accepted) for name, accepted in alternative)
        for alternative in condition.alternatives
    ]
    text = " ; ou ".join(cases)
    return text[:1].upper() + text[1:] if text else "Les autres cas"


def _value(attribute: Attribute | None, name: str, accepted: tuple[Scalar, ...]) -> str:
    """The values accepted, in the words that players have for them where the policy gives some."""
    names = {value: words[0] for value, words in attribute.names} if attribute is not None else {}
    joined = " ou ".join(_scalar(names, value) for value in accepted)
    if attribute is None or attribute.type == "mot" or attribute.names:
        return joined
    meaning = attribute.meaning.partition(";")[0].partition(":")[0].strip() or name
    return f"{meaning} : {joined}"


def _scalar(names: dict[str, str], value: Scalar) -> str:
    if value is None:
        return NO_VALUE
    if isinstance(value, bool):
        return YES_NO[value]
    return names.get(str(value), str(value).replace("-", " "))
