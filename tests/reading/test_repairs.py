"""The repair steps that readers share, on made-up lines."""

from __future__ import annotations

from typing import Any

import pytest

from kb.reading.instructions import Doubt, Drop, Join, Move, PartInstructions, Replace, Role, Split
from kb.reading.repairs import State, clean_icons, found, instructed, joined, repaired, state_of

_TEXT = "Le gué\n\nUne bannière avance.\n\nLe gué\n\nUne bannière recule."


def _state(text: str) -> State:
    return state_of("livre.txt", enumerate(text.split("\n"), 1))


def _told(text: str, **told: Any) -> State:  # noqa: ANN401 - one instruction, of any kind
    """The text once one instruction is followed."""
    return instructed(_state(text), PartInstructions(**{name: (one,) for name, one in told.items()}))


def _texts(state: State) -> list[str]:
    return [line.text for line in state.lines]


@pytest.mark.parametrize(
    ("printed", "clean", "gone"),
    [
        ("une action Marche (☛) à vitesse 3", "une action Marche à vitesse 3", ("(☛)",)),
        ("le symbole mêlée () , puis", "le symbole mêlée, puis", ("()",)),
        ("Marche 👣, Roue ↻", "Marche, Roue", ("👣", "↻")),
        ("un bouclier (🛡️ 👤)", "un bouclier", ("(🛡️ 👤)",)),
        ("Augmentation ★ ⚡ ...", "Augmentation", ("★", "⚡", "...")),
        ("un plus (+) ou ½ point, 4 × 2 ± 1", "un plus (+) ou ½ point, 4 × 2 ± 1", ()),
        ("Charge (*) ou Charge Virante (*)", "Charge ou Charge Virante", ("(*)", "(*)")),
        ("rien à ôter : « ceci »", "rien à ôter : « ceci »", ()),
    ],
)
def test_icons_after_a_name_are_taken_out(printed: str, clean: str, gone: tuple[str, ...]) -> None:
    assert clean_icons(printed, "*") == (clean, gone)


def test_icons_and_residue_are_declared_repairs() -> None:
    state = repaired(_state("- ◆ Une Marche (☛).\n- 4.2** Un reste **gras**.\nun **mot**"), PartInstructions())
    assert _texts(state) == ["Une Marche.", "4.2 Un reste **gras**.", "un **mot**"]
    assert [(repair.line, repair.before, repair.after) for repair in state.repairs] == [(1, "(☛)", ""), (2, "**", "")]
    assert all(repair.reason for repair in state.repairs)


def test_rows_of_figures_are_left_to_the_table() -> None:
    assert _texts(repaired(_state("1\t🔥\t2"), PartInstructions())) == ["1\t🔥\t2"]


def test_lines_without_a_word_are_dropped_with_a_reason() -> None:
    state = repaired(_state("- | | |\n|---|---|\nun mot"), PartInstructions())
    assert _texts(state) == ["un mot"]
    assert [drop.span.start for drop in state.dropped] == [1, 2]
    assert all(drop.reason for drop in state.dropped)


def test_bullets_are_recognised_whatever_their_sign() -> None:
    lines = repaired(_state("- ◆ un\n - ♦ deux\n◆ trois\n- quatre\ncinq"), PartInstructions()).lines
    assert [line.bullet for line in lines] == ["-◆", "-♦", "◆", "-", ""]
    assert [line.text for line in lines] == ["un", "deux", "trois", "quatre", "cinq"]


def test_an_anchor_names_one_line_or_none() -> None:
    state = _state(_TEXT).printed
    assert found(state, "Une bannière av") == 1
    assert found(state, "Le gué") is None
    assert found(state, "Le gué@2") == 2
    assert found(state, "Le gué@3") is None
    assert found(state, "Un pont") is None


def test_words_are_replaced_everywhere_in_the_line_and_declared() -> None:
    state = _told("un ☀ et un ☀", replace=Replace("un ☀", "☀", "tison", "icône seule"))
    assert _texts(state) == ["un tison et un tison"]
    assert len(state.repairs) == 2


