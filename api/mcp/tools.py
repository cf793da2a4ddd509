"""The tools, one function each: the docstring is what an assistant reads, hence in French; the value is that of the API's route."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter

from api import asking, compose_timing, wire, wire_precedence, wire_timing, wire_works
from api.mcp import telling, telling_engine
from api.mcp.arguments import (
    Arguments,
    AskArguments,
    ConflictArguments,
    JudgeArguments,
    ModeArguments,
    ModifyArguments,
    NoArguments,
    OrderArguments,
    RuleArguments,
    SearchArguments,
    TimelineArguments,
    TimingArguments,
    WindowArguments,
)
from api.mcp.desk import Desk
from api.routes import games
from api.routes import works as catalogue
from kb.answer import Answer, Answers, Card, Results
from kb.errors import UnknownMomentError
from kb.timing import Timeline

A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True, slots=True)
class Told:
    """An answer: the value of the route, and the same in French lines."""

    value: object
    text: str


@dataclass(frozen=True, slots=True)
class Tool(Generic[A]):
    """A tool: its French title, what it accepts, the wire model of its answers, what it does."""

    title: str
    arguments: type[A]
    output: TypeAdapter[Any]
    answer: Callable[[Desk, A], Told]

    @property
    def description(self) -> str:
        """What an assistant reads of it."""
        return inspect.cleandoc(self.answer.__doc__ or "")

    def call(self, desk: Desk, given: Mapping[str, Any]) -> Callable[[], Told]:
        """The call, its arguments checked.

        Raises:
            pydantic.ValidationError: they are not what the tool accepts.
        """
        asked = self.arguments.model_validate(given)
        return lambda: self.answer(desk, asked)


def works(desk: Desk, _asked: NoArguments) -> Told:
    """Les jeux connus, avec leur identifiant (à donner en `game`), leur édition, leurs modes et leurs couches."""
    told = catalogue.works(desk.shared, desk.view)
    return Told(told, telling.works(told))


def search(desk: Desk, asked: SearchArguments) -> Told:
    """Cherche des passages par leurs mots, du meilleur au moins bon. Pour une question, préférez ask ou judge."""
    told = asking.search(desk.shared, desk.view, asked.q, asked.game, asked.mode, asked.kind, asked.limit, asked.offset)
    return Told(told, telling.search(desk, told))


def rule(desk: Desk, asked: RuleArguments) -> Told:
    """Lit une règle par identifiant, numéro ou titre : son texte, ce qu'elle contient, ses exceptions, ses renvois, ses errata."""
    told = asking.rule(desk.shared, desk.view, asked.id, list(asked.expand), asked.game)
    return Told(told, telling.rule(desk, told))


def ask(desk: Desk, asked: AskArguments) -> Told:
    """Répond à une question de règle par une citation exacte, avec ce qui suit et les exceptions.

    Quand aucune règle ne répond, il le dit (`answerable` faux) : ne répondez pas à sa place.
    """
    told = asking.ask(desk.shared, desk.view, asked.q, asked.game, asked.mode, asked.limit)
    return Told(told, telling.answers(desk, told))


def judge(desk: Desk, asked: JudgeArguments) -> Told:
    """Tranche comme un arbitre, en bref : un verdict ou la règle qui décide, sa citation, ce sur quoi elle repose, les exceptions.

    Sait aussi dire laquelle de deux règles nommées l'emporte. `undecided` : aucune règle ne tranche.
    """
    told = asking.judge(desk.shared, desk.view, asked.q, asked.game, asked.mode)
    return Told(told, telling.card(desk, told))


def timeline(desk: Desk, asked: TimelineArguments) -> Told:
    """La séquence d'un jeu, tours, phases et étapes dans l'ordre, chacun avec les règles qui le placent là ; ou un moment seul."""
    told = games.timeline(desk.shared, desk.view, asked.game, asked.mode)
    if asked.moment is not None:
        told = _moment(desk.shared.resolver(desk.view).timeline(asked.game, asked.mode), asked.moment)
    shown = _cut(told, asked.depth)
    return Told(shown, telling_engine.timeline(shown, whole=shown == told))


