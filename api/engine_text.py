"""What the engine says, in French lines: moments, what may be used at one, orders, values, what a request must give."""

from collections.abc import Iterable, Iterator

from api.games import conflict_slots
from api.shapes import Moment, Situation, Situations
from kb.model import french
from kb.model.french import WORDS
from kb.precedence import Limit, Modified, Ordered
from kb.timing import Comparison, Opening

_WHO = {"active": "", "opponent": " — l'autre joueur", "both": " — les deux joueurs", "alternate": " — à tour de rôle"}
_PLAYERS = {"active": "le joueur dont c'est le tour", "opponent": "l'autre joueur"}
_OF = {"request": "de la requête", "item": "de chaque élément", "context": "de context"}


def unsettled(reason: str | None = None) -> str:
    """That nothing decides, and why."""
    why = f" : {reason.rstrip(' .')}" if reason else ""
    return f"Aucune règle ne tranche{why}."


def moment(found: Moment, depth: int) -> Iterator[str]:
    """A moment and those in it, indented, each with the rules that place it there; what is left out is said."""
    order = f"{found.order}. " if depth else ""
    often = f" ({found.repeat})" if found.repeat else ""
    free = " — sans ordre imposé" if found.free else ""
    yield f"{'  ' * depth}{order}{found.title}{often}{_WHO[found.who]}{free}  [{', '.join(found.cites)}]"
    for child in found.children:
        yield from moment(child, depth + 1)
    if found.left_out:
        yield f"{'  ' * depth}  (… {found.left_out} dedans, laissés de côté : donnez ce moment, ou une plus grande depth)"


def relation(found: Comparison) -> str:
    """How two moments stand, in one line."""
    if found.a.id == found.b.id:
        return f"Les deux noms désignent le même moment : « {found.a.title} »"
    return f"« {found.a.title} » vient {WORDS['relations'][found.relation]} « {found.b.title} »"


def opening(found: Opening) -> str:
    """What a player may use at a moment, a line each."""
    place = " › ".join((*found.moment.path, found.moment.title))
    lines = [f"{place} : ce que peut utiliser {_PLAYERS[found.player]}"]
    for usable in found.usable:
        often = f" ({usable.frequency})" if usable.frequency else ""
        step = f" — {usable.step}" if usable.step else ""
        lines.append(f"- {usable.title}{often} : {usable.timing}{step}  [{usable.id}]")
    if not found.usable:
        lines.append("aucune règle ne donne rien à utiliser à ce moment")
    return "\n".join(lines)


def situations(found: Situations) -> str:
    """What can be put in order or worked out in a game, and what a request must give."""
    lines = ["À mettre dans l'ordre (order, « situation ») :", *_situations(found.situations)]
    lines += ["À calculer (modify, « quantity ») :", *_situations(found.quantities)]
    return "\n".join([*lines, "À départager (conflict), deux règles, « a » et « b » :", *conflict_slots(found.layers)])


def _situations(parts: Iterable[Situation]) -> Iterator[str]:
    for part in parts:
        yield f"- {part.id} : {part.title} [{', '.join(part.cites)}]"
        for attribute in part.attributes:
            need = "" if attribute.required else ", facultatif"
            yield f"    {attribute.name} ({_OF[attribute.of]}{need} ; {', '.join(attribute.accepted)}) : {attribute.meaning}"


def order_lines(found: Ordered) -> Iterator[str]:
    """An order, a line each step, then what is kept out, undecided, or was not understood."""
    for place, step in enumerate(found.steps, 1):
        how = french.manner(step.mode, step.chooser)
        yield f"{place}. {', '.join(step.labels)}{f' — {how}' if how else ''}  [{', '.join(step.decided_by)}]"
    for kept in found.excluded:
        yield f"écarté : {kept.label}  [{', '.join(kept.decided_by)}]"
    for group in found.undecided:
        yield f"aucune règle ne tranche entre : {', '.join(group)}"
    yield from ignored(found.ignored)


def modified(found: Modified) -> list[str]:
    """The value or the roll needed, how it came, and what was not understood."""
    result = found.needed if found.needed is not None else found.value
    stated = result if result is None or isinstance(result, str) else french.figure(result)
    lines = ["Impossible." if found.impossible else unsettled() if stated is None else f"Résultat : {stated}"]
    for one in found.course:
        cited = f"  [{', '.join(one.decided_by)}]" if one.decided_by else ""
        if isinstance(one, Limit):
            lines.append(f"{WORDS['limits'][one.kind].lower()} : {french.figure(one.value)}{cited}")
        else:
            shown = [french.figure(value) for value in (one.before, one.after) if value is not None]
            lines.append(" : ".join(filter(None, (one.label, " → ".join(shown)))) + cited)
    return [*lines, *ignored(found.ignored)]


def ignored(names: Iterable[str]) -> Iterator[str]:
    """What a request held and nothing knows, a line each."""
    return (f"attribut inconnu, laissé de côté : {name}" for name in names)
