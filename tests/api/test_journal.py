"""What the journal tells at each level of detail, and what it never tells unless it is asked to."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import application
from api.journal import configuration
from api.session import Session
from api.settings import LogDetail, Service
from tests.api.servers import journal

WORD = "zibeline"


def told(base_path: Path, detail: LogDetail, place: str) -> tuple[Response, list[dict[str, Any]]]:
    """What a request is answered, and the lines that it leaves."""
    client = TestClient(application(Service(base_path, detail=detail)), raise_server_exceptions=False)
    logger = logging.getLogger("api")
    former = logger.level
    logger.setLevel(configuration(detail)["loggers"]["api"]["level"])
    with journal() as written:
        response = client.get(place)
    logger.setLevel(former)
    return response, [json.loads(line) for line in written.getvalue().splitlines()]


def test_a_failure_of_ours_is_told_by_its_kind_and_place_alone(
    base_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_self: Session, *_given: object) -> None:
        raise ZeroDivisionError(WORD)

    monkeypatch.setattr(Session, "check", broken)
    response, lines = told(base_path, LogDetail.ERRORS, f"/v1/search?q={WORD}")
    assert (response.status_code, response.json()["code"]) == (500, "erreur-interne")
    assert "journal" in response.json()["detail"]
    assert WORD not in response.text
    failure, request = lines
    assert (failure["level"], failure["error"]) == ("error", "ZeroDivisionError")
    assert failure["request_id"] == request["request_id"] == response.headers["X-Request-ID"]
    assert any("broken" in frame for frame in failure["trace"])
    assert (request["route"], request["status"]) == ("/v1/search", 500)
    assert WORD not in json.dumps(lines)


def test_by_default_a_request_that_goes_well_leaves_no_line() -> None:
    assert configuration(LogDetail.ERRORS)["loggers"]["api"]["level"] == "WARNING"
    assert configuration(LogDetail.REQUESTS)["loggers"]["api"]["level"] == "INFO"
    assert all(configuration(detail)["loggers"]["uvicorn.error"]["level"] == "ERROR" for detail in LogDetail)
