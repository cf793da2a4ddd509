"""The timeline beside the sequences of the text: each fault of a made-up timeline is found, and told where it is."""

from dataclasses import replace

import pytest

from kb.check import check
from kb.errors import Diagnostic
from kb.model import Moment
from tests.canon import linked

BODY = """# La garde {#garde .sequence}

1. **Monter** : un veilleur monte.
2. **Veiller** : il veille.
3. **Sonner** : il sonne.

Répéter 2-3 : une fois par heure.
"""
GAME = Moment("partie", "La partie", "game", "both", cites=("garde",))


def moment(name: str, *cites: str, **more: object) -> Moment:
    return replace(Moment(f"partie/{name}", name, "step", "both", cites=cites), **more)  # type: ignore[arg-type]


UP = moment("monter", "garde/1")
HOUR = moment("heure", "garde", repeat="chaque heure")
WATCH, RING = moment("heure/veiller", "garde/2"), moment("heure/sonner", "garde/3#1")


def found(*moments: Moment) -> list[Diagnostic]:
    return list(check(replace(linked(BODY).book, timeline=(GAME, *moments))))


@pytest.mark.parametrize(
    ("moments", "expected"),
    [
        ((UP, HOUR, WATCH, moment("heure/sonner", "garde/3")), []),
        ((), ["SEQUENCE-SANS-MOMENT"]),
        ((UP, HOUR, WATCH), ["ETAPE-SANS-MOMENT", "REPETITION-ABSENTE"]),
        ((HOUR, WATCH, RING, UP), ["ETAPE-HORS-ORDRE"]),
        ((UP, replace(HOUR, free=True), WATCH, RING), ["ETAPE-HORS-ORDRE"]),
        ((UP, replace(HOUR, repeat=""), WATCH, RING), ["REPETITION-ABSENTE"]),
        ((replace(UP, apart=True), HOUR, WATCH, RING), ["ETAPE-HORS-ORDRE"]),
        ((UP, HOUR, WATCH, RING, moment("dormir", "garde/4#1")), ["ETAPE-EN-TROP"]),
    ],
)
def test_each_fault_is_found(moments: tuple[Moment, ...], expected: list[str]) -> None:
    assert [one.code for one in found(*moments) if one.code != "MOMENT-SANS-REGLE"] == expected


def test_a_finding_tells_its_place_and_what_to_do() -> None:
    (finding,) = found(HOUR, WATCH, RING, UP)
    assert (finding.id, finding.line) == ("essai/garde/2", 11)
    assert "l'étape 2 de « garde » suit l'étape 1" in finding.message
    assert finding.hint == "remettez les moments dans l'ordre du texte"


def test_a_work_without_a_timeline_has_nothing_to_compare() -> None:
    assert list(check(linked(BODY).book)) == []
