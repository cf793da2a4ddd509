"""Running text is linked to the terms that it mentions: longest first, once, never to itself, never by a common word."""

from __future__ import annotations

from kb.link import link
from kb.model import EdgeType, Layer, Lexicon
from kb.model.curation import Curation, Unlink
from kb.parsing import parse_work
from tests.canon import HEAD, canonical, linked

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
"""


def test_the_longest_term_is_linked_once() -> None:
    work = linked(TERMS)
    uses = work.edges(EdgeType.USES, "inferred")
    assert ("2.1", "1") in uses
    assert uses.count(("2.1", "1")) == 1


def test_a_provision_does_not_mention_itself_nor_its_own_entry() -> None:
    uses = linked(TERMS).edges(EdgeType.USES)
    assert not [pair for pair in uses if pair[0].split(".")[0] == pair[1]]


def test_a_common_word_is_no_term() -> None:
    assert not [pair for pair in linked(TERMS).edges(EdgeType.USES) if pair[1] == "3"]


def test_a_defining_bullet_is_a_term() -> None:
    work = linked(TERMS + "\n### 5 Duel\n\nL'étourdi perd.\n")
    assert ("5", "4#1") in work.edges(EdgeType.USES)
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


def test_a_chapter_is_mentioned_by_two_words_or_by_name() -> None:
    """« Tour » with its own capital, not « le tour », nor the « Table du Tour »."""
    uses = linked(CHAPTERS).edges(EdgeType.USES)
    assert [target for source, target in uses if source == "base/lutte"] == ["base/jet-de-force", "base/tour"]


def test_the_nearest_of_several_bearers_is_meant() -> None:
    uses = linked(CHAPTERS).edges(EdgeType.USES)
    assert [target for source, target in uses if source == "resume/ruses"] == ["resume/jet-de-force"]


def test_what_is_cited_and_what_heads_a_column_is_no_mention() -> None:
    """An entry that only refers to another is not the end of a link either: « ruse » means « Lutte »."""
    work = linked(CHAPTERS)
    assert [target for source, target in work.edges(EdgeType.USES) if source == "base/renvois"] == ["base/lutte"]
    assert ("base/renvois", "base/melee") in work.edges(EdgeType.CITES)


POWERS = """# Livret

## Pouvoirs {enfants=aptitude}

### Lueur (*)

Aussi : Lumière

Elle brille.

### Ombre

Elle ôte Lueur (3), puis Lueur (Nuit) ; la lumière revient (tôt).

## Compagnies {#compagnies .tableau}

| Nom | Règles spéciales |
| --- | --- |
| Passeurs | Ombre, Lueur (2)[^1] |
| Rameurs | - |

[^1] : la nuit.
"""


def _printed(
    text: str, layer: Layer, curation: Curation | None = None, lexicon: Lexicon | None = None
) -> dict[tuple[str, str], tuple[str, str]]:
    """The `uses` edges of a text in a layer, with what they print and why."""
    rulebook = parse_work([canonical(HEAD + text, layer=layer)]).rulebook
    assert rulebook is not None
    book, _faults = link(rulebook, curation or Curation(), lexicon=lexicon)
    return {
        (edge.source.removeprefix("essai/"), edge.target.rpartition("/")[2]): (edge.printed, edge.reason)
        for edge in book.edges
        if edge.type is EdgeType.USES
    }


def test_a_mention_keeps_its_parameters() -> None:
    uses = _printed(POWERS, Layer.PRECIS)
    assert uses["livret/pouvoirs/ombre", "lueur"] == ("lueur", "paramètre : 3 ; Nuit")


def test_a_row_uses_the_keywords_that_it_lists() -> None:
    work = linked(POWERS)
    assert ("keywords", "Ombre, Lueur (2)") in work["compagnies#1"].fields
    assert "keywords" not in dict(work["compagnies#2"].fields)
    uses = _printed(POWERS, Layer.PRECIS)
    assert uses["compagnies#1", "lueur"] == ("lueur", "paramètre : 2")
    assert uses["compagnies#1", "ombre"] == ("ombre", "")


def test_a_title_below_an_ability_is_its_own() -> None:
    text = POWERS.replace(
        "## Compagnies",
        "#### Longue durée {.regle}\n\nUne heure.\n\n## Nuit {#nuit}\n\nDe longue durée.\n\n## Compagnies",
    )
    assert ("nuit", "longue-duree") not in _printed(text, Layer.PRECIS)


def test_an_alias_is_a_term_in_a_publication_alone() -> None:
    text = POWERS.replace("la lumière revient", "le jour revient") + "\n## Jour {#jour}\n\nLa lumière éclaire tout.\n"
    assert _printed(text, Layer.TEXTE)["jour", "lueur"] == ("lumiere", "")
    assert ("jour", "lueur") not in _printed(text, Layer.PRECIS)


def test_an_editor_takes_a_false_mention_away() -> None:
    curation = Curation(unlinks=(Unlink("livret/pouvoirs/ombre", "livret/pouvoirs/lueur", "autre sens"),))
    assert ("livret/pouvoirs/ombre", "lueur") not in _printed(POWERS, Layer.PRECIS, curation)
    idle = Curation(unlinks=(Unlink("compagnies", "nulle-part", "périmé"),))
    rulebook = parse_work([canonical(HEAD + POWERS, layer=Layer.TEXTE)]).rulebook
    assert rulebook is not None
    assert [fault.code for fault in link(rulebook, idle)[1]] == ["SANS-LIEN"]


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


def test_a_name_that_ends_a_longer_one_is_read_too() -> None:
    """« phase de veilles obscures » holds « phase de veille » and « veilles obscures »."""
    uses = _printed(STEPS, Layer.PRECIS)
    assert {"veille", "obscures"} <= {target for source, target in uses if source == "base/releve"}


def test_a_lexicon_says_what_is_always_a_name_and_what_holds_none() -> None:
    common = Lexicon(stopwords=frozenset({"autre"}))
    assert {"tour"} <= {target for _source, target in _printed(STEPS, Layer.PRECIS, lexicon=common)}
    assert ("base/releve", "ronde") not in _printed(STEPS, Layer.PRECIS, lexicon=common)
    told = Lexicon(
        stopwords=frozenset({"autre"}), linked=frozenset({"autre ronde"}), idioms=frozenset({"tour de role"})
    )
    uses = _printed(STEPS, Layer.PRECIS, lexicon=told)
    assert ("base/releve", "ronde") in uses
    assert ("base/releve", "tour") not in uses


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
    uses = _printed(MOUNTS, Layer.PRECIS)
    assert {target for source, target in uses if source == "troupe"} == {"ours", "cerf"}
