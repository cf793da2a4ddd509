"""As a proxy on the same machine asks: without `--with-texts` no word of a publication leaves; with it, this machine alone is answered.

The proxies themselves are in `test_frontends`.
"""

import contextlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from tests.api.conftest import PRINTED, secrets_in
from tests.api.servers import fetched
from tests.api.test_layers import PLACES
from tests.commands import serving

pytestmark = pytest.mark.slow

NAME, GIVEN = "arbitre.example.org", "regles.example.org"
# A proxy passes the name on, or asks under its own name and tells the other beside.
NAMED, TOLD = {"Host": NAME}, {"X-Forwarded-Host": NAME}
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
def command(base: Path, *words: str) -> Iterator[str]:
    """The address of a command of the service, stopped at the end."""
    with serving(*words, "--kb", base, "--port", "0") as (_process, address):
        # By whatever name it says to come.
        yield f"http://127.0.0.1:{urlsplit(address).port}"


def pages(address: str, headers: dict[str, str]) -> Iterator[str]:
    """Every page of the site, from link to link."""
    found, left = {"/"}, ["/"]
    while left:
        page = left.pop()
        answer = fetched(f"{address}{page}", headers)
        if answer.status == 200:
            yield answer.text
            base = page.rpartition("/")[0]
            links = {os.path.normpath(f"{base}/{link}") for link in re.findall(r'href="([^":#?]+\.html)', answer.text)}
            left += links - found
            found |= links


@pytest.fixture(scope="module")
def public(base_path: Path) -> Iterator[str]:
    """A service as it is by default."""
    with command(base_path, "serve") as service:
        yield service


@pytest.mark.parametrize("layer", ["", "both", "texte"])
def test_by_default_no_address_gives_a_text(public: str, layer: str) -> None:
    for place in PLACES:
        mark = "&" if "?" in place else "?"
        told = fetched(quote(f"{public}/v1/{place}{mark}{layer and f'layer={layer}'}", ":/?&=%"), NAMED)
        assert told.status == (403 if layer == "texte" else 200), place
        assert secrets_in(told.text) == [], place


def test_by_default_no_page_gives_a_text(public: str) -> None:
    site = "".join(pages(public, NAMED))
    assert "essai.md" in site
    assert PUBLICATION not in site


def test_by_default_the_tools_give_no_text(base_path: Path) -> None:
    body = json.dumps(CALL).encode()
    with command(base_path, "mcp", "--http", "--host-name", NAME) as service:
        told = fetched(f"{service}/mcp", POSTED | NAMED, body)
        assert (told.status, "lanternes" in told.text) == (200, True)
        assert secrets_in(told.text) == []
    with command(base_path, "mcp", "--http", "--with-texts") as service:
        assert PRINTED in fetched(f"{service}/mcp", POSTED, body).text
        assert fetched(f"{service}/mcp", POSTED | NAMED, body).status == 421


@pytest.fixture(scope="module")
def private(base_path: Path) -> Iterator[str]:
    """A service that shows the texts, under this machine's names and the one that is given, alone."""
    with command(base_path, "serve", "--with-texts", "--host-name", GIVEN) as service:
        yield service


def test_with_texts_this_machine_reads_the_pages_too(private: str) -> None:
    assert PUBLICATION in "".join(pages(private, {}))


@pytest.mark.parametrize("headers", [NAMED, TOLD])
@pytest.mark.parametrize("place", [SHOWN, "/", "/healthz", "/v1/rien"])
def test_with_texts_another_name_is_refused(private: str, place: str, headers: dict[str, str]) -> None:
    told = fetched(f"{private}{place}", headers)
    assert told.status == 421
    assert json.loads(told.text)["code"] == "hote-inconnu"
    assert "--host-name" in json.loads(told.text)["detail"]


@pytest.mark.parametrize("name", ["localhost:8000", "127.0.0.1", "127.0.0.1:80", "[::1]:8000", "LOCALHOST"])
def test_with_texts_this_machine_reads_them(private: str, name: str) -> None:
    assert PRINTED in fetched(f"{private}{SHOWN}", {"Host": name}).text


@pytest.mark.parametrize("name", ["", "exemple.localhost.example", "127.0.0.1.example", "[", "192.0.2.1", "0.0.0.0"])  # noqa: S104 - refused
def test_with_texts_what_looks_like_this_machine_is_refused(private: str, name: str) -> None:
    assert fetched(f"{private}{SHOWN}", {"Host": name}).status == 421


def test_with_texts_a_page_of_elsewhere_is_refused(private: str) -> None:
    assert fetched(f"{private}{SHOWN}", {"Host": "localhost", "Origin": "https://ailleurs.example"}).status == 421


@pytest.mark.parametrize("header", [*NAMED, *TOLD])
def test_with_texts_a_name_that_is_given_is_served(private: str, header: str) -> None:
    assert PRINTED in fetched(f"{private}{SHOWN}", {header: GIVEN}).text
