"""A made-up game whose timeline holds each kind of order, in a base of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.build import assemble
from kb.reading.corpus import read_corpus
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from kb.timing import Timeline
from tests.bases import write_base

WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")
INVERSE = {"before": "after", "after": "before"}

RULES = """---
oeuvre : essai
titre : L'Essai
document : Livret
autorite : livret
---

# Règles

**1.1** Tout se joue par rondes.

**1.2** La salve vient avant l'abordage.

**1.3** Les deux joueurs tirent ensemble.

**1.4** À chaque coup au but, un jet de bordage, puis un jet de voilure.

**1.5** Les capitaines abordent à tour de rôle.

**1.6** Avant l'abordage, les signaux se hissent dans l'ordre que l'on veut.

## Vigie

Le navire voit plus loin.

## Grappins {.aptitude}

- **Moment** : Votre Phase d'Abordage
- **Effet** : le navire s'accroche.
"""

MOMENTS = (
    ("partie", "La partie", "game", "both", "1.1", ""),
    ("partie/ronde", "Ronde", "round", "both", "1.1", 'compte = "croissant"'),
    ("partie/ronde/salve", "Phase de salve", "phase", "both", "1.2", 'aussi = ["canonnade"]'),
    ("partie/ronde/salve/pointage", "Pointage", "step", "both", "1.2", ""),
    ("partie/ronde/salve/tir", "Tir des canons", "step", "both", "1.3", 'ordre = "ensemble"'),
    ("partie/ronde/salve/coups", "Coups au but", "step", "both", "1.4", 'deroule = ["partie/coup"]'),
    ("partie/ronde/signaux", "Signaux", "step", "active", "1.6", 'ordre = "fenetre"'),
    ("partie/ronde/signaux/pavillon", "Pavillon hissé", "step", "active", "1.6", ""),
    ("partie/ronde/signaux/fusee", "Fusée", "step", "active", "1.6", ""),
    ("partie/ronde/abordage", "Phase d'Abordage", "phase", "both", "1.2", ""),
    ("partie/ronde/abordage/assaut", "Assaut", "step", "alternate", "1.5", 'repeter = "un navire chacun"'),
    ("partie/ronde/abordage/coups", "Coups au but", "step", "both", "1.4", 'deroule = ["partie/coup"]'),
    ("partie/ronde/divers", "Entretien", "step", "both", "1.1", 'ordre = "libre"'),
    ("partie/ronde/divers/voiles", "Voiles recousues", "step", "both", "1.1", ""),
    ("partie/ronde/divers/pompes", "Pompes", "step", "both", "1.1", ""),
    ("partie/coup", "Suite d'un coup au but", "step", "both", "1.4", 'ordre = "a-part"'),
    ("partie/coup/bordage", "Jet de bordage", "step", "both", "1.4", ""),
    ("partie/coup/voilure", "Jet de voilure", "step", "both", "1.4", ""),
)


TIMELINE = "\n".join(
    f'[[moment]]\nid = "{path}"\ntitre = "{title}"\ngenre = "{kind}"\nqui = "{who}"\ncite = ["{cited}"]\n{more}\n'
    for path, title, kind, who, cited, more in MOMENTS
)


@pytest.fixture(scope="session")
def ships(tmp_path_factory: pytest.TempPathFactory) -> Timeline:
    folder = tmp_path_factory.mktemp("jeu") / "essai"
    folder.mkdir()
    (folder / "essai.md").write_text(RULES, encoding="utf-8")
    (folder / "timeline.toml").write_text(TIMELINE, encoding="utf-8")
    lexicons = data_dir("corpus") / "lexicon"
    book, findings = assemble(read_corpus(folder), folder, lexicons)
    assert findings == ()
    out = Path(folder / "essai.sqlite")
    write_base([book], out)
    return Timeline(KnowledgeBase(out), "essai")


@pytest.fixture(scope="session")
def river(base: KnowledgeBase) -> Timeline:
    return Timeline(base, "exemple")
