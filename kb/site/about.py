"""The pages about a work as a whole: its parts, sequence of play, glossary, abilities, tables, precedence, errata, questions, quality."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.site import cards, listings, urls
from kb.site.book import Book
from kb.site.priority import priorities
from kb.site.sequence import Sequence
from kb.site.wording import LAYERS, plural

Page = tuple[str, str, dict[str, object]]
"""The path of a page, its template and what this shows."""


@dataclass(frozen=True, slots=True)
class NavItem:
    """A page about a work: the part of its address, its name in the menu, and in a few words what it holds."""

    part: str
    title: str
    about: str


class AboutWork:
    """What the pages about a whole work show, gathered once."""

    def __init__(self, book: Book, sequence: Sequence) -> None:
        """Gather everything; what is empty has no page."""
        self._book = book
        letters = listings.glossary(book, self._path("glossaire"))
        decks, sheets, profiles = cards.decks(book), cards.sheets(book), cards.profiles(book)
        found, errata = priorities(book), listings.errata(book, self._path("errata"))
        groups = listings.questions(book, self._path("faq"))
        self.terms = sum(len(group) for _letter, group in letters)
        terms = f"{plural(self.terms, 'terme')} de A à Z"
        abilities = sum(len(deck.cards) for deck in decks)
        counts = [plural(len(sheets), "tableau", "tableaux")] if sheets else []
        if profiles:
            counts.append(plural(sum(len(items) for _head, items in profiles), "profil"))
        asked = plural(sum(len(shown) for _head, shown in groups), "question")
        corrected = f"{plural(len(errata), 'erratum', 'errata')}, avant et après"
        abouts = "la partie, moment par moment", "ordre, valeurs, contradictions", "renvois, lecture, doutes"
        parts: list[tuple[object, str, str, str, dict[str, object]]] = [
            (sequence.roots(), "deroulement", "Déroulement", abouts[0], {"sequence": sequence}),
            (True, "glossaire", "Glossaire", terms, {"letters": letters, "terms": self.terms}),
            (abilities, "aptitudes", "Aptitudes", plural(abilities, "fiche"), {"decks": decks}),
            (counts, "tableaux", "Tableaux", ", ".join(counts), {"sheets": sheets, "profiles": profiles}),
            (found, "priorites", "Qui passe avant", abouts[1], {"priorities": found}),
            (errata, "errata", "Errata", corrected, {"errata": errata}),
            (groups, "faq", "FAQ", asked, {"groups": groups}),
            (True, "qualite", "Qualité", abouts[2], self._quality()),
        ]
        self._parts = [(NavItem(part, title, about), values) for shown, part, title, about, values in parts if shown]
        self.nav = tuple(item for item, _values in self._parts)

    def pages(self) -> Iterator[Page]:
        """Every page, the home of the work first."""
        book, info = self._book, self._book.info
        home = urls.page_path(info.work)
        layers = [LAYERS[layer] for layer in info.layers if book.view in {"both", layer}]
        yield home, "jeu", {"tree": listings.tree(book, home), "layers": layers}
        for item, values in self._parts:
            yield self._path(item.part), item.part, values

    def _path(self, part: str) -> str:
        return urls.part_page(self._book.info.work, part)

    def _quality(self) -> dict[str, object]:
        book, info = self._book, self._book.info
        coverage = book.base.coverage(info.work)
        page = self._path("qualite")
        return {
            "findings": [
                (found, book.item(found.id, page) if found.id in book.passages and found.id is not None else None)
                for found in book.base.diagnostics(info.work, book.view)
            ],
            "links": listings.link_figures(book),
            "references": listings.references(info.references),
            "coverage": coverage,
            "dropped": listings.dropped(coverage.dropped),
        }
