"""Which work a file is: by its content, never by its name."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.errors import FaultyDataError, UnusableFileError
from kb.parsing import parse_work
from kb.reading.recognise import Publication, read_publication
from kb.system.data import data_dir
from tests.reading.laws import WORKS, read_damaged

Read = Callable[[str], Publication]


@pytest.fixture
def read(tmp_path: Path, sample_corpus: Path) -> Read:
    """Reads a text as a file whose name says nothing, beside the made-up work."""

    def reading(text: str) -> Publication:
        path = tmp_path / "sans-nom.txt"
        path.write_text(text, encoding="utf-8")
        return read_publication(path, sample_corpus)

    return reading


def test_a_work_is_known_by_what_it_says(read: Read, sample_text: str) -> None:
    publication = read(sample_text)
    assert publication.work == "cendres"
    assert publication.diagnostics == ()
    assert all("edition : essais, 1" in text.text for text in publication.texts)


def test_an_unknown_text_is_refused_with_the_known_works(read: Read) -> None:
    with pytest.raises(UnusableFileError, match=r"inconnue.*Cendres et Bannières.*arbitre new"):
        read("Rien de connu.")


def test_two_works_in_one_file_are_refused(read: Read, sample_corpus: Path, sample_text: str) -> None:
    other = sample_corpus / "cendres-bis"
    other.mkdir()
    for path in (sample_corpus / "cendres").glob("*.toml"):
        (other / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(UnusableFileError, match="plusieurs publications"):
        read(sample_text)


@pytest.mark.parametrize(
    ("before", "after", "codes", "edition", "documents", "shown"),
    [
        (", édition des essais", "", {"EDITION"}, "inconnue", 3, ""),
        (r"QUESTIONS DES CENDRES.*", "", {"PARTIE-ABSENTE"}, "essais, 1", 2, ""),
        (r"Variantes\n", "", {"TITRE-ABSENT"}, "essais, 1", 3, ""),
        ("2.1 Le brasier", "2.4 Le brasier", {"NUMEROTATION", "REPERE"}, "essais, 1", 3, ""),
        # A question or an answer alone is a note; steps that lost their title do not clash.
        (r"Q : La braise brûle-t-elle \?", "", set(), "essais, 1", 3, "## Sur la braise*> **Note** : R : "),
        (r"R : Oui\.", "", {"REPERE"}, "essais, 1", 3, "## Sur la braise*> **Note** : Q : "),
        ("Sujets connexes : Bannière ☀, Brasier.", "1. Encore.", set(), "essais, 1", 3, r"1\. Encore."),
    ],
)
def test_what_another_edition_or_conversion_lacks_is_told(
    read: Read, sample_text: str, before: str, after: str, codes: set[str], edition: str, documents: int, shown: str
) -> None:
    publication = read(re.sub(before, after, sample_text, flags=re.DOTALL))
    assert {fault.code for fault in publication.diagnostics} == codes
    assert all(fault.severity == "warning" for fault in publication.diagnostics)
    assert all(f"edition : {edition}" in text.text for text in publication.texts)
    assert len(publication.texts) == documents
    assert parse_work(publication.texts).diagnostics == ()
    whole = "\n".join(text.text for text in publication.texts)
    assert re.search(".*".join(map(re.escape, shown.split("*", 1))), whole, re.DOTALL)


def test_a_line_without_place_becomes_a_note(tmp_path: Path) -> None:
    sample = shutil.copytree(Path(__file__).parent / "samples" / "braises", tmp_path / "corpus" / "braises")
    untitled = tmp_path / "sans-titre.txt"
    untitled.write_text((sample / "publication.txt").read_text(encoding="utf-8").replace("\nMOTS\n", "\n"), "utf-8")
    publication = read_publication(untitled, tmp_path / "corpus")
    lost = [fault.line for fault in publication.diagnostics if fault.code == "LIGNE-SANS-PLACE"]
    assert lost == [176, 177, 178, 182]
    assert publication.texts[-1].text.endswith("> **Note** : Vent\t3")


@pytest.mark.parametrize("work", WORKS)
def test_every_reader_refuses_a_text_without_any_of_its_parts(work: str) -> None:
    for lines in (("Rien.", "", "- Rien de connu."), ("…",), ()):
        with pytest.raises(
            UnusableFileError, match=r"reconnue \(.+\), mais aucune de ses parties n'a été trouvée ; .+"
        ):
            read_damaged(data_dir("corpus") / work, lines)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('reader = "runewars"', 'reader = "absent"', "lecteur inconnu"),
        ('reader = "runewars"', 'reader = "../x"', "lecteur inconnu"),
        ('reader = "runewars"', "reader = true", "reader : True ne convient pas"),
        ('edition = "essais, 1"\nreader', "reader", "il manque edition"),
        ("[livret]", "[livre]", "clé inconnue : livre ;.* voulez-vous dire « livret »"),
        ("[", "[[", "TOML"),
        ("drop = ", "perdre = ", r"\[livret\] : clé inconnue : perdre"),
    ],
)
def test_faulty_data_are_named(
    read: Read, sample_corpus: Path, sample_text: str, before: str, after: str, says: str
) -> None:
    path = sample_corpus / "cendres" / "reading.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    with pytest.raises(FaultyDataError, match=says):
        read(sample_text)
