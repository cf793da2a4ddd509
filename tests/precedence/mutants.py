"""Every policy with one fault put into it, time after time: `arbitre check` must find it.

A fault is one direction, player, operation, comparison, bound or count turned, or two clauses or bands in the other order. A policy that
answers all requests drawn at random as the true one does is no fault, and is left out of the share.
"""

import copy
import random
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import chain
from typing import Any

from kb.build import assemble
from kb.check.additions import contrary_clauses
from kb.errors import ArbitreError
from kb.model import Rulebook
from kb.policy import Attribute, read_policy
from kb.precedence import Precedence
from kb.precedence.cases import engine_of, failing_cases
from kb.precedence.slots import EFFECT, LAYER, OPERATION, OWNER, PLAYERS, SAYS, SIDES
from kb.reading.corpus import read_corpus
from kb.reading.data import read_cases
from kb.system.data import data_dir

WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")
LEAST = 0.95
VALUES = (1, 1, 2, 3, 0.5)
_TURNED = {
    "croissant": "decroissant",
    "inferieur": "superieur",
    "aide": "gene",
    "actif": "inactif",
    "premier-joueur": "second-joueur",
    "set": "add",
    "multiply": "divide",
    "subtract": "add",
    "cannot": "can",
    "miss": "hit",
    "passive": "activated",
    "proprietaire": "inactif",
}
_BOUNDS = {"au-moins": "au-plus", "des": "jusqu-a", "de": "moins"}
_OTHER = {**_TURNED, **{turned: word for word, turned in _TURNED.items()}}
_COMPARISONS = {**_BOUNDS, **{turned: word for word, turned in _BOUNDS.items()}}
_TAKEN_AS_THEY_ARE = frozenset(
    {
        *("id", "titre", "aussi", "cite", "motif", "noms", "nom", "attribut", "contexte", "table"),
        *("demande", "dit", "unite", "signe", "calcul"),
    }
)

Path_ = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A policy as data, with one fault: its kind, and where it is."""

    kind: str
    where: str
    data: dict[str, Any]

    def concerns(self, endpoint: str, request: dict[str, Any]) -> bool:
        """True when a request may be answered by the part of the policy at fault; some orders serve other parts."""
        part = self.where.partition(" › ")[2].partition(" › ")[0]
        asked = request.get("situation") or request.get("quantity") or "clause"
        return asked == part or (endpoint != "order" and part in {"effects", "modifiers"})


def mutants(data: dict[str, Any]) -> Iterator[Mutant]:
    """Every fault that one turn makes."""
    for path, value in _decisive(data, ()):
        for kind, turned in _turns(path, value):
            yield Mutant(kind, _place(data, path), _with(data, path, turned))


def _decisive(value: Any, path: Path_) -> Iterator[tuple[Path_, Any]]:  # noqa: ANN401 - TOML
    """Every value that decides, at any depth, with its place."""
    if path:
        yield path, value
    for key, held in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key not in _TAKEN_AS_THEY_ARE:
            yield from _decisive(held, (*path, key))


def _turns(path: Path_, value: Any) -> Iterator[tuple[str, object]]:  # noqa: ANN401 - TOML
    """(kind, value) of each fault that a value may have."""
    if isinstance(value, dict):
        yield from (("comparaison", turned) for turned in _compared(value))
    elif isinstance(value, list) and path[-1] in {"clause", "bandes", "groupes", "ordre"}:
        for at in range(len(value) - 1):
            yield "ordre", [*value[:at], value[at + 1], value[at], *value[at + 2 :]]
    elif isinstance(value, bool):
        yield "oui ou non", not value
    elif isinstance(value, int):
        yield from (("borne", value + 1), ("borne", value - 1))
    elif path[-1] == "sens":
        yield "sens", {**_OTHER, "decroissant": "croissant"}.get(str(value), value)
    elif isinstance(value, str) and value in _OTHER:
        yield "mot", _OTHER[value]
    elif isinstance(value, str) and value.startswith(("champ:", "autre:")):
        yield "joueur", {"champ": "autre", "autre": "champ"}[value[:5]] + value[5:]


def _compared(clause: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A clause whose least is its most, whose difference is the contrary, whose layers are the other way, or whose sign is."""
    turned = {_COMPARISONS.get(key, key): held for key, held in clause.items()}
    if turned != clause or "moins" in clause:
        yield turned
    for name, factor in clause.get("termes", {}).items():
        yield {**clause, "termes": {**clause["termes"], name: -factor}}
    for below in clause.get("au-dessous", ()):
        yield {**clause, "au-dessus": below, "au-dessous": [clause["au-dessus"]]}


def _with(data: dict[str, Any], path: Path_, value: object) -> dict[str, Any]:
    """The policy with another value at a place."""
    made = copy.deepcopy(data)
    held: Any = made
    for step in path[:-1]:
        held = held[step]
    held[path[-1]] = value
    return made


def _place(data: dict[str, Any], path: Path_) -> str:
    """A place as a person finds it: the ids on the way, then the keys."""
    names: list[str] = []
    held: Any = data
    for step in path:
        held = held[step]
        names.append(str(held["id"]) if isinstance(held, dict) and "id" in held else str(step))
    return " › ".join(names)


