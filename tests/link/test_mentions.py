"""Running text is linked to the terms that it mentions: longest first, once, never to itself, never by a common word."""

from __future__ import annotations

from kb.model import EdgeType
from tests.canon import linked

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
