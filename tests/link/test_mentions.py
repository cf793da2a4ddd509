"""Running text is linked to the terms that it mentions: longest first, once, never to itself, never by a common word."""

from __future__ import annotations

import pytest

from kb.model import EdgeType, Layer, Lexicon
from kb.model.curation import Curation, Unlink
from tests.canon import Linked, linked


def targets(work: Linked, source: str) -> list[str]:
    return [target for one, target in work.edges(EdgeType.USES) if one == source]


def printed(work: Linked) -> dict[tuple[str, str], tuple[str, str]]:
    """The `uses` edges by the last parts of their ends, with what they print and why."""
    edges = [edge for edge in work.book.edges if edge.type is EdgeType.USES]
    return {
        (edge.source.rpartition("/")[2], edge.target.rpartition("/")[2]): (edge.printed, edge.reason) for edge in edges
    }


TERMS = """# Livret

## Glossaire {enfants=definition}

### 1 Tir

Lancer.

### 2 Arc de tir

Ce qu'on voit. Le tir compte.

**2.1** L'arc de tir s'ouvre devant ; un arc de tir fermé, non. Les TIRS aussi.

### 3 Sur

En haut.

### 4 Maux

- **Étourdi** : perd son tour.

**4.1** Un étourdi est sur la colline.

### 5 Duel

L'étourdi perd.
"""


def test_the_longest_term_is_linked_once_never_to_its_own_entry_nor_by_a_common_word() -> None:
    work = linked(TERMS)
    assert work.edges(EdgeType.USES, "inferred") == [("2", "1"), ("2.1", "1"), ("5", "4#1")]
    assert ("4", "4#1") in work.edges(EdgeType.DEFINES)


CHAPTERS = """# Livret

## Base {#base}

### Tour {#base/tour}

On joue.

### Jet de force {#base/jet-de-force}

Lancez un dé.

### Lutte {#base/lutte}

Faites un jet de force au Tour suivant ; le tour passe, la Table du Tour aussi.

### Renvois {#base/renvois}

Voir « Mêlée ». Une ruse suit.

| Tour | Jet de force |
| --- | --- |
| non | Lutte |

### Mêlée {#base/melee}

On se bat.

## Résumé {#resume}

### Jet de force {#resume/jet-de-force}

Un dé.

### Ruses {#resume/ruses}

Faites un jet de force.

## Glossaire {#mots enfants=definition}

### Ruse

Voir « Lutte ».
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # « Tour » with its own capital, not « le tour », nor the « Table du Tour ».
        ("base/lutte", ["base/jet-de-force", "base/tour"]),
        # The nearest of several bearers.
        ("resume/ruses", ["resume/jet-de-force"]),
        # Neither what is cited nor what heads a column; « ruse », an entry that only refers to another, means « Lutte ».
        ("base/renvois", ["base/lutte"]),
    ],
)
def test_a_chapter_is_mentioned_by_two_words_or_by_name(source: str, expected: list[str]) -> None:
    work = linked(CHAPTERS)
    assert targets(work, source) == expected
    assert ("base/renvois", "base/melee") in work.edges(EdgeType.CITES)


POWERS = """# Livret

## Pouvoirs {enfants=aptitude}

### Lueur (*)

Aussi : Lumière

Elle brille.

### Ombre

Elle ôte Lueur (3), puis Lueur (Nuit) ; le jour revient (tôt).

#### Longue durée {.regle}

Une heure.

## Jour {#jour}

La lumière éclaire tout, de longue durée.

## Compagnies {#compagnies .tableau}

| Nom | Règles spéciales |
| --- | --- |
| Passeurs | Ombre, Lueur (2)[^1] |
| Rameurs | - |

[^1] : la nuit.
"""


def test_a_mention_keeps_its_parameters_and_a_row_uses_the_keywords_that_it_lists() -> None:
    """What stands below an ability has its title for that ability alone: « de longue durée » mentions nothing."""
    work = linked(POWERS)
    assert ("keywords", "Ombre, Lueur (2)") in work["compagnies#1"].fields
    assert "keywords" not in dict(work["compagnies#2"].fields)
    assert printed(work) == {
        ("ombre", "lueur"): ("lueur", "paramètre : 3 ; Nuit"),
        ("compagnies", "ombre"): ("ombre", ""),
        ("compagnies", "lueur"): ("lueur", "paramètre : 2"),
        ("compagnies#1", "ombre"): ("ombre", ""),
        ("compagnies#1", "lueur"): ("lueur", "paramètre : 2"),
    }


def test_an_alias_is_a_term_in_a_publication_alone() -> None:
    assert printed(linked(POWERS, layer=Layer.TEXTE))["jour", "lueur"] == ("lumiere", "")


def test_an_editor_takes_a_false_mention_away() -> None:
    curation = Curation(unlinks=(Unlink("livret/pouvoirs/ombre", "livret/pouvoirs/lueur", "autre sens"),))
    assert ("ombre", "lueur") not in printed(linked(POWERS, curation))
    idle = Curation(unlinks=(Unlink("compagnies", "nulle-part", "périmé"),))
    assert linked(POWERS, idle, layer=Layer.TEXTE).codes() == ["SANS-LIEN"]


STEPS = """# Livret

## Base {#base}

### Phase de veille {#base/veille}

On guette.

### Veilles obscures {#base/obscures}

Sans lune.

### Autre ronde {#base/ronde}

On marche.

### Tour {#base/tour .definition}

Chacun le sien.

### Relève {#base/releve}

À sa phase de veilles obscures, une autre ronde ; la Phase de veille suit, chacun à tour de rôle.
"""


@pytest.mark.parametrize(
    ("linked_words", "idioms", "expected"),
    [
        # « phase de veilles obscures » holds « phase de veille » and « veilles obscures ».
        (set(), set(), {"veille", "obscures", "tour"}),
        ({"autre ronde"}, {"tour de role"}, {"veille", "obscures", "ronde"}),
    ],
)
def test_a_lexicon_says_what_is_always_a_name_and_what_holds_none(
    linked_words: set[str], idioms: set[str], expected: set[str]
) -> None:
    lexicon = Lexicon(stopwords=frozenset({"autre"}), linked=frozenset(linked_words), idioms=frozenset(idioms))
    found = targets(linked(STEPS, lexicon=lexicon), "base/releve")
    assert {target.removeprefix("base/") for target in found} == expected


MOUNTS = """# Livret

## Étable {#etable enfants=profil}

### Ours, Loup blanc {#etable/ours}

| Force |
| --- |
| 3 |

### Grand cerf {#etable/cerf}

| Force |
| --- |
| 2 |

## Troupe {#troupe}

- **Loup blanc, Grand cerf** : voir plus haut.
"""


def test_a_profile_bears_each_name_of_its_title_and_a_bullet_that_lists_names_defines_none() -> None:
    assert set(targets(linked(MOUNTS), "troupe")) == {"etable/ours", "etable/cerf"}