class Judge:
    """The check of one work, and its true answers to requests drawn at random."""

    def __init__(self, work: str) -> None:
        """Read the work."""
        folder = data_dir("corpus") / work
        self.data = tomllib.loads((folder / "precedence.toml").read_text(encoding="utf-8"))
        self.book: Rulebook = assemble(read_corpus(folder), folder, data_dir("corpus") / "lexicon")[0]
        self.cases = read_cases(folder)
        true = engine_of(self.book, read_policy(self.data))
        self.requests = list(drawn(true))
        self.true = [_answer(true, *asked) for asked in self.requests]

    def differs(self, mutant: Mutant) -> bool:
        """True when the policy answers a request drawn otherwise than the true one, the order of its proofs apart."""
        engine = engine_of(self.book, read_policy(mutant.data))
        asked = zip(self.requests, self.true, strict=True)
        return any(_answer(engine, *request) != true for request, true in asked if mutant.concerns(*request))

    def caught(self, data: dict[str, Any]) -> bool:
        """True when `check` has a finding."""
        try:
            policy = read_policy(data)
        except ValueError:
            return True
        book = replace(self.book, policy=policy)
        return next(chain(contrary_clauses(book), failing_cases(book, self.cases)), None) is not None


def _answer(engine: Precedence, endpoint: str, request: dict[str, Any]) -> object:
    try:
        found = getattr(engine, endpoint)(request)
    except ArbitreError as fault:
        return str(fault)
    # Two faults of other words are one fault, a proof is as good before another as after it, and so are two steps to one value.
    apart = {"reason", "steps"} if endpoint == "modify" else {"reason"}
    return _unordered({key: value for key, value in asdict(found).items() if key not in apart})


def _unordered(value: Any, key: str = "") -> Any:  # noqa: ANN401 - an answer
    if isinstance(value, dict):
        return {name: _unordered(held, name) for name, held in value.items()}
    if isinstance(value, list | tuple):
        held = [_unordered(one) for one in value]
        return sorted(held, key=str) if key == "decided_by" else held
    return value


def drawn(engine: Precedence, times: int = 300) -> Iterator[tuple[str, dict[str, Any]]]:
    """Requests at random, always the same: so many of each situation and quantity, and five times as many conflicts."""
    chance = random.Random(7)  # noqa: S311 - no secret
    policy = engine.policy
    for situation in (part for part in policy.situations for _one in range(times)):
        declared = [part for part in situation.attributes if not part.whole]
        items = [{"label": f"{at}", **_given((OWNER, *declared), chance)} for at in range(chance.randint(1, 5))]
        whole = _given((part for part in situation.attributes if part.whole), chance)
        players = {name: chance.choice(PLAYERS) for name in ("active", "first_player")}
        yield "order", {"situation": situation.id, **players, **whole, "items": items}
    guards = [clause.when for _where, clause in policy.clauses()]
    looked_at = [one for guard in guards for alternative in guard.alternatives for one in alternative]
    # A modifier bears a name or a label that a clause of the policy looks for.
    labels = ["un", "deux", *(str(value) for name, accepted in looked_at if name == "nom" for value in accepted)]
    for quantity in (part for part in policy.quantities for _one in range(times)):
        modifiers = [
            {**_given((*OPERATION, *EFFECT), chance), "label": chance.choice(labels), "value": chance.choice(VALUES)}
            for _each in range(chance.choice((0, 0, 1, 2, 3)))
        ]
        base = chance.randint(-3, 12) if quantity.based else None
        request = {"quantity": quantity.id, "base": base, "modifiers": modifiers, "active": chance.choice(PLAYERS)}
        yield "modify", {**request, "context": _given(quantity.attributes, chance)}
    saying = [replace(slot, values=slot.values or policy.conflict.layers) for slot in (SAYS, LAYER)]
    for _one in range(times * 5):
        sides = {name: {**_given((*saying, *EFFECT), chance), "label": str(chance.random())} for name in SIDES}
        yield "conflict", {**sides, "waives": chance.choice((None, *SIDES)), "active": chance.choice(PLAYERS)}


def _given(attributes: Iterable[Attribute], chance: random.Random) -> dict[str, Any]:
    return {part.name: _value(part, chance) for part in attributes}


def _value(part: Attribute, chance: random.Random) -> object:
    if part.nullable and chance.random() < 0.2:
        return None
    low = part.least if part.least is not None else -1
    numbers = list(range(low, (part.most if part.most is not None else low + 11) + 1))
    values: dict[str, list[Any]] = {
        "nombre": numbers,
        "entier": numbers,
        "oui-non": [True, False],
        "camp": list(PLAYERS),
        "texte": [*part.values, "autre"],
        "mot": list(part.values),
    }
    return chance.choice(values[part.type] or [None])


def measured(work: str) -> tuple[int, int, int, list[Mutant]]:
    """(findings on the true policy, faults, of them caught, those that are not) of a game."""
    judge = Judge(work)
    faults, caught, missed = 0, 0, []
    for mutant in mutants(judge.data):
        if judge.caught(mutant.data):
            faults, caught = faults + 1, caught + 1
        elif judge.differs(mutant):
            faults += 1
            missed.append(mutant)
    return int(judge.caught(judge.data)), faults, caught, missed
