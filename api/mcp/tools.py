"""The tools, one function each: the docstring is what an assistant reads, hence in French; the value is that of the API's route."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

from pydantic import BaseModel, Field, create_model

from api import text
from api.mcp.arguments import (
    CLOSED,
    AnyGame,
    ConflictArguments,
    Game,
    KindName,
    ModifyArguments,
    Name,
    OrderArguments,
    Question,
)
from api.parameters import MOMENT, Expansion, Limit, Mode, Offset, PlayerSide
from api.session import Session
from api.values import Moment, Rule, Situations, Works
from kb.answer import Answer, Answers, Card, Results
from kb.precedence import Modified, Ordered, Prevailing
from kb.timing import Comparison, Opening, compare
from kb.timing import window as opening

F = TypeVar("F", bound=Callable[..., tuple[Any, str]])


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its French title, what an assistant reads of it, what it accepts, the type of its answers; and what gives them.

    It answers with a value, and with the same in French lines.
    """

    title: str
    description: str
    arguments: type[BaseModel]
    output: Any
    answer: Callable[..., tuple[Any, str]]

    def call(self, session: Session, given: Mapping[str, Any]) -> tuple[Any, str]:
        """What it answers, its arguments checked.

        Raises:
            pydantic.ValidationError: they are not what the tool accepts.
        """
        return self.answer(session, **self.arguments.model_validate(given).model_dump(exclude_unset=True))


TOOLS: dict[str, Tool] = {}


def _tool(title: str, arguments: type[BaseModel] | None = None) -> Callable[[F], F]:
    """Make a tool of a function: it accepts what its parameters say, after the first, unless `arguments` say more."""

    def made(answer: F) -> F:
        output = get_args(get_type_hints(answer)["return"])[0]
        described = inspect.cleandoc(answer.__doc__ or "")
        TOOLS[answer.__name__] = Tool(title, described, arguments or _arguments(answer), output, answer)
        return answer

    return made


def _arguments(answer: Callable[..., Any]) -> type[BaseModel]:
    hints = get_type_hints(answer, include_extras=True)
    named = list(inspect.signature(answer).parameters.values())[1:]
    fields: dict[str, Any] = {
        part.name: (hints[part.name], ... if part.default is part.empty else part.default) for part in named
    }
    return create_model(answer.__name__, __config__=CLOSED, **fields)


@_tool("Lister les jeux")
def works(session: Session) -> tuple[Works, str]:
    """Les jeux connus, avec leur identifiant (à donner en `game`), leur édition, leurs modes et leurs couches."""
    found = session.works()
    return found, text.works(found)


@_tool("Poser une question")
def ask(
    session: Session,
    q: Annotated[Question, Field(description="La question, en français, comme un joueur la pose.")],
    game: AnyGame = None,
    mode: Mode = None,
    limit: Limit = 3,
) -> tuple[Answer | Answers, str]:
    """Répond à une question de règle par une citation exacte, avec ce qui suit et les exceptions.

    Quand aucune règle ne répond, il le dit (`answerable` faux) : ne répondez pas à sa place.
    """
    found = session.ask(q, game, mode, limit)
    return found, text.answers(session, found)


@_tool("Trancher")
def judge(
    session: Session,
    q: Annotated[
        Question,
        Field(description="Une question, un numéro de règle, un terme, deux règles (« 1.2 et 3.4 ») ou un moment."),
    ],
    game: AnyGame = None,
    mode: Mode = None,
) -> tuple[Card, str]:
    """Tranche comme un arbitre, en bref : un verdict ou la règle qui décide, sa citation, ce sur quoi elle repose, les exceptions.

    Sait aussi dire laquelle de deux règles nommées l'emporte. `undecided` : aucune règle ne tranche.
    """
    found = session.card(q, game, mode)
    return found, text.card(session, found)


@_tool("Chercher des passages")
def search(
    session: Session,
    q: Annotated[Question, Field(description="Les mots cherchés, en français.")],
    game: AnyGame = None,
    mode: Mode = None,
    kind: KindName = None,
    limit: Limit = 5,
    offset: Offset = 0,
) -> tuple[Results, str]:
    """Cherche des passages par leurs mots, du meilleur au moins bon. Pour une question, préférez ask ou judge."""
    found = session.search(q, game, mode, kind, limit, offset)
    return found, text.search(session, found)


