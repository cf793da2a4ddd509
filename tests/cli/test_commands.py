"""The command line as a user meets it: what it prints, its exit status, and one clear French line for bad input."""

import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kb.cli import COMMANDS
from kb.system.data import data_dir
from tests.commands import arbitre, surroundings
from tests.parsing.snapshots import Case, all_cases, check_case
from tests.proof import small
from tests.rows import rows_of

CASES = Path(__file__).parent / "cases"


@pytest.fixture(scope="module")
def kb(precis_path: Path) -> Path:
    return precis_path


@pytest.mark.parametrize("case", all_cases(CASES), ids=lambda case: case.name)
def test_what_a_command_tells(small_path: Path, case: Case) -> None:
    """On the example work: what is written out, what is told beside, the status unless all is well."""

    def told(line: str) -> str:
        done = arbitre(*shlex.split(line), kb=small_path, cwd=CASES)
        return f"$ {line}{f' → {done.returncode}' if done.returncode else ''}\n{done.stdout}{done.stderr}".rstrip("\n")

    check_case(case, lambda source: "\n\n".join(map(told, source.splitlines())))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "others"),
    [(["show", "35.3"], {"fastapi", "kb.build", "mcp", "networkx"}), (["--help"], {"mcp", "mcp_types"})],
)
def test_a_command_starts_without_what_the_others_need(kb: Path, arguments: list[str], others: set[str]) -> None:
    program = f"import sys, kb.cli\nsys.argv = {['arbitre', *arguments]}\ntry:\n    kb.cli.main()\n"
    program += f"except SystemExit:\n    print(*{others} & {{*sys.modules}}, 'loaded')"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=surroundings(kb), check=True
    )
    assert told.stdout.splitlines()[-1] == "loaded"


def test_lists_keep_to_a_limit_in_json_too(kb: Path) -> None:
    shown = json.loads(arbitre("show", "runewars/35", "--limit", "1", "--json", kb=kb).stdout)
    assert [len(shown[name]) for name in ("children", "related", "units")] == [1, 1, 2]
    asked = ("judge", "25.2 et 35.3 : laquelle ?", "--game", "runewars", "--json")
    whole, cut = (json.loads(arbitre(*asked, *more, kb=kb).stdout) for more in ((), ("--limit", "1")))
    assert cut["rests_on"] == whole["rests_on"][:1] != whole["rests_on"]
    assert cut["exceptions"] == whole["exceptions"]


def test_a_card_names_the_game_of_each_conclusion(kb: Path) -> None:
    """Without a game, every one that answers is told alike; the name of a game stands above what it concludes."""
    question = "une unité en fuite peut-elle traverser une unité alliée ?"
    found = json.loads(arbitre("judge", question, "--json", kb=kb).stdout)
    told = arbitre("judge", question, kb=kb).stdout
    assert [line for line in told.splitlines() if line.startswith("# ")][1:], "more than one game answers"
    first, *parts = told.split("\n# ")
    assert found["decision"]["text"] not in first
    assert len(parts) == 1 + len(found["elsewhere"])
    assert parts[0].splitlines()[1] == found["decision"]["text"]
    assert all("\n— " in part for part in parts), "each with the rule that decides"
    assert arbitre("judge", question, "--game", "wap", kb=kb).stdout.splitlines()[1] == "# Warhammer Armies Project"


_HALVED = {
    "quantity": "degats",
    "base": 5,
    "modifiers": [{"label": "moitié", "op": "divide", "value": 2}, {"label": "bonus", "op": "add", "value": 1}],
}


def test_a_value_is_told_in_its_order_with_french_figures_and_nothing_empty(kb: Path, tmp_path: Path) -> None:
    request = tmp_path / "requete.json"
    request.write_text(json.dumps(_HALVED), encoding="utf-8")
    lines = arbitre("modify", str(request), "--game", "aos", kb=kb).stdout.splitlines()
    assert [line.partition("  [")[0] for line in lines[:4]] == [
        "Résultat : 3",
        "moitié : 5 → 2,5",
        "arrondi : 2",
        "bonus : 2 → 3",
    ]
    request.write_text(
        json.dumps({"quantity": "sauvegarde", "context": {"save": "4+", "strength": "5", "perforant": 0}}),
        encoding="utf-8",
    )
    told = arbitre("modify", str(request), "--game", "wap", kb=kb)
    assert told.stdout.startswith("Résultat : 6+\n")
    assert "None" not in told.stdout
    assert "[]" not in told.stdout


