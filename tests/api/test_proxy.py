"""Behind a proxy on the same machine: without `--with-texts` no word of a publication leaves; with it, this machine alone is answered."""

import contextlib
import http.client
import json
import os
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from tests.api.conftest import PRINTED, secrets_in
from tests.api.test_layers import PLACES
from tests.commands import serving

pytestmark = pytest.mark.slow

NAME = "arbitre.example.org"
# The file of that layer, which the pages of its rules name.
PUBLICATION = "publication.txt"
SHOWN = "/v1/rules/exemple/1.1?layer=both"
CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "rule", "arguments": {"id": "exemple/1.1"}},
}
POSTED = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


@contextlib.contextmanager
def command(base: Path, *words: str) -> Iterator[int]:
    """The port of a command of the service, stopped at the end."""
    with serving(*words, "--kb", base, "--port", "0") as (_process, address):
        yield urlsplit(address).port or 0


@contextlib.contextmanager
def proxied(port: int, *, telling: bool = False) -> Iterator[int]:
    """The port of a reverse proxy: it passes the name on, or asks under its own name and is `telling` the other beside."""
    headers = {"X-Forwarded-Host": NAME} if telling else {"Host": NAME}

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            kept = {name: self.headers[name] for name in POSTED if name in self.headers}
            answer = asked(port, self.path, {**kept, **headers}, self.rfile.read(length))
            self.send_response(answer.status)
            self.end_headers()
            self.wfile.write(answer.text.encode())

        do_POST = do_GET  # noqa: N815 - its name in the library

        def log_message(self, format: str, *args: object) -> None: ...  # noqa: A002 - its name in the library

    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@dataclass(frozen=True)
class Answer:
    """A status and a text."""

    status: int
    text: str


def asked(port: int, place: str, headers: dict[str, str] | None = None, body: bytes = b"") -> Answer:
    """The answer of an address of this machine."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("POST" if body else "GET", place, body or None, headers or {})
        response = connection.getresponse()
        return Answer(response.status, response.read().decode())


def pages(port: int) -> Iterator[str]:
    """Every page of the site, from link to link."""
    found, left = {"/"}, ["/"]
    while left:
        page = left.pop()
        answer = asked(port, page)
        if answer.status == 200:
            yield answer.text
            base = page.rpartition("/")[0]
            links = {os.path.normpath(f"{base}/{link}") for link in re.findall(r'href="([^":#?]+\.html)', answer.text)}
            left += links - found
            found |= links


@pytest.fixture(scope="module")
def public(base_path: Path) -> Iterator[int]:
    """A service as it is by default, through a proxy."""
    with command(base_path, "serve") as port, proxied(port) as proxy:
        yield proxy


@pytest.mark.parametrize("layer", ["", "both", "texte"])
def test_by_default_no_address_gives_a_text(public: int, layer: str) -> None:
    for place in PLACES:
        mark = "&" if "?" in place else "?"
        told = asked(public, quote(f"/v1/{place}{mark}{layer and f'layer={layer}'}", "/?&=%"))
        assert told.status == (403 if layer == "texte" else 200), place
        assert secrets_in(told.text) == [], place


def test_by_default_no_page_gives_a_text(public: int) -> None:
    assert "essai.md" in "".join(pages(public))
    assert PUBLICATION not in "".join(pages(public))


def test_by_default_the_tools_give_no_text(base_path: Path) -> None:
    body = json.dumps(CALL).encode()
    with command(base_path, "mcp", "--http", "--host-name", NAME) as port, proxied(port) as proxy:
        told = asked(proxy, "/mcp", POSTED, body)
        assert (told.status, "lanternes" in told.text) == (200, True)
        assert secrets_in(told.text) == []
    with command(base_path, "mcp", "--http", "--with-texts") as port, proxied(port) as proxy:
        assert PRINTED in asked(port, "/mcp", POSTED, body).text
        assert asked(proxy, "/mcp", POSTED, body).status == 421


@pytest.fixture(scope="module")
def private(base_path: Path) -> Iterator[int]:
    """A service that shows the texts, under this machine's names alone."""
    with command(base_path, "serve", "--with-texts") as port:
        yield port


def test_with_texts_this_machine_reads_the_pages_too(private: int) -> None:
    assert PUBLICATION in "".join(pages(private))


@pytest.mark.parametrize("telling", [False, True])
@pytest.mark.parametrize("place", [SHOWN, "/", "/healthz", "/v1/rien"])
def test_with_texts_another_name_is_refused(private: int, place: str, telling: bool) -> None:  # noqa: FBT001
    with proxied(private, telling=telling) as proxy:
        told = asked(proxy, place)
    assert told.status == 421
    assert json.loads(told.text)["code"] == "hote-inconnu"
    assert "--host-name" in json.loads(told.text)["detail"]


@pytest.mark.parametrize("name", ["localhost:8000", "127.0.0.1", "127.0.0.1:80", "[::1]:8000", "LOCALHOST"])
def test_with_texts_this_machine_reads_them(private: int, name: str) -> None:
    assert PRINTED in asked(private, SHOWN, {"Host": name}).text


@pytest.mark.parametrize("name", ["", "exemple.localhost.example", "127.0.0.1.example", "[", "192.0.2.1", "0.0.0.0"])  # noqa: S104 - refused
def test_with_texts_what_looks_like_this_machine_is_refused(private: int, name: str) -> None:
    assert asked(private, SHOWN, {"Host": name}).status == 421


def test_with_texts_a_page_of_elsewhere_is_refused(private: int) -> None:
    assert asked(private, SHOWN, {"Host": "localhost", "Origin": "https://ailleurs.example"}).status == 421


def test_with_texts_a_name_that_is_given_is_served(base_path: Path) -> None:
    words = ("serve", "--with-texts", "--host-name", NAME)
    with command(base_path, *words) as port, proxied(port) as proxy, proxied(port, telling=True) as other:
        assert PRINTED in asked(proxy, SHOWN).text
        assert PRINTED in asked(other, SHOWN).text
        assert asked(port, SHOWN, {"Host": "ailleurs.example"}).status == 421