@_tool("Lire une règle")
def rule(
    session: Session,
    id: Annotated[  # noqa: A002 - its public name
        Name,
        Field(description="Un identifiant (« jeu/35.3 », « jeu/35.3#2 » pour un paragraphe), un numéro ou un titre."),
    ],
    game: AnyGame = None,
    expand: Annotated[
        tuple[Expansion, ...],
        Field(
            description="Ce qui est donné en passages entiers : son contenu (children), ses liens (links), ce qui la cite (cited_by)."
        ),
    ] = (),
) -> tuple[Rule, str]:
    """Lit une règle par identifiant, numéro ou titre : son texte, ce qu'elle contient, ses exceptions, ses renvois, ses errata."""
    found = session.rule(id, expand, game)
    return found, text.rule(session, found)


@_tool("Lire la séquence d'un jeu")
def timeline(
    session: Session,
    game: Game,
    mode: Mode = None,
    moment: Annotated[
        Name | None, Field(description="Un moment par son nom, pour ne lire que lui et ce qu'il contient.")
    ] = None,
    depth: Annotated[int, Field(ge=1, le=20, description="Combien de niveaux au plus, sous le premier.")] = 3,
) -> tuple[Moment, str]:
    """La séquence d'un jeu, tours, phases et étapes dans l'ordre, chacun avec les règles qui le placent là ; ou un moment seul."""
    found = session.moment(game, mode, moment, depth)
    whole = session.moment(game, mode, moment)
    return found, text.timeline(found, whole=found == whole)


@_tool("Comparer deux moments")
def timing(
    session: Session,
    game: Game,
    a: Annotated[Name, Field(description=MOMENT)],
    b: Annotated[Name, Field(description="L'autre.")],
    mode: Mode = None,
) -> tuple[Comparison, str]:
    """Dit lequel de deux moments, règles ou aptitudes vient avant l'autre, et les règles qui le veulent."""
    found = compare(session.timeline(game, mode), a, b)
    return found, text.ruled(session, found)


@_tool("Savoir ce qui est permis à un moment")
def window(
    session: Session,
    game: Game,
    at: Annotated[
        Name, Field(description="Un moment (« phase de tir », « début du tour »), une règle ou une aptitude.")
    ],
    player: PlayerSide = "active",
    mode: Mode = None,
) -> tuple[Opening, str]:
    """Les aptitudes, réactions et règles qu'un joueur peut utiliser à un moment."""
    found = opening(session.timeline(game, mode), at, player)
    return found, text.opening(found)


@_tool("Savoir ce qui peut être tranché")
def situations(session: Session, game: Game, mode: Mode = None) -> tuple[Situations, str]:
    """Ce que order, modify et conflict savent trancher dans un jeu, et ce que chaque requête doit donner. À lire avant eux."""
    found = session.situations(game, mode)
    return found, text.situations(found)


@_tool("Mettre dans l'ordre", OrderArguments)
def order(session: Session, game: str, mode: str | None = None, **request: object) -> tuple[Ordered, str]:
    """Met dans l'ordre ce que deux joueurs veulent résoudre : les étapes, qui choisit, les règles ; `undecided` là où aucune ne tranche."""
    found = session.precedence(game, mode).order(request)
    return found, text.ruled(session, found)


@_tool("Calculer une valeur modifiée", ModifyArguments)
def modify(session: Session, game: str, mode: str | None = None, **request: object) -> tuple[Modified, str]:
    """Calcule une valeur modifiée, ou le jet qu'il faut (`needed`), modificateur après modificateur, avec les bornes que le jeu fixe."""
    found = session.precedence(game, mode).modify(request)
    return found, text.ruled(session, found)


@_tool("Dire quelle règle l'emporte", ConflictArguments)
def conflict(session: Session, game: str, mode: str | None = None, **request: object) -> tuple[Prevailing, str]:
    """Dit laquelle de deux règles contraires l'emporte, et la règle qui le veut ; `prevails` null : aucune règle ne tranche."""
    found = session.precedence(game, mode).conflict(request)
    return found, text.ruled(session, found)
