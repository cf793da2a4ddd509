"""When things happen: timing phrases, the windows that they open, the moments of a timeline, what may be used at them."""

from dataclasses import dataclass, field
from typing import Literal

from kb.model.provisions import Layer
from kb.system.data import site
from kb.system.declared import choice, key


@dataclass(frozen=True, slots=True)
class TimingPhrase:
    """A timing phrase as read.

    `edge` is its relation to the moment (start, end, during, before, after, when, while, each, until, if, reaction, passive, limit).
    `moment` is the period named, in the words printed; `whose` is the side whose period it is, or that does what happens (active for
    the one that the rule speaks to, opponent, any); `trigger` is what happens, in the words printed.
    """

    edge: str
    moment: str = ""
    whose: str = "any"
    trigger: str = ""
    frequency: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """A timing phrase where it stands: in provision `unit`, which is `provision` or a unit of it, at `place` among those of `unit`.

    Its `role` is to open an ability to its player (`usable`), or to condition a rule. `moment` is the id of the timeline's moment that it
    names, empty when it names none of them.
    """

    provision: str
    phrase: TimingPhrase
    printed: str
    layer: Layer
    unit: str
    place: int
    role: Literal["usable", "clause"] = "clause"
    moment: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a player may use, must do, or is under, at some moments of the timeline, though no line of an ability says so in form.

    `provision` (an id without the work) allows it, `title` is its printed name; `owner` is whose it is there (active, opponent, both);
    `kind` is libre, obligatoire or passif; `frequency` how often, empty when unlimited; `timing` when, in our words.
    """

    provision: str = field(metadata=key("de"))
    title: str = field(metadata=key("titre"))
    moments: tuple[str, ...]
    owner: Literal["active", "opponent", "both"] = field(metadata=key("qui"))
    kind: Literal["libre", "obligatoire", "passif"] = field(default="libre", metadata=key("genre"))
    frequency: str = field(default="", metadata=key("frequence"))
    timing: str = field(default="", metadata=key("quand"))


_COUNTS = {"croissant": "up", "decroissant": "down"}


def _drawn(found: object, where: str) -> str:
    """A sign by its name, among those that `site/signes.toml` draws."""
    return choice({name: name for name in site("signes")}, found, where)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game's timeline.

    `id` is the path of slugs that is its place in the tree; `kind` is game, round, turn, phase or step; `who` acts there (active, opponent,
    both, alternate); `repeat` says how often, empty for once; `free` when no rule orders what stands in it;
    `apart` for a sequence used in several places, that has no order with its siblings; `at_once` when all that stands in it is resolved
    at once; `window` when who acts there uses it in any order; `plays` are the ids of the sequences that it plays, in order; `count` is
    `up` or `down` for a moment that comes back by number, the lowest or the highest first; `cites` are ids without the work; `aliases`
    its other names, `said` what players call it among its neighbours; `sign` is what it is drawn by, that of the game for the game itself.
    """

    id: str
    title: str = field(metadata=key("titre"))
    kind: Literal["game", "round", "turn", "phase", "step"] = field(metadata=key("genre"))
    who: Literal["active", "opponent", "both", "alternate"] = field(metadata=key("qui"))
    repeat: str = field(default="", metadata=key("repeter"))
    free: bool = field(default=False, metadata=key("libre"))
    apart: bool = field(default=False, metadata=key("a-part"))
    at_once: bool = field(default=False, metadata=key("ensemble"))
    window: bool = field(default=False, metadata=key("fenetre"))
    plays: tuple[str, ...] = field(default=(), metadata=key("deroule"))
    count: Literal["", "up", "down"] = field(default="", metadata=key("compte", among=_COUNTS))
    cites: tuple[str, ...] = field(default=(), metadata=key("cite"))
    aliases: tuple[str, ...] = field(default=(), metadata=key("aussi"))
    said: tuple[str, ...] = field(default=(), metadata=key("dit"))
    sign: str = field(default="", metadata=key("signe", reads=_drawn))


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """A block of the sheet that players print, next to the sequence of play: a title, then tables, rules or clauses of the précis.

    `cites` are their ids without the work.
    """

    title: str = field(metadata=key("titre"))
    cites: tuple[str, ...] = field(metadata=key("cite"))


@dataclass(frozen=True, slots=True)
class MomentWords:
    """The words by which a moment is named.

    `light` ones tell little by themselves, `acts` (« jet », « test ») tell how more than what; those of one tuple of `kindred` mean one
    thing; `others` tell the other player, or another of the same; the words of `ordinals[n]` count n + 1.
    """

    light: frozenset[str] = frozenset()
    acts: frozenset[str] = frozenset()
    kindred: tuple[tuple[str, ...], ...] = ()
    others: frozenset[str] = frozenset()
    ordinals: tuple[tuple[str, ...], ...] = ()
