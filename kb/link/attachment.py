"""The moment that a timing phrase names becomes the id of a moment of the timeline; what names none, or several, stays without."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from kb.errors import Diagnostic
from kb.link.lookup import least
from kb.model import Layer, Moment, Provision, Rulebook, TimingPhrase, Window
from kb.model.words import stems, title_key, words
from kb.system.data import lexicon
from kb.system.declared import nearest

_BOUNDS = {"start": "debut", "end": "fin"}
# An event is named by two words at least (« déclarer », « charge »): one alone is in too many sentences.
_FEWEST = 2
_KEYWORD = re.compile(r"\b[A-ZÀ-Ý]{4,}\b")


def attach(windows: Sequence[Window], timeline: Sequence[Moment]) -> tuple[Window, ...]:
    """The windows, each with the moment that it names.

    On the line of an ability, what follows how often it is used may be a moment by the name that this game gives it.
    """
    names = _MomentNames(timeline)
    found: list[Window] = []
    for window in windows:
        free = _free(window)
        met = names.meant(free) if free else ""
        phrase = free if free and met else window.phrase
        found.append(replace(window, phrase=phrase, moment=met or names.meant(phrase)))
    return tuple(found)


def lost(
    windows: Iterable[Window], timeline: Sequence[Moment], provisions: Iterable[Provision]
) -> Iterator[Diagnostic]:
    """Each line of an ability of the précis that names a moment which the timeline does not have."""
    names = [moment.title for moment in timeline]
    wrong = [one for one in windows if one.role == "usable" and not one.moment and one.layer is Layer.PRECIS]
    held = {one.id: one for one in provisions} if wrong else {}
    for window in wrong if timeline else ():
        free = _free(window)
        name = free.moment if free else window.phrase.moment
        if name:
            said = {"name": name, "known": ", ".join(dict.fromkeys(names)), "near": nearest(name, names)}
            yield held[window.provision].finding("MOMENT-INCONNU", printed=window.printed, **said)


def _free(window: Window) -> TimingPhrase | None:
    """What the line of an ability says after how often it is used, as a period by a name of the game's own; None where nothing is left."""
    rest = window.printed.partition(",")[2].strip()
    if window.role != "usable" or window.phrase.edge != "limit" or not rest:
        return None
    sides = {word: side for side, listed in _sides().items() for word in listed}
    words_of = [(word, title_key(word)) for word in rest.split()]
    whose = next((sides[key] for _word, key in words_of if key in sides), "any")
    name = " ".join(word for word, key in words_of if key not in sides)
    edge = next((edge for edge, word in _BOUNDS.items() if title_key(rest).startswith(f"{word} ")), "during")
    return replace(window.phrase, edge=edge, moment=name, whose=whose)


@cache
def _sides() -> dict[str, frozenset[str]]:
    """The words that tell whose a period is, as they are compared."""
    said = lexicon("temps")["mots"]
    listed = {"opponent": ("adverse", "adversaire"), "active": ("possessif", "allie")}
    return {
        side: frozenset(title_key(word) for name in names for word in said[name].split())
        for side, names in listed.items()
    }


def standing(windows: Iterable[Window], parsed: Rulebook, provisions: Iterable[Provision]) -> tuple[Window, ...]:
    """The windows whose words still stand in their provision: an erratum may have replaced those of some that were parsed."""
    before, now = ({one.id: (one.own, one.fields) for one in held} for held in (parsed.provisions, provisions))
    changed = {
        unit: _plain("\n".join(map(str, now.get(unit, "")))) for unit, said in before.items() if said != now.get(unit)
    }
    return tuple(one for one in windows if one.unit not in changed or _plain(one.printed) in changed[one.unit])


def _plain(text: str) -> str:
    return " ".join(words(text))


class _MomentNames:
    """The moments of a timeline by what they are called: all significant words in order, or the stems of two of them at least."""

    def __init__(self, timeline: Sequence[Moment]) -> None:
        self._exact: dict[str, list[Moment]] = defaultdict(list)
        self._events: list[tuple[frozenset[str], Moment]] = []
        self._apart = tuple(f"{moment.id}/" for moment in timeline if moment.apart)
        for moment in timeline:
            for name in dict.fromkeys((moment.title, *moment.aliases)):
                kept = _significant(name)
                self._exact[" ".join(kept)].append(moment)
                if len(said := stems(kept)) >= _FEWEST:
                    self._events.append((said, moment))

    def meant(self, phrase: TimingPhrase) -> str:
        """The moment that a phrase names: its period, the beginning or the end of it if it has a moment of its own; or what happens."""
        if not phrase.moment:
            return self._event(phrase.trigger) if phrase.trigger else ""
        core = _significant(phrase.moment)
        bound = _BOUNDS.get(phrase.edge)
        tried = ([[bound, *core]] if bound else []) + [core]
        tried += [core[1:]] if core[:1] in (["debut"], ["fin"]) else []
        return self._first(tried)

    def _event(self, trigger: str) -> str:
        """The moment whose name has the most words in common with what happens, all of its own among them; or a keyword's."""
        said = stems(words(trigger))
        met = least(((own, moment) for own, moment in self._events if own <= said), lambda one: -len(one[0]))
        found = self._only(moment for _stems, moment in met)
        return found or self._first(map(_significant, _KEYWORD.findall(trigger)))

    def _first(self, names: Iterable[list[str]]) -> str:
        """The moment of the first of several names that means one."""
        return next(filter(None, (self._only(self._exact.get(" ".join(name), ())) for name in names)), "")

    def _only(self, moments: Iterable[Moment]) -> str:
        """The one moment meant, empty for several: those of the sequence before those apart from it, then the one nearest to the root."""
        nearest = least(
            dict.fromkeys(moments), lambda moment: (f"{moment.id}/".startswith(self._apart), moment.id.count("/"))
        )
        return nearest[0].id if len(nearest) == 1 else ""


def _significant(name: str) -> list[str]:
    return [word for word in title_key(name).split() if word not in _empty()]


@cache
def _empty() -> frozenset[str]:
    """The words that do not say which moment is meant."""
    return frozenset(lexicon("temps")["moments"]["vides"].split())
