"""A value that a question asks for without its name is known by the questions written of it, and so is what each figure is."""

import math

import pytest

from kb.answer import Answerer
from kb.answer.ruling.examples import Examples
from kb.answer.ruling.slot_odds import FIGURE_EVIDENCE, NO_SLOT, SlotOdds, shares
from kb.policy import Attribute, Quantity
from kb.search import figures_of, slots_of
from kb.store import WorkedExample

WRITTEN = (
    WorkedExample(
        "menace",
        "des plateaux de front",
        ("plateau", "front", "menac"),
        ("trays",),
        (("trays", ("a0:plateau", "~plateau")),),
    ),
    WorkedExample(
        "menace",
        "des plateaux de flanc",
        ("plateau", "flanc"),
        ("ranks", "trays"),
        (("trays", ("a0:plateau", "~plateau")),),
    ),
    WorkedExample(
        "pertes",
        "des blessures et un seuil",
        ("bless", "seuil", "perdr"),
        ("wounds",),
        (("wounds", ("a0:bless", "~bless")), ("", ("a0:round",))),
    ),
)
NAMES: dict[str, list[tuple[str, ...]]] = {"menace": [("menac",)], "pertes": [("pert",)], "rangs": [("rang",)]}


@pytest.fixture
def examples() -> Examples:
    return Examples(WRITTEN, NAMES)


def test_the_quantity_whose_questions_are_most_alike_comes_first(examples: Examples) -> None:
    first, *others = examples.nearest("le seuil du golem blesse", ("seuil", "bless", "golem"), 3)
    assert (first.quantity, first.behind) == ("pertes", 0.0)
    assert first.alike > 0
    assert all(other.behind < 0 for other in others)


def test_a_quantity_is_found_by_its_name_alone_where_nothing_is_written_of_it(examples: Examples) -> None:
    assert next(iter(examples.nearest("mes rangs", ("rang",), 1))).quantity == "rangs"


def test_how_alike_the_nearest_example_is_tells_whether_the_quantity_is_meant_at_all(examples: Examples) -> None:
    (meant,) = examples.nearest("les plateaux de front", ("plateau", "front", "menac"), 1)
    (other,) = examples.nearest("un plateau sous la pluie", ("plateau", "golem", "pluie"), 1)
    assert meant.quantity == other.quantity == "menace"
    assert meant.alike > other.alike > 0


def test_a_figure_is_likely_of_the_slot_near_which_its_words_were_seen() -> None:
    odds = SlotOdds(
        WRITTEN, {identifier: Quantity(id=identifier, title=identifier, cites=(), clauses=()) for identifier in NAMES}
    )
    figure, *_others = figures_of("4 blessures")
    around = dict(
        zip(FIGURE_EVIDENCE, odds.of_figure("pertes", "wounds", figure, ("a0:bless", "~bless"), 0.0), strict=True)
    )
    none = dict(
        zip(FIGURE_EVIDENCE, odds.of_figure("pertes", NO_SLOT, figure, ("a0:bless", "~bless"), 0.0), strict=True)
    )
    assert around["around"] > 0 > none["around"]
    assert (around["none"], none["none"]) == (0.0, 1.0)


def test_the_pieces_of_its_words_tell_two_quantities_apart_where_the_keys_do_not() -> None:
    written = (
        WorkedExample("charge", "a quelle distance je charge", ("distanc",), (), ()),
        WorkedExample("fuite", "a quelle distance je fuis", ("distanc",), (), ()),
    )
    examples = Examples(written, {"charge": [], "fuite": []})
    assert examples.nearest("ils fuient a quelle distance", ("distanc",), 2)[0].quantity == "fuite"
    assert examples.nearest("la distance si je recharge", ("distanc",), 2)[0].quantity == "charge"


def _quantity(*, sums: bool) -> Quantity:
    part = Attribute(name="scores", type="nombre", meaning="les scores", sums=sums)
    return Quantity(id="total", title="total", cites=(), clauses=(), attributes=(part,))


@pytest.mark.parametrize(
    ("text", "sums", "slots"),
    [
        ("Des scores de 6, 3 et 8 au tour 4", True, {"6": "scores", "3": "scores", "8": "scores", "4": ""}),
        # 4 and 13 add up to it as well: nothing says which do.
        ("Des scores de 6, 3 et 8, avec 13 pions au tour 4", True, {"6": "", "3": "", "8": "", "13": "", "4": ""}),
        ("Des scores de 6, 3 et 8", False, {"6": "", "3": "", "8": ""}),
        ("Un score de 17 au troisième round", True, {"17": "scores", "3": "", "1": ""}),
    ],
)
def test_figures_that_alone_add_up_to_a_slot_that_sums_are_of_it(text: str, sums: bool, slots: dict[str, str]) -> None:  # noqa: FBT001 - a case
    request = {"context": {"scores": 17}, "modifiers": []}
    assert {str(one.number): slot for one, slot in slots_of(text, request, _quantity(sums=sums))} == slots


def test_shares_add_up_to_one() -> None:
    found = shares({"seen": 1.0}, {"one": (2.0,), "other": (0.0,), "third": (-1.0,)})
    assert math.fsum(map(math.exp, found.values())) == pytest.approx(1.0)
    assert found["one"] > found["other"] > found["third"]


@pytest.mark.parametrize(
    ("game", "question", "value"),
    [
        ("t9a", "Quatre trolls, chacun 3 PV, prennent 7 blessures dans la face : j'en range combien ?", "2 figurines"),
        (
            "runewars",
            "Au round 5, 12 dégâts tombent sur des gars en défense 3, leur seuil est de 1 : il en tombe combien ?",
            "4",
        ),
        ("runewars", "12 dégâts tombent sur des gars en défense 3 : il en tombe combien, ils ont un seuil de 1 ?", "4"),
    ],
)
def test_a_value_is_worked_out_without_its_name(answerer: Answerer, game: str, question: str, value: str) -> None:
    conclusion = answerer.ask(question, game).answer.conclusion
    assert conclusion is not None
    assert conclusion.kind == "value"
    assert (conclusion.value or "").startswith(value)


def test_a_figure_that_is_of_no_slot_keeps_the_value_back(answerer: Answerer) -> None:
    answer = answerer.ask(
        "Quatre trolls, chacun 3 PV, prennent 7 blessures à 48 de Courage : j'en range combien ?", "t9a"
    )
    assert answer.answer.conclusion is None or answer.answer.conclusion.kind != "value"


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Fléau et Force 3 contre Endurance 3, il vient de charger : il blesse sur combien ?", "wap/blesser#5"),
        (
            "Mes gars à l'arme lourde, Force 4, tapent du Endurance 4 au premier round : je blesse sur combien ?",
            "wap/blesser#6",
        ),
    ],
)
def test_a_value_read_at_another_row_than_the_one_named_quotes_the_row_that_it_is_read_at(
    answerer: Answerer, question: str, row: str
) -> None:
    # The row of the Strength, its weapon included, and no cell of that of the figure.
    answer = answerer.ask(question, "wap")
    assert [clause.id for clause in answer.answer.because if clause.id.startswith("wap/blesser")] == [row]
    assert answer.cell is None
