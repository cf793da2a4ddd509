"""The formal fragments of running text: references, ability fields.

A pattern proposes where a fragment may begin; its grammar decides how far it goes. What the grammar does not read stays
prose.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from lark import Token, Tree, v_args
from lark.exceptions import UnexpectedInput

from kb.model.links import printed_range
from kb.parsing.grammars import StrictTransformer, parser
from kb.parsing.text import plain
from kb.system.data import grammar

_LONGEST = 240
# The fields (name, value) of an ability, and the places of bullets that are none.
Fields = tuple[tuple[tuple[str, str], ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class RawReference:
    """A reference as read; `module` is the printed name of its module."""

    form: str
    target: str
    printed: str
    module: str | None = None


def longest(name: str, text: str) -> tuple[Tree[Token], int] | None:
    """The longest beginning of `text` that grammar `name` accepts, as a tree and its length, or None."""
    lark = parser(name)
    stepper = lark.parse_interactive(text)
    ends: list[int] = []
    try:
        for token in stepper.lexer_thread.lex(stepper.parser_state):  # type: ignore[no-untyped-call]
            stepper.feed_token(token)
            if "$END" in stepper.choices():  # type: ignore[no-untyped-call]
                ends.append(token.end_pos or 0)
    except UnexpectedInput:
        pass
    for end in reversed(ends):
        try:
            return lark.parse(text[:end]), end
        except UnexpectedInput:
            continue
    return None


_Named = tuple[str, str, str | None]
# A title, or a page and its document.
_Titled = tuple[str, str | None]
_OF = re.compile(r"^(?:du|de la|de ce|dans le) ")


@v_args(inline=True)
class _ReferenceTransformer(StrictTransformer[list[_Named]]):
    """Gives (form, target, module) for each thing that a reference names."""

    def by_number(self, *said: Token | list[str] | None) -> list[_Named]:
        return [(_form(said), number, None) for child in said if isinstance(child, list) for number in child]

    def by_module(self, module: Token, numbers: list[str]) -> list[_Named]:
        return [("number", number, str(module)) for number in numbers]

    def by_title(self, *said: Token | _Titled | None) -> list[_Named]:
        return [(_form(said, "title"), child[0], None) for child in said if isinstance(child, tuple)]

    def titled(self, title: Token | _Titled, *_page: _Titled) -> _Titled:
        """A title, a bold term or a chapter named without quotation marks: without its marks, nor the page printed after it."""
        return title if isinstance(title, tuple) else (_unquoted(title), None)

    paged = termed = named = titled

    def by_step(self, *titles: Token) -> list[_Named]:
        return [("step", _unquoted(title), None) for title in titles]

    def by_figure(self, number: Token) -> list[_Named]:
        return [("title", f"Figure {number}", None)]

    def by_page(self, page: _Titled) -> list[_Named]:
        return [("page", *page)]

    def by_link(self, target: Token) -> list[_Named]:
        return [("link", target[2:-1], None)]

    def numbers(self, *said: list[str]) -> list[str]:
        return [number for numbers in said for number in numbers]

    def number(self, first: Token, last: Token | None) -> list[str]:
        return printed_range(str(first), str(last or ""))

    def blank_page(self, blank: Token) -> _Titled:
        """A page left blank: `XXX` names no page, but the reference is there."""
        return str(blank), None

    def page(self, first: Token, _last: Token | None, document: Token | None) -> _Titled:
        return str(first), _OF.sub("", document.strip()) if document is not None else None


def _form(said: tuple[object, ...], form: str = "number") -> str:
    """`form`, unless the noun printed before the number or the title says that it is a step."""
    return "step" if any(isinstance(child, Token) and child == "l'étape" for child in said) else form


def _unquoted(token: Token) -> str:
    return plain(str(token).strip('«»" ')).rstrip(" ,.")


@cache
def _beginning() -> re.Pattern[str]:
    """Where a reference may begin: any pattern of `grammar/reference.toml`."""
    return re.compile("|".join(entry["motif"] for entry in grammar("reference")["ouverture"]))


def references(text: str) -> Iterator[RawReference]:
    """Every reference printed in a canonical text, in order, without overlap."""
    position = 0
    while match := _beginning().search(text, position):
        position = match.end()
        found = longest("reference", text[match.start() : match.start() + _LONGEST])
        if found is None:
            continue
        tree, length = found
        position = match.start() + length
        printed = text[match.start() : position].strip(" (").replace("**", "")
        for form, target, module in _ReferenceTransformer().transform(tree):
            shown = printed.lstrip('"« ') if module else printed
            yield RawReference(form, target, shown, module)


@v_args(inline=True)
class _AbilityTransformer(StrictTransformer[tuple[tuple[str, str], ...]]):
    """Gives the fields of an ability as (name, value), in order; a name is that of its terminal."""

    def start(self, *fields: tuple[str, str]) -> tuple[tuple[str, str], ...]:
        return fields

    def field(self, label: Token, *said: Token) -> tuple[str, str]:
        return label.type.lower(), ", ".join(map(plain, said))


def ability_fields(bullets: Sequence[str]) -> Fields:
    """What the bullets of an ability, without dashes, say."""
    try:
        return _AbilityTransformer().transform(parser("ability").parse("\n".join(bullets))), ()
    except UnexpectedInput:
        if len(bullets) <= 1:
            return (), tuple(range(len(bullets)))
    alone = [ability_fields([bullet])[0] for bullet in bullets]
    faulty = tuple(place for place, fields in enumerate(alone) if not fields)
    return tuple(field for fields in alone for field in fields), faulty
