"""The pages about a work as a whole: its sequence of play, glossary, abilities, tables, precedence, errata, questions, quality."""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from kb.model import EdgeType, Kind, Resolution, Status
from kb.model.clauses import provision_of
from kb.model.french import NO_VALUE, YES_NO, grouped, kind_name, kinds_name, plural
from kb.model.words import fold
from kb.policy import Attribute, Guard, Scalar, Span, read_policy
from kb.site import urls
from kb.site.book import Book
from kb.site.margin import changes
from kb.store import Passage
from kb.system.grouping import by_key
from kb.timing import Timeline
from kb.timing.uses import Use, Uses

_ABSENT = "chose que la source a perdue : une note le dit à sa place"
# What has a card, besides what one may choose to use.
_CARDS = frozenset({Kind.ABILITY, Kind.KEYWORD})
_UNCHOSEN = frozenset({"obligatoire", "passif"})
_LINKS = frozenset({EdgeType.CITES, EdgeType.RELATED, EdgeType.USES})


class Part(NamedTuple):
    """A page about a work: the part of its address, its name in the menu, in a few words what it holds, what its template shows."""

    part: str
    title: str
    about: str
    values: Mapping[str, object]


def parts(book: Book, timeline: Timeline) -> list[Part]:
    """The pages about a work, its home apart; what is empty has none."""
    letters = _glossary(book)
    rules = [passage for passage in book.pages() if passage.status not in {Status.SUPERSEDED, Status.DELETED}]
    cards = _cards(rules, timeline, book)
    tables = [passage for passage in rules if passage.kind is Kind.TABLE]
    profiles = [passage for passage in rules if passage.kind is Kind.PROFILE]
    errata, faq = (
        [passage for passage in book.pages() if passage.kind is kind and not book.children[passage.id]]
        for kind in (Kind.ERRATUM, Kind.FAQ)
    )
    asked = [passage for passage in faq if passage.text]
    held_profiles, groups = (by_key((book.holder(one), one) for one in ones) for ones in (profiles, asked))
    counts = [plural(len(tables), "tableau", "tableaux")] if tables else []
    counts += [plural(len(profiles), "profil")] if profiles else []
    terms = sum(len(group) for _letter, group in letters)
    policy = read_policy(json.loads(book.policy)) if book.policy is not None else None
    changed = [(erratum, changes(book, erratum)) for erratum in errata]
    abilities, corrected = sum(map(len, cards.values())), plural(len(errata), "erratum", "errata")
    policies = {"policy": policy, "condition": _condition}
    blocks = _blocks(book)
    found = (
        Part("deroulement", "Déroulement", "la partie, moment par moment", {"roots": timeline.roots}),
        Part("aide-memoire", "Aide-mémoire", "deux pages à imprimer", {"roots": timeline.roots, "blocks": blocks}),
        Part("glossaire", "Glossaire", f"{plural(terms, 'terme')} de A à Z", {"letters": letters, "terms": terms}),
        Part("aptitudes", "Aptitudes", plural(abilities, "fiche"), {"cards": cards}),
        Part("tableaux", "Tableaux", ", ".join(counts), {"tables": tables, "profiles": held_profiles}),
        Part("priorites", "Qui passe avant", "ordre, valeurs, contradictions", policies),
        Part("errata", "Errata", f"{corrected}, avant et après", {"errata": changed}),
        Part("faq", "FAQ", plural(len(asked), "question"), {"groups": groups}),
        Part(urls.QUALITY, "À propos de ces textes", "renvois, lecture, doutes", _quality(book)),
    )
    shown = (timeline.roots, blocks, letters, cards, counts, policy, errata, asked, True)
    return [part for part, held in zip(found, shown, strict=True) if held]


class Card(NamedTuple):
    """Something usable: the phases in which it is used, the first of them its own; whose it then is (active, opponent, both), how often."""

    passage: Passage
    phases: tuple[str, ...]
    owners: tuple[str, ...]
    frequency: str


def _cards(rules: list[Passage], timeline: Timeline, book: Book) -> dict[str, list[Card]]:
    """The abilities, the keywords and what one may choose to use in each phase, in the order of the game; last what no moment holds.

    What is a mere title, or leads elsewhere, has none.
    """
    used: dict[str, list[Use]] = by_key((provision_of(use.identifier), use) for use in Uses(timeline).all())
    order = {node.moment.id: place for place, node in enumerate(timeline.walk())}
    placed: list[tuple[int, str, Card]] = []
    for rule in rules:
        uses = sorted(used.get(rule.id, ()), key=lambda use: order[use.moment])
        chosen = any(use.declared and use.frequency not in _UNCHOSEN for use in uses)
        if (rule.kind in _CARDS or chosen) and rule.redirect is None and (rule.text or book.children[rule.id]):
            phases = tuple(dict.fromkeys(_phase(timeline, use.moment) for use in uses))
            owners = tuple(dict.fromkeys(use.owner for use in uses))
            often = next((use.frequency for use in uses if use.frequency), "")
            first = order[uses[0].moment] if uses else len(order)
            head = phases[0] if phases else f"{kinds_name(kind_name(rule.kind, rule.subkind))} sans moment fixé"
            placed.append((first, head, Card(rule, phases, owners, often)))
    placed.sort(key=lambda one: one[0])
    return by_key((head, card) for _first, head, card in placed)


