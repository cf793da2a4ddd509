"""Whatever goes wrong is answered as `application/problem+json` (RFC 9457), in French, and never as a traceback."""

import tomllib
from collections.abc import Mapping, Sequence
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
    code, detail = TEXTS["details"].get(str(fault.status_code), ("requete-refusee", "cette requête est refusée"))
    return problem(fault.status_code, code, detail, request.url.path, fault.headers)


def _invalid(request: Request, fault: RequestValidationError) -> JSONResponse:
    # The first part of a place says where the parameter was: path, query or body.
    found = tuple(parameter_fault(error, error["loc"][1:]) for error in fault.errors())
    detail = " ; ".join(f"{error.parameter} {error.detail}" for error in found)
    return problem(422, "parametres-refuses", detail, request.url.path, errors=found)


def parameter_fault(error: Mapping[str, Any], place: Sequence[int | str]) -> ParameterFault:
    """One finding of pydantic in French; ours (see `api.parameters`) are already. `place` leads to what is at fault."""
    context = {name: str(value).replace(" or ", " ou ") for name, value in (error.get("ctx") or {}).items()}
    words = TEXTS["faults"].get(error["type"])
    if words is not None:
        words = words.format(**context)
    elif error["type"] == "parametre":
        words = str(error["msg"])
    name = next((part for part in reversed(place) if isinstance(part, str)), "requête")
    return ParameterFault(parameter=name, detail=words or "a une valeur refusée")
