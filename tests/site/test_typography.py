import pytest

from kb.model.french import disambiguated, plural, typeset


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Quoi ?", "Quoi\u202f?"),
        ("oui ; non !", "oui\u202f; non\u202f!"),
        ("trois : un", "trois\u00a0: un"),
        ("« ici »", "«\u00a0ici\u00a0»"),
        ("« ? »", "«\u00a0?\u00a0»"),
        ("l'unité qu'« on » a", "l’unité qu’«\u00a0on\u00a0» a"),
        ("13 cm", "13\u00a0cm"),
        ("5 pouces, 12 pas", "5\u00a0pouces, 12\u00a0pas"),
        ("3 passages", "3 passages"),
        ("« Halte! »", "«\u00a0Halte\u202f!\u00a0»"),
        ("Final: la suite", "Final\u00a0: la suite"),
        ("a?q=b", "a?q=b"),
        ("à 12:30, 4x4", "à 12:30, 4x4"),
    ],
)
def test_french_signs(written: str, shown: str) -> None:
    assert typeset(written) == shown
    assert typeset(shown) == shown


def test_addresses_are_left_alone_and_what_a_reader_is_told_is_typeset() -> None:
    page = '<a class="x" title="Quoi ?" href="a?q=%20:">Quoi ? l\'<em>unité</em> d&#39;ici :<br></a>'
    shown = '<a class="x" title="Quoi\u202f?" href="a?q=%20:">Quoi\u202f? l’<em>unité</em> d’ici\u00a0:<br></a>'
    assert typeset(page) == shown


def test_counts() -> None:
    assert plural(0, "terme") == "0 terme"
    assert plural(1, "erratum", "errata") == "1 erratum"
    assert plural(12345, "règle") == "12\u202f345 règles"


def test_two_provisions_of_one_name_are_told_apart_by_what_holds_them() -> None:
    listed = [("a", "Arc", ("Livre", "Elfes")), ("b", "Arc", ("Livre", "Nains")), ("c", "Pique", ("Livre", "Nains"))]
    assert disambiguated(listed) == {"a": "Arc (Elfes)", "b": "Arc (Nains)", "c": "Pique"}
    assert disambiguated([*listed[:1], *listed[:1]]) == {"a": "Arc"}
