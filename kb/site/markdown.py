"""Canonical Markdown to HTML: nothing but its paragraphs, lists, tables, emphasis and inner links; all else stays text.

A corpus is not trusted: HTML is never read, and a link leads to an id of the work or is no link.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from kb.model import Kind
from kb.model.clauses import clauses_of, note_call, provision_of, unit_of
from kb.model.french import kind_name
from kb.model.words import words
from kb.site import urls
from kb.site.book import Book
from kb.site.inline import Clauses, dressed, raw
from kb.site.linking import PREFIX, TARGET, ProseLinks, unmarked
from kb.site.margin import Note
from kb.site.placing import ANCHOR, figures, table_notes, with_notes
from kb.store import Passage

_RULES = ["paragraph", "list", "table", "emphasis", "link", "escape", "balance_pairs", "fragments_join"]
_LINK = re.compile(r"\[([^\]]*)\]\(#[^)]*\)")
_UNDERSCORE = re.compile(r"(?<!\\)_")
_TARGET = re.compile(f"{TARGET}([^{TARGET}]*){TARGET}")
_FOLDED = Markup("<details><summary><b>{}</b>{}</summary>{}</details>")
_PLAIN = Markup("<p><b>{}</b>{}</p>")
_LINKED = Markup('<div class="aside">{}<a href="{}">{}</a></div>')
_TABLE = '<div class="table" role="group" aria-label="Tableau" tabindex="0">'
_CARDS = _TABLE.replace('"table"', '"table in-cards"')
_CAPTION = Markup('<caption class="vh">{}</caption>')
# The columns of a table that becomes cards on a phone, and the letters that its longest words take in a row there.
_FEW, _MANY, _ROOM = 3, 7, 34
# What the words of a cell are shown without: marks, calls of notes, the addresses of links.
_SHOWN = re.compile(r"\[\^[^\]]*\]|\]\(#[^)]*\)|[\\*\[\]]")
_words = lru_cache(maxsize=1 << 12)(words)


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    reader = MarkdownIt("zero", {"html": False}).enable(_RULES)
    reader.validateLink = lambda url: url.startswith("#")  # type: ignore[method-assign]
    return reader


class Linker:
    """The links and texts of one page: where each id leads from here."""

    def __init__(self, book: Book, page: str, shown: Iterable[str] = ()) -> None:
        """`shown` are the ids that this page shows in full below its own."""
        self.book, self.page = book, page
        self._shown = frozenset(shown)

    def href(self, identifier: str) -> str:
        """The link to a provision: on this page when it is shown here, else to its own."""
        if provision_of(identifier) in self._shown:
            return urls.relative(self.page, self.page, urls.shown_fragment(identifier))
        return self.own(identifier)

    def own(self, identifier: str) -> str:
        """The link to a provision on its own page, even one that this page shows."""
        return urls.link(self.page, identifier)

    def link(self, identifier: str) -> Markup:
        """A link to a provision, by what it is called."""
        return Markup(f'<a href="{self.href(identifier)}">{escape(self.book.label(identifier))}</a>')  # noqa: S704 - an address is quoted

    def html(
        self, passage: Passage, prefix: str | None = None, markdown: str | None = None, notes: Sequence[Note] = ()
    ) -> Markup:
        """The HTML of a provision's text on this page.

        A text stands on several pages: it is drafted once, then given the links of each. The anchors of its units begin with `prefix`; an
        excerpt or a former text (None) has none. `markdown` is shown in place of the whole text; `notes` go with what they bear on.
        """
        linked = _TARGET.sub(lambda mark: self.href(mark[1]), _drafted(self.book, passage, markdown, notes))
        placed = ANCHOR.sub("", linked) if prefix is None else linked.replace(PREFIX, str(escape(prefix)))
        return Markup(placed)  # noqa: S704 - a draft is escaped, a link quoted


def _drafted(book: Book, passage: Passage, markdown: str | None = None, notes: Sequence[Note] = ()) -> str:
    """The draft of a text, made once: see `_draft`."""
    text = passage.markdown if markdown is None else markdown
    if passage.is_unit and not text:
        return str(Markup("<p>{}</p>").format(passage.text))
    key = (passage.id, passage.layer, text, bool(notes))
    if key not in book.drafts:
        # The précis may cut a rule otherwise than its text does.
        units = book.units[passage.id] if passage.layer == book.passages[passage.id].layer else ()
        own = "" if passage.is_unit else passage.own if units else passage.text
        labels = book.labels(provision_of(note.other) for note in notes)
        placed = [(note.place, _note(book, note, labels)) for note in notes]
        book.drafts[key] = _draft(text, own, units, ProseLinks(book, passage), placed)
    return book.drafts[key]


def _note(book: Book, note: Note, labels: Mapping[str, str]) -> str:
    """The draft of a note: what it is and does in a line, a link by one of the labels, its words closed."""
    rule = book.passages[provision_of(note.other)]
    # A clause that its page does not set apart is led to by its unit.
    apart = f'id="{_anchor(note.other)}"' in _drafted(book, rule)
    label = escape(labels[rule.id])
    says = f" : {note.says}" if note.says else ""
    words = Markup("").join(
        (Markup('<p class="tag">{}</p>').format(tag) if tag else "")
        + (Markup("<p>{}</p>").format(said) if isinstance(said, str) else _excerpt(book, said))
        for tag, said in note.words
    )
    head = (_FOLDED if words else _PLAIN).format(note.title, says, words)
    link = Markup('Lire<span class="vh"> : {}</span>').format(label) if note.title == labels[rule.id] else label
    return str(_LINKED.format(head, f"{TARGET}{note.other if apart else unit_of(note.other)}{TARGET}", link))


def _excerpt(book: Book, passage: Passage) -> Markup:
    return Markup('<div class="prose">{}</div>').format(Markup(ANCHOR.sub("", _drafted(book, passage))))  # noqa: S704 - a draft


def _draft(
    markdown: str, own: str, units: Sequence[Passage], links: ProseLinks, notes: Sequence[tuple[str, str]]
) -> str:
    """The HTML of a text, marks in place of what depends on the page."""
    reader = _reader()
    tokens = reader.parse(_UNDERSCORE.sub(r"\\_", unmarked(markdown)))
    met = _anchored(tokens, units)
    before = Clauses(clauses_of(own), f"{PREFIX}0")
    for token in tokens:
        if token.type == "inline":
            unit = token.meta.get("unit")
            clauses = Clauses(clauses_of(unit.text), _anchor(unit.id)) if unit is not None else before
            token.children = dressed(token.children or [], links, clauses)
    lost = [
        Markup('<span class="anchor" id="{}"></span>').format(_anchor(unit.id)) for unit in units if unit.id not in met
    ]

    def rendered(some: Sequence[Token]) -> str:
        return str(reader.renderer.render(some, reader.options, {}))

    if links.profile:
        tokens = figures(
            tokens, rendered, links.heads(inline.content for head, inline in pairwise(tokens) if head.type == "th_open")
        )
    tokens = table_notes(tokens)
    return "".join(lost) + rendered(_framed([*with_notes(tokens, notes)] if notes else tokens, links.title))


# Anchors


def _anchored(tokens: list[Token], units: Sequence[Passage]) -> set[str]:
    """Give each block that is a unit, in order, its look and its anchor; the ids of these units."""
    met: set[str] = set()
    ahead, last, in_body = 0, ("", ""), False
    for place, token in enumerate(tokens):
        in_body = token.type == "tbody_open" or (in_body and token.type != "thead_open")
        row = token.type == "tr_open"
        # The paragraph that opens a list item is the item itself.
        paragraph = token.type == "paragraph_open" and tokens[place - 1].type != "list_item_open"
        if not (row or paragraph or token.type == "list_item_open"):
            continue
        inline = next(inner for inner in tokens[place:] if inner.type == "inline")
        block = _LINK.sub(r"\1", inline.content).replace("\\", "")
        found = (
            index
            for index in range(ahead, len(units) if in_body or not row else 0)
            if (units[index].form == "row") == row and (row or _begins(units[index].text, block))
        )
        index = next(found, None)
        look = ("", "")
        if index is not None:
            ahead, unit = index + 1, units[index]
            met.add(unit.id)
            if row:
                _anchor_cells(tokens[place:], unit)
            else:
                inline.meta["unit"] = unit
            token.attrSet("id", _anchor(unit.id))
            look = _look(unit)
            if look[0]:
                token.attrJoin("class", look[0])
            if look[1] and look != last:
                label = Markup('<span class="label">{}</span> ').format(look[1])
                inline.children = [raw(label), *(inline.children or [])]
        last = look
    return met


def _anchor_cells(tokens: Sequence[Token], unit: Passage) -> None:
    """Give each cell of a row that says something the anchor of its clause, when both say as many."""
    row = tokens[: next(place for place, token in enumerate(tokens) if token.type == "tr_close")]
    cells = [cell for cell, inline in pairwise(row) if cell.type == "td_open" and inline.content.strip()]
    if len(cells) == len(clauses_of(unit.text, unit.form)):
        for number, cell in enumerate(cells, 1):
            cell.attrSet("id", f"{_anchor(unit.id)}.{number}")


def _anchor(identifier: str) -> str:
    return f"{PREFIX}{urls.fragment(identifier)}"


def _begins(text: str, block: str) -> bool:
    """True when a unit begins with the words of a block; a numbered one is printed with its number, the block without."""
    # Most do so to the letter: then nothing need be compared word by word.
    if block[:1].isalnum() and text.startswith(block) and not text[len(block) :][:1].isalnum():
        return True
    said, held = _words(block), _words(text)
    bare = held[1:] if held and held[0].isdecimal() and said[:1] != held[:1] else held
    return bool(said) and said == bare[: len(said)]


def _look(unit: Passage) -> tuple[str, str]:
    """The class and the label of a unit that is no plain rule."""
    if unit.form == "field":
        return "field", ""
    if unit.kind is Kind.EXAMPLE:
        return "example", "Exemple :"
    if unit.kind is not Kind.NOTE:
        return "", ""
    if unit.subkind:
        return f"note {unit.subkind}", f"{kind_name(unit.kind, unit.subkind)} :"
    call = note_call(unit.id)
    return ("footnote", call) if call else ("note", "Note :")


def _in_cards(table: Sequence[Token]) -> bool:
    """Whether a table would not fit a phone and reads as cards; its cells then bear the titles of their columns."""
    heads = [_LINK.sub(r"\1", inline.content) for token, inline in pairwise(table) if token.type == "th_open"]
    cells = [(token, inline) for token, inline in pairwise(table) if token.type == "td_open"]
    if not _FEW <= len(heads) <= _MANY or not all(heads[1:]):
        return False
    said = [heads, [inline.content for _token, inline in cells]]
    columns = ([text for texts in said for text in texts[at :: len(heads)]] for at in range(len(heads)))
    # The longest word of a column is how narrow it may be.
    if sum(max(map(len, _SHOWN.sub("", " ".join(texts)).split()), default=0) for texts in columns) <= _ROOM:
        return False
    for place, (token, inline) in enumerate(cells):
        head = _SHOWN.sub("", heads[place % len(heads)])
        if head and inline.content.strip():
            token.attrSet("data-head", head)
    return True


def _names_rows(cells: Sequence[str]) -> bool:
    """Whether the first cells of some rows name them: each says something, in words or as no other does."""
    said = [_SHOWN.sub("", cell).strip() for cell in cells]
    worded = all(any(map(str.isalpha, one)) for one in said)
    return bool(said) and (worded or (all(said) and len(said) == len(set(said)) > 1))


def _headed(table: Sequence[Token]) -> None:
    """Make each column that has a title the one of its cells, and the cells that name the rows theirs."""
    rows = [place for place, token in enumerate(table) if token.type == "tr_open"]
    first = [table[place + 1 : place + 4] for place in rows[1:]]
    for token, inline, end in zip(*(table[at:] for at in range(3)), strict=False):
        if token.type == "th_open" and inline.content.strip():
            token.attrSet("scope", "col")
        elif token.type == "th_open":
            token.tag = end.tag = "td"
    several = sum(token.type == "th_open" for token in table) > 1
    if several and _names_rows([inline.content for _token, inline, _end in first]):
        for token, inline, end in first:
            token.tag = end.tag = "th"
            token.attrSet("scope", "row")
            # A script marks the end of what has an address, save of a part of a block.
            name = token.attrs.pop("id", None)
            if name:
                inline.children = [raw(f'<span id="{name}">', 1), *(inline.children or []), raw("</span>", -1)]


def _framed(tokens: list[Token], title: str) -> list[Token]:
    """The tokens with each table in a frame that scrolls, under the title of the text for who does not see it.

    What is too wide for a phone and no grid of figures is in cards there: each of its cells is behind the title of its column.
    """
    result: list[Token] = []
    count, met = sum(token.type == "table_open" for token in tokens), 0
    for place, token in enumerate(tokens):
        if token.type == "table_open":
            table = tokens[place : next(at for at in range(place, len(tokens)) if tokens[at].type == "table_close")]
            _headed(table)
            met += 1
            named = f"{title}, tableau {met} sur {count}" if count > 1 else title
            result += [raw(_CARDS if _in_cards(table) else _TABLE), token, raw(_CAPTION.format(named))]
        else:
            result.append(token)
        if token.type == "table_close":
            result.append(raw("</div>"))
    return result
