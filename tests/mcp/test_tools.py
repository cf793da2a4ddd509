"""What the tools say of themselves and answer: the value of the API's route, and lines that an assistant can quote."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from mcp.server.lowlevel import Server
from mcp.types import Tool

from api.mcp.tools import TOOLS
from api.session import Session
from tests.mcp.asking import PLACES, REQUESTS, asked, called, value, words

QUOTED = re.compile(r"« ([^»]+(?:« [^»]+ »[^»]*)*) »\n— .* \((\S+), (?:précis|texte de la publication)\)")


@pytest.fixture(scope="module")
def listed(server: Server[Any]) -> dict[str, Tool]:
    return {tool.name: tool for tool in asked(server, lambda client: client.list_tools()).tools}


def test_every_tool_has_a_request_in_these_tests(listed: dict[str, Tool]) -> None:
    assert set(listed) == set(REQUESTS) == set(TOOLS)


def test_every_tool_reads_and_may_be_called_again(listed: dict[str, Tool]) -> None:
    for tool in listed.values():
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        assert tool.annotations.idempotent_hint
        assert not tool.annotations.destructive_hint
        assert not tool.annotations.open_world_hint


def test_every_tool_and_parameter_is_described(listed: dict[str, Tool]) -> None:
    for tool in listed.values():
        assert tool.title
        assert tool.description
        lacking = [name for name, part in tool.input_schema["properties"].items() if not part.get("description")]
        assert (tool.name, lacking) == (tool.name, [])


def test_the_games_are_those_of_the_base(listed: dict[str, Tool]) -> None:
    game = listed["rule"].input_schema["properties"]["game"]
    assert game["enum"] == ["autre", "essai"]
    assert "Essai" in game["description"]


def test_a_request_of_the_engine_says_what_it_must_hold(listed: dict[str, Tool]) -> None:
    assert listed["order"].input_schema["required"] == ["game", "situation", "items"]
    conflict = listed["conflict"].input_schema["properties"]
    assert (conflict["a"]["required"], conflict["waives"]["enum"]) == (["label", "says"], ["a", "b", None])
    modifier = listed["modify"].input_schema["properties"]["modifiers"]["items"]
    assert list(modifier["properties"]) == ["label", "op", "value", "owner", "kind"]
    assert listed["order"].input_schema["additionalProperties"]
    assert not listed["ask"].input_schema["additionalProperties"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("tool", REQUESTS)
def test_a_tool_answers_what_the_api_does(server: Server[Any], client: TestClient, tool: str, mode: str) -> None:
    arguments = REQUESTS[tool]
    address = PLACES.get(tool, "/v1/{tool}").format(tool=tool, **arguments)
    body = {name: value for name, value in arguments.items() if name != "game"}
    if tool == "verify":
        response = client.post(address, json=arguments)
    elif tool in {"order", "modify", "conflict"}:
        response = client.post(address, json=body)
    else:
        response = client.get(address, params=arguments)
    answer = asked(server, lambda caller: caller.call_tool(tool, arguments), mode)
    assert not answer.is_error
    told, expected = value(answer), response.json()
    assert response.status_code == 200
    for part in (told, expected):
        part.pop("took_ms", None)
    assert told == expected
    assert words(answer)


@pytest.mark.parametrize("tool", ["ask", "judge", "timing", "order", "modify", "conflict"])
def test_every_quote_is_followed_by_the_rule_that_holds_it(server: Server[Any], session: Session, tool: str) -> None:
    quotes = QUOTED.findall(words(called(server, tool, **REQUESTS[tool])))
    assert quotes
    for text, identifier in quotes:
        assert any(text in passage.text or text in passage.own for passage in session.base.passages([identifier]))


def test_a_passage_says_whether_it_is_ours_or_the_publication_s(server: Server[Any]) -> None:
    assert "(exemple/1.1, texte de la publication)" in words(called(server, "rule", id="exemple/1.1"))
    assert "(autre/1.1, précis)" in words(called(server, "rule", id="autre/1.1"))


def test_rules_that_contradict_each_other_leave_the_card_open(server: Server[Any]) -> None:
    told = words(called(server, "judge", q="une troupe qui fuit peut-elle charger ?", game="essai"))
    assert "Aucune règle ne tranche : deux règles se contredisent." in told
    assert "essai/1.2" in told


def test_a_moment_is_read_alone_and_what_is_left_out_is_said(server: Server[Any]) -> None:
    cut = "laissés de côté"
    flat, part, whole = (
        called(server, "timeline", game="exemple", **more)
        for more in ({"depth": 1}, {"moment": "Phase de Marche", "depth": 20}, {"depth": 20})
    )
    assert all(child["children"] == [] for child in value(flat)["children"])
    assert words(part).startswith("Phase de Marche")
    assert [cut in words(told) for told in (flat, part, whole)] == [True, False, False]


def test_a_quote_is_told_with_what_it_is_worth(server: Server[Any]) -> None:
    claims = [
        {
            "quote": "Une troupe qui fuit ne charge pas.",
            "id": "essai/1.2",
            "says": "Une troupe qui fuit ne charge pas.",
        },
        {"quote": "Une troupe qui fuit charge.", "id": "essai/1.2"},
    ]
    place = "— Essai, Livret, 1.2 Charge (essai/1.2, texte de la publication)"
    assert words(called(server, "verify", claims=claims)).splitlines() == [
        "« Une troupe qui fuit ne charge pas. »",
        place,
        "mot pour mot ; ce qui en est affirmé en découle",
        "« Une troupe qui fuit charge. »",
        "pas mot pour mot",
        "Le plus proche : « Une troupe qui fuit ne charge pas. »",
        place.replace("1.2,", "1.2#0.1,"),
    ]


def test_a_rule_is_told_with_what_it_holds_and_its_exceptions(server: Server[Any]) -> None:
    told = words(called(server, "rule", id="2", game="essai"))
    assert "2.1 (essai/2.1) : Une troupe qui fuit quitte la table." in told
    assert "Exceptions : Charge (essai/1.4)" in words(called(server, "rule", id="essai/1.2"))


@pytest.mark.parametrize("expand", ["children,cited_by", ["children", "cited_by"], ["children,cited_by"]])
def test_what_is_expanded_may_be_told_in_one_text(server: Server[Any], expand: object) -> None:
    told = value(called(server, "rule", id="essai/1", expand=expand))
    assert all("text" in child for child in told["children"])
