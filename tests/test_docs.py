"""The documentation says what the program does: its examples are run."""

import doctest
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api import text as texts
from api.app import application
from api.engine_text import order_lines
from api.mcp.tools import TOOLS
from api.parameters import LONGEST_QUESTION
from api.session import Session
from api.settings import Limits, Service
from kb.answer import Answerer
from kb.parsing import parse_work
from kb.policy import clause_kinds
from kb.precedence import precedence_of
from kb.precedence.slots import CONFLICT_EXAMPLE
from kb.reading.data import read_curation, read_precedence
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.canon import HEAD, canonical

ROOT = Path(__file__).parents[1]
FENCED = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(path: Path) -> list[str]:
    return FENCED.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "block", blocks(data_dir("grammar") / "README.md"), ids=lambda block: block.split("\n")[0][:30]
)
def test_every_example_of_the_format_parses(block: str) -> None:
    text = block if block.startswith("---") else f"{HEAD}# Livret\n\n{block}"
    assert parse_work([canonical(text)]).diagnostics == ()


def test_the_example_of_relations_is_read(tmp_path: Path) -> None:
    example = next(block for block in blocks(data_dir("corpus") / "README.md") if "[[relation]]" in block)
    (tmp_path / "relations.toml").write_text(example, encoding="utf-8")
    curation = read_curation(tmp_path)
    assert (len(curation.relations), len(curation.corrections), len(curation.pages)) == (1, 1, 2)


def test_the_readme_shows_the_real_answer(base: KnowledgeBase, answerer: Answerer) -> None:
    shown = next(block for block in blocks(ROOT / "README.md") if block.startswith("$ arbitre ask"))
    command, _, answer = shown.partition("\n")
    match = re.fullmatch(r'\$ arbitre ask "(.*)" --game (\w+)', command)
    assert match is not None
    real = texts.as_text(Session.opened(base, with_texts=True), answerer.ask(match[1], match[2]))
    assert real == answer.rstrip("\n")


def test_what_curl_asks_is_answered(precis_path: Path) -> None:
    """Each command of the documents, as a shell would part it."""
    listed = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "api/README.md")]
    commands = [shlex.split(line) for text in listed for line in text.splitlines() if line.startswith("curl ")]
    client = TestClient(application(Service(precis_path)))
    for words in commands:
        place = next(word for word in words if word.startswith("http://")).removeprefix("http://127.0.0.1:8000")
        sent = [words[at + 1] for at, word in enumerate(words) if word in {"-d", "--data-urlencode"}]
        if "-G" in words:
            answer = client.get(place, params=dict(one.split("=", 1) for one in sent))
        else:
            answer = client.post(place, content=sent[0], headers={"Content-Type": "application/json"})
        assert answer.status_code == 200, answer.text
    assert len(commands) == 3


def test_the_readme_shows_a_real_order(base: KnowledgeBase) -> None:
    shown = next(block for block in blocks(ROOT / "README.md") if "arbitre order" in block)
    match = re.fullmatch(r"\$ echo '(.*)' \| arbitre order --game (\w+)\n(.*)", shown, re.DOTALL)
    assert match is not None
    found = precedence_of(base, match[2]).order(json.loads(match[1]))
    assert list(order_lines(found)) == match[3].splitlines()


def test_the_readme_shows_a_real_conflict(base: KnowledgeBase) -> None:
    shown = next(block for block in blocks(ROOT / "README.md") if "arbitre conflict" in block)
    match = re.fullmatch(r"\$ echo '(.*)' \| arbitre conflict --game (\w+)\n(.*)\n", shown, re.DOTALL)
    assert match is not None
    found = precedence_of(base, match[2]).conflict(json.loads(match[1]))
    assert f"{found.prevails} : {found.reason}" == match[3]
    for work in base.works():
        if base.policy(work.work):
            assert precedence_of(base, work.work).conflict(json.loads(CONFLICT_EXAMPLE)).reason


def test_the_example_of_a_policy_is_read(tmp_path: Path) -> None:
    example = next(block for block in blocks(data_dir("corpus") / "README.md") if "[[situation]]" in block)
    (tmp_path / "precedence.toml").write_text(example, encoding="utf-8")
    policy = read_precedence(tmp_path)
    assert policy is not None
    assert [clause.genre for clause in policy.situations[0].clauses] == ["trier", "alterner"]


@pytest.mark.parametrize("family", ["ordre", "valeur", "conflit"])
def test_every_clause_and_key_of_a_policy_is_documented(family: str) -> None:
    text = (data_dir("corpus") / "README.md").read_text(encoding="utf-8")
    section = text.partition("## `precedence.toml`")[2].partition("\n## ")[0]
    for genre, kind in clause_kinds(family).items():
        assert f"`{genre}`" in section
        assert all(f"`{key}" in section for key in (*kind.needed, *kind.others)), genre


def test_the_page_of_the_library_is_run(precis_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ROOT / "kb" / "python.md"
    shutil.copy(precis_path, tmp_path / "precis.sqlite")
    monkeypatch.chdir(tmp_path)
    example = doctest.DocTestParser().get_doctest(page.read_text(encoding="utf-8"), {}, page.name, str(page), 0)
    assert len(example.examples) > 20
    failed = doctest.DocTestRunner().run(example).failed
    assert failed == 0


def test_the_page_of_the_service_tells_its_true_limits() -> None:
    text = (ROOT / "api" / "README.md").read_text(encoding="utf-8")
    limits = Limits()
    for words in (
        f"à la fois, en attente | {limits.running}, {limits.waiting} |",
        f"attente d'une place | {limits.patience:.0f} s |",
        f"calcul d'une réponse | {limits.answering:.0f} s |",
        f"requête entière | {limits.arriving:.0f} s |",
        f"adresse, en-têtes, corps | {limits.address >> 10}, {limits.head >> 10}, {limits.body >> 10} Kio |",
        f"connexions | {limits.connections} |",
        f"question | {LONGEST_QUESTION} caractères |",
    ):
        assert words in text


def test_the_readme_names_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "kb" / "cli").glob("*.py"))
    commands = re.findall(r'@app\.command\("(\w+)"\)', source)
    assert commands
    assert [command for command in commands if f"`{command}`" not in text and f"arbitre {command}" not in text] == []


def test_the_recipes_name_commands_and_files_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    verbs = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\bmake ([a-z]+)", text)) <= set(verbs)
    assert all(f"`{command}`" in readme for command in re.findall(r"^arbitre (\w+)", text, re.MULTILINE))
    named = re.findall(r"(?:`|\()((?:kb|site|corpus|grammar|tests)/[\w./-]+)", text)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_readme_shows_how_to_plug_an_assistant_in() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    settings = re.search(r"^```json\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert settings is not None
    started = json.loads(settings[1])["mcpServers"]["arbitre"]
    assert Path(started["command"]).name == "arbitre"
    assert started["args"][:2] == ["mcp", "--kb"]
    tools = readme.partition("| outil | ")[2].partition("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", tools)) == set(TOOLS)