def test_a_row_that_is_read_is_cited_and_not_its_table(kb: Path, tmp_path: Path) -> None:
    request = tmp_path / "requete.json"
    request.write_text(json.dumps({"quantity": "toucher-cc", "context": {"attacker": 4, "defender": 3}}), "utf-8")
    told = arbitre("modify", str(request), "--game", "wap", kb=kb).stdout
    assert re.findall(r"\((wap/[^,]*), précis\)", told) == ["wap/toucher-au-corps-a-corps#4"]


def test_the_same_moment_twice_is_said_so_in_a_line(kb: Path) -> None:
    told = arbitre("timing", "phase de tir", "la phase de tir", "--game", "wap", kb=kb).stdout
    assert told == "Les deux noms désignent le même moment : « Phase de tir ».\n"


def test_an_unknown_moment_proposes_those_that_are_near(kb: Path) -> None:
    told = arbitre("timing", "la phase de tir", "le tyr", "--game", "wap", kb=kb)
    assert told.returncode == 2
    assert re.search("moment inconnu : « le tyr » ; moments proches : .*[Tt]ir", told.stderr)


def test_the_moment_spelled_almost_so_is_proposed_first(kb: Path) -> None:
    told = arbitre("timing", "Phase de tirr", "Tour", "--game", "wap", kb=kb)
    assert "moment inconnu : « Phase de tirr » ; moments proches : Phase de tir, " in told.stderr


def test_an_ambiguous_name_is_told_without_the_words_of_another_surface(kb: Path) -> None:
    told = arbitre("show", "Charge", kb=kb)
    assert told.returncode == 2
    assert "désigne 4 passages : précisez le jeu (game), ou demandez l'un d'eux par son id\n" in told.stderr


@pytest.mark.parametrize("command", ["order", "modify", "conflict"])
def test_nothing_on_the_input_is_wrong_usage(kb: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b" \n")))
    told = arbitre(command, "--game", "aos", kb=kb)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("arbitre : entrée standard : rien à lire ; ")


def test_help_is_in_french(kb: Path) -> None:
    every = ["", *(command for commands in COMMANDS.values() for command in commands)]
    for command in every:
        told = arbitre(*filter(None, [command]), "--help", kb=kb).stdout
        assert "Montre cette aide." in told
        assert not re.search(
            r"Show this|Usage:|\[default|\[required|<(?:int|str|bool|path|list)|Commands|\bexit\b", told
        )


def test_a_batch_answers_every_line_in_order_and_echoes_ids(kb: Path, tmp_path: Path) -> None:
    lines = [
        {"question": "collision", "game": "runewars", "id": "a"},
        {"question": "x", "game": "échecs", "id": "b"},
        {"question": "charge"},
    ]
    batch = tmp_path / "q.jsonl"
    batch.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    told = arbitre("ask", "--batch", str(batch), "--json", kb=kb)
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert [answer.get("id") for answer in answers] == ["a", "b", None]
    assert "jeu inconnu" in answers[1]["error"]
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert "q.jsonl : sans réponse, ligne 2 ;" in told.stderr
    assert answers[2]["games"]["runewars"]["answerable"]


def test_export_gives_every_node_then_every_edge(kb: Path) -> None:
    lines = [json.loads(line) for line in arbitre("export", "--game", "runewars", kb=kb).stdout.splitlines()]
    nodes = [line for line in lines if "id" in line]
    edges = [line for line in lines if "from" in line]
    assert lines == [*nodes, *edges]
    known = {node["id"] for node in nodes}
    assert all(edge["from"] in known and edge["to"] in known for edge in edges)
    assert {"from", "to", "type", "how", "spans"} <= edges[0].keys()
    assert "<graphml" in arbitre("export", "--game", "exemple", "--format", "graphml", kb=kb).stdout


