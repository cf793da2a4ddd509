"""Whatever is sent to a real server is answered in French, with a 4xx, and leaves no trace of itself in the journal."""

import contextlib
import http.client
import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from api.settings import Limits, LogDetail, Service
from tests.api.servers import PATIENCE, Answer, Server, running, until

# A word that is in everything sent here, and must be nowhere in the journal.
WORD = "zibeline"
HOST = b"Host: essai\r\nConnection: close\r\n"
SLOW = 0.6
# Answers asked for at once and not taken.
GREEDY = 3000


@pytest.fixture(scope="module")
def server(base_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for little and tells every request."""
    site = tmp_path_factory.mktemp("site")
    (site / "index.html").write_text("<h1>Accueil</h1>", encoding="utf-8")
    limits = Limits(arriving=SLOW)
    service = Service(base_path, site, with_texts=True, hosts=("essai",), detail=LogDetail.REQUESTS, limits=limits)
    with running(service) as served:
        yield served


@pytest.fixture(autouse=True)
def discreet(server: Server) -> Iterator[None]:
    """After each test: nothing of what was sent is written, no fault of ours, and the service is well."""
    yield
    assert server.asked("/healthz").status == 200
    written = server.journal.getvalue()
    assert WORD not in written
    assert "127.0.0.1" not in written
    lines = [json.loads(line) for line in written.splitlines()]
    assert [line for line in lines if line["level"] in {"error", "critical"}] == []


def refused(answer: Answer, status: int, code: str) -> None:
    assert answer.status == status, answer.raw[:300]
    assert answer.problem()["code"] == code
    assert "Traceback" not in answer.body.decode()
    assert "x-content-type-options: nosniff" in answer.head


# What is asked, with what headers, and how it is refused.
REFUSED = {
    "three thousand words": (f"/v1/ask?q={'+'.join([WORD] * 3000)}", "", 414, "adresse-trop-longue"),
    "a thousand words": (f"/v1/ask?q={'+'.join([WORD] * 1000)}", "", 422, "parametres-refuses"),
    "a null in a question": (f"/v1/ask?q={WORD}%00", "", 400, "adresse-illisible"),
    "a null in an id": (f"/v1/rules/{WORD}%00", "", 400, "adresse-illisible"),
    "a null in a page": (f"/{WORD}%00.html", "", 400, "adresse-illisible"),
    "no UTF-8 in a question": (f"/v1/ask?q={WORD}%FF", "", 400, "adresse-illisible"),
    "half a character": (f"/v1/rules/{WORD}%ED%A0%80", "", 400, "adresse-illisible"),
    "a cut character": (f"/v1/glossary/{WORD}%C3", "", 400, "adresse-illisible"),
    "a deep path": (f"/v1/rules/{f'{WORD}/' * 1000}", "", 422, "parametres-refuses"),
    "a deep term": (f"/v1/glossary/exemple/{f'{WORD}/' * 1000}", "", 422, "parametres-refuses"),
    "a header without end": ("/v1/works", f"X-{WORD}: {'a' * 40_000}\r\n", 431, "en-tetes-trop-longs"),
    "headers without number": ("/v1/works", f"{WORD}: 1\r\n" * 4000, 431, "en-tetes-trop-longs"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_too_long_or_unreadable(server: Server, case: str) -> None:
    place, headers, status, code = REFUSED[case]
    refused(server.asked(place, headers=headers), status, code)


@pytest.mark.parametrize(
    "place",
    [
        "/../../{}/etc/passwd",
        "/%2e%2e/%2e%2e/{}/../../etc/passwd",
        "/..%2f..%2f{}%2f..%2f..%2fetc%2fpasswd",
        "//etc/passwd?{}",
        "/..%5c..%5c{}",
        "/v1/rules/../../../{}/etc/passwd",
        "/file:///etc/passwd?{}",
        "http://ailleurs/../etc/passwd?{}",
        f"/{'{0}/' * 1500}",
    ],
)
def test_a_path_that_climbs(server: Server, place: str) -> None:
    answer = server.asked(place.format(WORD))
    refused(answer, 404, answer.problem()["code"])
    assert b"root:" not in answer.body


@pytest.mark.parametrize("place", ["/v1/search?q={}", "/v1/rules/{}", "/v1/glossary/{}", "/{}"])
def test_a_header_in_an_address(server: Server, place: str) -> None:
    answer = server.asked(place.format(f"{WORD}%0D%0ASet-Cookie:%20a=b%0D%0A%0D%0A"))
    assert 200 <= answer.status < 500
    assert "set-cookie:" not in answer.head


def test_an_id_is_told_back_and_written(server: Server) -> None:
    answer = server.asked("/v1/works", headers=f"X-Request-ID: {WORD}\r\n")
    identity = re.search("x-request-id: ([0-9a-f]{16})\r", answer.head)
    assert identity is not None
    # A request is answered an instant before it is over, and written down.
    until(lambda: identity[1] in server.journal.getvalue())
    lines = [json.loads(line) for line in server.journal.getvalue().splitlines()]
    line = next(line for line in lines if line["request_id"] == identity[1])
    assert line.keys() == {"time", "level", "event", "request_id", "method", "route", "status", "ms", "bytes"}
    assert (line["method"], line["route"], line["status"]) == ("GET", "/v1/works", 200)


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /v1/ask?q=zibeline\0 HTTP/1.1\r\n" + HOST + b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"POST /v1/games/exemple/order HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /v1/works HTTP/1.1\r\nHost: essai\r\n" + HOST + b"\r\n",  # two hosts
    ],
)
def test_what_is_no_request(server: Server, sent: bytes) -> None:
    refused(server.sent(sent), 400, "requete-illisible")


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH", "TRACE", "CONNECT", "PROPFIND"])
def test_a_method_that_changes(server: Server, method: str) -> None:
    answer = server.asked("essai:1" if method == "CONNECT" else f"/v1/rules/{WORD}", method)
    assert 400 <= answer.status < 500
    answer.problem()


def test_a_body_that_never_ends_is_not_waited_for(server: Server) -> None:
    head = b"POST /v1/games/exemple/order HTTP/1.1\r\nHost: essai\r\nContent-Length: 999\r\n\r\n"
    refused(server.sent(head, b'{"zibeline":'), 408, "trop-lent")


def test_a_client_that_takes_nothing_holds_up_nobody(server: Server) -> None:
    request = b"GET /v1/rules/essai/1.3?expand=children,links HTTP/1.1\r\nHost: essai\r\n\r\n"
    with contextlib.ExitStack() as stack:
        greedy = [stack.enter_context(server.connected()) for _ in range(8)]
        for connection in greedy:
            connection.settimeout(0)
            with contextlib.suppress(BlockingIOError):
                connection.send(request * GREEDY)
        assert server.asked("/v1/ask?q=lueur&game=exemple").status == 200


def test_a_body_too_large(server: Server) -> None:
    body = b'{"situation": "' + WORD.encode() * 10_000 + b'"}'
    answer = server.asked("/v1/games/exemple/order", "POST", "Content-Type: application/json\r\n", body)
    refused(answer, 413, "corps-trop-grand")


def test_a_body_too_large_that_does_not_say_so(server: Server) -> None:
    head = b"POST /v1/games/exemple/order HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + HOST + b"\r\n"
    chunk = b"4000\r\n" + b"z" * 0x4000 + b"\r\n"
    refused(server.sent(head, *[chunk] * 5, b"0\r\n\r\n"), 413, "corps-trop-grand")


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 30_000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b'{"zibeline": NaN}',
        b'{"situation": "bousculade", "items": [{"label": 1e999}]}',
        b'{"situation": ' + b"9" * 20_000 + b"}",
        b'{"situation": "\xff\xfe"}',
        b'{"situation": "\\ud800"}',
        b"zibeline",
        b"null",
        b"[]",
        b'"zibeline"',
        b"\0",
    ],
)
@pytest.mark.parametrize("place", ["order", "modify", "conflict"])
def test_a_body_that_is_no_request(server: Server, place: str, body: bytes) -> None:
    answer = server.asked(f"/v1/games/exemple/{place}", "POST", "Content-Type: application/json\r\n", body)
    assert answer.status in {400, 422}, answer.raw[:300]
    answer.problem()


@pytest.mark.parametrize("place", ["/v1/works", "/v1/rules/exemple/1.2", "/readyz", "/v1/rien", "/"])
def test_a_connection_outlives_a_request_for_the_head_alone(server: Server, place: str) -> None:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as kept:
        told = []
        for method in ("HEAD", "GET"):
            kept.request(method, place, headers={"Host": "essai"})
            answer = kept.getresponse()
            told.append((answer.status, answer.headers["Content-Type"], answer.headers["Content-Length"]))
            body = answer.read()
            assert len(body) == (0 if method == "HEAD" else int(answer.headers["Content-Length"]))
    assert told[0] == told[1]


@pytest.mark.parametrize("header", ["Origin: http://localhost", "Content-Type: application/json"])
def test_a_header_that_two_readers_would_read_otherwise(server: Server, header: str) -> None:
    refused(server.asked("/v1/works", headers=f"{header}\r\n" * 2), 400, "en-tete-repete")


@pytest.mark.parametrize("place", ["/v1/games/exemple/order", "/mcp"])
@pytest.mark.parametrize("body", ['{"a": 1, "a": 2}', '{"a": [{"zibeline": 1, "zibeline": 1}]}'])
def test_a_key_that_two_readers_would_read_otherwise(server: Server, place: str, body: str) -> None:
    refused(server.asked(place, "POST", "Content-Type: application/json\r\n", body.encode()), 400, "clef-repetee")
    if place != "/mcp":
        refused(server.asked(f"{place}?request={quote(body)}"), 400, "clef-repetee")


def test_no_address_leads_elsewhere(server: Server) -> None:
    for place in ("//ailleurs.example/..", "/%2F%2Failleurs.example", "/\\ailleurs.example", "//jeu"):
        answer = server.asked(place)
        assert answer.status in {307, 404}
        assert re.search("location: (?!http://essai/)", answer.head) is None
