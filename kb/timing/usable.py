"""What a player may use at a moment, asked as « début de la phase », « annonce de la charge », a rule, a step."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.errors import UnknownMomentError
from kb.model import Moment
from kb.model.words import fold, title_key
from kb.store import Proof
from kb.timing.entries import Entries, Entry
from kb.timing.names import outermost
from kb.timing.tree import PERIODS, Place, Timeline

_WHICH = r"(?:(?:chaque|votre|sa|son|toute|tout|une|un|ce|cette|la|le|n'importe quelle|n'importe quel) |l')?"
_BOUND = re.compile(rf"^(?:au |le |la |a la |en )?(debut|fin) (?:de |du |d'|des ){_WHICH}(.+)$")
_EVENT = re.compile(
    r"^(?:a |l'|la |une )?(annonce|annoncer|declaration|declarer|etape) (?:de |du |d'|des )?"
    rf"{_WHICH}(?:aptitude |action )?(.+)$"
)
_NUMBERED = re.compile(r"^(.+) (\d+)$")
_EDGES = {"debut": "start", "fin": "end"}
_WORDS = {edge: word for word, edge in _EDGES.items()}


@dataclass(frozen=True, slots=True)
class Usable:
    """Something that a player may use at a moment: `timing` as printed or in our words, `owner` whose it is then.

    `frequency` is `passif` for what works by itself, `obligatoire` for what must be done, else how often (None: as often as it comes).
    `step` names the step of the moment in which it is used, None for the moment itself.
    """

    id: str
    title: str
    timing: str
    frequency: str | None
    owner: str
    step: str | None


@dataclass(frozen=True, slots=True)
class Opening:
    """What one player may use at a moment."""

    moment: Place
    usable: tuple[Usable, ...]
    decided_by: tuple[Proof, ...]


@dataclass(frozen=True, slots=True)
class At:
    """Where one asks: a moment, or its very beginning or end (`edge`) when the timeline has no moment of its own for it."""

    moment: str
    edge: str = ""


def window(timeline: Timeline, at: str, player: str) -> Opening:
    """What `player` (active: whose turn it is; opponent: the other) may use at a moment, with the rules that say so.

    Raises:
        UnknownMomentError: the name means no moment of the game, or several under different titles.
    """
    asked = _places(timeline, at)
    found = list(Entries(timeline).all())
    outside = timeline.outside(entry.identifier for entry in found)
    kept: dict[tuple[str, str], Entry] = {}
    # What is the other player's at that moment: its rules say that it is not for this one.
    closed: list[Entry] = []
    for entry in found:
        mine = entry.owner in {player, "both"}
        if entry.identifier in outside or _other_number(at, entry.timing):
            continue
        if not any(_opens(timeline, entry, place, _side_of(entry, player)) for place in asked):
            continue
        if mine:
            kept.setdefault((entry.identifier.partition("#")[0], title_key(entry.title)), entry)
        else:
            closed.append(entry)
    path = timeline.path(asked[0].moment)
    moments = {place.moment for place in asked}
    return Opening(
        Place(path[-1].id, path[-1].title, tuple(moment.title for moment in path[:-1])),
        tuple(_usable(timeline, entry, entry.moment in moments) for entry in kept.values()),
        _proofs(timeline, path[-1], [*kept.values(), *closed]),
    )


def _places(timeline: Timeline, at: str) -> list[At]:
    """The moments that a name means: all of them when they bear one title, as a phase and its copy in another mode.

    « Début de » and « annonce de » are taken off a name that no moment bears whole.
    """
    name, edge, lookup = at, "", timeline.base.lookup
    if not _is_name(timeline, at):
        bound, event = _BOUND.match(fold(at).strip()), _EVENT.match(fold(at).strip())
        if event is not None and event[1] != "etape":
            # An ability that is announced: the moment that cites it whole.
            rules = {rule.partition("/")[2] for rule in lookup(event[2], timeline.work)}
            citing = [node.moment for node in timeline.walk() if rules & set(node.moment.cites)]
            if citing:
                return [At(citing[0].id)]
        inner = bound[2] if bound else event[2] if event else ""
        if inner and (_is_name(timeline, inner) or lookup(inner, timeline.work)):
            name, edge = inner, _EDGES[bound[1]] if bound else ""
    found = timeline.find(name)
    if not found:
        # A rule that stands at no moment.
        raise UnknownMomentError(at, (), several=False)
    widest = outermost(found)
    titles = {title_key(timeline.nodes[identifier].moment.title) for identifier in found}
    if len(titles) > 1 and len(widest) > 1:
        raise UnknownMomentError(at, timeline.told(found), several=True)
    return [_bounded(timeline, identifier, edge) for identifier in (found if len(titles) == 1 else widest)]


def _is_name(timeline: Timeline, name: str) -> bool:
    """True when a moment bears this very name."""
    key = title_key(name)
    moments = (node.moment for node in timeline.walk())
    return any(key == title_key(known) for moment in moments for known in (moment.id, moment.title, *moment.aliases))


def _bounded(timeline: Timeline, identifier: str, edge: str) -> At:
    """The very beginning or end of a moment, or the step of it that is called so."""
    starts = _WORDS.get(edge)
    named = [
        child.moment.id
        for child in timeline.nodes[identifier].children
        if starts and title_key(child.moment.title).split()[0] == starts
    ]
    return At(named[0]) if len(named) == 1 else At(identifier, edge)


def _other_number(at: str, timing: str) -> bool:
    """True when one asks for a numbered period (« Palier 0 ») and the thing is of another number of it."""
    asked = _NUMBERED.match(fold(at).strip())
    if asked is None:
        return False
    found = re.search(re.escape(asked[1]) + r" (\d+)", fold(timing))
    return found is not None and found[1] != asked[2]


def _side_of(entry: Entry, player: str) -> str:
    """The player who would use an entry: the one who asks, where it is for both."""
    return player if entry.owner == "both" else entry.owner


def _opens(timeline: Timeline, entry: Entry, at: At, player: str) -> bool:
    """True when an entry may be used at a place: in it, in a step of it, in the reactions to it, or all along what holds it."""
    if at.edge:
        bound = entry.moment == at.moment and entry.edge in {at.edge, "", "during"}
        return bound or (_in(at.moment, entry.moment) and _all_along(timeline, entry))
    if _in(entry.moment, at.moment) or _answers(timeline, entry.moment, at.moment):
        return True
    return _in(at.moment, entry.moment) and _lasts(timeline, entry, at.moment, player)


def _in(inner: str, outer: str) -> bool:
    return inner == outer or inner.startswith(f"{outer}/")


def _lasts(timeline: Timeline, entry: Entry, at: str, player: str) -> bool:
    """True for what is usable all along a period; all along a phase, in the steps of it where the player acts as they like."""
    if _all_along(timeline, entry):
        return True
    direct = at.count("/") == entry.moment.count("/") + 1
    return entry.edge == "during" and direct and timeline.nodes[at].moment.who in {player, "both"}


def _all_along(timeline: Timeline, entry: Entry) -> bool:
    """True for what an editor declares usable in a whole period: the game, a round, a turn."""
    return entry.declared and timeline.nodes[entry.moment].moment.kind in PERIODS


def _answers(timeline: Timeline, moment: str, at: str) -> bool:
    """True for a moment in a step of reactions that follows an event: the announcement, then who may react to it."""
    node = timeline.nodes.get(at.rpartition("/")[0])
    if node is None or timeline.nodes[at].children:
        return False
    after = [child.moment for child in node.children if child.order > timeline.nodes[at].order]
    return any(_in(moment, step.id) for step in after if "reaction" in title_key(step.title))


def _usable(timeline: Timeline, entry: Entry, itself: bool) -> Usable:  # noqa: FBT001 - whether the moment asked is the entry's own
    step = None if itself else timeline.nodes[entry.moment].moment.title
    return Usable(entry.identifier, entry.title, entry.timing, entry.frequency, entry.owner, step)


def _proofs(timeline: Timeline, moment: Moment, found: Sequence[Entry]) -> tuple[Proof, ...]:
    """Each thing in its own words (its timing line where it has one), then the rules that place the moment."""
    cited = dict.fromkeys(entry.identifier for entry in found)
    cited |= dict.fromkeys(f"{timeline.work}/{identifier}" for identifier in moment.cites)
    leads = timeline.base.leads(list(cited), timeline.view, rows=True)
    quoted = {entry.identifier: entry.quoted for entry in found if entry.quoted}
    return tuple(Proof(one, quoted.get(one) or leads[one]) for one in cited if quoted.get(one) or leads.get(one))