def test_export_of_one_layer(kb: Path) -> None:
    alone = arbitre("export", "--game", "exemple", "--layer", "precis", kb=kb)
    assert {json.loads(line)["layer"] for line in alone.stdout.splitlines() if '"layer"' in line} == {"precis"}
    assert alone.stdout == arbitre("export", "--game", "exemple", kb=kb).stdout
    texts = arbitre("export", "--game", "exemple", "--layer", "texte", "--with-texts", kb=kb)
    assert (texts.returncode, texts.stdout) == (0, ""), "this base has no text of the example"


@pytest.mark.parametrize(("command", "status", "line"), rows_of(CASES / "usages.tsv"))
def test_wrong_usage_is_one_french_line(kb: Path, tmp_path: Path, command: str, status: str, line: str) -> None:
    told = arbitre(*shlex.split(command), kb=kb, cwd=tmp_path)
    assert (told.returncode, told.stdout) == (int(status), "")
    assert told.stderr.count("\n") == 1
    assert line in told.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["ask", "search", "judge"])
def test_a_question_is_of_a_bounded_length(kb: Path, command: str) -> None:
    told = arbitre(command, "pont " * 201, kb=kb)
    assert (told.returncode, told.stdout) == (2, "")
    assert "question de 1005 caractères, plus que les 1000 admis" in told.stderr


@pytest.mark.slow
def test_the_precis_is_built_at_first_use_and_said(corpus: Path, tmp_path: Path) -> None:
    first, second = (
        small.run(corpus, "show", "exemple/1.2", XDG_CACHE_HOME=tmp_path, ARBITRE_KB="") for _time in range(2)
    )
    assert "première utilisation" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout != ""


def test_a_policy_and_a_timeline_are_asked_as_they_are_written(kb: Path, tmp_path: Path) -> None:
    request = CASES / "bousculade.json"
    work = Path(shutil.copytree(data_dir("corpus") / "exemple", tmp_path / "corpus" / "exemple"))
    policy, timeline = work / "precedence.toml", work / "timeline.toml"
    policy.write_text(policy.read_text(encoding="utf-8").replace('"simultane"', '"indecis"'), encoding="utf-8")
    timeline.write_text(timeline.read_text(encoding="utf-8").replace('titre = "', 'titre = "Autre '), encoding="utf-8")
    for folder in (work, work.parent):
        asked = ("--game", "exemple", "--corpus", str(folder))
        assert "même temps" not in arbitre("order", str(request), *asked, kb=kb).stdout.splitlines()[0]
        assert "Autre " in arbitre("timeline", *asked, kb=kb).stdout
    wrong = arbitre("order", str(request), "--game", "exemple", "--corpus", str(tmp_path), kb=kb)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "ni precedence.toml ni timeline.toml ; --corpus veut le dossier de « exemple »" in wrong.stderr


@pytest.mark.parametrize("command", ["ask", "judge", "search"])
@pytest.mark.parametrize("question", ["", "  ", "?!"])
def test_a_question_that_says_nothing_is_refused_in_one_line(kb: Path, command: str, question: str) -> None:
    done = arbitre(command, question, kb=kb)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("arbitre : question vide : ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("game", ["Runewars", "RUNEWARS", " runewars "])
def test_a_game_may_be_given_in_capitals(kb: Path, game: str) -> None:
    assert (
        arbitre("show", "35.3", "--game", game, kb=kb).stdout
        == arbitre("show", "35.3", "--game", "runewars", kb=kb).stdout
    )


@pytest.mark.parametrize(
    ("game", "near"),
    [
        ("rune", "runewars"),
        ("warmachin", "warmachine"),
        ("Age of Sigmar", "aos"),
        ("9e age", "t9a"),
        ("armies project", "wap"),
    ],
)
def test_the_game_nearest_to_an_unknown_one_is_proposed(kb: Path, game: str, near: str) -> None:
    done = arbitre("ask", "qui commence ?", "--game", game, kb=kb)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"le plus proche : {near} ; jeux connus : aos" in done.stderr
    assert "le plus proche" not in arbitre("ask", "qui commence ?", "--game", "xyz", kb=kb).stderr
