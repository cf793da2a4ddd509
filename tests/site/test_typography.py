from __future__ import annotations

import pytest

from kb.site.typography import typeset, typeset_page
from kb.site.wording import mode_name, plural


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Quoi ?", "Quoi\u202f?"),
        ("oui ; non !", "oui\u202f; non\u202f!"),
        ("trois : un", "trois\u00a0: un"),
        ("« ici »", "«\u00a0ici\u00a0»"),
        ("l'unité qu'« on » a", "l’unité qu’«\u00a0on\u00a0» a"),
        ("13 cm", "13\u00a0cm"),
        ("à 12:30, 4x4", "à 12:30, 4x4"),
    ],
)
def test_french_signs(written: str, shown: str) -> None:
    assert typeset(written) == shown
    assert typeset(shown) == shown


def test_tags_and_attributes_are_left_alone() -> None:
    page = '<a title="Quoi ?" href="a?q= :">Quoi ? l\'<em>unité</em> d&#39;ici</a>'
    assert typeset_page(page) == '<a title="Quoi ?" href="a?q= :">Quoi\u202f? l’<em>unité</em> d’ici</a>'


def test_counts_and_modes() -> None:
    assert plural(0, "terme") == "0 terme"
    assert plural(1, "erratum", "errata") == "1 erratum"
    assert plural(12345, "règle") == "12\u202f345 règles"
    assert mode_name("fer-de-lance") == "Fer de lance"
