"""All that the description of the API allows, and much that it does not, asked of it by Schemathesis, which takes a second to import."""

from collections import Counter
from pathlib import Path

from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.events import FatalError, NonFatalError, ScenarioFinished
from schemathesis.engine.recorder import Interaction, ScenarioRecorder
from schemathesis.openapi import from_asgi
from schemathesis.schemas import BaseSchema

from api.app import application
from api.problems import MEDIA_TYPE
from api.settings import Service
from kb.store import KnowledgeBase

# How often a parameter that names something is given a name that the base holds.
OFTEN = 0.6


def _described(path: Path, examples: int) -> BaseSchema:
    """The description of the API on a base, with names that the base holds."""
    base = KnowledgeBase(path)
    works = list(base.work_ids(unlisted=True))
    terms = {work: base.glossary(work) for work in works}
    named = {
        "games": works,
        "ids": [identifier for work in works for identifier in base.all_ids(work)[:20]],
        "terms": [term for entries in terms.values() for term, _id, _names in entries[:10]],
        "questions": ["qui tient un pont ?", "que se passe-t-il si une unité fuit ?", "charge", "2D6"],
        "moments": [
            f"{work}/{row[0]}"
            for work in works
            for row in base.rows("SELECT id FROM moments WHERE work = :work LIMIT 5", work=work)
        ],
    }
    bound = {
        "game": "games",
        "work": "games",
        "id": "ids",
        "term": "terms",
        "q": "questions",
        "a": "moments",
        "b": "moments",
        "at": "moments",
    }
    config = {
        "seed": 20,
        "dictionaries": {name: {"values": values or ["rien"]} for name, values in named.items()},
        "parameters": {name: {"dictionary": chosen, "probability": OFTEN} for name, chosen in bound.items()},
        "generation": {"max-examples": examples, "deterministic": True, "no-shrink": True},
        "cache": {"enabled": False},
        "suppress-health-check": ["all"],
        # A mode, a situation, a quantity of the game asked: names that no description can list are refused too.
        "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", 403, 404, 409, 422]}},
    }  # fmt: skip
    app = application(Service(path, with_texts=True, hosts=("testserver",)))
    return from_asgi("/openapi.json", app, config=SchemathesisConfig.from_dict(config))


def ran(path: Path, examples: int) -> tuple[list[str], Counter[int]]:
    """What failed in a run of every phase with every check on a base, so many examples each, and how many answers bore each status."""
    failures: list[str] = []
    statuses: Counter[int] = Counter()
    for event in from_schema(_described(path, examples)).execute():
        if isinstance(event, NonFatalError):
            failures.append(f"{event.label} : {event.value!r}")
        elif isinstance(event, FatalError):
            failures.append(repr(event.exception))
        elif isinstance(event, ScenarioFinished):
            for found in event.recorder.interactions.values():
                statuses[found.response.status_code if found.response else 0] += 1
                failures += _untold(found)
            failures += _failed(event.recorder)
    return failures, statuses


def _failed(recorder: ScenarioRecorder) -> list[str]:
    """The checks that failed in a scenario, each with the request that shows it."""
    return [
        f"{recorder.label} : {check.name} : {check.failure_info.failure.message} : {check.failure_info.code_sample}"
        for checks in recorder.checks.values()
        for check in checks
        if check.failure_info is not None
    ]


def _untold(found: Interaction) -> list[str]:
    """What a refusal lacks: the type of a problem, its words."""
    asked, response = f"{found.request.method} {found.request.uri}", found.response
    if response is None:
        return [f"{asked} : pas de réponse"]
    if response.status_code < 400:
        return []
    told = response.headers.get("content-type") == [MEDIA_TYPE] and (
        found.request.method == "HEAD" or response.json().get("detail")
    )
    return [] if told and response.status_code < 500 else [f"{asked} : {response.status_code} {response.text}"]
