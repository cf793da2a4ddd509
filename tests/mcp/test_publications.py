"""On the user's own publications: without `--with-texts`, not one of their sentences leaves."""

import pytest
from mcp import Client

from api.mcp.server import create_server
from api.session import Session
from kb.store import KnowledgeBase, View
from tests.mcp.asking import asked

# Characters from which a sentence is somebody's own.
OWN = 60
# One rule in so many is read: the short form, and the long one.
EVERY = (45, pytest.param(15, marks=pytest.mark.proof))


def sentences(base: KnowledgeBase, view: View) -> set[str]:
    works = [info.work for info in base.works(view=view)]
    texts = [passage.text for work in works for passage in base.passages(base.all_ids(work, view), view)]
    return {part for text in texts for line in text.splitlines() for part in line.split(". ") if len(part) >= OWN}


def said(base: KnowledgeBase, every: int, *, with_texts: bool) -> str:
    session = Session.opened(base.path, with_texts=with_texts)
    rules = [rule for info in session.infos() for rule in base.all_ids(info.work, session.view)[::every]]

    async def ask(client: Client) -> list[str]:
        answers = []
        for rule in rules:
            game, _, rest = rule.partition("/")
            calls = [("rule", {"id": rule}), ("ask", {"q": rest.replace("-", " "), "game": game})]
            answers += [(await client.call_tool(tool, asked)).model_dump_json() for tool, asked in calls]
        return answers

    return "\n".join(asked(create_server(session), ask)).replace('\\"', '"')


@pytest.mark.publication
@pytest.mark.parametrize("every", EVERY)
def test_no_sentence_of_a_publication_leaves_unless_asked_for(text_base: KnowledgeBase, every: int) -> None:
    printed = sentences(text_base, "texte") - sentences(text_base, "precis")
    shown, kept = (said(text_base, every, with_texts=texts) for texts in (True, False))
    assert sum(sentence in shown for sentence in printed) > 100
    assert [sentence for sentence in printed if sentence in kept] == []
