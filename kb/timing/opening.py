"""What a player may use at a moment, asked as « début de la phase », « annonce de la charge », a rule, a step."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from kb.errors import UnknownMomentError
from kb.model import Moment
from kb.model.clauses import provision_of
from kb.model.words import fold, title_key
from kb.store import Proof
from kb.timing.paths import outermost, within
from kb.timing.tree import PERIODS, Place, Timeline
from kb.timing.uses import Use, Uses

# Who asks: the player whose turn it is, or the other.
TurnSide = Literal["active", "opponent"]
TURN_SIDES: tuple[TurnSide, ...] = get_args(TurnSide)

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
    player: TurnSide
    usable: tuple[Usable, ...]
    decided_by: tuple[Proof, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Where one asks: a moment, or its very beginning or end (`edge`) when the timeline has no moment of its own for it."""

    moment: str
    edge: str = ""


def opening_at(timeline: Timeline, at: str, player: TurnSide) -> Opening:
    """What `player` (active: whose turn it is; opponent: the other) may use at a moment, with the rules that say so."""
    asked = _places(timeline, at)
    uses = list(Uses(timeline).all())
    outside = timeline.outside(use.identifier for use in uses)
    mine: dict[tuple[str, str], Use] = {}
    # What is the other player's at that moment: its rules say that it is not for this one.
    closed: list[Use] = []
    for use in uses:
        if use.identifier in outside or _other_number(at, use.timing):
            continue
        user = player if use.owner == "both" else use.owner
        if not any(_opens(timeline, use, place) for place in asked):
            continue
        if user == player:
            mine.setdefault((provision_of(use.identifier), title_key(use.title)), use)
        else:
            closed.append(use)
    path, usable = timeline.path(asked[0].moment), []
    moments = {place.moment for place in asked}
    for use in mine.values():
        step = None if use.moment in moments else timeline.nodes[use.moment].moment.title
        usable.append(Usable(use.identifier, use.title, use.timing, use.frequency, use.owner, step))
    place = Place(path[-1].id, path[-1].title, tuple(moment.title for moment in path[:-1]))
    return Opening(place, player, tuple(usable), _proofs(timeline, path[-1], [*mine.values(), *closed]))


def _places(timeline: Timeline, at: str) -> list[_Asked]:
    """The moments that a name means: all of them when they bear one title, as a phase and its copy in another mode.

    « Début de » and « annonce de » are taken off a name that no moment bears whole.
    """
    name, edge = at, ""
    if not timeline.names.bear(at):
        bound, event = _BOUND.match(fold(at).strip()), _EVENT.match(fold(at).strip())
        if event is not None and event[1] != "etape":
            # An ability that is announced: the moment that cites it whole.
            rules = set(timeline.base.lookup(event[2], timeline.work))
            announced = (
                node.moment.id for node in timeline.walk() if not rules.isdisjoint(timeline.cites(node.moment))
            )
            if first := next(announced, None):
                return [_Asked(first)]
        inner = bound[2] if bound else event[2] if event else ""
        if inner and (timeline.names.bear(inner) or timeline.base.lookup(inner, timeline.work)):
            name, edge = inner, _EDGES[bound[1]] if bound else ""
    found = timeline.find(name)
    if not found:
        # A rule that stands at no moment.
        raise UnknownMomentError(at, timeline.names.near(at), several=False)
    widest = outermost(found)
    titles = {title_key(timeline.nodes[identifier].moment.title) for identifier in found}
    if len(titles) > 1 and len(widest) > 1:
        raise UnknownMomentError(at, timeline.full_titles(found), several=True)
    return [_bounded(timeline, identifier, edge) for identifier in (found if len(titles) == 1 else widest)]


def _bounded(timeline: Timeline, identifier: str, edge: str) -> _Asked:
    """The very beginning or end of a moment, or the step of it that is called so."""
    starts = _WORDS.get(edge)
    named = [
        child.moment.id
        for child in timeline.nodes[identifier].children
        if starts and title_key(child.moment.title).split()[0] == starts
    ]
    return _Asked(named[0]) if len(named) == 1 else _Asked(identifier, edge)


def _other_number(at: str, timing: str) -> bool:
    """True when one asks for a numbered period (« Palier 0 ») and the thing is of another number of it."""
    asked = _NUMBERED.match(fold(at).strip())
    if asked is None:
        return False
    found = re.search(re.escape(asked[1]) + r" (\d+)", fold(timing))
    return found is not None and found[1] != asked[2]


def _opens(timeline: Timeline, use: Use, at: _Asked) -> bool:
    """True when a use may be used at a place: in it, in a step of it, in the reactions to it, or all along what holds it."""
    # What an editor declares usable in a whole period: the game, a round, a turn.
    lasting = use.declared and timeline.nodes[use.moment].moment.kind in PERIODS
    if lasting and within(at.moment, use.moment):
        return True
    if at.edge:
        return use.moment == at.moment and use.edge in {at.edge, "", "during"}
    return within(use.moment, at.moment) or _answers(timeline, use.moment, at.moment)


def _answers(timeline: Timeline, moment: str, at: str) -> bool:
    """True for a moment in a step of reactions that follows an event: the announcement, then who may react to it."""
    node = timeline.nodes.get(at.rpartition("/")[0])
    if node is None or timeline.nodes[at].children:
        return False
    after = [child.moment for child in node.children if child.order > timeline.nodes[at].order]
    return any(within(moment, step.id) for step in after if "reaction" in title_key(step.title))


def _proofs(timeline: Timeline, moment: Moment, found: Sequence[Use]) -> tuple[Proof, ...]:
    """Each thing in its own words (its timing line where it has one), then the rules that place the moment."""
    cited = dict.fromkeys([*(use.identifier for use in found), *timeline.cites(moment)])
    leads = timeline.base.leads(list(cited), timeline.view, rows=True)
    quoted = {use.identifier: use.quoted for use in found if use.quoted}
    return tuple(Proof(one, quoted.get(one) or leads[one]) for one in cited if quoted.get(one) or leads.get(one))
