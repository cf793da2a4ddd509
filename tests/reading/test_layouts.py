"""The layouts of a damaged publication, on the made-up one: the canonical text that they give."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.reading.recognise import read_publication


@pytest.fixture
def texts(tmp_path: Path, sample_corpus: Path, sample_text: str) -> tuple[str, str, str]:
    path = tmp_path / "publication.txt"
    path.write_text(sample_text, encoding="utf-8")
    livret, guide, questions = read_publication(path, sample_corpus).texts
    return livret.text, guide.text, questions.text


def test_the_box_is_a_table_with_its_footnote(texts: tuple[str, str, str]) -> None:
    assert "| 1 | Bannière[^1] de lin blanc |\n| 2 | Torches |\n[^1] : Une bannière de cendre" in texts[0]
    assert texts[0].index("[^1] :") < texts[0].index("## Montage")


def test_a_legend_is_read_by_letter(texts: tuple[str, str, str]) -> None:
    assert "| A | La tour |\n| B | Le pont[^1] |\n| C | Le gué |\n[^1] : Ce plan" in texts[0]
    assert "> **Absent de la source** : le dessin du plan." in texts[0]


def test_prose_is_cleaned_and_joined(texts: tuple[str, str, str]) -> None:
    assert (
        "Cendres et Bannières : le jeu se joue à pied.\n- **Pas** : une enjambée mesure un doigt et rien de plus."
        in texts[0]
    )
    assert "Une torche montre un tison par pas, jamais deux." in texts[0]
    assert "Elle s'arrête au gué.\n\n> **Exemple** : La bannière avance ici." in texts[0]
    assert r"connue \{ et \* un signe." in texts[0]


def test_steps_printed_in_columns_are_sorted(texts: tuple[str, str, str]) -> None:
    assert "1. La bannière part.\n\n2. Elle passe le gué.\n\n3. Elle arrive." in texts[0]


def test_an_unreadable_cell_is_a_question_mark(texts: tuple[str, str, str]) -> None:
    assert "Tableau : Bourse {#livret/couts/bourse}\n| Pas | Prix |\n| --- | --- |\n| 1 | ? |\n| 2 | 8 |" in texts[0]


def test_a_paragraph_between_steps_belongs_to_the_first(texts: tuple[str, str, str]) -> None:
    assert "1. **Tirez** : un camp tire un tison.\n\n   Le tison reste visible.\n\n2. **Plantez**" in texts[1]
    assert "Sujets connexes : Bannière, Brasier" in texts[1]


def test_the_glossary_is_numbered_again(texts: tuple[str, str, str]) -> None:
    entry = "### 1 Bannière\n\nUne bannière mène un camp.\n\n**1.1** Une bannière plantée"
    assert entry in texts[1]
    assert "- **Hampe** : elle porte le drap.\n- Un drap brûlé tombe." in texts[1]
    assert "**1.2 Étape 1 – Planter.** le camp choisit un tertre." in texts[1]
    assert "### 2 Brasier\n\n**2.1** Le brasier éclaire deux pas.\n\n**2.2** Un brasier" in texts[1]
    assert "### 3 Braise\n\nVoir « Brasier »." in texts[1]


def test_a_title_of_one_paragraph_opens_it(texts: tuple[str, str, str]) -> None:
    assert "**Variante du soir** On joue à la lanterne." in texts[1]


def test_the_rows_of_the_index_find_their_head(texts: tuple[str, str, str]) -> None:
    rows = ["| Bannière | 1.0 |", "| – Planter | 1.2 |", "| Braise | 3.0 |", "| Brasier | 2.0–2.1 |"]
    assert "\n".join([*rows, "| – Tendu | 2.1 |", "| – Lanterne | cf. page 2 |"]) in texts[1]


def test_an_erratum_says_where_then_what(texts: tuple[str, str, str]) -> None:
    where = "> **Note** : Le premier point devrait dire :"
    assert f"{where}\n\nRemplacer 1.1 : Une bannière plantée ne bouge qu'une fois. Elle se voit de loin." in texts[2]


def test_a_question_keeps_its_answer_and_example(texts: tuple[str, str, str]) -> None:
    assert "**Q :** La braise brûle-t-elle ?\n\n**R :** Oui.\nLongtemps, même.\n\n> **Exemple** : la nuit." in texts[2]
