"""An answer, or what the engine decides, as a part of a page: drawn by the service, for the pages that it serves."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import application
from api.html import MEDIA_TYPE
from api.settings import Service

_QUESTIONS = Path(__file__).parents[1] / "questions" / "basiques" / "dev"
_DATA = re.compile(r'<script type="application/json">(.*?)</script>', re.DOTALL)


@pytest.fixture(scope="module")
def client(precis_path: Path) -> TestClient:
    return TestClient(application(Service(precis_path)))


def _part(client: TestClient, question: str, game: str = "") -> str:
    query = {"q": question, **({"game": game} if game else {})}
    response = client.get("/v1/ask", params=query, headers={"Accept": MEDIA_TYPE})
    assert (response.status_code, response.headers["Content-Type"]) == (200, f"{MEDIA_TYPE}; charset=utf-8")
    return response.text


def _words(html: str) -> str:
    """The words of a part, without any sign."""
    # What calls a note stands besides the words.
    plain = re.sub(r'<sup class="call">\w+</sup>|<[^>]+>| \[note \w+\]', " ", html)
    return " ".join(re.findall(r"\w+", unescape(plain)))


@pytest.mark.parametrize("path", sorted(_QUESTIONS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_answer_is_drawn_with_its_conclusion_and_its_first_words(client: TestClient, path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        asked = json.loads(line)
        found = client.get("/v1/ask", params={"q": asked["question"], "game": asked["game"]}).json()
        html = _part(client, asked["question"], asked["game"])
        shown, reply = _words(_DATA.sub("", html)), found["answer"]
        assert ("answer none" in html) != found["answerable"]
        concluded = [reply["conclusion"]["text"]] if reply["conclusion"] and not found["cell"] else []
        for words in [*concluded, *(one["text"] for one in reply["because"][:1])]:
            assert _words(words) in shown, (asked["question"], words)


def test_what_a_page_lists_below_comes_with_the_answer(client: TestClient) -> None:
    html = _part(client, "collision", "runewars")
    (data,) = _DATA.findall(html)
    listed = json.loads(data)
    asked = client.get("/v1/ask", params={"q": "collision", "game": "runewars"}).json()
    assert [one["id"] for one in listed["hits"]] == [one["id"] for one in asked["passages"]]
    assert (listed["answerable"], listed["corrected"]) == (True, None)


def test_a_program_is_given_json_and_what_is_kept_of_one_is_not_given_to_the_other(client: TestClient) -> None:
    query = {"q": "collision", "game": "runewars"}
    part, plain = (client.get("/v1/ask", params=query, headers={"Accept": kind}) for kind in (MEDIA_TYPE, "*/*"))
    assert plain.headers["Content-Type"] == "application/json"
    assert part.headers["ETag"] != plain.headers["ETag"]
    assert "Accept" in part.headers["Vary"].split(", ")


def test_nothing_that_is_asked_is_taken_for_html(client: TestClient) -> None:
    html = _part(client, "collision <script>alert('é')</script> \"&", "runewars")
    assert "<script>" not in html


def test_what_is_refused_is_told_as_to_a_program(client: TestClient) -> None:
    response = client.get("/v1/ask", params={"q": "", "game": "runewars"}, headers={"Accept": MEDIA_TYPE})
    assert (response.status_code, response.headers["Content-Type"]) == (422, "application/problem+json")


@pytest.mark.parametrize(
    ("address", "request_", "said"),
    [
        (
            "runewars/order",
            {"situation": "activation", "items": [{"label": "golems", "owner": "A", "initiative": 3}]},
            "golems",
        ),
        (
            "aos/conflict",
            {"a": {"says": "can", "label": "vol"}, "b": {"says": "cannot", "label": "entrave"}},
            "« entrave » l'emporte",
        ),
        (
            "t9a/modify",
            {"quantity": "blesser", "base": None, "context": {"strength": 4, "resilience": 3}, "modifiers": []},
            "Il faut 3+.",
        ),
    ],
)
def test_what_the_engine_decides_is_drawn_too(
    client: TestClient, address: str, request_: dict[str, object], said: str
) -> None:
    response = client.post(f"/v1/games/{address}", json=request_, headers={"Accept": MEDIA_TYPE})
    assert response.headers["Content-Type"].startswith(MEDIA_TYPE), response.text[:300]
    assert _words(said) in _words(response.text)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("timing?a=phase%20finale&b=phase%20d'activation", "« Phase Finale » vient après « Phase d'Activation »."),
        ("window?at=phase%20d'activation", "Phase d'Activation"),
    ],
)
def test_what_is_asked_of_time_is_drawn_too(client: TestClient, query: str, said: str) -> None:
    response = client.get(f"/v1/games/runewars/{query}", headers={"Accept": MEDIA_TYPE})
    assert _words(said) in _words(response.text)
