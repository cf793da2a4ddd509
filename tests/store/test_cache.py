"""A work unchanged is taken as it was built; the base is the same, whatever was so taken."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.build import cache, driver, one_layer
from kb.errors import Diagnostic, FaultyDataError
from kb.model import Question
from kb.parsing import readings
from kb.parsing.blocks import Block
from kb.parsing.transform import parse_block
from kb.reading.questions import read_questions
from kb.store import KnowledgeBase
from tests.proof import small

OTHERS = ("deuxieme",)


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A corpus of two works, alone with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    corpus = small.corpus_in(tmp_path / "corpus")
    small.copies_in(corpus, corpus, OTHERS)
    with small.standing_in(corpus):
        yield corpus


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The works made since last looked at."""
    names: list[str] = []
    make = driver._make

    def noted(asked: tuple[driver._Work, Path]) -> object:
        names.append(asked[0].folder.name)
        return make(asked)

    monkeypatch.setattr(driver, "_make", noted)
    return names


def built(out: Path) -> bytes:
    driver.build([], [], out)
    return out.read_bytes()


def kept(tmp_path: Path, ending: str = "sqlite") -> list[Path]:
    return sorted((tmp_path / "cache").rglob(f"*.{ending}"))


def test_only_the_work_that_changed_is_made_and_the_bytes_are_those_of_a_full_build(
    corpus: Path, made: list[str], tmp_path: Path
) -> None:
    first = built(tmp_path / "un.sqlite")
    assert made == ["deuxieme", "exemple"]
    made.clear()
    assert built(tmp_path / "deux.sqlite") == first
    assert made == []
    part = corpus / "deuxieme" / "30-carnet.md"
    part.write_text(f"{part.read_text(encoding='utf-8')}\n# Ajout\n\nUne lanterne de plus.\n", encoding="utf-8")
    changed = built(tmp_path / "trois.sqlite")
    assert made == ["deuxieme"]
    assert KnowledgeBase(tmp_path / "trois.sqlite").rows("SELECT 1 FROM nodes WHERE title = 'Ajout'")
    shutil.rmtree(tmp_path / "cache")
    assert built(tmp_path / "quatre.sqlite") == changed != first


def test_a_rule_changed_leaves_to_be_read_what_is_beside_it(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, read = built(tmp_path / "un.sqlite"), list[Path]()

    def noted(folder: Path, work: str) -> tuple[tuple[Question, ...], tuple[Diagnostic, ...]]:
        read.append(folder)
        return read_questions(folder, work)

    monkeypatch.setattr(one_layer, "read_questions", noted)
    for place, name in enumerate(("30-carnet.md", "questions/30-carnet.tsv")):
        part = corpus / "exemple" / name
        text = part.read_text(encoding="utf-8")
        part.write_text(f"{text}\n" if name.endswith("md") else text.replace("?", " ?!", 1), encoding="utf-8")
        changed = built(tmp_path / "deux.sqlite")
        assert len(read) == place
        shutil.rmtree(tmp_path / "cache")
        assert built(tmp_path / "trois.sqlite") == changed != first
        read.clear()


def test_a_paragraph_added_leaves_the_blocks_around_it_as_they_were_read(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, read = built(tmp_path / "un.sqlite"), list[str]()

    def noted(text: str) -> Block:
        read.append(text)
        return parse_block(text)

    monkeypatch.setattr(readings, "parse_block", noted)
    part = min((corpus / "exemple").glob("*.md"))
    head, title, below = part.read_text(encoding="utf-8").partition("\n# ")
    added = below.replace("\n\n", "\n\nUne lanterne\nde plus.\n\n", 1)
    part.write_text(f"{head}{title}{added}", encoding="utf-8")
    changed = built(tmp_path / "deux.sqlite")
    assert read == ["Une lanterne\nde plus."]
    shutil.rmtree(tmp_path / "cache")
    assert built(tmp_path / "trois.sqlite") == changed != first
    assert len(read) > 100


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("harm", [b"rien de cela", b"", None])
def test_what_is_kept_and_is_damaged_is_made_again(made: list[str], tmp_path: Path, harm: bytes | None) -> None:
    """A work, then what was read of it too."""
    first = built(tmp_path / "un.sqlite")
    works, readings = (
        [path for path in kept(tmp_path, end) if "exemple-" in path.name] for end in ("sqlite", "msgpack")
    )
    assert (len(works), len(readings)) == (1, 2)
    for damaged in (works, [*works, *readings]):
        for path in damaged:
            path.write_bytes(path.read_bytes()[:-1] if harm is None else harm)
        made.clear()
        assert built(tmp_path / "deux.sqlite") == first
        assert made == ["exemple"]


@pytest.mark.parametrize("name", ["lexicon/commun.toml", "lexicon/exemple.toml", "exemple/neuf.toml"])
def test_whatever_a_work_is_made_from_makes_it_anew(corpus: Path, made: list[str], tmp_path: Path, name: str) -> None:
    built(tmp_path / "un.sqlite")
    made.clear()
    path = corpus / name
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    path.write_text(f"{text}\n# autrement\n", encoding="utf-8")
    built(tmp_path / "deux.sqlite")
    assert made == (["deuxieme", "exemple"] if "commun" in name else ["exemple"])


@pytest.mark.usefixtures("corpus")
def test_another_program_or_library_makes_all_anew(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(tmp_path / "un.sqlite")
    made.clear()
    monkeypatch.setattr(cache, "version", lambda name: f"{name} 99")
    cache.program.cache_clear()
    built(tmp_path / "deux.sqlite")
    cache.program.cache_clear()
    assert made == ["deuxieme", "exemple"]


def test_the_files_that_served_longest_ago_are_removed(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_KEPT", 3)
    for place in range(3):
        (corpus / "exemple" / "note.toml").write_text(f"# {place}\n", encoding="utf-8")
        built(tmp_path / "base.sqlite")
    assert len(kept(tmp_path)) == 3
    assert {path.name.split("-")[0] for path in kept(tmp_path)} == {"exemple", *OTHERS}


@pytest.mark.usefixtures("corpus")
def test_where_nothing_can_be_kept_a_base_is_built_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = built(tmp_path / "un.sqlite")
    (tmp_path / "fichier").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "fichier"))
    assert built(tmp_path / "deux.sqlite") == first


def test_a_work_with_errors_is_told_each_time_and_never_kept(corpus: Path, tmp_path: Path) -> None:
    (corpus / "exemple" / "relations.toml").write_text("[[relation]\n", encoding="utf-8")
    for _time in range(2):
        with pytest.raises(FaultyDataError, match="rien n'est écrit"):
            built(tmp_path / "base.sqlite")
    assert not any(path.name.startswith("exemple-") for path in kept(tmp_path))