def _moment(found: Timeline, name: str) -> wire_timing.Moment:
    """The moment that a name means.

    Raises:
        UnknownMomentError: none, or several.
    """
    meant = [identifier for identifier, _rule in found.find(name) if identifier]
    if len(meant) != 1:
        raise UnknownMomentError(name, found.told(meant), several=bool(meant))
    node = next(node for node in found.walk() if node.moment.id == meant[0])
    return compose_timing.branch(node, found.work)


def _cut(told: wire_timing.Moment, depth: int) -> wire_timing.Moment:
    """A moment with so many levels below it at most."""
    children = [_cut(child, depth - 1) for child in told.children] if depth else []
    return told.model_copy(update={"children": children})


def timing(desk: Desk, asked: TimingArguments) -> Told:
    """Dit lequel de deux moments, règles ou aptitudes vient avant l'autre, et les règles qui le veulent."""
    told = games.timing(desk.shared, desk.view, asked.game, asked.a, asked.b, asked.mode)
    return Told(told, telling_engine.comparison(desk, told))


def window(desk: Desk, asked: WindowArguments) -> Told:
    """Les aptitudes, réactions et règles qu'un joueur peut utiliser à un moment."""
    told = games.window(desk.shared, desk.view, asked.game, asked.at, asked.player, asked.mode)
    return Told(told, telling_engine.opening(desk, told, asked.player))


def situations(desk: Desk, asked: ModeArguments) -> Told:
    """Ce que order, modify et conflict savent trancher dans un jeu, et ce que chaque requête doit donner. À lire avant eux."""
    told = games.situations(desk.shared, desk.view, asked.game, asked.mode)
    return Told(told, telling_engine.situations(told))


def order(desk: Desk, asked: OrderArguments) -> Told:
    """Met dans l'ordre ce que deux joueurs veulent résoudre : les étapes, qui choisit, les règles ; `undecided` là où aucune ne tranche."""
    told = games.order(desk.shared, desk.view, asked.game, asked.request(), asked.mode)
    return Told(told, telling_engine.ordered(desk, told))


def modify(desk: Desk, asked: ModifyArguments) -> Told:
    """Calcule une valeur modifiée, ou le jet qu'il faut (`needed`), modificateur après modificateur, avec les bornes que le jeu fixe."""
    told = games.modify(desk.shared, desk.view, asked.game, asked.request(), asked.mode)
    return Told(told, telling_engine.modified(desk, told))


def conflict(desk: Desk, asked: ConflictArguments) -> Told:
    """Dit laquelle de deux règles contraires l'emporte, et la règle qui le veut ; `prevails` null : aucune règle ne tranche."""
    told = games.conflict(desk.shared, desk.view, asked.game, asked.request(), asked.mode)
    return Told(told, telling_engine.prevailing(desk, told))


TOOLS: dict[str, Tool[Any]] = {
    "works": Tool("Lister les jeux", NoArguments, TypeAdapter(wire_works.Works), works),
    "ask": Tool("Poser une question", AskArguments, TypeAdapter(Answer | Answers), ask),
    "judge": Tool("Trancher", JudgeArguments, TypeAdapter(Card), judge),
    "search": Tool("Chercher des passages", SearchArguments, TypeAdapter(Results), search),
    "rule": Tool("Lire une règle", RuleArguments, TypeAdapter(wire.Rule), rule),
    "timeline": Tool("Lire la séquence d'un jeu", TimelineArguments, TypeAdapter(wire_timing.Moment), timeline),
    "timing": Tool("Comparer deux moments", TimingArguments, TypeAdapter(wire_timing.Comparison), timing),
    "window": Tool("Savoir ce qui est permis à un moment", WindowArguments, TypeAdapter(wire_timing.Opening), window),
    "situations": Tool(
        "Savoir ce qui peut être tranché", ModeArguments, TypeAdapter(wire_precedence.Situations), situations
    ),
    "order": Tool("Mettre dans l'ordre", OrderArguments, TypeAdapter(wire_precedence.Ordered), order),
    "modify": Tool("Calculer une valeur modifiée", ModifyArguments, TypeAdapter(wire_precedence.Modified), modify),
    "conflict": Tool(
        "Dire quelle règle l'emporte", ConflictArguments, TypeAdapter(wire_precedence.Prevailing), conflict
    ),
}
