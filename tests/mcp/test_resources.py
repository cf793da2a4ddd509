"""Rules as resources, prompts, and what completes an argument begun."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import Client
from mcp.server.lowlevel import Server
from mcp.types import Completion, PromptReference, Resource, ResourceTemplateReference, TextContent

from api.mcp import resources
from api.session import Session
from tests.mcp.asking import asked, called, read, words


async def every_page(client: Client) -> list[list[Resource]]:
    pages, cursor = [], None
    while True:
        page = await client.list_resources(cursor=cursor)
        pages.append(page.resources)
        cursor = page.next_cursor
        if cursor is None:
            return pages


def test_every_game_and_rule_is_listed_once_page_by_page(
    server: Server[Any], session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_PAGE", 5)
    pages = asked(server, every_page)
    assert len(pages) > 1
    assert max(map(len, pages[1:])) <= 5
    uris = [found.uri for page in pages for found in page]
    rules = [rule for work in ("autre", "essai") for rule in session.base.all_ids(work)]
    assert uris == ["regle://autre", "regle://essai", *(resources.address(rule) for rule in rules)]


def test_every_listed_address_can_be_read(server: Server[Any]) -> None:
    async def read_all(client: Client) -> list[str]:
        pages = await every_page(client)
        read = [await client.read_resource(found.uri) for page in pages for found in page]
        return [found.contents[0].uri for found in read]

    assert asked(server, read_all)


def test_a_rule_reads_as_its_tool_tells_it(server: Server[Any]) -> None:
    assert read(server, "regle://essai/1.2") == words(called(server, "rule", id="essai/1.2"))


@pytest.mark.parametrize("mark", ["#", "%23"])
def test_a_paragraph_has_an_address(server: Server[Any], mark: str) -> None:
    assert "La borne numéro 2 compte 2 pas." in read(server, f"regle://essai/1.3{mark}2")


def test_a_game_reads_as_its_parts(server: Server[Any]) -> None:
    assert "- [Livret](regle://autre/livret)" in read(server, "regle://autre")


def test_the_template_is_that_of_every_rule(server: Server[Any]) -> None:
    (template,) = asked(server, lambda client: client.list_resource_templates()).resource_templates
    assert template.uri_template == "regle://{jeu}/{+id}"


def test_a_prompt_names_the_tools_to_use(server: Server[Any]) -> None:
    listed = asked(server, lambda client: client.list_prompts()).prompts
    assert [prompt.name for prompt in listed] == ["arbitrer", "moment"]
    written = asked(
        server, lambda client: client.get_prompt("arbitrer", {"situation": "Deux troupes fuient.", "jeu": "essai"})
    )
    (message,) = written.messages
    assert isinstance(message.content, TextContent)
    assert "Deux troupes fuient." in message.content.text
    assert "(jeu : essai)" in message.content.text
    assert "judge" in message.content.text


def completed(server: Server[Any], name: str, begun: str, **others: str) -> Completion:
    reference = ResourceTemplateReference(type="ref/resource", uri="regle://{jeu}/{+id}")
    argument = {"name": name, "value": begun}
    return asked(server, lambda client: client.complete(reference, argument, others)).completion


def test_a_game_and_a_rule_are_completed(server: Server[Any]) -> None:
    assert completed(server, "jeu", "es").values == ["essai"]
    assert completed(server, "id", "1.", jeu="essai").values == ["1.1", "1.2", "1.3", "1.4"]
    assert completed(server, "id", "1.").values == []
    prompt = PromptReference(type="ref/prompt", name="moment")
    found = asked(server, lambda client: client.complete(prompt, {"name": "jeu", "value": ""}))
    assert found.completion.values == ["autre", "essai"]
