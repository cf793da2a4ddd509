"""The moment that a timing phrase names becomes the id of a moment of the timeline; what names none, or several, stays without."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kb.link.titles import least
from kb.model import Moment, Provision, TimingPhrase, Window
from kb.model.words import title_key, words

# Words that tell nothing of which moment is meant.
_EMPTY = re.compile(
    r"a|l|d|s|un|une|le|la|les|de|du|des|ce|cet|cette|ces|au|aux|en|et|ou|votre|vos|sa|son|ses|leur|chaque"
    r"|toute|tout|n|importe|quel|quelle|meme|prochain|prochaine|suivant|suivante|dernier|derniere|premier"
    r"|premiere|second|seconde|propre|joueur|actif|cours|precedent|precedente|jeu"
)
_BOUNDS = {"start": "debut", "end": "fin"}
_STEM = 5
_SHORT = 3
# An event is named by two words at least (« déclarer », « charge »): one alone is in too many sentences.
_FEWEST = 2
_KEYWORD = re.compile(r"\b[A-ZÀ-Ý]{4,}\b")


@dataclass(slots=True)
class _Names:
    """The moments of a timeline by what they are called: all significant words in order, or the stems of two of them at least."""

    exact: dict[str, list[Moment]] = field(default_factory=lambda: defaultdict(list))
    events: list[tuple[frozenset[str], Moment]] = field(default_factory=list)
    apart: frozenset[str] = frozenset()


def attach(windows: Sequence[Window], timeline: Sequence[Moment]) -> tuple[Window, ...]:
    """The windows, each with the moment that it names."""
    if not timeline:
        return tuple(windows)
    names = _named(timeline)
    return tuple(replace(window, moment=_meant(window.phrase, names)) for window in windows)


def standing(windows: Sequence[Window], provisions: Sequence[Provision]) -> tuple[Window, ...]:
    """The windows whose words still stand in their provision: an erratum may have replaced them."""
    texts = {provision.id: f"{provision.own}\n{provision.fields}" for provision in provisions}
    return tuple(window for window in windows if _plain(window.printed) in _plain(texts.get(window.unit, "")))


def _plain(text: str) -> str:
    return " ".join(words(text))


def _named(timeline: Sequence[Moment]) -> _Names:
    names = _Names(apart=frozenset(moment.id for moment in timeline if moment.apart))
    for moment in timeline:
        for name in dict.fromkeys((moment.title, *moment.aliases)):
            kept = _significant(name)
            if moment not in names.exact[" ".join(kept)]:
                names.exact[" ".join(kept)].append(moment)
            stems = frozenset(word[:_STEM] for word in kept if len(word) > _SHORT)
            if len(stems) >= _FEWEST:
                names.events.append((stems, moment))
    return names


def _significant(name: str) -> list[str]:
    return [word for word in title_key(name).split() if not _EMPTY.fullmatch(word)]


def _meant(phrase: TimingPhrase, names: _Names) -> str:
    """The moment that a phrase names: its period, the beginning or the end of it if it has a moment of its own; or what happens."""
    if phrase.moment:
        core = _significant(phrase.moment)
        bound = _BOUNDS.get(phrase.edge)
        tried = ([" ".join((bound, *core))] if bound else []) + [" ".join(core)]
        tried += [" ".join(core[1:])] if core[:1] in (["debut"], ["fin"]) else []
        return next((found for key in tried if (found := _only(names.exact.get(key, ()), names))), "")
    return _event(phrase.trigger, names) if phrase.trigger else ""


def _event(trigger: str, names: _Names) -> str:
    """The moment whose name has the most words in common with what happens, all of its own among them; or a keyword's."""
    said = {word[:_STEM] for word in words(trigger) if len(word) > _SHORT}
    met = least(((stems, moment) for stems, moment in names.events if stems <= said), lambda one: -len(one[0]))
    found = _only([moment for _stems, moment in met], names)
    keywords = [" ".join(_significant(word)) for word in _KEYWORD.findall(trigger)]
    return found or next((one for key in keywords if (one := _only(names.exact.get(key, ()), names))), "")


def _only(moments: Iterable[Moment], names: _Names) -> str:
    """The one moment meant, empty for several: those of the sequence before those apart from it, then the one nearest to the root."""

    def far(moment: Moment) -> tuple[bool, int]:
        apart = any(f"{moment.id}/".startswith(f"{apart}/") for apart in names.apart)
        return apart, moment.id.count("/")

    nearest = least(dict.fromkeys(moments), far)
    return nearest[0].id if len(nearest) == 1 else ""
