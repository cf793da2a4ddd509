"""The pages about a work as a whole: its parts, sequence of play, glossary, abilities, tables, precedence, errata, questions, quality."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.site import cards, listings, urls
from kb.site.book import Book
from kb.site.doors import Door
from kb.site.priority import priorities
from kb.site.sequence import Sequence
from kb.site.wording import LAYERS, plural
from kb.store import View


@dataclass(frozen=True, slots=True)
class AboutPage:
    """A page about a work: its path, its template and what this shows."""

    path: str
    template: str
    values: Mapping[str, object]


class AboutWork:
    """What is told of a whole work, read once."""

    def __init__(self, book: Book, sequence: Sequence) -> None:
        """Gather everything; what is empty has no door."""
        work = book.info.work
        self._book = book
        self._paths = {
            part: urls.part_page(work, part)
            for part in ("deroulement", "glossaire", "aptitudes", "tableaux", "priorites", "errata", "faq", "qualite")
        }
        self._beats = sequence.beats()
        self._letters = listings.glossary(book, self._paths["glossaire"])
        self._decks, self._sheets, self._profiles = cards.decks(book), cards.sheets(book), cards.profiles(book)
        self._priorities = priorities(book)
        self._errata = listings.errata(book, self._paths["errata"])
        self._questions = listings.questions(book, self._paths["faq"])
        self.terms = sum(len(group) for _letter, group in self._letters)
        self.doors = tuple(self._open())

    def _open(self) -> Iterator[Door]:
        asked = sum(len(shown) for _head, shown in self._questions)
        cards_held = sum(len(deck.cards) for deck in self._decks)
        profiles = sum(len(items) for _head, items in self._profiles)
        if self._beats:
            yield Door("deroulement", "Déroulement", "la partie, moment par moment")
        yield Door("glossaire", "Glossaire", f"{plural(self.terms, 'terme')} de A à Z")
        if cards_held:
            yield Door("aptitudes", "Aptitudes", plural(cards_held, "fiche"))
        if self._sheets or profiles:
            told = [plural(len(self._sheets), "tableau", "tableaux")] if self._sheets else []
            yield Door("tableaux", "Tableaux", ", ".join(told + ([plural(profiles, "profil")] if profiles else [])))
        if self._priorities is not None:
            yield Door("priorites", "Qui passe avant", "ordre, valeurs, contradictions")
        if self._errata:
            yield Door("errata", "Errata", f"{plural(len(self._errata), 'erratum', 'errata')}, avant et après")
        if self._questions:
            yield Door("faq", "FAQ", plural(asked, "question"))
        yield Door("qualite", "Qualité", "renvois, lecture, doutes")

    def pages(self, view: View) -> Iterator[AboutPage]:
        """Every page, the home of the work first."""
        book, info = self._book, self._book.info
        home = urls.page_path(info.work)
        layers = [LAYERS[layer] for layer in info.layers if view in {"both", layer}]
        yield AboutPage(home, "jeu", {"tree": listings.tree(book, home), "layers": layers})
        values: dict[str, dict[str, object]] = {
            "deroulement": {"beats": self._beats},
            "glossaire": {"letters": self._letters, "terms": self.terms},
            "aptitudes": {"decks": self._decks},
            "tableaux": {"sheets": self._sheets, "profiles": self._profiles},
            "priorites": {"told": self._priorities},
            "errata": {"errata": self._errata},
            "faq": {"groups": self._questions},
            "qualite": self._quality(),
        }
        for door in self.doors:
            yield AboutPage(self._paths[door.part], door.part, values[door.part])

    def _quality(self) -> dict[str, object]:
        book, info = self._book, self._book.info
        coverage = book.base.coverage(info.work)
        return {
            "findings": tuple(listings.findings(book, self._paths["qualite"])),
            "links": listings.link_figures(book),
            "references": listings.references(info.references),
            "coverage": coverage,
            "dropped": listings.dropped(coverage.dropped),
        }
