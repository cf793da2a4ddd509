"""Headers, conditional requests, compression, cross-origin reading, and the site below the API."""

import pytest
from fastapi.testclient import TestClient

LOCAL, ELSEWHERE = "http://localhost:5173", "https://ailleurs.example"


def test_an_answer_is_labelled_and_not_sent_twice(client: TestClient) -> None:
    first = client.get("/v1/rules/exemple/1.2")
    etag = first.headers["etag"]
    assert etag.startswith('W/"')
    for held in (etag, etag.removeprefix("W/"), f'"autre", {etag}'):
        again = client.get("/v1/rules/exemple/1.2", headers={"If-None-Match": held})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == etag
        assert again.headers["cache-control"] == first.headers["cache-control"]
    assert client.get("/v1/rules/exemple/1.2", headers={"If-None-Match": '"autre"'}).status_code == 200


def test_each_address_and_each_audience_has_its_label(client: TestClient, public: TestClient) -> None:
    places = ["/v1/works", "/v1/rules/exemple/1.2", "/v1/rules/exemple/1.2?layer=precis", "/v1/search?q=lueur"]
    tags = [opened.get(place).headers["etag"] for place in places for opened in (client, public)]
    assert len(set(tags)) == len(tags)


def test_the_precis_may_be_cached_by_all_and_the_texts_by_their_owner(client: TestClient, public: TestClient) -> None:
    assert public.get("/v1/works").headers["cache-control"].startswith("public, max-age=")
    assert client.get("/v1/works").headers["cache-control"] == "private, no-cache"


def test_a_problem_is_not_kept(public: TestClient) -> None:
    response = public.get("/v1/rules/exemple/99")
    assert response.headers["cache-control"] == "no-store"
    assert "etag" not in response.headers


@pytest.mark.parametrize("place", ["/v1/works", "/healthz", "/v1/rules/exemple/99"])
def test_head_is_get_without_its_body(client: TestClient, place: str) -> None:
    got, headed = client.get(place), client.head(place)
    assert headed.content == b""
    assert headed.status_code == got.status_code
    assert headed.headers["content-type"] == got.headers["content-type"]


def test_long_answers_are_compressed(client: TestClient) -> None:
    long = client.get("/v1/rules/essai/1.3", headers={"Accept-Encoding": "gzip"})
    assert long.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in long.headers["vary"]
    assert long.json()["id"] == "essai/1.3"
    assert "content-encoding" not in client.get("/v1/rules/essai/1.3", headers={"Accept-Encoding": "identity"}).headers


def test_any_page_reads_the_precis_and_local_pages_the_texts(client: TestClient, public: TestClient) -> None:
    def allowed(opened: TestClient, origin: str) -> str | None:
        return opened.get("/v1/works", headers={"Origin": origin}).headers.get("access-control-allow-origin")

    assert allowed(public, ELSEWHERE) == "*"
    assert allowed(client, LOCAL) == LOCAL
    assert allowed(client, "http://127.0.0.1:8000") is not None
    assert allowed(client, ELSEWHERE) is None
    assert allowed(client, "http://localhost.ailleurs.example") is None


def test_the_site_stands_below_the_api(client: TestClient, public: TestClient) -> None:
    assert "Accueil" in client.get("/").text
    absent = client.get("/absente.html")
    assert absent.status_code == 404
    assert "Page absente" in absent.text
    assert client.get("/v1/works").headers["content-type"] == "application/json"
    assert public.get("/").headers["content-type"] == "application/problem+json"


ALLOWED = {
    "/v1/works": "GET, HEAD, OPTIONS",
    "/v1/rules/exemple/1.2": "GET, HEAD, OPTIONS",
    "/v1/games/exemple/order": "GET, HEAD, OPTIONS, POST",
    "/v1/verify": "OPTIONS, POST",
    "/mcp": "OPTIONS, POST",
    "/readyz": "GET, HEAD, OPTIONS",
    "/openapi.json": "GET, HEAD, OPTIONS",
    "/page.html": "GET, HEAD, OPTIONS",
}


@pytest.mark.parametrize("place", ALLOWED)
def test_an_address_says_how_it_may_be_asked(client: TestClient, place: str) -> None:
    asked = client.options(place)
    assert (asked.status_code, asked.headers["allow"]) == (204, ALLOWED[place])
    refused = client.request("PUT", place)
    assert (refused.status_code, refused.headers["allow"]) == (405, ALLOWED[place])
    assert refused.json()["detail"].endswith(
        ALLOWED[place].replace(", OPTIONS", "").replace("OPTIONS, ", "").replace(", ", " ou ")
    )


def test_an_unknown_address_allows_nothing(client: TestClient) -> None:
    answer = client.get("/v1/rien")
    assert (answer.status_code, answer.headers.get("allow")) == (404, None)


@pytest.mark.parametrize(
    ("origin", "method", "statuses"),
    [(LOCAL, "POST", (200, 200)), (LOCAL, "PUT", (400, 400)), (ELSEWHERE, "GET", (200, 421))],
)
def test_a_browser_that_asks_first_is_answered(
    client: TestClient, public: TestClient, origin: str, method: str, statuses: tuple[int, int]
) -> None:
    asked = {"Origin": origin, "Access-Control-Request-Method": method}
    for opened, status in zip((public, client), statuses, strict=True):
        answer = opened.options("/v1/games/exemple/order", headers=asked)
        assert answer.status_code == status
        if status == 200:
            assert answer.headers["access-control-allow-methods"] == "GET, HEAD, POST"


@pytest.mark.parametrize(
    ("headers", "status"),
    [("if-none-match", 200), ("content-type, mcp-protocol-version, mcp-session-id", 200), ("x-autre", 400)],
)
def test_a_page_of_elsewhere_may_send_what_browsers_of_the_api_and_of_the_tools_do(
    public: TestClient, headers: str, status: int
) -> None:
    asked = {"Origin": ELSEWHERE, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": headers}
    answer = public.options("/v1/ask", headers=asked)
    assert answer.status_code == status
    if status != 200:
        assert "une page d'ailleurs ne peut demander ainsi" in answer.json()["detail"]
