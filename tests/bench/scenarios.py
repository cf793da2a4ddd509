"""Scenarios: requests about time and precedence with what a rulebook gives for them, and whether the engine holds."""

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kb.answer import Resolved, Resolver
from kb.errors import ArbitreError, UnusableFileError
from kb.model.words import title_key
from kb.precedence import Precedence
from kb.store import KnowledgeBase
from kb.timing import Timeline
from tests.bench.page import Block, Table, count, milliseconds, share, text
from tests.bench.run import Bench
from tests.bench.speed import quantiles

_HOW = """Comment : chaque requête de `tests/scenarios`, tous ses champs comparés, et une règle citée sur les lignes du livre qui
décident. Un ordre se rend en {p50} (p50), {p99} (p99). À côté : rien de tel ailleurs."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A request, the fields expected of the response, and the lines of the publication that decide (none where nothing does)."""

    id: str
    game: str
    endpoint: str
    request: Mapping[str, Any]
    expect: Mapping[str, Any]
    lines: tuple[tuple[int, int], ...]
    tags: tuple[str, ...] = ()


def read_scenarios(paths: Iterable[Path]) -> list[Scenario]:
    """The scenarios of some files, in order.

    Raises:
        UnusableFileError: a line is no scenario.
    """
    found: list[Scenario] = []
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                found.append(_scenario(path, number, line))
    return found


def _scenario(path: Path, number: int, line: str) -> Scenario:
    try:
        data = json.loads(line)
        lines = tuple((int(first), int(last)) for first, last in data["lines"])
        tags = tuple(data.get("tags", ()))
        return Scenario(data["id"], data["game"], data["endpoint"], data["request"], data["expect"], lines, tags)
    except (ValueError, KeyError, TypeError) as fault:
        message = f"{path}:{number} : ce n'est pas un scénario ({fault}) ; il faut id, game, endpoint, request, expect et lines"
        raise UnusableFileError(message) from fault


def response(resolver: Resolver, scenario: Scenario) -> dict[str, Any]:
    """What the engine says, or the fault told in its place."""
    try:
        return _told(resolver.resolve(scenario.game, scenario.endpoint, scenario.request))
    except ArbitreError as fault:
        return {"error": str(fault), "steps": (), "undecided": (), "excluded": (), "usable": (), "decided_by": ()}


def _told(found: Resolved) -> dict[str, Any]:
    """The fields of a response; a timeline and the list of situations are no matter of scenarios."""
    return {} if isinstance(found, Timeline | Precedence) else asdict(found)


def misses(scenario: Scenario, told: Mapping[str, Any]) -> list[str]:
    """The fields expected that a response does not hold."""
    return [name for name, wanted in scenario.expect.items() if not _holds(name, wanted, told)]


def _holds(name: str, wanted: Any, told: Mapping[str, Any]) -> bool:  # noqa: ANN401 - whatever a field holds
    match name:
        case "steps":
            given = told["steps"]
            return len(given) == len(wanted) and all(_step(*pair) for pair in zip(wanted, given, strict=True))
        case "undecided":
            return sorted(map(sorted, wanted)) == sorted(map(sorted, told["undecided"]))
        case "excluded":
            labels = {kept["label"] if isinstance(kept, dict) else kept for kept in wanted}
            return labels == {kept["label"] for kept in told["excluded"]}
        case "includes":
            return set(map(title_key, wanted)) <= _usable(told)
        case "excludes":
            return _usable(told).isdisjoint(map(title_key, wanted))
        case _:
            return bool(told.get(name) == wanted)


def _step(wanted: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    """A step: its labels as a set, every other field as it is."""
    rest = {name: value for name, value in wanted.items() if name != "labels"}
    return set(wanted["labels"]) == set(given["labels"]) and all(
        given.get(name) == value for name, value in rest.items()
    )


def _usable(told: Mapping[str, Any]) -> set[str]:
    return {title_key(entry["title"]) for entry in told["usable"]}


def proved(scenario: Scenario, told: Mapping[str, Any], base: KnowledgeBase) -> bool:
    """True when a deciding rule stands on one of the lines that decide; always where no rule does."""
    cited = [proof["id"] for proof in told.get("decided_by", ())]
    spans = [span for passage in base.passages(cited, "texte") for span in passage.source.spans]
    return not scenario.lines or any(
        span.start <= last and first <= span.end for span in spans for first, last in scenario.lines
    )


def engine(bench: Bench) -> Iterator[Block]:
    """How many scenarios of each game hold: each field expected does, and a deciding rule stands on a line that decides."""
    found = read_scenarios(sorted((bench.tests / "scenarios").glob("*/*.jsonl")))
    kept = [scenario for scenario in found if scenario.game in bench.measurable and scenario.game in bench.works]
    if not kept:
        yield "Non mesuré : il faut les publications."
        return
    resolver = Resolver(bench.base)
    held: Counter[str] = Counter()
    spent: list[float] = []
    for scenario in kept:
        started = time.perf_counter()
        told = response(resolver, scenario)
        if scenario.endpoint == "order":
            spent.append((time.perf_counter() - started) * 1000)
        held[scenario.game] += not misses(scenario, told) and proved(scenario, told, bench.base)
    asked = Counter(scenario.game for scenario in kept)
    rows = [(game, held[game], total, held[game] / total) for game, total in sorted(asked.items())]
    rows.append(("ensemble", held.total(), asked.total(), held.total() / asked.total()))
    yield Table((("jeu", text), ("scénarios qui tiennent", count), ("sur", count), ("part", share)), rows)
    p50, p99 = map(milliseconds, quantiles(spent))
    yield _HOW.format(p50=p50, p99=p99)
