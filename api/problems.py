"""Whatever goes wrong is answered as `application/problem+json` (RFC 9457), in French, and never as a traceback."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from api.render import json_of
from api.session import RequestProblem
from api.shapes import ParameterFault, Problem
from kb import errors

MEDIA_TYPE = "application/problem+json"

_LONGEST_KEY = 80
# What is said of each status, and of what pydantic finds.
TEXTS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def problem(
    status: int,
    code: str,
    detail: str,
    instance: str,
    headers: Mapping[str, str] | None = None,
    **more: Any,  # noqa: ANN401
) -> JSONResponse:
    """A response; `more` are the optional fields of `Problem`."""
    body = Problem(
        title=TEXTS["titles"].get(str(status), "Problème"),
        status=status,
        detail=detail,
        code=code,
        instance=instance,
        **more,
    )
    content = {name: value for name, value in json_of(body).items() if value is not None}
    return JSONResponse(content, status, headers={**(headers or {})}, media_type=MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Make the application answer every fault so."""
    app.add_exception_handler(errors.ArbitreError, _fault)
    app.add_exception_handler(RequestValidationError, _invalid)  # type: ignore[arg-type]  # its own fault
    app.add_exception_handler(HTTPException, _http)  # type: ignore[arg-type]  # its own fault


def twice_there(key: str) -> tuple[str, str]:
    """The code and the words of the refusal of an object that has a key twice: two readers would not read it the same."""
    return (
        "clef-repetee",
        f"la clef « {shorten(key, _LONGEST_KEY, placeholder='…')} » est là plusieurs fois dans un même objet",
    )


def _fault(request: Request, fault: Exception) -> JSONResponse:
    """A fault of the request, or of the base; any other of ours is left to `api.observing`."""
    more: dict[str, Any] = {}
    match fault:
        case RequestProblem():
            status, code, more = fault.status, fault.code, {"candidates": fault.candidates or None}
        case errors.UnknownIdError():
            status, code, more = 404, "identifiant-inconnu", {"nearest": next(iter(fault.nearest), None)}
        case errors.UnknownWorkError():
            status, code, more = 404, "jeu-inconnu", {"nearest": fault.nearest}
        case errors.UnknownModeError():
            status, code = 422, "mode-inconnu"
        case errors.UnknownMomentError():
            # Moments have no id to give: those meant, or near, are named in the detail.
            status, code = (409, "moment-ambigu") if fault.several else (404, "moment-inconnu")
        case errors.InvalidRequestError():
            status, code = 422, "requete-refusee"
            more = {"attribute": fault.attribute, "accepted": tuple(fault.accepted), "nearest": fault.nearest}
        case errors.NoPolicyError():
            status, code = 404, "sans-preseance"
        case errors.NoTimelineError():
            status, code = 404, "sans-chronologie"
        case errors.UnusableBaseError():
            status, code = 503, "base-indisponible"
        case _:
            raise fault
    return problem(status, code, str(fault), request.url.path, **more)


def _http(request: Request, fault: HTTPException) -> JSONResponse:
    # A body that cannot be read at all: what stopped its reader tells why.
    place = f"{fault.status_code}-{type(fault.__cause__).__name__}"
    known = TEXTS["details"].get(place) or TEXTS["details"].get(str(fault.status_code))
    code, detail = known or ("requete-refusee", "cette requête est refusée")
    return problem(fault.status_code, code, detail, request.url.path, fault.headers)


def _invalid(request: Request, fault: RequestValidationError) -> JSONResponse:
    # The first part of a place says where the parameter was: path, query or body.
    found = parameter_faults((error, error["loc"][1:]) for error in fault.errors())
    if request.method == "POST" and not _is_json(request.headers.get("Content-Type", "")):
        found = (
            ParameterFault("requête", "n'est pas annoncée comme du JSON ; envoyez « Content-Type: application/json »"),
        )
    detail = " ; ".join(f"{error.parameter} {error.detail}" for error in found)
    return problem(422, "parametres-refuses", detail, request.url.path, errors=found)


def _is_json(content_type: str) -> bool:
    """True when a body is said to be JSON."""
    main, _, kind = content_type.partition(";")[0].strip().lower().partition("/")
    return main == "application" and (kind == "json" or kind.endswith("+json"))


def parameter_faults(found: Iterable[tuple[Mapping[str, Any], Sequence[int | str]]]) -> tuple[ParameterFault, ...]:
    """The findings of pydantic, each with the place that leads to it; of a list too short for what is at fault in it, that alone."""
    listed = list(found)
    places = [tuple(place) for _error, place in listed]
    faults = (
        _parameter_fault(error, place)
        for error, place in listed
        if error["type"] != "too_short"
        or not any(len(other) > len(place) and other[: len(place)] == tuple(place) for other in places)
    )
    return tuple(dict.fromkeys(faults))


def _parameter_fault(error: Mapping[str, Any], place: Sequence[int | str]) -> ParameterFault:
    """One finding of pydantic in French; ours (see `api.parameters`) are already."""
    context = {name: str(value).replace(" or ", " ou ") for name, value in (error.get("ctx") or {}).items()}
    words = TEXTS["faults"].get(error["type"])
    if words is not None:
        words = words.format(**context)
    elif error["type"] == "parametre":
        words = str(error["msg"])
    return ParameterFault(parameter=_named(place, error["type"]), detail=words or "a une valeur refusée")


def _named(place: Sequence[int | str], kind: str) -> str:
    """What is at fault, by its place: `claims[0].quote`; of what a list of words holds, the list."""
    last = (
        len(place)
        if kind == "dataclass_type"
        else max((at for at, part in enumerate(place, 1) if isinstance(part, str)), default=0)
    )
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in place[:last])
    return "".join(parts).removeprefix(".") or "requête"