def _phase(timeline: Timeline, moment: str) -> str:
    """The title of the innermost phase that holds a moment; outside any, of what stands next to the game itself."""
    path = timeline.path(moment)
    return next((one.title for one in reversed(path) if one.kind == "phase"), path[min(1, len(path) - 1)].title)


def _blocks(book: Book) -> list[tuple[str, list[Passage], list[str]]]:
    """The blocks of the sheet, in our words alone: the title of each, what it shows, the rules that this is from."""
    work = book.info.work
    return [
        (
            block.title,
            [book.base.passage(f"{work}/{cited}", "precis") for cited in block.cites],
            book.cited(provision_of(cited) for cited in block.cites),
        )
        for block in book.base.sheet(work)
    ]


def _glossary(book: Book) -> list[tuple[str, list[tuple[str, str]]]]:
    """The terms, each with the id that it means, under their initials."""
    terms = [
        (term, identifier)
        for term, identifier, _names in book.base.glossary(book.info.work)
        if identifier in book.passages
    ]
    return [(initial, list(group)) for initial, group in groupby(terms, key=lambda term: _initial(term[0]))]


def _initial(term: str) -> str:
    first = fold(term)[:1].upper()
    return first if first.isalpha() else "0–9"


# Precedence


def _condition(condition: Guard, attributes: Sequence[Attribute]) -> str:
    """A condition in French: « charge, ou contre-charge » ; the other cases when it says nothing."""
    known = {attribute.name: attribute for attribute in attributes}
    cases = [
        ", ".join(_value(known.get(name), name, accepted) for name, accepted in alternative)
        for alternative in condition.alternatives
    ]
    text = " ; ou ".join(cases)
    return text[:1].upper() + text[1:] if text else "Les autres cas"


def _value(attribute: Attribute | None, name: str, accepted: tuple[Scalar | Span, ...]) -> str:
    """The values accepted, in the words that players have for them where the policy gives some."""
    names = {value: words[0] for value, words in attribute.names} if attribute is not None else {}
    joined = " ou ".join(_scalar(names, value) for value in accepted)
    if attribute is None or attribute.type == "mot" or attribute.names:
        return joined
    meaning = attribute.meaning.partition(";")[0].partition(":")[0].strip() or name
    return f"{meaning} : {joined}"


def _scalar(names: dict[str, str], value: Scalar | Span) -> str:
    if isinstance(value, Span):
        return _span(value)
    if value is None:
        return NO_VALUE
    if isinstance(value, bool):
        return YES_NO[value]
    return names.get(str(value), str(value).replace("-", " "))


def _span(span: Span) -> str:
    """« 4 ou moins », « 5 ou plus », « de 13 à 18 »."""
    if span.least is None:
        return f"{span.most} ou moins"
    return f"{span.least} ou plus" if span.most is None else f"de {span.least} à {span.most}"


# Quality


def _quality(book: Book) -> dict[str, object]:
    """What was read, what was left out, what is doubtful."""
    coverage = book.base.coverage(book.info.work)
    return {
        "coverage": coverage,
        "dropped": by_key((reason, (first, last)) for first, last, reason in coverage.dropped),
        "departures": by_key((one.reason or _ABSENT, one) for one in book.base.departures(book.info.work, book.view)),
        "measures": book.base.measures(book.info.work),
        "findings": book.base.diagnostics(book.info.work, book.view),
        "figures": _figures(book),
    }


def _figures(book: Book) -> tuple[tuple[str, str], ...]:
    """How well a work is linked: the share of its printed references that lead somewhere, and how its rules hold together."""
    states = dict(book.info.references)
    printed = sum(states.values())
    share = f"{states.get(Resolution.RESOLVED, 0) / printed:.1%}".replace("%", " %") if printed else "–"
    rules = [passage for passage in book.pages() if passage.status is not Status.SUPERSEDED]
    linked, reached = (
        [sum(link.type in _LINKS for link in book.gathered(rule, incoming=incoming)) for rule in rules]
        for incoming in (False, True)
    )
    return (
        ("Renvois qui mènent quelque part", share.replace(".", ",")),
        ("Liens par règle", f"{sum(linked) / max(1, len(linked)):.1f}".replace(".", ",")),
        ("Règles sans lien vers une autre", grouped(linked.count(0))),
        ("Règles qu'aucune autre n'amène", grouped(reached.count(0))),
    )
