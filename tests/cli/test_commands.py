"""The command line as a user meets it: what it prints, its exit status, and one clear French line for bad input."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kb.system.data import data_dir
from tests.commands import PROGRAM, arbitre, arbitre_apart, surroundings
from tests.proof import small


@pytest.fixture(scope="module")
def kb(precis_path: Path) -> Path:
    return precis_path


@pytest.mark.parametrize("text", ["35.3", "runewars/35.3"])
def test_show_a_rule(kb: Path, text: str) -> None:
    shown = arbitre("show", text, kb=kb)
    assert shown.returncode == 0
    assert shown.stdout.startswith("runewars/35.3\nGuide de référence › Glossaire › 35 Déplacement\n")
    assert "Redit" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "others"),
    [(["show", "35.3"], {"api", "kb.build", "kb.search", "networkx"}), (["--help"], {"mcp", "mcp_types"})],
)
def test_a_command_starts_without_what_the_others_need(kb: Path, arguments: list[str], others: set[str]) -> None:
    program = f"import sys, kb.cli\nsys.argv = {['arbitre', *arguments]}\ntry:\n    kb.cli.main()\n"
    program += f"except SystemExit:\n    print(*{others} & {{*sys.modules}}, 'loaded')"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=surroundings(kb), check=True
    )
    assert told.stdout.splitlines()[-1] == "loaded"


def test_show_an_entry_with_its_rules_and_links(kb: Path) -> None:
    shown = arbitre("show", "Collision", "--game", "runewars", kb=kb).stdout
    assert "26.1  " in shown
    assert "Sujets connexes : Déplacement (runewars/35)" in shown
    assert "Cité par : " in shown


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("wap/mouvement#5", ["Note 1 (Normal) : Pour une charge", "Note 2 (Rapide + M≥7) : De ces"]),
        ("wap/mouvement#5.4", ["Note 2 (Rapide + M≥7) : De ces"]),
        ("wap/mouvement#1", []),
        (
            "wap/mouvement",
            ["Note 1 (Charge : Normal ; Charge ratée : Normal) : Pour une charge", "Note 2 (", "Note 3 (Charge) : "],
        ),
        ("exemple/3.1", ["Note a (noire : Dés lancés) : aucun"]),
    ],
)
def test_show_the_notes_that_rows_call(kb: Path, shown: str, told: list[str]) -> None:
    """Of a row, of one of its cells, of a whole table, and of a table below a rule; each note once."""
    lines = arbitre("show", shown, kb=kb).stdout.splitlines()
    notes = [line for line in lines if re.match(r"Note \w+ \(", line)]
    assert len(notes) == len(told)
    assert all(note.startswith(beginning) for note, beginning in zip(notes, told, strict=True))
    assert not {note.split(") : ", 1)[1] for note in notes} & {*lines}
    given = json.loads(arbitre("show", "wap/mouvement#5", "--json", kb=kb).stdout)["notes"]
    assert [(note["call"], note["where"], note["rows"]) for note in given] == [
        ("1", "Normal", ["wap/mouvement#5"]),
        ("2", "Rapide + M≥7", ["wap/mouvement#5"]),
    ]


def test_judge_gives_the_words_of_the_note_that_a_row_calls(kb: Path) -> None:
    told = arbitre("judge", "charge ratée, déplacement normal : quelle distance ?", "--game", "wap", kb=kb).stdout
    words = "Pour une charge ou une charge ratée, dans la colonne Normal, on ne garde que le plus haut des 2D6."
    assert f"\nNote 1 : « {words} »\n— Warhammer Armies Project, " in told


def test_show_keeps_to_a_mode(kb: Path) -> None:
    assert arbitre("show", "aos/base/17.1", "--mode", "fer-de-lance", kb=kb).returncode == 0
    other = arbitre("show", "aos/aptitude/ralliement", "--mode", "fer-de-lance", kb=kb)
    assert (other.returncode, other.stdout) == (1, "")
    assert (
        "« aos/aptitude/ralliement » ne vaut pas dans le mode « fer-de-lance » ; elle vaut dans : base," in other.stderr
    )


def test_show_and_judge_keep_to_a_limit(kb: Path) -> None:
    whole, cut = (arbitre("show", "runewars/35", *more, kb=kb).stdout for more in ((), ("--limit", "1")))
    assert "\n35.1  " in cut
    assert "\n35.2  " in whole
    assert "\n35.2  " not in cut
    assert "\n… et 3 de plus\n" in cut
    shown = json.loads(arbitre("show", "runewars/35", "--limit", "1", "--json", kb=kb).stdout)
    assert [len(shown[name]) for name in ("children", "related", "units")] == [1, 1, 2]
    asked = ("judge", "25.2 et 35.3 : laquelle ?", "--game", "runewars", "--json")
    whole, cut = (json.loads(arbitre(*asked, *more, kb=kb).stdout) for more in ((), ("--limit", "1")))
    assert cut["rests_on"] == whole["rests_on"][:1]
    assert len(whole["rests_on"]) > 1
    assert cut["exceptions"] == whole["exceptions"]


def test_show_the_way_from_a_rule_to_another(kb: Path) -> None:
    """Each step joins the end of the last; an edge is followed either way; another game is out of reach."""
    told = json.loads(arbitre("show", "--path", "exemple/2.4", "exemple/1.2", "--json", kb=kb).stdout)["path"]
    ends = ["exemple/2.4"]
    for step in told:
        assert ends[-1] in {step["from"], step["to"]}
        ends.append(step["to"] if step["from"] == ends[-1] else step["from"])
    assert ends[-1] == "exemple/1.2"
    shown = arbitre("show", "--path", "exemple/2.4", "exemple/1.2", kb=kb).stdout.splitlines()
    assert len(shown) == len(ends)
    lost = arbitre("show", "--path", "exemple/2.4", "aos/base/17.1", kb=kb)
    assert (lost.returncode, len(lost.stdout.splitlines())) == (0, 2)
    assert "aucun lien" in lost.stdout
    unknown = arbitre("show", "--path", "nulle-part", "exemple/1.2", kb=kb)
    assert (unknown.returncode, unknown.stdout) == (2, "")


def test_show_what_rests_on_a_rule(kb: Path) -> None:
    told = json.loads(arbitre("show", "--resting", "exemple/4.1", "--json", kb=kb).stdout)["resting"]
    cited_by = {one["id"] for one in json.loads(arbitre("show", "exemple/4.1", "--json", kb=kb).stdout)["cited_by"]}
    assert cited_by
    assert {one.partition("#")[0] for one in cited_by} <= {one["id"] for one in told if one["distance"] == 1}
    assert [one["distance"] for one in told] == sorted(one["distance"] for one in told)


def test_ask_quotes_a_rule_and_says_where_it_stands(kb: Path) -> None:
    told = arbitre("ask", "mes troupes peuvent-elles traverser une troupe amie ?", "--game", "runewars", kb=kb)
    assert told.returncode == 0
    assert re.search(r"^Oui\. \(d'après « .+ » : oui\)$", told.stdout, re.MULTILINE)
    assert re.search(r"^« .+ »$", told.stdout, re.MULTILINE)
    assert re.search(r"^— Runewars, .+, .+ \(runewars/.+, précis\)$", told.stdout, re.MULTILINE)


def test_ask_says_why_nothing_answers(kb: Path) -> None:
    told = arbitre("ask", "Combien de points de commandement à dépenser par tour ?", "--game", "wap", kb=kb)
    assert told.returncode == 0
    assert "\nAucune règle ne tranche : Ce jeu ne connaît ni " in told.stdout
    assert "\nLes passages les plus proches, qui ne répondent pas :\n" in told.stdout


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
    assert answers[2]["games"]["runewars"]["answerable"]


def test_a_window_tells_what_a_player_may_use(kb: Path) -> None:
    told = arbitre("window", "Phase des Héros", "--game", "aos", "--player", "opponent", kb=kb)
    assert told.returncode == 0
    assert "- Intervention Magique (" in told.stdout
    assert "Bannir une Manifestation" not in told.stdout
    found = json.loads(arbitre("window", "Phase des Héros", "--game", "aos", "--json", kb=kb).stdout)
    assert "Bannir une Manifestation" in {usable["title"] for usable in found["usable"]}
    assert arbitre("window", "xyzzy", "--game", "aos", kb=kb).returncode != 0


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


@pytest.mark.parametrize("layer", ["texte", "both"])
def test_export_of_the_texts_is_on_purpose(kb: Path, layer: str) -> None:
    told = arbitre("export", "--layer", layer, kb=kb)
    assert (told.returncode, told.stdout) == (2, "")
    assert "--layer : les textes ne sortent qu'avec --with-texts" in told.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "line"),
    [
        (["nope"], 2, "commande inconnue : nope"),
        (["ask"], 2, "donnez une question, ou un fichier avec --batch"),
        (["ask", "x", "--limit", "99"], 2, "--limit : 50 au plus"),
        (["ask", "x", "--limite", "3"], 2, "option inconnue : --limite, voulez-vous dire --limit ?"),
        (["show", "x", "--json=3"], 2, "l'option --json ne prend pas de valeur"),
        (["diff", "--layers", "precis"], 2, "l'option --layers veut 2 valeurs"),
        (["show"], 2, "il manque ID"),
        (["show", "a", "b"], 2, "argument en trop : b"),
        (
            ["show", "runewars/35.33"],
            2,
            "identifiant inconnu : « runewars/35.33 » ; voulez-vous dire « runewars/35.3 » ?",
        ),
        (["ask", "x", "--game", "echecs"], 2, "jeu inconnu : « echecs » ; jeux connus : aos, runewars"),
        (["ask", "x", "--game", "aos", "--mode", "nuit"], 2, "mode inconnu : « nuit » ; modes connus : base, fer-de-"),
        (["show", "35.3", "--kb", "absente.sqlite"], 1, "absente.sqlite : aucune base ici"),
        (["build", "--texts", "/nulle/part"], 1, "/nulle/part : introuvable"),
        (["build", "--corpus", "/nulle/part"], 1, "/nulle/part : dossier introuvable"),
        (["check", "/nulle/part"], 1, "/nulle/part : dossier introuvable"),
        (["eval", "absent.jsonl"], 1, "absent.jsonl : fichier de questions introuvable ou illisible"),
        (["mcp", "--kb", "absente.sqlite"], 1, "absente.sqlite : aucune base ici"),
        (["mcp", "--port", "9000"], 2, "--port : ne sert qu'avec --http"),
        (["mcp", "--with-texts"], 2, "--with-texts : ne sert qu'avec --http"),
        (["mcp", "--http", "--layer", "texte"], 2, "par HTTP, les textes ne sont servis qu'avec --with-texts"),
        (["mcp", "--http", "--host", "192.0.2.1"], 1, "192.0.2.1 : impossible d'écouter sur cette adresse"),
    ],
)
def test_wrong_usage_is_one_french_line(kb: Path, tmp_path: Path, arguments: list[str], status: int, line: str) -> None:
    told = arbitre(*arguments, kb=kb, cwd=tmp_path)
    assert (told.returncode, told.stdout) == (status, "")
    assert told.stderr.count("\n") == 1
    assert line in told.stderr
    assert list(tmp_path.iterdir()) == []


BAD_FILES = {
    "vide.txt": (b"", "vide.txt : le fichier est vide"),
    "binaire.txt": (b"\x00\x01\x02" * 50, "binaire.txt : fichier binaire"),
    "livre.pdf": (b"%PDF-1.4 ...", "pdftotext"),
    "latin.txt": ("règle numérotée, équipée".encode("latin-1"), "iconv -f"),
    "inconnu.txt": (b"Un texte quelconque.\n", "publication inconnue"),
}


def test_bad_publications_are_each_told_and_nothing_is_written(tmp_path: Path) -> None:
    for name, (content, _line) in BAD_FILES.items():
        (tmp_path / name).write_bytes(content)
    with (tmp_path / "enorme.txt").open("wb") as file:
        file.truncate(200_000_000)
    told = arbitre_apart("build", "--texts", str(tmp_path), "--out", str(tmp_path / "base.sqlite"))
    assert told.returncode == 1
    lines = [*(line for _content, line in BAD_FILES.values()), "200 Mo, plus que les 50 Mo admis"]
    assert [line for line in lines if line not in told.stderr] == []
    assert len(told.stderr.splitlines()) == len(lines) + 1
    assert not (tmp_path / "base.sqlite").exists()


@pytest.mark.slow
def test_the_precis_is_built_at_first_use_and_said(corpus: Path, tmp_path: Path) -> None:
    first, second = (
        small.run(corpus, "show", "exemple/1.2", XDG_CACHE_HOME=tmp_path, ARBITRE_KB="") for _time in range(2)
    )
    assert "première utilisation" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout != ""


def test_output_may_be_cut_short(kb: Path) -> None:
    command = [*PROGRAM, "export", "--game", "runewars", "--kb", str(kb)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()


SHOVE = """{"situation": "bousculade", "active": "A", "items": [
    {"label": "le mien", "owner": "A", "etape": "eteindre"}, {"label": "le sien", "owner": "B", "etape": "eteindre"}]}"""


def test_order_reads_a_request_from_a_file(kb: Path, tmp_path: Path) -> None:
    request = tmp_path / "requete.json"
    request.write_text(SHOVE, encoding="utf-8")
    told = arbitre("order", str(request), "--game", "exemple", kb=kb)
    assert told.stdout.startswith(
        "1. le mien, le sien — en même temps  [exemple/3.1/3#1]\n« Les deux joueurs éteignent"
    )


def test_a_policy_and_a_timeline_are_asked_as_they_are_written(kb: Path, tmp_path: Path) -> None:
    request = tmp_path / "requete.json"
    request.write_text(SHOVE, encoding="utf-8")
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


def test_resolve_answers_each_line_and_tells_its_fault_in_its_place(kb: Path, tmp_path: Path) -> None:
    batch = tmp_path / "requetes.jsonl"
    lines = [
        {"id": "un", "game": "exemple", "endpoint": "order", "request": json.loads(SHOVE)},
        {"id": "deux", "game": "exemple", "endpoint": "ordre", "request": {}},
        {"id": "trois", "game": "belote", "endpoint": "order", "request": {}},
        {"id": "quatre", "game": "wap", "endpoint": "timing", "request": {"a": "Phase de tir", "b": "Phase de magie"}},
    ]
    batch.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    told = arbitre("resolve", "--batch", str(batch), "--json", kb=kb)
    assert told.returncode == 0
    found = [json.loads(line) for line in told.stdout.splitlines()]
    assert [line["id"] for line in found] == ["un", "deux", "trois", "quatre"]
    assert found[0]["steps"][0]["mode"] == "simultaneous"
    assert found[1]["error"].startswith("endpoint : « ordre » n'est pas")
    assert found[2]["error"].startswith("jeu inconnu : « belote »")
    assert found[3]["relation"] == "after"


def test_a_request_that_is_no_json_is_told_in_one_line(kb: Path, tmp_path: Path) -> None:
    request = tmp_path / "requete.json"
    request.write_text("{", encoding="utf-8")
    told = arbitre("modify", str(request), "--game", "exemple", kb=kb)
    assert told.returncode == 1
    assert told.stderr == f"arbitre : {request} : ce n'est pas du JSON ; voyez « arbitre situations --game exemple »\n"


def test_situations_are_listed_with_what_they_need(kb: Path) -> None:
    told = arbitre("situations", "--game", "exemple", kb=kb).stdout
    assert "- bousculade : Les étapes d'une bousculade [exemple/3.1]\n" in told
    assert "    etape (de chaque élément ; designer, souffler, eteindre, reculer) : " in told
