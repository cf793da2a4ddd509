"""The timeline against the sequences of the text: a step missing or out of order, a repetition that it lacks."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

from kb.errors import Diagnostic
from kb.model import Kind, Moment, Provision, Rulebook, Status
from kb.model.clauses import provision_of
from kb.system.grouping import by_key

# The moments that cite each provision, by its id.
_Placed = Mapping[str, Sequence[Moment]]


def sequences(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Where the timeline departs from the sequences of the text; a work without a timeline has nothing to compare."""
    cited = ((provision_of(cited), moment) for moment in rulebook.timeline for cited in moment.cites)
    placed = dict(by_key((f"{rulebook.work.id}/{rule}", moment) for rule, moment in cited))
    current = {item.id: item for item in rulebook.provisions if item.status is not Status.SUPERSEDED}
    steps = (item for item in current.values() if item.kind is Kind.STEP and not item.is_unit)
    for holder, sequence in by_key((item.parent, item) for item in steps).items() if rulebook.timeline else ():
        if holder in current:
            yield from _findings(current[holder], sequence, placed, rulebook.timeline)


def _findings(
    holder: Provision, sequence: Sequence[Provision], placed: _Placed, timeline: Sequence[Moment]
) -> Iterator[Diagnostic]:
    path = holder.id.partition("/")[2]
    present = [step for step in sequence if step.id in placed]
    if not present:
        yield holder.finding("SEQUENCE-SANS-MOMENT", path=path)
        return
    for step in sequence:
        if step.id not in placed:
            yield step.finding("ETAPE-SANS-MOMENT", number=step.number, path=path)
    places = {moment.id: (place, moment) for place, moment in enumerate(timeline)}
    for before, after in pairwise(present):
        firsts, lasts = placed[before.id], placed[after.id]
        if not any(_follows(first.id, last.id, places) for first, last in product(firsts, lasts)):
            said = {"before": before.number, "after": after.number, "first": firsts[0].id, "last": lasts[0].id}
            yield after.finding("ETAPE-HORS-ORDRE", path=path, **said)
    for steps in [value.partition(" :")[0] for name, value in holder.fields if name == "repeat"]:
        first, _, last = steps.partition("-")
        inside = [step for step in sequence if int(first) <= int(step.number or 0) <= int(last or first)]
        if not any(moment.repeat and _holds_only(moment, inside, sequence, placed) for moment in timeline):
            yield holder.finding("REPETITION-ABSENTE", steps=steps, path=path)


def _follows(first: str, last: str, places: Mapping[str, tuple[int, Moment]]) -> bool:
    """True when the timeline puts a moment before another, or one within the other."""
    here, there = first.split("/"), last.split("/")
    parted = next((at for at, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), None)
    if parted is None:
        return True
    holder = places["/".join(here[:parted])][1]
    (place, one), (other_place, other) = (places["/".join(path[: parted + 1])] for path in (here, there))
    return place < other_place and not (holder.free or one.apart or other.apart)


def _holds_only(moment: Moment, inside: list[Provision], sequence: Sequence[Provision], placed: _Placed) -> bool:
    """True when a moment holds these steps of a sequence, and no other; of the whole of it, when it is the nearest that does."""
    held = [
        step for step in sequence if any(f"{one.id}/".startswith(f"{moment.id}/") for one in placed.get(step.id, ()))
    ]
    if len(inside) < len(sequence) or held != inside:
        return held == inside
    return any(moment.id == one.id.rpartition("/")[0] for one in placed[inside[0].id])
