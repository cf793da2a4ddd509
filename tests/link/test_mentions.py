"""What an editor changes of the mentions in running text; the others are in `cases/mentions.md`."""

import pytest

from kb.model import EdgeType, Layer, Lexicon
from kb.model.curation import Curation, Unlink
from tests.canon import linked

POWERS = "# Livret\n\n## Lueur (*) {#lueur .aptitude}\n\nElle brille.\n\n## Ombre {#ombre .aptitude}\n\nElle ôte Lueur (3).\n"


def test_an_editor_takes_a_false_mention_away() -> None:
    assert linked(POWERS).edges(EdgeType.USES) == [("ombre", "lueur")]
    assert linked(POWERS, Curation(unlinks=(Unlink("ombre", "lueur", "autre sens"),))).edges(EdgeType.USES) == []
    idle = Curation(unlinks=(Unlink("lueur", "nulle-part", "périmé"),))
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
    found = linked(STEPS, lexicon=lexicon).edges(EdgeType.USES)
    assert {target.removeprefix("base/") for source, target in found if source == "base/releve"} == expected
