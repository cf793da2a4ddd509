"""Age of Sigmar: what stands in several places and what is left out, on the user's own publication."""

from __future__ import annotations

import re

import pytest

from kb.model import Kind, Provision, Rulebook, WindowRole
from kb.reading.recognise import Publication
from kb.reading.source import SourceText
from tests.reading.laws import drops

WORK = "aos"
pytestmark = pytest.mark.publication


def test_what_is_dropped_holds_no_rule(publication: Publication, source: SourceText) -> None:
    gone = [line for number, _reason in drops(publication) if (line := source.lines[number - 1].strip())]
    assert max(len(line.split()) for line in gone) <= 14
    assert not any(line.endswith(".") for line in gone)


@pytest.mark.parametrize("module", ["base", "ordres", "terrain", "magie", "composition", "tactiques", "fer-de-lance"])
def test_numbered_rules_stand_in_their_order(nodes: dict[str, Provision], module: str) -> None:
    rules = [piece for key, piece in nodes.items() if re.fullmatch(rf"{module}/\d+(?:\.\d+)*", key)]
    order = [tuple(map(int, (piece.number or "").split("."))) for piece in rules]
    assert order == sorted(set(order))


def test_an_ability_says_when_and_what(nodes: dict[str, Provision], book: Rulebook) -> None:
    abilities = {key: piece for key, piece in nodes.items() if key.startswith("aptitude/") and not piece.is_unit}
    assert all({"timing", "effect"} <= set(dict(piece.fields)) for piece in abilities.values())
    windows = {one.provision: one.phrase for one in book.windows if one.role is WindowRole.USABLE}
    assert {f"aos/{key}" for key in abilities} <= set(windows)
    assert windows["aos/aptitude/appeler-des-renforts"].frequency == "une fois par tour"
    assert windows["aos/aptitude/contre-charge"].whose == "opponent"


def test_a_bare_number_means_its_own_module(book: Rulebook) -> None:
    targets = {(item.source, item.target): item.candidates for item in book.references}
    assert targets["aos/magie/2.0", "4.0"] == ("aos/magie/4.0",)
    assert targets["aos/base/4.0", "5.0"] == ("aos/base/5.0",)


def test_every_definition_has_a_text(nodes: dict[str, Provision]) -> None:
    assert all(piece.text for piece in nodes.values() if piece.kind is Kind.DEFINITION and not piece.is_unit)
