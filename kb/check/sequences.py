"""The timeline against the sequences of the text: a step missing or out of order, a repetition that it lacks."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, product

from kb.errors import Diagnostic
from kb.model import Kind, Moment, Provision, Rulebook, Status


@dataclass(slots=True)
class _Printed:
    """A sequence as parsed: the provision that holds it, its steps by number, and the moments that cite each number."""

    path: str
    holder: Provision
    steps: dict[str, Provision] = field(default_factory=dict)
    placed: dict[str, list[Moment]] = field(default_factory=lambda: defaultdict(list))


def sequences(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Where the timeline departs from the sequences of the text; a work without a timeline has nothing to compare."""
    for printed in _printed(rulebook) if rulebook.timeline else ():
        yield from _findings(printed, rulebook.timeline)


def _printed(rulebook: Rulebook) -> list[_Printed]:
    """The sequences of a work with the moments that cite their steps."""
    current = {item.id: item for item in rulebook.provisions if item.status is not Status.SUPERSEDED}
    found: dict[str, _Printed] = {}
    for item in current.values():
        if item.kind is Kind.STEP and not item.is_unit and item.parent in current and item.number:
            path = item.parent.partition("/")[2]
            found.setdefault(path, _Printed(path, current[item.parent])).steps[item.number] = item
    for moment in rulebook.timeline:
        for cited in moment.cites:
            path, _, number = cited.partition("#")[0].rpartition("/")
            if path in found and number.isdigit():
                found[path].placed[number].append(moment)
    return list(found.values())


def _findings(printed: _Printed, timeline: tuple[Moment, ...]) -> Iterator[Diagnostic]:
    if not printed.placed:
        yield printed.holder.finding("SEQUENCE-SANS-MOMENT", path=printed.path)
        return
    for number, step in printed.steps.items():
        if number not in printed.placed:
            yield step.finding("ETAPE-SANS-MOMENT", number=number, path=printed.path)
    yield from _misordered(printed, timeline)
    yield from _unrepeated(printed, timeline)


def _misordered(printed: _Printed, timeline: tuple[Moment, ...]) -> Iterator[Diagnostic]:
    """Steps that follow each other in the text, and whose moments do not."""
    places = {moment.id: (place, moment) for place, moment in enumerate(timeline)}
    present = [number for number in printed.steps if number in printed.placed]
    for before, after in pairwise(present):
        firsts, lasts = printed.placed[before], printed.placed[after]
        if not any(_follows(first.id, last.id, places) for first, last in product(firsts, lasts)):
            said = {"before": before, "after": after, "first": firsts[0].id, "last": lasts[0].id}
            yield printed.steps[after].finding("ETAPE-HORS-ORDRE", path=printed.path, **said)


def _follows(first: str, last: str, places: dict[str, tuple[int, Moment]]) -> bool:
    """True when the timeline puts a moment before another, or one within the other."""
    here, there = first.split("/"), last.split("/")
    parted = next((at for at, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), None)
    if parted is None:
        return True
    holder = places["/".join(here[:parted])][1]
    (place, one), (other_place, other) = (places["/".join(path[: parted + 1])] for path in (here, there))
    return place < other_place and not (holder.free or one.apart or other.apart)


def _unrepeated(printed: _Printed, timeline: tuple[Moment, ...]) -> Iterator[Diagnostic]:
    """Steps that the text repeats, and that no moment with a repetition holds without the others."""
    for steps in [value.partition(" :")[0] for name, value in printed.holder.fields if name == "repeat"]:
        first, _, last = steps.partition("-")
        inside = [number for number in printed.steps if int(first) <= int(number) <= int(last or first)]
        if not any(moment.repeat and _holds_only(moment, inside, printed) for moment in timeline):
            yield printed.holder.finding("REPETITION-ABSENTE", steps=steps, path=printed.path)


def _holds_only(moment: Moment, inside: list[str], printed: _Printed) -> bool:
    """True when a moment holds these steps of a sequence, and no other; or is the nearest that holds the whole of it."""
    held = {
        number
        for number, placed in printed.placed.items()
        if any(f"{one.id}/".startswith(f"{moment.id}/") for one in placed)
    }
    if len(inside) < len(printed.steps):
        return held == set(inside)
    return held >= set(inside) and any(moment.id == one.id.rpartition("/")[0] for one in printed.placed[inside[0]])