def test_a_range_and_every_match_are_dropped() -> None:
    assert _texts(_told(_TEXT, drop=Drop("Une bannière avance.", "image", to="Le gué@2"))) == [
        "Le gué",
        "Une bannière recule.",
    ]
    assert _texts(_told(_TEXT, drop=Drop("Le gué", "titre courant", every=True))) == [
        "Une bannière avance.",
        "Une bannière recule.",
    ]


def test_a_block_moves_both_ways() -> None:
    forward = _told(_TEXT, move=Move("Le gué@1", "Une bannière avance.", "Une bannière recule.", "encart"))
    assert [line.number for line in forward.lines] == [5, 7, 1, 3]
    backward = _told(_TEXT, move=Move("Une bannière recule.", "Une bannière recule.", "Le gué@1", "encart"))
    assert [line.number for line in backward.lines] == [1, 7, 3, 5]


def test_one_line_becomes_two_of_the_same_number() -> None:
    state = _told("Premier, 1.0 Second, 2.0", split=Split("Premier", "Second", "lignes réunies"))
    assert [(line.number, line.printed) for line in state.lines] == [(1, "Premier, 1.0"), (1, "Second, 2.0")]


def test_lines_printed_apart_are_read_as_one() -> None:
    state = _told("Le\n\nGUÉ\n\nsuite", join=Join("Le", "GUÉ", "titre sur deux lignes"))
    assert [(line.numbers, line.text, line.printed) for line in state.lines] == [
        ((1, 3), "Le GUÉ", "Le GUÉ"),
        ((5,), "suite", "suite"),
    ]


def test_a_line_is_given_its_role() -> None:
    assert _told(_TEXT, role=Role("Une bannière avance.", "note", "ambiance")).lines[1].role == "note"


@pytest.mark.parametrize(
    "told",
    [
        PartInstructions(drop=(Drop("Un pont", "image"),)),
        PartInstructions(drop=(Drop("Le gué", "image"),)),
        PartInstructions(move=(Move("Un pont", "Un pont", "Le gué@1", "encart"),)),
        PartInstructions(replace=(Replace("Une bannière avance.", "absent", "x", "faute"),)),
        PartInstructions(split=(Split("Un pont", "x", "réunies"),)),
        PartInstructions(join=(Join("Une bannière avance.", "Un pont", "deux lignes"),)),
        PartInstructions(role=(Role("Un pont", "note", "ambiance"),)),
        PartInstructions(doubt=(Doubt("Un pont", "absent"),)),
    ],
)
def test_an_instruction_without_its_line_is_a_warning_and_the_rest_is_read(told: PartInstructions) -> None:
    state = repaired(_state(_TEXT), told)
    assert [fault.code for fault in state.diagnostics] == ["REPERE"]
    assert state.diagnostics[0].severity == "warning"
    assert len(state.lines) == 4


def test_sentences_cut_by_a_column_are_joined() -> None:
    lines = joined(_state("Une bannière\n\nqui avance.\n\nUne autre.\n\net une\n\n- suite").lines)
    assert [(line.numbers, line.text) for line in lines][:2] == [
        ((1, 3), "Une bannière qui avance."),
        ((5,), "Une autre."),
    ]


def test_a_doubt_leaves_the_line_and_says_where() -> None:
    state = _told(_TEXT, doubt=Doubt("Une bannière recule", "elle avance plus haut"))
    assert _texts(state) == _texts(_state(_TEXT))
    assert [(fault.code, fault.line) for fault in state.diagnostics] == [("TEXTE-DOUTEUX", 7)]


def test_signs_of_comparison_are_no_icons_and_a_florette_is_a_bullet() -> None:
    state = repaired(_state("- ❖ Vif si M≥7\n\n❖ Lent si M≤6"), PartInstructions())
    assert [(line.bullet, line.text) for line in state.lines] == [("-❖", "Vif si M≥7"), ("❖", "Lent si M≤6")]
