"""What a game's timeline and policy hold, as values to hand out: its moments, and what its engine can be asked."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from api.shapes import Attribute, Choice, Moment, Situation, Situations
from kb.answer import Resolved
from kb.errors import UnknownMomentError
from kb.model import Kind
from kb.model.clauses import provision_of
from kb.policy import Attribute as PolicyAttribute
from kb.policy import Quantity
from kb.policy import Situation as PolicySituation
from kb.precedence import Precedence, slots
from kb.precedence.fields import accepted
from kb.store import KnowledgeBase, Proof, View
from kb.timing import Timeline
from kb.timing.tree import Node

_TYPES = {"nombre": "number", "mot": "word", "texte": "text", "oui-non": "boolean", "camp": "player"}


def moment(node: Node, work: str, depth: int | None = None) -> Moment:
    """A moment of a game and those in it, `depth` levels below it at most."""
    found, below = node.moment, None if depth is None else depth - 1
    whole = depth != 0
    return Moment(
        id=found.id,
        title=found.title,
        kind=found.kind,
        order=node.order,
        repeat=found.repeat or None,
        who=found.who,
        free=found.free,
        apart=found.apart,
        window=found.window,
        at_once=found.at_once,
        count=found.count or None,
        plays=found.plays,
        cites=tuple(f"{work}/{identifier}" for identifier in found.cites),
        children=tuple(moment(child, work, below) for child in node.children) if whole else (),
        left_out=0 if whole else len(node.children),
    )


def sequence(timeline: Timeline, name: str | None = None, depth: int | None = None) -> Moment:
    """The moment that a name means, or the whole game, with so many levels below it at most.

    Raises:
        UnknownMomentError: the name means none, or several.
    """
    meant = timeline.find(name) if name is not None else [timeline.roots[0].moment.id]
    if len(meant) != 1:
        raise UnknownMomentError(name or "", timeline.full_titles(meant), several=bool(meant))
    return moment(timeline.nodes[meant[0]], timeline.work, depth)


def decidable(engine: Precedence) -> Situations:
    """What the engine can decide in a game."""
    policy, work = engine.policy, engine.work
    return Situations(
        work,
        tuple(_situation(part, work) for part in policy.situations),
        tuple(_situation(part, work) for part in policy.quantities),
        tuple(policy.conflict.layers),
    )


def _situation(part: PolicySituation | Quantity, work: str) -> Situation:
    quantity = part if isinstance(part, Quantity) else None
    return Situation(
        id=part.id,
        title=part.title,
        attributes=tuple(
            _attribute(given, "context" if quantity else "request" if given.whole else "item")
            for given in part.attributes
        ),
        cites=tuple(f"{work}/{cite}" for cite in part.cites),
        based=quantity.based if quantity else None,
        modifiers=tuple(known.name for known in quantity.modifiers if known.value is not None) if quantity else (),
    )


def conflict_slots(layers: tuple[str, ...]) -> Iterator[str]:
    """What a request of who prevails holds, a line each slot, then one that any game answers."""
    of_side = [(slot, "") for slot in slots.CONFLICT[0].parts]
    for slot, of in (*of_side, *((slot, " (de la requête)") for slot in slots.CONFLICT if not slot.parts)):
        kept = replace(slot, values=layers) if slot.name == slots.LAYER.name else slot
        need = "" if slot.required else " ; facultatif"
        meaning = f" ; {slot.meaning}" if slot.meaning else ""
        yield f"    {slot.name}{of} : {', '.join(accepted(kept))}{need}{meaning}"
    yield f"    par exemple : {slots.CONFLICT_EXAMPLE}"


def without_tables(base: KnowledgeBase, proofs: Sequence[Proof], view: View) -> tuple[Proof, ...]:
    """Proofs as they are read: a table of which a row is quoted is not quoted whole besides."""
    read = {provision_of(proof.id) for proof in proofs if "#" in proof.id} & {proof.id for proof in proofs}
    tables = {passage.id for passage in base.passages(sorted(read), view) if passage.kind is Kind.TABLE}
    return tuple(proof for proof in proofs if proof.id not in tables)


def as_value(found: Resolved) -> object:
    """What the engine answers to a request of any kind, as a value to hand out."""
    match found:
        case Timeline():
            return sequence(found)
        case Precedence():
            return decidable(found)
    return found


def _attribute(attribute: PolicyAttribute, of: str) -> Attribute:
    return Attribute(
        name=attribute.name,
        type=_TYPES[attribute.type],  # type: ignore[arg-type]  # checked where the data is read
        meaning=attribute.meaning,
        accepted=tuple(accepted(attribute)),
        choices=tuple(Choice(value, _word(attribute, value)) for value in attribute.values),
        required=attribute.required,
        default=attribute.default,
        of=of,  # type: ignore[arg-type]  # checked where the data is read
    )


def _word(attribute: PolicyAttribute, value: str) -> str:
    """A value in the words that players have for it, where the policy gives some; else as it is written."""
    names = dict(attribute.names).get(value)
    return ", ".join(names[:2]) if names else value.replace("-", " ")
