"""The moment that a question about what may be used means: « début de la phase », « annonce de la charge », a rule, a step."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.errors import UnknownMomentError
from kb.model.words import fold, title_key
from kb.timing.tree import Timeline

_WHICH = r"(?:(?:chaque|votre|sa|son|toute|tout|une|un|ce|cette|la|le|n'importe quelle|n'importe quel) |l')?"
_BOUND = re.compile(rf"^(?:au |le |la |a la |en )?(debut|fin) (?:de |du |d'|des ){_WHICH}(.+)$")
_EVENT = re.compile(
    r"^(?:a |l'|la |une )?(annonce|annoncer|declaration|declarer|etape) (?:de |du |d'|des )?"
    rf"{_WHICH}(?:aptitude |action )?(.+)$"
)
_NUMBERED = re.compile(r"^(.+) (\d+)$")
_EDGES = {"debut": "start", "fin": "end"}
_WORDS = {edge: word for word, edge in _EDGES.items()}
PERIODS = frozenset({"game", "round", "turn"})


@dataclass(frozen=True, slots=True)
class At:
    """Where one asks: a moment, or its very beginning or end (`edge`) when the timeline has no moment of its own for it."""

    moment: str
    edge: str = ""


def places(timeline: Timeline, at: str) -> list[At]:
    """The moments that a name means: all of them when they bear one title, as a phase and its copy in another mode.

    Raises:
        UnknownMomentError: it means no moment of the game, or several under different titles.
    """
    announced = _announced(timeline, at)
    if announced is not None:
        return [At(announced)]
    name, edge = _named(timeline, at)
    found = [(_whole(timeline, identifier, rule), rule) for identifier, rule in timeline.find(name) if identifier]
    if not found:
        # A rule that stands at no moment.
        raise UnknownMomentError(at, (), several=False)
    outermost = [one for one in found if not any(one[0].startswith(f"{other[0]}/") for other in found)]
    titles = {title_key(timeline.nodes[identifier].moment.title) for identifier, _rule in found}
    if len(titles) > 1 and len(outermost) > 1:
        raise UnknownMomentError(at, timeline.told([identifier for identifier, _rule in found]), several=True)
    kept = found if len(titles) == 1 else outermost
    return [_bounded(timeline, identifier, edge) for identifier, _rule in kept]


def _announced(timeline: Timeline, at: str) -> str | None:
    """The moment of an ability that is announced: the one that cites it whole."""
    event = _EVENT.match(fold(at).strip())
    if event is None or event[1] == "etape" or _is_name(timeline, at):
        return None
    named = {rule.partition("/")[2] for rule in timeline.base.lookup(event[2], timeline.work)}
    moments = [node.moment for node in timeline.walk() if named & set(node.moment.cites)]
    return moments[0].id if moments else None


def _named(timeline: Timeline, at: str) -> tuple[str, str]:
    """The name to look for, and the edge asked: « début de » and « annonce de » are taken off a name that no moment bears whole."""
    if _is_name(timeline, at):
        return at, ""
    bound, event = _BOUND.match(fold(at).strip()), _EVENT.match(fold(at).strip())
    for name, edge in ((bound[2], _EDGES[bound[1]]) if bound else ("", ""), (event[2], "") if event else ("", "")):
        if name and (_is_name(timeline, name) or timeline.base.lookup(name, timeline.work)):
            return name, edge
    try:
        timeline.find(at)
    except UnknownMomentError:
        if bound is None:
            raise
        return bound[2], _EDGES[bound[1]]
    return at, ""


def _is_name(timeline: Timeline, name: str) -> bool:
    """True when a moment bears this very name."""
    key = title_key(name)
    moments = (node.moment for node in timeline.walk())
    return any(key == title_key(known) for moment in moments for known in (moment.id, moment.title, *moment.aliases))


def _whole(timeline: Timeline, identifier: str, rule: str | None) -> str:
    """The moment of a rule that was named: the outermost one that cites it on the way to the one found, periods left out."""
    if rule is None:
        return identifier
    cited = rule.partition("/")[2]
    held = [one for one in timeline.path(identifier) if cited in one.cites and one.kind not in PERIODS]
    return held[0].id if held else identifier


def _bounded(timeline: Timeline, identifier: str, edge: str) -> At:
    """The very beginning or end of a moment, or the step of it that is called so."""
    starts = _WORDS.get(edge)
    named = [
        child.moment.id
        for child in timeline.nodes[identifier].children
        if starts and title_key(child.moment.title).split()[0] == starts
    ]
    return At(named[0]) if len(named) == 1 else At(identifier, edge)


def other_number(at: str, timing: str) -> bool:
    """True when one asks for a numbered period (« Palier 0 ») and the thing is of another number of it."""
    asked = _NUMBERED.match(fold(at).strip())
    if asked is None:
        return False
    found = re.search(re.escape(asked[1]) + r" (\d+)", fold(timing))
    return found is not None and found[1] != asked[2]
